"""Becoming aggravated: the engage range and the adjacent stealth check (R-AI-7 to 11, R-STEALTH-5)."""

from footfall.api import Message, Tell
from footfall.api.chance import play_chance

from ..actors.stats import effective_luck, effective_stat, effective_stealth, light_of
from ..model.state import Mood
from ..senses.sight import actor_name, player_sees
from ..senses.sounds import CRIES_TAG, CRY_SOUND, emit_noise
from ..turns.phases import is_soothed
from .context import TurnContext
from .inquiries import is_sure, look_closer
from .noticing import Detection, NoticeFacts, engage_base, notice
from .reasons import give_reason, record_notice
from .tactics import BEHAVIORS


def engage(turn: TurnContext) -> None:
    """Aggravates a calm creature if its target is within engage range or fails the stealth check."""
    if turn.mind.mood is not Mood.CALM or turn.target is None or is_soothed(turn.phase, turn.actor):
        return
    base = engage_base(turn.sees, turn.hears, BEHAVIORS[turn.mind.ai].engages_by_sight, turn.fov, turn.foh)
    if base is None:
        return
    perceived = turn.hears if turn.foh > turn.fov else turn.sees  # by the dominant sense
    turn.filtered = not perceived
    perception = effective_stat(turn.phase, turn.actor, "perception")
    stealth, luck = effective_stealth(turn.phase, turn.target), effective_luck(turn.phase, turn.target)
    contact = turn.settings, turn.actor.id, turn.target.id, turn.distance, turn.sees, turn.fov, turn.foh, perception
    facts = NoticeFacts(*contact, stealth, luck, turn.noise, light_of(turn.phase, turn.actor))
    found = play_chance(turn.ctx, notice, facts, turn.changes)
    if found.awareness is Detection.UNAWARE:
        return
    if found.awareness is Detection.FOOLED:
        turn.baffled = True
        return
    give_reason(turn, facts, found)
    if turn.distance >= 2:
        if is_sure(turn):
            _become_aggravated(turn)
        else:
            look_closer(turn)
        return
    _become_aggravated(turn)
    turn.baffled = not turn.settings.attacks_when_fooled


def _become_aggravated(turn: TurnContext) -> None:
    mind, target = turn.mind, turn.target
    assert target is not None
    mind.mood = Mood.AGGRAVATED
    mind.lost_turns = mind.blocked_turns = 0
    mind.path, mind.goal = (), None
    mind.last_seen = target.at
    by_player = target.id == turn.world.player
    mind.is_marked = mind.is_marked or by_player or turn.settings.backstab_memory == "anyone"
    turn.noticed = True
    record_notice(turn)
    if by_player and turn.settings.shipped and CRIES_TAG in turn.kind.tags:
        # Wakes and draws those who hear its cry (P-INQ-10).
        ctx, actor = turn.ctx, turn.actor
        turn.changes.append(emit_noise(turn.phase, actor, CRY_SOUND))
        if not ctx.quiet and player_sees(turn.phase, actor.at):
            facts = {"creature": actor_name(turn.phase, actor), "noise": CRY_SOUND.loudness}
            turn.changes.append(Tell(Message("stealth-cries-out", facts), "alarm"))
