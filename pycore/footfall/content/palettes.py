"""Palettes: colors of the screen, which mods may add."""

from __future__ import annotations

from typing import Annotated

import msgspec

from .record_types import MessageId, Record, RecordKind, Words
from .tints import Tint

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
        glow: colors of light, of what moves, and of flashes on the map.
        contrast: least contrast of text.
        faint: least contrast of frames and of what is remembered.
    """

    name: Annotated[str, MessageId()]
    ink: dict[Annotated[str, Words("color", TINTS)], Color] = msgspec.field(default_factory=dict)
    ground: dict[Annotated[str, Words("color", TINTS)], Color] = msgspec.field(default_factory=dict)
    glow: dict[Annotated[str, Words("glow", GLOWS)], Color] = msgspec.field(default_factory=dict)
    contrast: Contrast = 4.5
    faint: Contrast = 3.0


PALETTE_KINDS = (RecordKind("palette", PaletteColors),)
