"""Changes of levels and their tiles; blocks of tiles for levels that are built during play and grow to hold them."""

from __future__ import annotations

from typing import Any

import numpy as np

from footfall.engine.model import Change, Event
from footfall.engine.state import State

from ..level import MAX_TILE_KINDS, Cell, Level, find_level_index, forget_level_index, is_inside
from ..state import get_world
from .lookup import get_level

GROWTH_STEP = 32
"""A level grows by multiples of this many cells, so that it does not grow at every step."""

KEEP_TILE = 255
"""In `PaintTiles.tiles`: the cell keeps its tile."""


class TilesPainted(Event, frozen=True, tag="world:painted"):
    """A block of a level was written."""

    level: int
    at: Cell
    height: int
    width: int


class PaintTiles(Change, frozen=True, tag="world:paint"):
    """Writes a block of tiles; the level grows in any direction if needed (its `origin` moves).

    Attributes:
        at: the cell of ``tiles[0, 0]``; may be negative, and outside the level.
        tiles: uint8 ``(height, width)``: indices into `palette`, or `KEEP_TILE`.
        palette: record ids.
        fill: record id of the tile of new cells outside the block.
    """

    level: int
    at: Cell
    tiles: np.ndarray
    palette: tuple[str, ...]
    fill: str

    def apply(self, state: State) -> Event:
        world = get_world(state)
        level = get_level(world, self.level)
        block = self.tiles
        if block.ndim != 2 or block.size == 0:
            raise ValueError(
                f"a block of tiles must have the shape (height, width), at least 1 by 1, not {block.shape}"
            )
        if int(block[block != KEEP_TILE].max(initial=0)) >= max(1, len(self.palette)):
            raise ValueError(f"the block has a tile number beyond its palette of {len(self.palette)}")
        new = [id for id in dict.fromkeys((*self.palette, self.fill)) if id not in level.palette]
        if len(level.palette) + len(new) > MAX_TILE_KINDS:
            raise ValueError(f"a level holds at most {MAX_TILE_KINDS} kinds of tile")
        level.palette.extend(new)
        height, width = block.shape
        _grow_level(level, self.at, (self.at[0] + height, self.at[1] + width), level.palette.index(self.fill))
        y, x = self.at[0] - level.origin[0], self.at[1] - level.origin[1]
        numbers = np.array([level.palette.index(id) for id in self.palette] or [0], np.uint8)
        painted = block != KEEP_TILE
        level.tiles[y : y + height, x : x + width][painted] = numbers[block[painted]]
        forget_level_index(level)
        return TilesPainted(level.id, self.at, height, width)


def _grow_level(level: Level, first: Cell, end: Cell, fill: int) -> None:
    """Grows the arrays to cover all cells from `first` up to, not including, `end`."""
    top, left = level.origin
    height, width = level.shape
    bounds = []
    for low, high, wanted_low, wanted_high in (
        (top, top + height, first[0], end[0]),
        (left, left + width, first[1], end[1]),
    ):
        bounds.append(low if wanted_low >= low else wanted_low // GROWTH_STEP * GROWTH_STEP)
        bounds.append(high if wanted_high <= high else -(-wanted_high // GROWTH_STEP) * GROWTH_STEP)
    if bounds == [top, top + height, left, left + width]:
        return
    shape = (bounds[1] - bounds[0], bounds[3] - bounds[2])
    rows = slice(top - bounds[0], top - bounds[0] + height)
    columns = slice(left - bounds[2], left - bounds[2] + width)

    def grow(array: np.ndarray, value: Any) -> np.ndarray:
        larger = np.full(shape, value, array.dtype)
        larger[rows, columns] = array
        return larger

    if level.memory.shape == level.tiles.shape:
        level.memory = grow(level.memory, 0)
    level.tiles = grow(level.tiles, fill)
    level.explored = grow(level.explored, False)
    level.recognized = grow(level.recognized, False)
    level.origin = (bounds[0], bounds[2])


class AddLevel(Change, frozen=True, tag="world:add-level"):
    """Adds a finished level."""

    level: Level

    def apply(self, state: State) -> None:
        world = get_world(state)
        if self.level.id in world.levels:
            raise ValueError(f"level {self.level.id} already exists")
        world.levels[self.level.id] = self.level


class EnterLevel(Change, frozen=True, tag="world:enter-level"):
    """Makes a level the current one."""

    level: int

    def apply(self, state: State) -> None:
        world = get_world(state)
        get_level(world, self.level)
        world.current = self.level


class LinkStairs(Change, frozen=True, tag="world:link"):
    """Sets the level and the arrival that a staircase leads to."""

    level: int
    at: Cell
    to: int
    arrival: str

    def apply(self, state: State) -> None:
        level = get_level(get_world(state), self.level)
        for index, (y, x, _, _) in enumerate(level.links):
            if (y, x) == self.at:
                level.links[index] = (y, x, self.to, self.arrival)
                return
        level.links.append((*self.at, self.to, self.arrival))


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

    def apply(self, state: State) -> Event:
        level = get_level(get_world(state), self.level)
        if not is_inside(level, self.at):
            raise ValueError(f"cell {self.at} is outside level {level.id}")
        if self.tile not in level.palette:
            if len(level.palette) == MAX_TILE_KINDS:
                raise ValueError(f"a level holds at most {MAX_TILE_KINDS} kinds of tile")
            level.palette.append(self.tile)
            forget_level_index(level)
        y, x = self.at[0] - level.origin[0], self.at[1] - level.origin[1]
        number = level.palette.index(self.tile)
        level.tiles[y, x] = number
        index = find_level_index(level)
        if index is not None:
            kind = index.tile_kinds[number]
            index.grid.set(y, x, walkable=kind.walkable, transparent=kind.transparent, absorption=kind.absorption)
        return TileChanged(level.id, self.at, self.tile)


class MarkExplored(Change, frozen=True, tag="world:explore"):
    """Marks cells as seen by the player and remembers their tiles. `mask` is bool, of the level's shape."""

    level: int
    mask: np.ndarray

    def apply(self, state: State) -> None:
        level = get_level(get_world(state), self.level)
        if self.mask.shape != level.explored.shape:
            raise ValueError(f"the mask has shape {self.mask.shape}, the level {level.explored.shape}")
        if level.memory.shape != level.tiles.shape:
            level.memory = np.zeros(level.tiles.shape, np.uint8)
        np.logical_or(level.explored, self.mask, out=level.explored)
        level.memory[self.mask] = level.tiles[self.mask] + 1


class Recognize(Change, frozen=True, tag="world:recognise"):
    """Marks a secret as found."""

    level: int
    at: Cell

    def apply(self, state: State) -> None:
        level = get_level(get_world(state), self.level)
        if not is_inside(level, self.at):
            raise ValueError(f"cell {self.at} is outside level {level.id}")
        level.recognized[self.at[0] - level.origin[0], self.at[1] - level.origin[1]] = True
