"""Changes of noises."""

from __future__ import annotations

from footfall.engine.model import AnnouncedChange, Change, Event
from footfall.engine.state import State

from ..entities import Noise
from ..level import is_inside
from ..state import get_world
from .lookup import get_level


class MakeNoise(AnnouncedChange, frozen=True, tag="world:sounded"):
    """Adds a noise."""

    noise: Noise

    def apply(self, state: State) -> Event:
        world = get_world(state)
        level = get_level(world, self.noise.level)
        if not is_inside(level, self.noise.at):
            raise ValueError(f"cell {self.noise.at} is outside level {level.id}")
        world.noises.append(self.noise)
        world.unreported.append(self.noise)
        return self


class MarkNoisesReported(Change, frozen=True, tag="world:report"):
    """Empties `World.unreported`: all noises so far are reported to the player."""

    def apply(self, state: State) -> None:
        get_world(state).unreported = []


class ExpireNoises(Change, frozen=True, tag="world:expire-noises"):
    """Removes noises whose last turn is before `turn`."""

    turn: int

    def apply(self, state: State) -> None:
        world = get_world(state)
        world.noises = [noise for noise in world.noises if noise.until >= self.turn]
