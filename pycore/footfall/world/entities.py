"""Actors, items and noises: what stands, lies and sounds on a level."""

from __future__ import annotations

import msgspec

Cell = tuple[int, int]


class Item(msgspec.Struct):
    """One object (or a bundle of equal ones).

    It is in exactly one place: on the floor (`level`, `at`), carried (`holder`), or inside a
    container cell (`level`, `at`, `inside`).

    Attributes:
        kind: record id.
        count: how many.
        known: this very object was identified (its kind may be known as a whole, too).
        charges: uses left, -1 if uses are not counted.
    """

    id: int
    kind: str
    count: int = 1
    level: int = 0
    at: Cell | None = None
    holder: int = 0
    inside: bool = False
    known: bool = False
    charges: int = -1


class Fixture(msgspec.Struct):
    """A part of the level that can be broken: a secret wall, a door. Tile and fixture share a cell.

    What it hides are items with the same cell and ``inside=True``.

    Attributes:
        tile: record id of the tile it is while whole.
        hp: what is left; at 0 the tile becomes what its record ``breaks_to``.
    """

    id: int
    tile: str
    level: int
    at: Cell
    hp: int


class Actor(msgspec.Struct):
    """A creature. Totals (base + equipment + situation) are computed by rules, never stored.

    Attributes:
        kind: record id of the creature.
        level, at: where it is.
        hp, hp_max: life.
        stats: base stats by name: ``to_hit, defense, strength, armor, fov, foh, perception,
            stealth, luck, aggressivity, cost, stamina_max`` and whatever mods add.
        side: who fights whom: ``"player"``, ``"hostile"``, ``"neutral"``.
        pack: ids of carried items in order of pick-up.
        worn: item id by slot: ``weapon, shield, body, head, cloak, ring1, ring2, artefact``.
        effects: turns left by name (``"poisoned": 3``); -1 lasts.
    """

    id: int
    kind: str
    level: int
    at: Cell
    hp: int
    hp_max: int
    stats: dict[str, int] = {}
    side: str = "hostile"
    pack: list[int] = []
    worn: dict[str, int] = {}
    effects: dict[str, int] = {}


class Noise(msgspec.Struct, frozen=True):
    """A sound in the air: state with an expiry (R-HEAR-8).

    Attributes:
        kind: what it sounds like (``"step"``, ``"door"``, ``"fight"``...).
        loudness: the noise level; a fighter's noise is the highest active one.
        until: last turn number on which it can be heard.
        source: actor id, or 0.
        made: turn number on which it was made.
    """

    kind: str
    level: int
    at: Cell
    loudness: int
    until: int
    source: int = 0
    made: int = 0
