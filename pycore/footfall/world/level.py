"""Tile records, and a level: its tiles, and an index derived from them. Only appliers write it.

A level stores small integers, and its palette holds the record id of each: saves stay readable when mods
add or remove tiles.

Cells are absolute ``(y, x)`` and may be negative; array index ``[0, 0]`` is the cell `Level.origin`, so that
a level can grow in any direction. `is_inside` and `tile_id_at` subtract the origin.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import numpy as np
import numpy.typing as npt

from footfall import kernels
from footfall.content.record_types import Glyph, Interval, MessageId, Natural, Record, Ref
from footfall.content.records import Records
from footfall.content.screens.palettes import TintName
from footfall.engine.model import Count, Int32
from footfall.kernels.checks import MAX_COST

WALL_SOUND_COST, DOOR_SOUND_COST, OPEN_SOUND_COST = 50, 20, 10
"""Sound cost of a tile in tenths: ``10 / (1 - share)``, if it absorbs a share of 0.8, 0.5 or 0 of the sound."""


SoundCost = Annotated[int, msgspec.Meta(ge=1, le=MAX_COST)]


class Tile(Record, frozen=True, kw_only=True):
    """A kind of terrain.

    Attributes:
        name: message id.
        glyph: one character.
        tint: its color role.
        walkable: creatures may stand on it.
        transparent: it does not block sight.
        absorption: sound cost of the tile in tenths of a cell.
        opens_to, closes_to: tile after opening or closing, or ``""``.
        breaks_to: tile after breaking, or ``""``.
        hp: range of its hit points, rolled at the first blow if it has no `Fixture`; ``(0, 0)``: it breaks only
            as a fixture.
        armor: reduction of each blow.
        looks_like: the tile that it is disguised as.
        is_secret: shown as `looks_like` until inspected.
        is_shelter: counts as a wall that hides creatures next to it.
        tags: words that rules check. Stealth knows ``quiet`` and ``loud`` (steps on it), ``daylight``, ``water`` (the
            character swims), ``door``, ``container``, ``lock:red``, ``ajar``, ``wooden`` (burns), ``harmful``, ``wall``
            and ``stairs-down``, ``stairs-up``, ``stairs-side``. All others are for rules of mods.
    """

    name: Annotated[str, MessageId()]
    glyph: Annotated[str, Glyph()]
    tint: TintName = "FLOOR"
    walkable: bool = False
    transparent: bool = False
    absorption: SoundCost = WALL_SOUND_COST
    opens_to: Annotated[str, Ref("tile")] = ""
    closes_to: Annotated[str, Ref("tile")] = ""
    breaks_to: Annotated[str, Ref("tile")] = ""
    hp: Interval = (0, 0)
    armor: Natural = 0
    looks_like: Annotated[str, Ref("tile")] = ""
    is_secret: bool = msgspec.field(name="secret", default=False)
    is_shelter: bool = msgspec.field(name="shelter", default=False)
    tags: tuple[str, ...] = ()


def get_tile(records: Records, id: str) -> Tile:
    """Returns a tile record by full id."""
    return records.get(Tile, "tile", id)


MAX_TILE_KINDS = 255
"""Kinds of tile on a level: its memory holds 1 + their number in a byte."""

MAX_COORDINATE = 1 << 20
Coordinate = Annotated[int, msgspec.Meta(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]

Cell = tuple[Coordinate, Coordinate]


class Level(msgspec.Struct, dict=True):
    """One floor.

    Attributes:
        id: key in `World.levels`.
        recipe: the generator that built it (``"core.stealth:cavern"``).
        floor: 1-based number of the floor.
        branch: name of a side branch, ``""`` for the main one.
        palette: record id of each tile number.
        tiles: uint8 ``(height, width)``, indices into `palette`.
        explored: bool, same shape: cells that the player has seen.
        recognized: bool, same shape: secrets found by inspecting.
        memory: uint8, same shape: 1 + the palette number of the tile last seen, 0 for never; of shape
            (0, 0) until the first cell is seen.
        origin: the absolute cell of ``tiles[0, 0]``.
        arrivals: cells of arrival by name: ``"up"``, ``"down"``, ``"start"``.
        rooms: center cells of rooms, for patrols.
        links: stairs as ``(y, x, level id or 0 if not yet generated, arrival name)``.
    """

    id: Count
    recipe: str
    floor: Int32
    palette: list[str]
    tiles: np.ndarray
    explored: np.ndarray
    recognized: np.ndarray = msgspec.field(name="recognised")
    origin: Cell = (0, 0)
    arrivals: dict[str, Cell] = {}
    rooms: list[Cell] = []
    links: list[tuple[Coordinate, Coordinate, Count, str]] = []
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
    """Derived data of a level under the current records; never saved, never hashed.

    Attributes:
        tile_kinds: tile record of each palette entry.
        grid: the level as a kernel grid; appliers keep it in sync.
        actor_by_cell: actor ids; appliers keep them in sync (`place_actor`, `remove_actor`).
        occupied_mask: bool, shape of the level: the cells of `actor_by_cell`.
        placements: counts the calls of `place_actor` and `remove_actor`.
        residents_version: counts arrivals, departures and changes of side; moves do not count.
        memo: caches of `footfall.world.senses` and of rules, by name.
    """

    __slots__ = (
        "actor_by_cell", "grid", "memo", "occupied_mask", "origin", "placements", "residents_version", "tile_kinds",
    )  # fmt: skip

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
        self.placements = 0
        self.residents_version = 0
        self.memo: dict[str, Any] = {}

    def place_actor(self, actor: int, cell: Cell) -> None:
        """Marks a cell as occupied by an actor."""
        self.placements += 1
        self.actor_by_cell[cell] = actor
        self.occupied_mask[cell[0] - self.origin[0], cell[1] - self.origin[1]] = True

    def remove_actor(self, cell: Cell) -> None:
        """Marks a cell as free."""
        self.placements += 1
        self.actor_by_cell.pop(cell, None)
        self.occupied_mask[cell[0] - self.origin[0], cell[1] - self.origin[1]] = False

    def build_layer(self, level: Level, property_name: str, dtype: Any) -> npt.NDArray[Any]:
        """Returns one property of the tile records for every cell."""
        table = np.array([getattr(kind, property_name) for kind in self.tile_kinds], dtype=dtype)
        return table.take(level.tiles)


LEVEL_INDEX_KEY = "level_index"


def find_level_index(level: Level) -> LevelIndex | None:
    """Returns the index of a level, if it has been built."""
    return level.__dict__.get(LEVEL_INDEX_KEY)


def forget_level_index(level: Level) -> None:
    """Drops the index after a change that it cannot follow; it is built again on demand."""
    level.__dict__.pop(LEVEL_INDEX_KEY, None)


def is_inside(level: Level, cell: Cell) -> bool:
    """Returns whether a cell lies in the level."""
    y, x = cell[0] - level.origin[0], cell[1] - level.origin[1]
    height, width = level.tiles.shape
    return bool(0 <= y < height and 0 <= x < width)


def tile_id_at(level: Level, cell: Cell) -> str:
    """Returns the record id of the tile at a cell inside the level."""
    return level.palette[int(level.tiles[cell[0] - level.origin[0], cell[1] - level.origin[1]])]


def chebyshev_distance(a: Cell, b: Cell) -> int:
    """Returns the number of moves from `a` to `b`, straight or diagonal, ignoring obstacles."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))
