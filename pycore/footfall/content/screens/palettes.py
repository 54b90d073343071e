"""Color roles, and palettes: colors of the screen, which mods may add."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

import msgspec

from ..record_types import MessageId, Record, RecordKind, Words


class Tint(IntEnum):
    """Color roles. A front end maps each to a color-blind safe color; color is never the only cue."""

    NONE = 0
    TEXT = 1
    DIM = 2
    STRONG = 3
    PLAYER = 4
    FLOOR = 5
    WALL = 6
    DOOR = 7
    STAIRS = 8
    ITEM = 9
    ALLY = 10
    NEUTRAL = 11
    FOE = 12
    ASLEEP = 13
    WARY = 14
    HUNTING = 15
    SOUND = 16
    GOOD = 17
    BAD = 18
    MAGIC = 19
    LIGHT = 20
    REMEMBERED = 21
    CURSOR = 22


TintName = Annotated[str, Words("tint", tuple(Tint.__members__))]
"""The name of a color role, in records."""

SCREEN_TINTS = (
    *("title_bar", "alert", "frame", "key", "heading", "overlay", "gauge"),
    *("lit_floor", "lit_wall", "old_floor", "old_wall", "lamplit"),
)
"""Tints that only the screen uses."""

TINTS = (*(name.lower() for name in Tint.__members__), *SCREEN_TINTS)
GLOWS = (
    *("night", "flame-near", "flame-far", "eyes", "own-sound", "heard-sound", "water", "plant", "fire"),
    *("hit", "hurt", "notice"),
)

Color = Annotated[str, msgspec.Meta(pattern=r"\A#[0-9a-fA-F]{6}\Z")]
"""Red, green and blue in hexadecimal digits, such as ``"#f0e442"``."""

Contrast = Annotated[float, msgspec.Meta(ge=3, le=15)]


class PaletteColors(Record, frozen=True):
    """Colors that a player can choose. Those that it does not name are those of the default palette.

    Colors of signs and words are made lighter or darker until they can be read, by the contrast ratio of WCAG 2.

    Attributes:
        name: its name on the settings screen.
        ink: colors of signs and words.
        ground: colors behind them; a tint without one has that of ``none``.
        glow: colors of light, of moving things, and of flashes on the map.
        contrast: least contrast of text.
        faint: least contrast of frames and of remembered cells.
    """

    name: Annotated[str, MessageId()]
    ink: dict[Annotated[str, Words("color", TINTS)], Color] = msgspec.field(default_factory=dict)
    ground: dict[Annotated[str, Words("color", TINTS)], Color] = msgspec.field(default_factory=dict)
    glow: dict[Annotated[str, Words("glow", GLOWS)], Color] = msgspec.field(default_factory=dict)
    contrast: Contrast = 4.5
    faint: Contrast = 3.0


PALETTE_KINDS = (RecordKind("palette", PaletteColors),)
