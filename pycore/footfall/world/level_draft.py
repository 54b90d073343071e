"""A draft: the private working copy of a level, which the steps of a generator write.

Each recipe of ``on_generate`` is a chain of steps ``run(ctx, draft)``. A step that raises is
undone with `FieldDraft.copy` and `FieldDraft.restore`; the finished draft becomes one list of changes.
"""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from footfall.content.records import Records

from .level import Cell, Level
from .tiles import get_tile

Mask = npt.NDArray[np.bool_]


class Room(msgspec.Struct, frozen=True):
    """A room of a draft.

    Attributes:
        top, left, height, width: its box, walls not included.
        shape: ``"rectangle"``, ``"circle"``, ``"ellipse"``, ``"cross"``; ``"fixed"`` for a drawn one.
        centre: a cell to walk to; corridors lead here unless there are `gates`.
        gates: cells outside, before its doors, where corridors end.
        template: record id of the drawing it was made from.
    """

    top: int
    left: int
    height: int
    width: int
    shape: str
    center: Cell
    gates: tuple[Cell, ...] = ()
    template: str = ""

    @property
    def box(self) -> tuple[slice, slice]:
        """The slices of its box."""
        return slice(self.top, self.top + self.height), slice(self.left, self.left + self.width)


class PlacedActor(msgspec.Struct, frozen=True):
    """A creature to come.

    Attributes:
        kind: record id.
        ai: kind of behaviour that replaces the record's, or ``""``.
        pack: kinds and counts of more that it carries.
    """

    kind: str
    at: Cell
    ai: str = ""
    carried_items: tuple[tuple[str, int], ...] = ()


class PlacedItem(msgspec.Struct, frozen=True):
    """An object to come, on a cell or inside its container."""

    kind: str
    at: Cell
    count: int = 1
    inside: bool = False


class PlacedFixture(msgspec.Struct, frozen=True):
    """A fixture to come; its tile is set by itself."""

    tile: str
    at: Cell
    hp: int


