"""Hunts: creatures that players of their own command (P-HUNT), and their knowledge of the floor."""

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from footfall.api import Change, Count, Part, State
from footfall.api.grid import get_world

from .state import Mood, stealth_of

HUNT_PART = "core.stealth.hunt"

COMMANDED = "commanded"
"""Behavior of a creature that acts by orders."""

ORDER = "order"
"""Kind of the question by which its player gives one."""

MAX_GUARDS = 16


class Hunt(msgspec.Struct):
    """The part of a game whose guards are commanded; others have none, or one without guards.

    Attributes:
        guards: actor ids, in order of their players; those of the dead stay. Fewer than players on a floor with few.
        level: id of the guarded level.
        plan: uint8, of the shape of the level: 1 + the palette number of each tile when the game began.
    """

    guards: tuple[Count, ...] = ()
    level: Count = 0
    plan: np.ndarray = msgspec.field(default_factory=lambda: np.zeros((0, 0), np.uint8))


def hunt_of(state: State) -> Hunt | None:
    """The hunt of a game; None if its guards act by themselves."""
    hunt: Hunt | None = state.parts.get(HUNT_PART)
    return hunt if hunt is not None and hunt.guards else None


def read_guards(options: Mapping[str, Any]) -> int:
    """The setup option ``guards``: how many creatures players command, at most.

    Raises:
        ValueError: it is not a number from 0 to `MAX_GUARDS`.
    """
    guards = options.get("guards", 0)
    if type(guards) is not int or not 0 <= guards <= MAX_GUARDS:
        raise ValueError(f"option guards must be from 0 to {MAX_GUARDS}, got {guards!r}")
    return guards


class BeginHunt(Change, frozen=True, tag="core.stealth:begin-hunt"):
    """Puts creatures of the level in play under command: awake, calm, and with its plan in mind."""

    guards: tuple[int, ...]

    def apply(self, state: State) -> None:
        world, minds = get_world(state), stealth_of(state).minds
        if not set(self.guards) <= minds.keys():
            raise ValueError(f"one of the actors {self.guards} has no mind")
        for id in self.guards:
            minds[id] = msgspec.structs.replace(minds[id], ai=COMMANDED, mood=Mood.CALM)
        level = world.levels[world.current]
        state.parts[HUNT_PART] = Hunt(self.guards, level.id, level.tiles + np.uint8(1))


PARTS = (Part(HUNT_PART, Hunt),)
