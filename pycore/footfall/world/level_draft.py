"""A level draft: the working copy that the steps of a generator write.

A recipe of ``on_generate`` is a chain of steps ``run(ctx, draft)``. A step that raises is undone with
`LevelDraft.copy` and `LevelDraft.restore`; the finished draft becomes one list of changes.
"""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from footfall.content.records import Records
from footfall.kernels.checks import Mask as Mask

from .level import MAX_TILE_KINDS, Cell, Level, get_tile


class Room(msgspec.Struct, frozen=True):
    """A room of a draft.

    Attributes:
        top, left, height, width: its box, without walls.
        shape: ``"rectangle"``, ``"circle"``, ``"ellipse"``, ``"cross"``; ``"fixed"`` for a vault.
        center: a walkable cell; corridors lead here unless there are `gates`.
        gates: cells outside its doors where corridors end.
        template: record id of its vault.
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
        """The box as slices."""
        return slice(self.top, self.top + self.height), slice(self.left, self.left + self.width)


class PlacedActor(msgspec.Struct, frozen=True):
    """An actor of the draft.

    Attributes:
        kind: record id.
        ai: behavior that replaces the record's, or ``""``.
        carried_items: kinds and counts of additional items in its pack.
    """

    kind: str
    at: Cell
    ai: str = ""
    carried_items: tuple[tuple[str, int], ...] = ()


class PlacedItem(msgspec.Struct, frozen=True):
    """An item of the draft, on a cell or inside the container there."""

    kind: str
    at: Cell
    count: int = 1
    is_contained: bool = False


class PlacedFixture(msgspec.Struct, frozen=True):
    """A fixture of the draft; its tile is set separately."""

    tile: str
    at: Cell
    hp: int


class LevelDraft:
    """A level under construction.

    Positions are ``(y, x)`` from the upper left corner.

    Attributes:
        recipe: the generator (``"core.stealth:cavern"``).
        floor: 1-based number of the floor.
        branch: side branch, ``""`` for the main one.
        palette, tiles: as in `Level`.
        reserved: bool: cells with fixed content, closed to random placement.
        corridors: bool: cells dug as corridors.
        rooms: rooms in order of creation.
        arrivals: cells by name: ``"up"``, ``"down"``, ``"start"``. ``"up"`` may be set in advance, as the
            place of the stairs up.
        actors, items, fixtures: the population.
        occupants: kind of the actor, or ``"item"``, by cell.
        counts: copies per kind so far in the game, including this draft.
        step_data: plain data that steps and mods pass to later steps.
        failure: reason that the draft is unusable, or ``""``; the generator then tries again.
    """

    __slots__ = (
        "actors", "arrivals", "branch", "corridors", "counts", "failure", "fixtures", "floor", "items", "occupants",
        "palette", "recipe", "reserved", "rooms", "step_data", "tiles",
    )  # fmt: skip

    def __init__(
        self, recipe: str, shape: tuple[int, int], fill_tile: str, *, floor: int = 1, branch: str = ""
    ) -> None:
        """Creates a draft filled with one tile."""
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
        """Returns the palette number of a tile, adding it if it is new."""
        if id not in self.palette:
            if len(self.palette) == MAX_TILE_KINDS:
                raise ValueError(f"a level holds at most {MAX_TILE_KINDS} kinds of tile")
            self.palette.append(id)
        return self.palette.index(id)

    def set_tile(self, cell: Cell, id: str) -> None:
        """Sets the tile of a cell."""
        self.tiles[cell] = self.palette_index(id)

    def tile_at(self, cell: Cell) -> str:
        """Returns the tile of a cell."""
        return self.palette[int(self.tiles[cell])]

    def find_tiles(self, *ids: str) -> Mask:
        """Returns the cells with one of these tiles."""
        numbers = [number for number, id in enumerate(self.palette) if id in ids]
        return np.isin(self.tiles, numbers) if len(numbers) != 1 else self.tiles == numbers[0]

    def find_tiles_by_property(self, records: Records, property_name: str) -> Mask:
        """Returns the cells whose tile has a property."""
        table = np.array([bool(getattr(get_tile(records, id), property_name)) for id in self.palette])
        return table[self.tiles]

    def find_tiles_by_tag(self, records: Records, tag: str) -> Mask:
        """Returns the cells whose tile has a tag."""
        table = np.array([tag in get_tile(records, id).tags for id in self.palette])
        return table[self.tiles]

    # Population.

    def place_actor(self, actor: PlacedActor) -> None:
        """Places an actor on a cell without one."""
        if self.occupants.get(actor.at, "item") != "item":
            raise ValueError(f"cell {actor.at} is taken by {self.occupants[actor.at]}")
        self.actors.append(actor)
        self.occupants[actor.at] = actor.kind
        for kind in (actor.kind, *(carried for carried, _ in actor.carried_items)):
            self.counts[kind] = self.counts.get(kind, 0) + 1

    def give_item(self, index: int, kind: str, count: int = 1) -> None:
        """Adds an item to the pack of an actor, by index in `actors`."""
        actor = self.actors[index]
        self.actors[index] = msgspec.structs.replace(actor, carried_items=(*actor.carried_items, (kind, count)))
        self.counts[kind] = self.counts.get(kind, 0) + 1

    def place_item(self, item: PlacedItem) -> None:
        """Places an item on a cell."""
        self.items.append(item)
        self.occupants.setdefault(item.at, "item")
        self.counts[item.kind] = self.counts.get(item.kind, 0) + 1

    # The whole draft.

    def copy(self) -> LevelDraft:
        """Returns an independent copy."""
        duplicate = object.__new__(LevelDraft)
        for name in self.__slots__:
            value = getattr(self, name)
            if isinstance(value, np.ndarray):
                value = value.copy()
            elif isinstance(value, (list, dict)):
                value = copy.deepcopy(value) if name == "step_data" else value.copy()
            setattr(duplicate, name, value)
        return duplicate

    def restore(self, backup: LevelDraft) -> None:
        """Takes over the content of a copy, which must not be used afterwards."""
        for name in self.__slots__:
            setattr(self, name, getattr(backup, name))

    def build_level(self, id: int, links: list[tuple[int, int, int, str]]) -> Level:
        """Builds the level without its population, which separate changes add."""
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
    """Draws a draft, including secrets: code points, and the name of each cell's tint.

    Actors and items show the ``glyph`` of their record (types ``creature`` and ``item``).
    """
    kinds = [get_tile(records, id) for id in draft.palette]
    glyphs = np.array([ord(kind.glyph) for kind in kinds], np.uint32)[draft.tiles]
    tints = [[kinds[number].tint for number in row] for row in draft.tiles.tolist()]
    for fixture in draft.fixtures:
        glyphs[fixture.at] = ord("%")
    for table, entities in (("item", draft.items), ("creature", draft.actors)):
        known_records: Any = records.table(Any, table)
        for entity in entities:
            if isinstance(entity, PlacedItem) and entity.is_contained:
                continue
            record = known_records.get(entity.kind)
            glyphs[entity.at] = ord(getattr(record, "glyph", "?"))
            tints[entity.at[0]][entity.at[1]] = getattr(record, "tint", "ITEM")
    return glyphs, tints
