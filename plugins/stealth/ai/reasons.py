"""Records and tells why a creature noticed the player's character (P-WHY-1), and the changes of its mood."""

from footfall.api import Change, Message, Tell
from footfall.api.chance import count_odds
from footfall.api.grid import Actor, kernels

from ..actors.identification import disguise_of
from ..actors.stats import effective_luck, effective_stat
from ..actors.surroundings import are_enemies
from ..model.phase import Phase
from ..model.play_state import Notice, NoticeManner, RecordNotice
from ..model.state import AddHeardSounds, HeardSound, Mood
from ..senses.notices import (
    ALERT_KIND,
    LOSES,
    LOSES_UNSEEN,
    NOTICES,
    NOTICES_UNSEEN,
    SEARCH_KIND,
    WAKES_WHY,
    explain_notice,
    is_remembered,
)
from ..senses.sight import actor_name, is_lit, player_sees
from ..senses.sounds import compass_direction, estimate_origin
from .context import TurnContext
from .noticing import Detection, NoticeFacts, NoticeOutcome, notice


def give_reason(turn: TurnContext, facts: NoticeFacts, found: NoticeOutcome) -> None:
    """Sets `TurnContext.notice` from the numbers of a roll that noticed the player's character."""
    if not turn.settings.shipped or turn.target is None or turn.target.id != turn.world.player:
        return
    actor = turn.actor
    manner = NoticeManner.SIGHT if turn.sees else NoticeManner.HEARING
    manner = NoticeManner.ADJACENT if turn.distance < 2 else manner
    numbers = turn.distance, found.reach, found.roll, found.stealth, found.own, found.luck, found.added_range
    seen, act = player_sees(turn.phase, actor.at), turn.stealth_state.fighters[turn.target.id].last
    turn.notice = Notice(turn.ctx.state.turn, actor.id, actor.kind, manner, *numbers, seen, act)
    if not (seen or turn.ctx.quiet or turn.ctx.has_listeners("core.stealth:on_notice")):  # they may answer otherwise
        odds = count_odds(None, turn.settings.chances.find(notice), facts, "awareness")
        turn.chance = max(1, round(100 * odds[Detection.NOTICED]))


def give_waking_reason(turn: TurnContext, cause: str, rolled: int, stealth: int, luck: int) -> None:
    """Sets `TurnContext.waking` from the numbers of a roll (R-AI-18, P-INQ-2).

    Args:
        cause: ``"restless"`` (the waking roll), ``"sees"``, ``"hears"`` (the noticing roll) or ``"noise"`` (the
            stirring roll); texts use it.
        rolled: the sleeper's roll.
        stealth: STEALTH minus noise; for ``"noise"``, the loudness of the noise; for ``"restless"``, 0.
        luck: the share of LUCK in the threshold.
    """
    if not turn.settings.shipped or turn.ctx.quiet:
        return
    facts = {"roll": rolled, "stealth": stealth, "luck": luck, "distance": turn.distance}
    turn.waking = Message("stealth-waking", {"cause": cause, "sum": rolled - stealth - luck, **facts})


def record_notice(turn: TurnContext) -> None:
    """Records the reason; if the creature is out of view, tells of it, with its direction if it is within earshot."""
    notice = turn.notice
    if notice is None:
        return
    turn.changes.append(RecordNotice(notice))
    if notice.was_in_view:
        return
    sound = _locate_unseen(turn, ALERT_KIND)
    place = (
        Message("stealth-at-direction", {"direction": sound.direction})
        if sound is not None
        else Message("stealth-unplaced")
    )
    if not turn.ctx.quiet:
        is_known = is_remembered(turn.phase, notice.actor)
        facts = {
            "from": place,
            "stealth": notice.stealth,
            "noise": turn.noise,
            "lit": "yes" if is_lit(turn.phase, turn.phase.player) else "no",
            "sure": "yes" if turn.is_aggravated else "no",
            "known": "yes" if is_known else "no",
            "creature": actor_name(turn.phase, turn.actor) if is_known else "",
            "chance": turn.chance,
            "id": notice.actor,
        }
        why = Message("stealth-unseen-why", {**facts, "manner": notice.manner.value}) if turn.ctx.is_traced else None
        turn.changes.append(Tell(Message(f"{NOTICES_UNSEEN}{notice.manner.value}", facts), "alarm", why))
    if sound is not None:
        turn.changes.append(AddHeardSounds((sound,)))


