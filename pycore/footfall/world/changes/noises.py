"""Changes of noises."""

from __future__ import annotations

from footfall.engine.changes import applies
from footfall.engine.model import AnnouncedChange, Change, Event
from footfall.engine.state import State

from ..entities import Noise
from ..level import is_inside
from ..state import get_world
from .lookup import get_level


class MakeNoise(AnnouncedChange, frozen=True, tag="world:sounded"):
    """Adds a noise."""

    noise: Noise


@applies(MakeNoise)
def apply_make_noise(state: State, change: MakeNoise) -> Event:
    world = get_world(state)
    level = get_level(world, change.noise.level)
    if not is_inside(level, change.noise.at):
        raise ValueError(f"cell {change.noise.at} is outside level {level.id}")
    world.noises.append(change.noise)
    world.unreported.append(change.noise)
    return change


class MarkNoisesReported(Change, frozen=True, tag="world:report"):
    """Empties `World.unreported`: all noises so far are reported to the player."""


@applies(MarkNoisesReported)
def apply_mark_noises_reported(state: State, change: MarkNoisesReported) -> None:
    get_world(state).unreported = []


class ExpireNoises(Change, frozen=True, tag="world:expire-noises"):
    """Removes noises whose last turn is before `turn`."""

    turn: int


@applies(ExpireNoises)
def apply_expire_noises(state: State, change: ExpireNoises) -> None:
    world = get_world(state)
    world.noises = [noise for noise in world.noises if noise.until >= change.turn]
