"""Becoming aggravated: the engage range and the adjacent stealth check (R-AI-7 to 11, R-STEALTH-5)."""

from __future__ import annotations

from footfall.api import Message, Tell

from ..hookspecs import Noticing
from ..play_state import NoticeManner
from ..sight import actor_name, player_sees
from ..sounds import CRIES_TAG, CRY_SOUND, emit_noise
from ..state import Mood
from ..stats import effective_luck, effective_stat, effective_stealth
from .behaviors import BEHAVIORS
from .context import TurnContext
from .inquiries import is_sure, look_closer
from .noticing import AWARE_DIE, SNEAK_DIE, alertness, audible_stealth, engage_base, luck_die, range_dice
from .reasons import give_reason, record_notice


def engage(turn: TurnContext) -> None:
    """Aggravates a calm creature if its target is within engage range or fails the stealth check."""
    if turn.mind.mood is not Mood.CALM or turn.target is None:
        return
    base = engage_base(turn.sees, turn.hears, BEHAVIORS[turn.mind.ai].sight_only, turn.fov, turn.foh)
    if base is None:
        return
    perceived = turn.hears if turn.foh > turn.fov else turn.sees  # by the dominant sense
    turn.filtered = not perceived
    engage_range = _engage_range(turn, base)
    if engage_range < 0:
        return
    if turn.distance >= 2:
        if turn.distance <= engage_range:
            if is_sure(turn):
                _become_aggravated(turn)
            else:
                look_closer(turn)
        return
    if _is_fooled(turn):
        turn.baffled = True
        return
    _become_aggravated(turn)
    turn.baffled = not turn.settings.engage_fail_attacks


def _stealth_after_noise(turn: TurnContext) -> int:
    """The target's STEALTH minus its noise: S of R-AI-8 (D-12)."""
    assert turn.target is not None
    return audible_stealth(turn.settings, effective_stealth(turn.ctx, turn.target), turn.noise, turn.sees)


def _engage_range(turn: TurnContext, base: int) -> int:
    """The engage range in cells (R-AI-8; R-STEALTH-5 if ``engage.mode`` is plain)."""
    target = turn.target
    assert target is not None
    ctx = turn.ctx
    stealth = _stealth_after_noise(turn)
    keenness, fortune = range_dice(
        turn.settings, effective_stat(ctx, turn.actor, "perception"), effective_luck(ctx, target)
    )
    rolled, lucky = ctx.roll("perc", *keenness), ctx.roll("luck", *fortune)
    own_range = engage_range = rolled + base - stealth - lucky
    if ctx.has_listeners("core.stealth:on_notice"):
        sense = "sight" if turn.sees else "hearing"
        event = Noticing(turn.actor.id, target.id, sense, turn.distance)
        folded = ctx.fold("core.stealth:on_notice", event, {"engage": engage_range})
        turn.changes += [proposal for proposal in folded.proposals if proposal.changes]
        engage_range = folded["engage"]
    manner = NoticeManner.SIGHT if turn.sees else NoticeManner.HEARING
    give_reason(turn, manner, base, rolled, stealth, 0, lucky, engage_range - own_range)
    return engage_range


def _is_fooled(turn: TurnContext) -> bool:
    """The stealth check at distance 1: whether the creature stays unaware (R-AI-10, D-31)."""
    target = turn.target
    assert target is not None
    ctx = turn.ctx
    own, stealth = ctx.roll("sneak", *SNEAK_DIE), _stealth_after_noise(turn)
    lucky = ctx.roll("luck", *luck_die(effective_luck(ctx, target)))
    base = alertness(turn.settings, effective_stat(ctx, turn.actor, "perception"), turn.fov, turn.foh)
    rolled = ctx.roll("aware", *AWARE_DIE)
    give_reason(turn, NoticeManner.ADJACENT, base, rolled, stealth, own, lucky, 0)
    return own + stealth + lucky > rolled + base


def _become_aggravated(turn: TurnContext) -> None:
    mind, target = turn.mind, turn.target
    assert target is not None
    mind.mood = Mood.AGGRAVATED
    mind.lost = mind.blocked = 0
    mind.path, mind.goal = (), None
    mind.last_seen = target.at
    by_player = target.id == turn.world.player
    mind.marked = mind.marked or by_player or turn.settings.backstab_memory == "anyone"
    turn.noticed = True
    record_notice(turn)
    if by_player and turn.settings.shipped and CRIES_TAG in turn.kind.tags:
        _cry_out(turn)


def _cry_out(turn: TurnContext) -> None:
    """Wakes and draws those who hear its cry (P-INQ-10)."""
    ctx, actor = turn.ctx, turn.actor
    turn.changes.append(emit_noise(ctx, actor, CRY_SOUND))
    if not ctx.quiet and player_sees(ctx, actor.at):
        facts = {"creature": actor_name(ctx, actor), "noise": CRY_SOUND.loudness}
        turn.changes.append(Tell(Message("stealth-cries-out", facts), "alarm"))