def explain_luck(turn: TurnContext) -> Message | None:
    """That the luck in the reason of a notice was rolled (R-AI-8); None untraced, and where it is not."""
    if not turn.ctx.is_traced or turn.settings.engage_mode == "plain":
        return None
    luck = effective_luck(turn.phase, turn.phase.player)
    return Message("stealth-notice-rule", {"luck": luck}) if luck > 0 else None


def report_loss(turn: TurnContext) -> None:
    """Tells that a hunter out of view has lost the character, if it is within earshot (P-WAY-5)."""
    ctx, actor, player = turn.ctx, turn.actor, turn.phase.player
    is_ours = turn.phase.is_player_here and (turn.target is None or turn.target is player)
    if not is_ours or not are_enemies(turn.phase, player, actor):
        return
    sound = None if player_sees(turn.phase, actor.at) else _locate_unseen(turn, SEARCH_KIND)
    if sound is None:
        return
    if not ctx.quiet:
        facts = {"direction": sound.direction, "knew": "yes" if turn.mind.is_marked else "no", "id": actor.id}
        turn.changes.append(Tell(Message(LOSES_UNSEEN, facts), "good"))
    turn.changes.append(AddHeardSounds((sound,)))


def _locate_unseen(turn: TurnContext, kind: str) -> HeardSound | None:
    """Where the player's character hears what a creature out of view is about; None if it is too far."""
    actor, player = turn.actor, turn.phase.player
    reach = 10 * effective_stat(turn.phase, player, "foh")
    places = [turn.array_index(actor.at)], [turn.array_index(player.at)]
    listeners, _, distances, directions = kernels.hear(turn.ground.grid, *places, max_distance=reach)
    if not len(listeners):
        return None
    distance = int(distances[0])
    estimate = estimate_origin(turn.phase, actor.at, distance)
    direction = int(directions[0])
    if turn.settings.hearing_direction == "bearing":
        direction = compass_direction(player.at, actor.at)
    return HeardSound(kind, 1, distance, direction, estimate, turn.stealth_state.turn, actor.id)


MOOD_MESSAGES: dict[tuple[Mood, Mood], tuple[str, str]] = {
    (Mood.ASLEEP, Mood.CALM): ("stealth-edge-wakes", "warn"),
    (Mood.ASLEEP, Mood.AGGRAVATED): (NOTICES, "alarm"),
    (Mood.CALM, Mood.AGGRAVATED): (NOTICES, "alarm"),
    (Mood.AGGRAVATED, Mood.CALM): (LOSES, "good"),
    (Mood.AGGRAVATED, Mood.ASLEEP): (LOSES, "good"),
}
"""Old and new mood to message id and kind of the log line."""


def name_mood_change(
    phase: Phase, actor: Actor, is_marked: bool, before: Mood = Mood.AGGRAVATED, after: Mood = Mood.CALM
) -> tuple[str, dict[str, object], str]:
    """The id, the facts and the kind of the line for a mood change, that of a lost trace by default."""
    id, kind = MOOD_MESSAGES[before, after]
    facts: dict[str, object] = {
        "creature": actor_name(phase, actor),
        "knew": "yes" if is_marked else "no",
        "id": actor.id,
    }
    return id, facts, kind


def describe_mood_change(turn: TurnContext) -> list[Change]:
    """The log line for a mood change that concerns the player's character, if it sees the creature."""
    ctx, actor, world = turn.ctx, turn.actor, turn.world
    before, after = turn.stealth_state.minds[actor.id].mood, turn.mind.mood
    if before is after or ctx.quiet:
        return []
    player = world.actors[world.player]
    concerns_player = turn.target is None or turn.target.id == player.id
    if (
        not concerns_player
        or not are_enemies(turn.phase, player, actor)
        or not player_sees(turn.phase, actor.at)
        or disguise_of(turn.phase, actor)
    ):
        return []
    if (before, after) not in MOOD_MESSAGES:
        return []
    id, facts, kind = name_mood_change(turn.phase, actor, turn.mind.is_marked, before, after)
    rule = None
    if turn.noticed and turn.notice is not None:
        id, facts = f"{id}-why", {**facts, "why": explain_notice(turn.notice)}
        rule = explain_luck(turn)
    if turn.waking is not None:
        rule = Message("stealth-waking-rule", {"reach": max(turn.fov, turn.foh)}) if ctx.is_traced else None
        return [Tell(Message(WAKES_WHY, {**facts, "why": turn.waking}), kind, rule)]
    return [Tell(Message(id, facts), kind, rule)]
