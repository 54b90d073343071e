"""Writing many tiles at once, and levels that grow to hold them: for levels that are laid during play."""

from __future__ import annotations

from typing import Any

import numpy as np

from footfall.engine.changes import ChangeSpec
from footfall.engine.model import Change, Event
from footfall.engine.state import State

from .level import Cell, Level
from .state import get_world

GROWTH_STEP = 32
"""A level grows to multiples of this many cells, so that it does not grow at every step."""

KEEP_TILE = 255
"""In `PaintTiles.tiles`: the cell keeps its tile."""


class PaintTiles(Change, frozen=True, tag="world:paint"):
    """Writes a block of tiles; the level grows in any direction if it must (its `origin` moves).

    Attributes:
        at: the cell of ``tiles[0, 0]``; may be negative, and outside the level.
        tiles: uint8 ``(height, width)``: indices into `palette`, or `LEAVE`.
        palette: record ids.
        fill: record id of what new cells are that nothing was painted on.
    """

    level: int
    at: Cell
    tiles: np.ndarray
    palette: tuple[str, ...]
    fill: str


class TilesPainted(Event, frozen=True, tag="world:painted"):
    """A block of a level was written."""

    level: int
    at: Cell
    height: int
    width: int


def _paint_tiles(state: State, change: PaintTiles) -> Event:
    world = get_world(state)
    if change.level not in world.levels:
        raise ValueError(f"there is no level {change.level}")
    level = world.levels[change.level]
    block = change.tiles
    if block.ndim != 2 or block.size == 0:
        raise ValueError(
            f"a block of tiles has the shape (height, width), at least 1 by 1, not {block.shape}"
        )
    if int(block[block != KEEP_TILE].max(initial=0)) >= max(1, len(change.palette)):
        raise ValueError(f"the block names a tile beyond its palette of {len(change.palette)}")
    new = [id for id in dict.fromkeys((*change.palette, change.fill)) if id not in level.palette]
    if len(level.palette) + len(new) > KEEP_TILE:
        raise ValueError(f"a level holds at most {KEEP_TILE} kinds of tile")
    level.palette.extend(new)
    height, width = block.shape
    _grow_level(
        level, change.at, (change.at[0] + height, change.at[1] + width), level.palette.index(change.fill)
    )
    y, x = change.at[0] - level.origin[0], change.at[1] - level.origin[1]
    numbers = np.array([level.palette.index(id) for id in change.palette] or [0], np.uint8)
    painted = block != KEEP_TILE
    level.tiles[y : y + height, x : x + width][painted] = numbers[block[painted]]
    level.__dict__.pop("ground", None)
    return TilesPainted(level.id, change.at, height, width)


def _grow_level(level: Level, first: Cell, end: Cell, fill: int) -> None:
    """Makes the arrays cover all cells from `first` up to, not including, `end`."""
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

    def wider(array: np.ndarray, value: Any) -> np.ndarray:
        grown = np.full(shape, value, array.dtype)
        grown[rows, columns] = array
        return grown

    if level.memory.shape == level.tiles.shape:
        level.memory = wider(level.memory, 0)
    level.tiles = wider(level.tiles, fill)
    level.explored = wider(level.explored, False)
    level.recognized = wider(level.recognized, False)
    level.origin = (bounds[0], bounds[2])


TILE_EDIT_CHANGES = (ChangeSpec(PaintTiles, _paint_tiles),)
