"""How much a creature in view knows of the player's character."""

from enum import Enum

from footfall.api.grid import Actor

from ..actors.surroundings import are_enemies
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
    return Awareness.WARY if mind.is_marked else Awareness.UNAWARE
