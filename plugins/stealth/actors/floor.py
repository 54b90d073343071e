"""The tiles under and around actors."""

from __future__ import annotations

from footfall.api.grid import Actor, Cell, Level, LevelIndex, Tile, get_level_index

from ..model.phase import Phase

DAYLIGHT_TAG = "daylight"
"""Tag of tiles in the open, where the range of sight is unlimited."""


WATER_TAG = "water"
"""Tag of water: it is not walkable, but the player's character can swim (P-WAY-3)."""


def array_index(level: Level, cell: Cell) -> Cell:
    """The index of a cell in the arrays of any level; see `Phase.array_index`."""
    return cell[0] - level.origin[0], cell[1] - level.origin[1]


def is_in_daylight(phase: Phase, cell: Cell) -> bool:
    """Whether a cell is in the open, where the lamp is useless (D-10)."""
    return DAYLIGHT_TAG in phase.tile(cell).tags


def is_in_water(phase: Phase, cell: Cell) -> bool:
    """Whether a cell is water."""
    return WATER_TAG in phase.tile(cell).tags


def level_of_actor(phase: Phase, actor: Actor) -> tuple[Level, LevelIndex]:
    """The level of an actor, and its index."""
    level = phase.world.levels[actor.level]
    return level, get_level_index(phase.world, level, phase.records)


def tile_at(phase: Phase, actor: Actor, cell: Cell) -> Tile | None:
    """The tile of a cell of the actor's level; None outside."""
    level, derived = level_of_actor(phase, actor)
    y, x = array_index(level, cell)
    height, width = level.tiles.shape
    return derived.tile_kinds[level.tiles.item(y, x)] if 0 <= y < height and 0 <= x < width else None
