"""What the player sees of a creature that changes its mind: it stirs, notices, loses you (display rule C1.6)."""

from __future__ import annotations

from footfall.api import Change, Message, Tell

from ..disguise import disguised
from ..melee import hostile
from ..sight import name_of, sees
from ..state import Mood
from .thought import Thought

EDGES: dict[tuple[Mood, Mood], tuple[str, str]] = {
    (Mood.ASLEEP, Mood.CALM): ("stealth-edge-wakes", "warn"),
    (Mood.ASLEEP, Mood.AGGRAVATED): ("stealth-edge-notices", "alarm"),
    (Mood.CALM, Mood.AGGRAVATED): ("stealth-edge-notices", "alarm"),
    (Mood.AGGRAVATED, Mood.CALM): ("stealth-edge-loses", "good"),
    (Mood.AGGRAVATED, Mood.ASLEEP): ("stealth-edge-loses", "good"),
}
"""From mood to mood: what is said, and the kind of the line."""


def edge(thought: Thought) -> list[Change]:
    """The line for a change of mood, if the player's character sees it and it is about that character."""
    play, actor, world = thought.play, thought.actor, thought.world
    before, now = thought.part.minds[actor.id].mood, thought.mind.mood
    if before is now or play.quiet:
        return []
    player = world.actors[world.player]
    about = thought.target is None or thought.target.id == player.id
    if not about or not hostile(play, player, actor) or not sees(play, actor.at) or disguised(play, actor):
        return []
    if (before, now) not in EDGES:
        return []
    id, kind = EDGES[before, now]
    return [Tell(Message(id, {"creature": name_of(play, actor)}), kind)]
