"""Changes of levels and their tiles."""

from __future__ import annotations

import numpy as np

from footfall.engine.changes import applies
from footfall.engine.model import Change, Event
from footfall.engine.state import State

from ..level import Cell, Level, find_level_index, forget_level_index, is_inside
from ..state import get_world
from .lookup import get_level


class AddLevel(Change, frozen=True, tag="world:add-level"):
    """Adds a finished level."""

    level: Level


@applies(AddLevel)
def apply_add_level(state: State, change: AddLevel) -> None:
    world = get_world(state)
    if change.level.id in world.levels:
        raise ValueError(f"level {change.level.id} already exists")
    world.levels[change.level.id] = change.level


class EnterLevel(Change, frozen=True, tag="world:enter-level"):
    """Makes a level the current one."""

    level: int


@applies(EnterLevel)
def apply_enter_level(state: State, change: EnterLevel) -> None:
    world = get_world(state)
    get_level(world, change.level)
    world.current = change.level


class LinkStairs(Change, frozen=True, tag="world:link"):
    """Sets the level and the arrival that a staircase leads to."""

    level: int
    at: Cell
    to: int
    arrival: str


@applies(LinkStairs)
def apply_link_stairs(state: State, change: LinkStairs) -> None:
    level = get_level(get_world(state), change.level)
    for index, (y, x, _, _) in enumerate(level.links):
        if (y, x) == change.at:
            level.links[index] = (y, x, change.to, change.arrival)
            return
    level.links.append((*change.at, change.to, change.arrival))


class TileChanged(Event, frozen=True, tag="world:tile-changed"):
    """The tile of a cell changed."""

    level: int
    at: Cell
    tile: str


class SetTile(Change, frozen=True, tag="world:set-tile"):
    """Replaces the tile of one cell, in the level and in its kernel grid."""

    level: int
    at: Cell
    tile: str


@applies(SetTile)
def apply_set_tile(state: State, change: SetTile) -> Event:
    level = get_level(get_world(state), change.level)
    if not is_inside(level, change.at):
        raise ValueError(f"cell {change.at} is outside level {level.id}")
    if change.tile not in level.palette:
        if len(level.palette) > 255:
            raise ValueError("a level holds at most 256 kinds of tile")
        level.palette.append(change.tile)
        forget_level_index(level)
    y, x = change.at[0] - level.origin[0], change.at[1] - level.origin[1]
    number = level.palette.index(change.tile)
    level.tiles[y, x] = number
    index = find_level_index(level)
    if index is not None:
        kind = index.tile_kinds[number]
        index.grid.set(y, x, walkable=kind.walkable, transparent=kind.transparent, absorption=kind.absorption)
    return TileChanged(level.id, change.at, change.tile)


class MarkExplored(Change, frozen=True, tag="world:explore"):
    """Marks cells as seen by the player and remembers their tiles. `mask` is bool, of the level's shape."""

    level: int
    mask: np.ndarray


@applies(MarkExplored)
def apply_mark_explored(state: State, change: MarkExplored) -> None:
    level = get_level(get_world(state), change.level)
    if change.mask.shape != level.explored.shape:
        raise ValueError(f"the mask has shape {change.mask.shape}, the level {level.explored.shape}")
    if level.memory.shape != level.tiles.shape:
        level.memory = np.zeros(level.tiles.shape, np.uint8)
    np.logical_or(level.explored, change.mask, out=level.explored)
    level.memory[change.mask] = level.tiles[change.mask] + 1


class Recognize(Change, frozen=True, tag="world:recognise"):
    """Marks a secret as found."""

    level: int
    at: Cell


@applies(Recognize)
def apply_recognize(state: State, change: Recognize) -> None:
    level = get_level(get_world(state), change.level)
    if not is_inside(level, change.at):
        raise ValueError(f"cell {change.at} is outside level {level.id}")
    level.recognized[change.at[0] - level.origin[0], change.at[1] - level.origin[1]] = True
