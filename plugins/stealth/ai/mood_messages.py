"""Log lines for mood changes of creatures in view: it stirs, notices you, loses you."""

from __future__ import annotations

from footfall.api import Change, Message, Tell

from ..disguise import disguise_of
from ..melee import are_enemies
from ..reasons import WAKES_WHY, explain_notice
from ..sight import actor_name, player_sees
from ..state import Mood
from .context import TurnContext

MOOD_MESSAGES: dict[tuple[Mood, Mood], tuple[str, str]] = {
    (Mood.ASLEEP, Mood.CALM): ("stealth-edge-wakes", "warn"),
    (Mood.ASLEEP, Mood.AGGRAVATED): ("stealth-edge-notices", "alarm"),
    (Mood.CALM, Mood.AGGRAVATED): ("stealth-edge-notices", "alarm"),
    (Mood.AGGRAVATED, Mood.CALM): ("stealth-edge-loses", "good"),
    (Mood.AGGRAVATED, Mood.ASLEEP): ("stealth-edge-loses", "good"),
}
"""Old and new mood to message id and kind of the log line."""


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
        or not are_enemies(ctx, player, actor)
        or not player_sees(ctx, actor.at)
        or disguise_of(ctx, actor)
    ):
        return []
    if (before, after) not in MOOD_MESSAGES:
        return []
    id, kind = MOOD_MESSAGES[before, after]
    facts: dict[str, object] = {"creature": actor_name(ctx, actor), "knew": "yes" if turn.mind.marked else "no"}
    if turn.noticed and turn.notice is not None:
        id, facts = f"{id}-why", {**facts, "why": explain_notice(turn.notice)}
    if turn.waking is not None:
        rule = Message("stealth-waking-rule", {"reach": max(turn.fov, turn.foh)}) if ctx.is_traced else None
        return [Tell(Message(WAKES_WHY, {**facts, "why": turn.waking, "id": actor.id}), kind, rule)]
    return [Tell(Message(id, facts), kind)]
