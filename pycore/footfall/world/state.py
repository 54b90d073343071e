"""The ``"world"`` part of a tile game's state: actors, items, fixtures, noises, levels; its readers."""

from __future__ import annotations

from bisect import bisect_left, insort
from operator import attrgetter
from typing import TYPE_CHECKING

import msgspec

from footfall.engine.model import Count, Int32

from .level import LEVEL_INDEX_KEY, Cell, Level, LevelIndex


class Item(msgspec.Struct):
    """One item, or a stack of equal ones.

    It is in exactly one place: on the floor (`level`, `at`), carried (`holder`), or inside a
    container cell (`level`, `at`, `is_contained`).

    Attributes:
        kind: record id.
        count: size of the stack.
        is_known: this item is identified; its kind may be, too.
        charges: remaining uses, -1 if uses are not counted.
    """

    id: Count
    kind: str
    count: Count = 1
    level: Count = 0
    at: Cell | None = None
    holder: Count = 0
    is_contained: bool = msgspec.field(name="inside", default=False)
    is_known: bool = msgspec.field(name="known", default=False)
    charges: Int32 = -1


class Fixture(msgspec.Struct):
    """A breakable part of the level, such as a door. It shares its cell with a tile.

    Items with the same cell and ``is_contained=True`` are hidden in it.

    Attributes:
        tile: record id of its tile while it is intact.
        hp: hit points; at 0 the tile becomes the record's ``breaks_to``.
    """

    id: Count
    tile: str
    level: Count
    at: Cell
    hp: Count


class Actor(msgspec.Struct):
    """A creature. Rules compute totals (base, equipment, situation); they are never stored.

    Attributes:
        kind: record id of the creature.
        level, at: its level and cell.
        hp, hp_max: hit points.
        stats: base stats by name: ``to_hit, defense, strength, armor, fov, foh, perception,
            stealth, luck, aggressivity, cost, stamina_max``, and those of mods.
        side: its faction: ``"player"``, ``"hostile"``, ``"neutral"``.
        pack: ids of carried items in order of pickup.
        worn: item id by slot: ``weapon, shield, body, head, cloak, ring1, ring2, artefact``.
        effects: remaining turns by name (``"poisoned": 3``); -1 is permanent.
    """

    id: Count
    kind: str
    level: Count
    at: Cell
    hp: Count
    hp_max: Count
    stats: dict[str, Int32] = {}
    side: str = "hostile"
    pack: list[Count] = []
    worn: dict[str, Count] = {}
    effects: dict[str, Int32] = {}


class Noise(msgspec.Struct, frozen=True):
    """A sound that stays audible up to a given turn.

    Attributes:
        kind: type of sound: ``"step"``, ``"door"``, ``"fight"``...
        loudness: noise level; the loudest active noise of an actor counts.
        until: last turn on which it can be heard.
        source: actor id, or 0.
        turn: the one on which it was made.
    """

    kind: str
    level: Count
    at: Cell
    loudness: Int32
    until: Count
    source: Count = 0
    turn: Count = msgspec.field(name="made", default=0)


if TYPE_CHECKING:
    from footfall.content.records import Records
    from footfall.engine.context import Context
    from footfall.engine.state import State

WORLD_PART = "world"


class World(msgspec.Struct, dict=True):
    """All levels, actors, items, fixtures and noises.

    Attributes:
        next_id: the next free id of actors, items and fixtures.
        player: actor id of the player's character, 0 if none.
        current: id of the level in play.
        actors: by id; each new actor has a higher id, and creatures act in order of id.
        noises: active noises.
        unreported: noises not yet reported to the player (`MarkNoisesReported` empties it).
    """

    next_id: Count = 1
    player: Count = 0
    current: Count = 0
    levels: dict[Count, Level] = {}
    actors: dict[Count, Actor] = {}
    items: dict[Count, Item] = {}
    fixtures: dict[Count, Fixture] = {}
    noises: list[Noise] = []
    unreported: list[Noise] = []


def get_world(state: State) -> World:
    """Returns the world part of a state."""
    return state.parts[WORLD_PART]  # type: ignore[no-any-return]


def get_level_index(world: World, level: Level, records: Records) -> LevelIndex:
    """Returns the index of a level, building it on first use."""
    index: LevelIndex | None = level.__dict__.get(LEVEL_INDEX_KEY)  # asked many times a turn: no call
    if index is None:
        index = LevelIndex(level, records)
        for actor in world.actors.values():
            if actor.level == level.id:
                index.place_actor(actor.id, actor.at)
        level.__dict__[LEVEL_INDEX_KEY] = index
    return index


def current_level(ctx: Context) -> tuple[World, Level, LevelIndex]:
    """Returns the world, the current level and its index."""
    world: World = ctx.state.parts[WORLD_PART]
    level = world.levels[world.current]
    return world, level, get_level_index(world, level, ctx.records)


