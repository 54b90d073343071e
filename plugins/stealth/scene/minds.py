"""What a creature's bearing tells the player: asleep, unaware, wary, hunting (display rules C1)."""

from __future__ import annotations

from enum import Enum

from footfall.api import Play
from footfall.api.grid import Actor
from footfall.api.scene import Tint

from ..melee import hostile
from ..player import player_of
from ..state import Mood, stealth_of


class Bearing(Enum):
    """How much a creature knows of the player's character; the value names it in texts."""

    NONE = "none"
    ASLEEP = "asleep"
    UNAWARE = "unaware"
    WARY = "wary"
    HUNTING = "hunting"


SIGNS = {
    Bearing.NONE: "",
    Bearing.ASLEEP: "z",
    Bearing.UNAWARE: "°",
    Bearing.WARY: "?",
    Bearing.HUNTING: "!",
}
"""At the upper right of a creature, and in lists: colour never stands alone."""

TINTS = {
    Bearing.NONE: Tint.NEUTRAL,
    Bearing.ASLEEP: Tint.ASLEEP,
    Bearing.UNAWARE: Tint.FOE,
    Bearing.WARY: Tint.WARY,
    Bearing.HUNTING: Tint.HUNTING,
}


def bearing(play: Play, actor: Actor) -> Bearing:
    """The bearing of somebody in view; whoever is no enemy has none.

    Wary is who has been roused once: it hunts no more, but cannot be surprised again.
    """
    mind = stealth_of(play.state).minds.get(actor.id)
    if mind is None or not hostile(play, player_of(play), actor):
        return Bearing.NONE
    if mind.mood is Mood.ASLEEP:
        return Bearing.ASLEEP
    if mind.mood is Mood.AGGRAVATED:
        return Bearing.HUNTING
    return Bearing.WARY if mind.marked else Bearing.UNAWARE
