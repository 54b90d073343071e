"""Tile records.

A level stores small integers, and its palette holds the record id of each: saves stay readable when mods
add or remove tiles.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from footfall.content.record_types import Glyph, Interval, MessageId, Natural, Record, Ref
from footfall.content.records import Records
from footfall.content.screens.palettes import TintName
from footfall.kernels.common import MAX_COST

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
