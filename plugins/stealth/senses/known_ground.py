"""The floor as the character knows it, for what others perceive across it: sight, sound, shelter."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from footfall.api.grid import OPEN_SOUND_COST, WALL_SOUND_COST, Cell, Tile, kernels

from ..actors.stats import ORTHOGONAL
from ..model.phase import Phase
from ..model.records import HasRecords
from .sight import visible_cells

BoolMap = npt.NDArray[np.bool_]
IntMap = npt.NDArray[np.int32]


class KnownGround:
    """Cells in view as they are, remembered cells as last seen, secrets as what they look like.

    What lies on unknown cells is tried both ways: open ground, and wall.

    Attributes:
        known: bool ``(height, width)``, the cells that the character sees or remembers.
        walkable, shelter: bool, the same shape; false on unknown cells.
    """

    def __init__(self, phase: Phase, known: BoolMap, palette: npt.NDArray[Any]) -> None:
        self.known = known
        self.visible = visible_cells(phase)
        self._kinds = [apparent_tile(phase, kind) for kind in phase.ground.tile_kinds]
        self._palette = palette
        self._recognized = phase.level.recognized & known
        self._real = phase.ground.tile_kinds
        self._transparent = self._map_kinds(lambda kind: kind.transparent, np.bool_)
        self._absorption = self._map_kinds(lambda kind: kind.absorption, np.int32)
        self.walkable = self.map_kinds(lambda kind: kind.walkable, np.bool_)
        self.shelter = self.map_kinds(lambda kind: kind.shelter, np.bool_)
        self.open_grid = kernels.Grid(
            transparent=self._transparent | ~known, absorption=np.where(known, self._absorption, OPEN_SOUND_COST)
        )
        self.walled_grid = kernels.Grid(
            transparent=self._transparent & known, absorption=np.where(known, self._absorption, WALL_SOUND_COST)
        )

    def map_kinds(self, measure: Callable[[Tile], int], dtype: Any) -> npt.NDArray[Any]:
        """A number of the tile that each known cell looks like, of a recognized secret, its own; 0 if unknown."""
        return np.where(self.known, self._map_kinds(measure, dtype), dtype(0))

    def _map_kinds(self, measure: Callable[[Tile], int], dtype: Any) -> npt.NDArray[Any]:
        looks = np.array([measure(kind) for kind in self._kinds], dtype)[self._palette]
        if self._recognized.any():
            real = np.array([measure(kind) for kind in self._real], dtype)[self._palette]
            return np.where(self._recognized, real, looks)
        return looks

    def find_tile(self, index: Cell) -> Tile | None:
        """What an array index looks like; None if it is unknown or outside."""
        y, x = index
        if not (0 <= y < self.known.shape[0] and 0 <= x < self.known.shape[1]) or not self.known[index]:
            return None
        kinds = self._real if self._recognized[index] else self._kinds
        return kinds[self._palette[index]]

    def find_shelter(self, index: Cell) -> tuple[bool, ...]:
        """Whether a wall is orthogonally next to an array index (R-STEALTH-4); both answers if that is unknown."""
        height, width = self.known.shape
        unknown = False
        for dy, dx in ORTHOGONAL:
            y, x = index[0] + dy, index[1] + dx
            if 0 <= y < height and 0 <= x < width:
                if self.shelter[y, x]:
                    return (True,)
                unknown = unknown or not self.known[y, x]
        return (False, True) if unknown else (False,)

    def with_open_doors(self, indices: Iterable[Cell]) -> KnownGround:
        """The same ground with some cells open to sight and sound."""
        other = KnownGround.__new__(KnownGround)
        other.__dict__.update(self.__dict__)
        transparent, absorption = self._transparent.copy(), self._absorption.copy()
        for index in indices:
            transparent[index], absorption[index] = True, OPEN_SOUND_COST
        known = self.known
        other.open_grid = kernels.Grid(
            transparent=transparent | ~known, absorption=np.where(known, absorption, OPEN_SOUND_COST)
        )
        other.walled_grid = kernels.Grid(
            transparent=transparent & known, absorption=np.where(known, absorption, WALL_SOUND_COST)
        )
        return other


def apparent_tile(game: HasRecords, kind: Tile) -> Tile:
    """The tile that a secret one looks like until it is recognized."""
    return game.records.get(Tile, "tile", kind.looks_like) if kind.secret and kind.looks_like else kind


class Reach:
    """What one cell sees and hears across known ground, and by symmetry what sees and hears it.

    Attributes:
        sight: bool masks, with unknown ground open and with it walled.
        sound: int32 sound distances in tenths of a cell, -1 beyond the limit, likewise.
    """

    __slots__ = ("sight", "sound")

    def __init__(self, ground: KnownGround, index: Cell, radius: int, limit: int) -> None:
        grids = (ground.open_grid, ground.walled_grid)
        self.sight: list[BoolMap] = [kernels.field_of_view(grid, index, radius) for grid in grids]
        self.sound: list[IntMap] = [kernels.sound_field(grid, [index], max_distance=limit) for grid in grids]
