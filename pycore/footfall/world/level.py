"""A level: tiles, and what is derived from them. Only appliers write it.

Cells are absolute ``(y, x)``; the arrays start at `origin`, so that a level can grow in any
direction (delve coordinates are negative). ``level.at(y, x)`` and the array views of
`Storey.grid` take care of the offset; a level whose origin is (0, 0) needs no thought.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from footfall import kernels
from footfall.content.records import Records

from .tiles import Tile, get_tile

Cell = tuple[int, int]


class Level(msgspec.Struct, dict=True):
    """One floor.

    Attributes:
        id: key in `World.levels`.
        recipe: which generator made it (``"core.stealth:cavern"``).
        floor: 1-based number of the floor.
        branch: side branch, ``""`` for the main one.
        palette: record id of each tile number.
        tiles: uint8 ``(height, width)``, indices into `palette`.
        explored: bool, same shape: what the player has seen.
        recognised: bool, same shape: secrets found by inspecting.
        memory: uint8, same shape: 1 + the palette number of each cell as it was last seen, 0 for never;
            empty until something was seen.
        origin: the absolute cell of ``tiles[0, 0]``.
        arrivals: where somebody arrives by name: ``"up"``, ``"down"``, ``"start"``.
        rooms: centre cells of rooms, for patrols.
        links: stairs: ``[y, x, level id or 0 if not made yet, arrival name]``.
    """

    id: int
    recipe: str
    floor: int
    palette: list[str]
    tiles: np.ndarray
    explored: np.ndarray
    recognized: np.ndarray = msgspec.field(name="recognised")
    origin: Cell = (0, 0)
    arrivals: dict[str, Cell] = {}
    rooms: list[Cell] = []
    links: list[tuple[int, int, int, str]] = []
    branch: str = ""
    memory: np.ndarray = msgspec.field(default_factory=lambda: np.zeros((0, 0), np.uint8))

    @property
    def shape(self) -> tuple[int, int]:
        """``(height, width)``."""
        return self.tiles.shape[0], self.tiles.shape[1]

    def __deepcopy__(self, memo: dict[int, Any]) -> Level:
        return msgspec.structs.replace(
            self,
            palette=list(self.palette),
            tiles=self.tiles.copy(),
            explored=self.explored.copy(),
            recognized=self.recognized.copy(),
            memory=self.memory.copy(),
            arrivals=dict(self.arrivals),
            rooms=list(self.rooms),
            links=list(self.links),
        )


class LevelIndex:
    """What the tiles of a level mean under the current records: the derived side of a level.

    Attributes:
        kinds: the tile record of each palette entry.
        grid: the kernels' prepared grid, kept in step by the appliers.
        occupied: actor id by cell, kept in step by the appliers (`enter`, `leave`).
        taken: bool array of the level's shape: the occupied cells.
        residents: counts changes of who is here and on which side; steps do not count.
        memo: what `footfall.world.senses` and rules derived from the grid, by name.
    """

    __slots__ = (
        "actor_by_cell",
        "grid",
        "memo",
        "occupied_mask",
        "origin",
        "residents_version",
        "tile_kinds",
    )

    def __init__(self, level: Level, records: Records) -> None:
        self.tile_kinds: list[Tile] = [get_tile(records, id) for id in level.palette]
        self.grid = kernels.Grid(
            walkable=self.build_layer(level, "walkable", np.bool_),
            transparent=self.build_layer(level, "transparent", np.bool_),
            absorption=self.build_layer(level, "absorption", np.int32),
        )
        self.origin = level.origin
        self.actor_by_cell: dict[Cell, int] = {}
        self.occupied_mask: npt.NDArray[np.bool_] = np.zeros(level.tiles.shape, np.bool_)
        self.residents_version = 0
        self.memo: dict[str, Any] = {}

    def place_actor(self, actor: int, cell: Cell) -> None:
        """An actor stands on a cell."""
        self.actor_by_cell[cell] = actor
        self.occupied_mask[cell[0] - self.origin[0], cell[1] - self.origin[1]] = True

    def remove_actor(self, cell: Cell) -> None:
        """Nobody stands on a cell any more."""
        self.actor_by_cell.pop(cell, None)
        self.occupied_mask[cell[0] - self.origin[0], cell[1] - self.origin[1]] = False

    def build_layer(self, level: Level, property_name: str, dtype: Any) -> npt.NDArray[Any]:
        """One property of every cell as an array."""
        table = np.array([getattr(kind, property_name) for kind in self.tile_kinds], dtype=dtype)
        layer: npt.NDArray[Any] = table[level.tiles]
        return layer


def is_inside(level: Level, cell: Cell) -> bool:
    """Whether the level's arrays cover a cell."""
    y, x = cell[0] - level.origin[0], cell[1] - level.origin[1]
    height, width = level.tiles.shape
    return bool(0 <= y < height and 0 <= x < width)


def tile_id_at(level: Level, cell: Cell) -> str:
    """Record id of the tile at a cell inside the level."""
    return level.palette[int(level.tiles[cell[0] - level.origin[0], cell[1] - level.origin[1]])]


def chebyshev_distance(a: Cell, b: Cell) -> int:
    """Distance in king's moves (rules, section 0)."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))
