"""What the player sees of a creature that changes its mind: it stirs, notices, loses you (display rule C1.6)."""

from __future__ import annotations

from footfall.api import Change, Message, Tell

from ..disguise import disguise_of
from ..melee import are_enemies
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
"""From mood to mood: what is said, and the kind of the line."""


def describe_mood_change(turn: TurnContext) -> list[Change]:
    """The line for a change of mood, if the player's character sees it and it is about that character."""
    ctx, actor, world = turn.ctx, turn.actor, turn.world
    before, now = turn.stealth_state.minds[actor.id].mood, turn.mind.mood
    if before is now or ctx.quiet:
        return []
    player = world.actors[world.player]
    about = turn.target is None or turn.target.id == player.id
    if (
        not about
        or not are_enemies(ctx, player, actor)
        or not player_sees(ctx, actor.at)
        or disguise_of(ctx, actor)
    ):
        return []
    if (before, now) not in MOOD_MESSAGES:
        return []
    id, kind = MOOD_MESSAGES[before, now]
    return [Tell(Message(id, {"creature": actor_name(ctx, actor)}), kind)]
