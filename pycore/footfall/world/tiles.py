"""Kinds of tile, as records, and the palette that a level indexes.

A level stores small integers; its palette names the record of each, so that a save stays
readable when mods add or drop tiles.
"""

from __future__ import annotations

from typing import Annotated

from footfall.content.record_types import MessageId, Record, Ref
from footfall.content.records import Records

WALL_SOUND_COST, DOOR_SOUND_COST, OPEN_SOUND_COST = 50, 20, 10
"""Sound cost of a tile in tenths: ``10 / (1 - absorption)`` for 0.8, 0.5 and 0 (R-HEAR-4)."""


class Tile(Record, frozen=True, kw_only=True):
    """A kind of terrain (table C.8).

    Attributes:
        name: catalogue id.
        glyph: one character.
        tint: name of a `footfall.api.scene.Tint`.
        walkable: a creature may stand on it.
        transparent: sight passes.
        absorption: sound cost of the tile in tenths of a cell, at least 1.
        opens_to, closes_to: the tile it becomes when opened or closed, or ``""``.
        breaks_to: what remains when it is broken, or ``""``.
        hp: least and most life of what has no `ScenarioFixture` of its own before the first blow;
            ``(0, 0)``: only a fixture can be broken.
        armor: what it takes off each blow.
        looks_like: the tile that it is taken for.
        secret: looks like `looks_like` until inspected.
        shelter: counts as a wall beside which one moves unseen (R-STEALTH-4).
        tags: free words that rules ask for (``"door"``, ``"stairs-down"``, ``"container"``).
    """

    name: Annotated[str, MessageId()]
    glyph: str
    tint: str = "FLOOR"
    walkable: bool = False
    transparent: bool = False
    absorption: int = WALL_SOUND_COST
    opens_to: Annotated[str, Ref("tile")] = ""
    closes_to: Annotated[str, Ref("tile")] = ""
    breaks_to: Annotated[str, Ref("tile")] = ""
    hp: tuple[int, int] = (0, 0)
    armor: int = 0
    looks_like: Annotated[str, Ref("tile")] = ""
    secret: bool = False
    shelter: bool = False
    tags: tuple[str, ...] = ()


def get_tile(records: Records, id: str) -> Tile:
    """A tile record by full id."""
    return records.get(Tile, "tile", id)
