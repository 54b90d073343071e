"""A creature's awareness of the player as shown on screen: from asleep to searching, distracted and hunting."""

from __future__ import annotations

from enum import Enum

from footfall.api.grid import Actor
from footfall.api.scene import Tint

from ..actors.enemies import are_enemies
from ..ai.inquiries import inquiry_of
from ..ai.senses import hunts_another
from ..model.phase import Phase
from ..model.play_state import LOST
from ..model.state import Mood


class Awareness(Enum):
    """How much a creature knows of the player's character; texts use the values."""

    NONE = "none"
    ASLEEP = "asleep"
    UNAWARE = "unaware"
    INVESTIGATING = "investigating"
    WARY = "wary"
    SEARCHING = "searching"
    DISTRACTED = "distracted"
    HUNTING = "hunting"


AWARENESS_SIGNS = {
    Awareness.NONE: "",
    Awareness.ASLEEP: "z",
    Awareness.UNAWARE: "°",
    Awareness.INVESTIGATING: "…",
    Awareness.WARY: "?",
    Awareness.SEARCHING: "¿",
    Awareness.DISTRACTED: "×",
    Awareness.HUNTING: "!",
}
"""Signs at the upper right of a creature and in lists, so that color is never the only cue."""

AWARENESS_TINTS = {
    Awareness.NONE: Tint.NEUTRAL,
    Awareness.ASLEEP: Tint.ASLEEP,
    Awareness.UNAWARE: Tint.FOE,
    Awareness.INVESTIGATING: Tint.WARY,
    Awareness.WARY: Tint.WARY,
    Awareness.SEARCHING: Tint.WARY,
    Awareness.DISTRACTED: Tint.FOE,
    Awareness.HUNTING: Tint.HUNTING,
}


def awareness_of(phase: Phase, actor: Actor) -> Awareness:
    """The awareness of an actor in view; `Awareness.NONE` unless it is an enemy with a mind.

    A wary creature was roused before: it no longer hunts, but cannot be surprised again. One that investigates goes to
    look what it has heard; one that searches has lost its target; one that is distracted hunts another.
    """
    mind = phase.stealth.minds.get(actor.id)
    if mind is None or not are_enemies(phase, phase.player, actor):
        return Awareness.NONE
    if mind.mood is Mood.ASLEEP:
        return Awareness.ASLEEP
    if mind.mood is Mood.AGGRAVATED:
        return Awareness.DISTRACTED if hunts_another(phase, actor) else Awareness.HUNTING
    inquiry = inquiry_of(phase, actor.id)
    if inquiry is not None:
        return Awareness.SEARCHING if inquiry.kind == LOST else Awareness.INVESTIGATING
    return Awareness.WARY if mind.marked else Awareness.UNAWARE
