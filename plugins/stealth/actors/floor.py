"""The tiles under and around actors."""

from __future__ import annotations

from footfall.api import Context
from footfall.api.grid import Actor, Cell, Level, LevelIndex, Tile, get_level_index, get_world, is_inside

DAYLIGHT_TAG = "daylight"
"""Tag of tiles in the open, where the range of sight is unlimited."""


WATER_TAG = "water"
"""Tag of water: it is not walkable, but the player's character can swim (P-WAY-3)."""


def array_index(level: Level, cell: Cell) -> Cell:
    """The index of a cell in the level's arrays."""
    return cell[0] - level.origin[0], cell[1] - level.origin[1]


def is_in_daylight(level: Level, ground: LevelIndex, cell: Cell) -> bool:
    """Whether a cell is in the open, where the lamp is useless (D-10)."""
    y, x = array_index(level, cell)
    return DAYLIGHT_TAG in ground.tile_kinds[level.tiles[y, x]].tags


def is_in_water(level: Level, ground: LevelIndex, cell: Cell) -> bool:
    """Whether a cell is water."""
    return WATER_TAG in ground.tile_kinds[level.tiles[array_index(level, cell)]].tags


def level_of_actor(ctx: Context, actor: Actor) -> tuple[Level, LevelIndex]:
    """The level of an actor, and its index."""
    world = get_world(ctx.state)
    level = world.levels[actor.level]
    return level, get_level_index(world, level, ctx.records)


def tile_at(ctx: Context, actor: Actor, cell: Cell) -> Tile | None:
    """The tile of a cell of the actor's level; None outside."""
    level, derived = level_of_actor(ctx, actor)
    if not is_inside(level, cell):
        return None
    kind: Tile = derived.tile_kinds[level.tiles[array_index(level, cell)]]
    return kind