_ID = attrgetter("id")


class LyingItems:
    """The items of a level by place.

    Attributes:
        items: those on its cells, in order of id; read-only, and replaced when one of them changes.
        ids, places: their ids, and the positions of their cells in `Level.tiles`, row by row.
        by_cell: all items of a cell, on it and in its container, in order of id.
        moved_kinds: the kinds of the items added and removed since it was built.
    """

    __slots__ = ("_origin", "_width", "by_cell", "ids", "items", "moved_kinds", "places", "tiles")

    def __init__(self, world: World, level: Level) -> None:
        self.tiles, self._origin, self._width = level.tiles, level.origin, level.shape[1]
        self.items: list[Item] = []
        self.ids: list[int] = []
        self.places: list[int] = []
        self.by_cell: dict[Cell, list[Item]] = {}
        self.moved_kinds: list[str] = []
        here = [(item.at, item) for item in world.items.values() if item.at is not None and item.level == level.id]
        for at, item in sorted(here, key=lambda pair: pair[1].id):
            self.by_cell.setdefault(at, []).append(item)
            if not item.is_contained:
                self.items.append(item)
                self.ids.append(item.id)
                self.places.append(self._find_place(at))

    def _find_place(self, cell: Cell) -> int:
        (top, left), width = self._origin, self._width
        return (cell[0] - top) * width + cell[1] - left

    def add(self, item: Item, cell: Cell) -> None:
        """Adds an item on a cell."""
        self.moved_kinds.append(item.kind)
        insort(self.by_cell.setdefault(cell, []), item, key=_ID)
        if not item.is_contained:
            n = bisect_left(self.ids, item.id)
            self.items = [*self.items[:n], item, *self.items[n:]]
            self.ids.insert(n, item.id)
            self.places.insert(n, self._find_place(cell))

    def remove(self, item: Item, cell: Cell) -> None:
        """Removes an item from a cell."""
        self.moved_kinds.append(item.kind)
        self.by_cell[cell].remove(item)
        if not item.is_contained:
            n = bisect_left(self.ids, item.id)
            self.items = [*self.items[:n], *self.items[n + 1 :]]
            del self.ids[n], self.places[n]


ITEMS_KEY = "lying_items"
"""The key in the world's dict of the index that `get_lying_items` keeps."""


class _ItemIndex:
    """`LyingItems` by level, and the number of all items in the world."""

    __slots__ = ("count", "levels")

    def __init__(self, world: World) -> None:
        self.count = len(world.items)
        self.levels: dict[int, LyingItems] = {}


def get_lying_items(world: World, level: Level) -> LyingItems:
    """Returns the items of a level by place; `AddItem`, `PutItem` and `SetItem` keep them in sync."""
    index: _ItemIndex | None = world.__dict__.get(ITEMS_KEY)
    if index is None or index.count != len(world.items):
        index = world.__dict__[ITEMS_KEY] = _ItemIndex(world)
    lying = index.levels.get(level.id)
    if lying is None or lying.tiles is not level.tiles:
        lying = index.levels[level.id] = LyingItems(world, level)
    return lying


def forget_lying_items(world: World) -> None:
    """Drops the index of `get_lying_items`; an applier that moves items by itself calls it after its change."""
    world.__dict__.pop(ITEMS_KEY, None)


def lay_item(world: World, item: Item, is_new: bool = False) -> None:
    """Adds an item to the index, after it changed or was created."""
    index: _ItemIndex | None = world.__dict__.get(ITEMS_KEY)
    if index is None:
        return
    index.count += is_new
    lying = index.levels.get(item.level)
    if lying is not None and item.at is not None:
        lying.add(item, item.at)


def lift_item(world: World, item: Item, is_gone: bool = False) -> None:
    """Removes an item from the index, before it changes or disappears."""
    index: _ItemIndex | None = world.__dict__.get(ITEMS_KEY)
    if index is None:
        return
    index.count -= is_gone
    lying = index.levels.get(item.level)
    if lying is not None and item.at is not None:
        lying.remove(item, item.at)


def list_items_at(world: World, level: int, cell: Cell, inside: bool = False) -> list[Item]:
    """Returns the items on a cell, or inside its container, in order of id."""
    found = get_lying_items(world, world.levels[level]).by_cell.get(cell, ())
    return [item for item in found if item.is_contained == inside]


def find_fixture_at(world: World, level: int, cell: Cell) -> Fixture | None:
    """Returns the fixture on a cell."""
    return next((f for f in world.fixtures.values() if f.at == cell and f.level == level), None)


def list_carried_items(world: World, actor: Actor) -> list[Item]:
    """Returns the items that an actor carries, in order of pickup."""
    return [world.items[id] for id in actor.pack]