class LevelDraft:
    """A level being made.

    Positions are ``(y, x)`` from the upper left corner.

    Attributes:
        recipe: the generator (``"core.stealth:cavern"``).
        floor: 1-based number of the floor.
        branch: side branch, ``""`` for the main one.
        palette, tiles: as in `Storey`.
        fixed: bool: cells whose content is settled; random things keep off.
        halls: bool: cells dug as corridors.
        rooms: rooms in order of making.
        arrivals: cells by name: ``"up"``, ``"down"``, ``"start"``. ``"up"`` may be given beforehand:
            then the stairs up are to be there.
        actors, items, fixtures: what will be there.
        counts: copies per kind so far in the game, this draft included (R-GEN-31).
        notes: plain data that steps and mods hand on to later steps.
        failed: why the floor cannot be used, or ``""``; whoever generates tries again.
    """

    __slots__ = (
        "actors",
        "arrivals",
        "branch",
        "corridors",
        "counts",
        "failure",
        "fixtures",
        "floor",
        "items",
        "occupants",
        "palette",
        "recipe",
        "reserved",
        "rooms",
        "step_data",
        "tiles",
    )

    def __init__(
        self, recipe: str, shape: tuple[int, int], fill_tile: str, *, floor: int = 1, branch: str = ""
    ) -> None:
        """Begins with every cell made of the tile `fill`."""
        self.recipe = recipe
        self.floor = floor
        self.branch = branch
        self.palette: list[str] = [fill_tile]
        self.tiles: npt.NDArray[np.uint8] = np.zeros(shape, np.uint8)
        self.reserved: Mask = np.zeros(shape, np.bool_)
        self.corridors: Mask = np.zeros(shape, np.bool_)
        self.rooms: list[Room] = []
        self.arrivals: dict[str, Cell] = {}
        self.actors: list[PlacedActor] = []
        self.items: list[PlacedItem] = []
        self.fixtures: list[PlacedFixture] = []
        self.occupants: dict[Cell, str] = {}
        self.counts: dict[str, int] = {}
        self.step_data: dict[str, Any] = {}
        self.failure = ""

    @property
    def shape(self) -> tuple[int, int]:
        """``(height, width)``."""
        return self.tiles.shape

    # Tiles.

    def palette_index(self, id: str) -> int:
        """The palette number of a tile, added if it is new."""
        if id not in self.palette:
            if len(self.palette) > 255:
                raise ValueError("a level holds at most 256 kinds of tile")
            self.palette.append(id)
        return self.palette.index(id)

    def set_tile(self, cell: Cell, id: str) -> None:
        """Makes one cell a tile."""
        self.tiles[cell] = self.palette_index(id)

    def tile_at(self, cell: Cell) -> str:
        """The tile of a cell."""
        return self.palette[int(self.tiles[cell])]

    def find_tiles(self, *ids: str) -> Mask:
        """Cells that are one of these tiles."""
        numbers = [number for number, id in enumerate(self.palette) if id in ids]
        return np.isin(self.tiles, numbers) if len(numbers) != 1 else self.tiles == numbers[0]

    def find_tiles_by_property(self, records: Records, property_name: str) -> Mask:
        """A yes-or-no property of every cell's tile."""
        table = np.array([bool(getattr(get_tile(records, id), property_name)) for id in self.palette])
        return table[self.tiles]

    def find_tiles_by_tag(self, records: Records, tag: str) -> Mask:
        """Cells whose tile has a tag."""
        table = np.array([tag in get_tile(records, id).tags for id in self.palette])
        return table[self.tiles]

    # Things.

    def place_actor(self, actor: PlacedActor) -> None:
        """Puts a creature on a free cell."""
        if self.occupants.get(actor.at, "item") != "item":
            raise ValueError(f"cell {actor.at} is taken by {self.occupants[actor.at]}")
        self.actors.append(actor)
        self.occupants[actor.at] = actor.kind
        for kind in (actor.kind, *(carried for carried, _ in actor.carried_items)):
            self.counts[kind] = self.counts.get(kind, 0) + 1

    def give_item(self, index: int, kind: str, count: int = 1) -> None:
        """Lets the creature of that index carry something more."""
        actor = self.actors[index]
        self.actors[index] = msgspec.structs.replace(
            actor, carried_items=(*actor.carried_items, (kind, count))
        )
        self.counts[kind] = self.counts.get(kind, 0) + 1

    def place_item(self, item: PlacedItem) -> None:
        """Puts an object on a cell."""
        self.items.append(item)
        self.occupants.setdefault(item.at, "item")
        self.counts[item.kind] = self.counts.get(item.kind, 0) + 1

    # As a whole.

    def copy(self) -> LevelDraft:
        """A copy that shares nothing that can be written."""
        other = object.__new__(LevelDraft)
        for name in self.__slots__:
            value = getattr(self, name)
            if isinstance(value, np.ndarray):
                value = value.copy()
            elif isinstance(value, (list, dict)):
                value = copy.deepcopy(value) if name == "notes" else value.copy()
            setattr(other, name, value)
        return other

    def restore(self, backup: LevelDraft) -> None:
        """Becomes what a copy is; the copy is used up."""
        for name in self.__slots__:
            setattr(self, name, getattr(backup, name))

    def build_level(self, id: int, links: list[tuple[int, int, int, str]]) -> Level:
        """The level this draft describes; who and what is in it comes with changes of its own."""
        return Level(
            id=id,
            recipe=self.recipe,
            floor=self.floor,
            branch=self.branch,
            palette=list(self.palette),
            tiles=self.tiles.copy(),
            explored=np.zeros(self.shape, np.bool_),
            recognized=np.zeros(self.shape, np.bool_),
            arrivals=dict(self.arrivals),
            rooms=[room.center for room in self.rooms],
            links=list(links),
        )


def render_draft(draft: LevelDraft, records: Records) -> tuple[npt.NDArray[np.uint32], list[list[str]]]:
    """A picture of a draft, secrets and all: code points, and the name of each sign's tint.

    Creatures and objects show the ``glyph`` of their record (kinds ``creature`` and ``item``).
    """
    kinds = [get_tile(records, id) for id in draft.palette]
    glyphs = np.array([ord(kind.glyph) for kind in kinds], np.uint32)[draft.tiles]
    tints = [[kinds[number].tint for number in row] for row in draft.tiles.tolist()]
    for fixture in draft.fixtures:
        glyphs[fixture.at] = ord("%")
    for table, things in (("item", draft.items), ("creature", draft.actors)):
        known: Any = records.table(Any, table)
        for thing in things:
            if isinstance(thing, PlacedItem) and thing.inside:
                continue
            record = known.get(thing.kind)
            glyphs[thing.at] = ord(getattr(record, "glyph", "?"))
            tints[thing.at[0]][thing.at[1]] = getattr(record, "tint", "ITEM")
    return glyphs, tints
