"""Actors, items, fixtures and noises."""

from __future__ import annotations

import msgspec

from footfall.engine.model import Count, Int32

from .level import Cell


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
