"""Changes of levels and their tiles."""

from __future__ import annotations

import numpy as np

from footfall.engine.model import Change, Event
from footfall.engine.state import State

from ..level import Cell, Level, find_level_index, forget_level_index, is_inside
from ..state import get_world
from .lookup import get_level


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
            if len(level.palette) > 255:
                raise ValueError("a level holds at most 256 kinds of tile")
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
