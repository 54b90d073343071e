"""Color roles, which records name and scenes use."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from .record_types import Words


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
