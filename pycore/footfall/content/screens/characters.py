"""The cells of a terminal that characters fill."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from wcwidth import wcwidth

_WIDE = range(0x3248, 0x3250)
"""Circled numbers that terminals draw two cells wide, against their width in Unicode."""


@lru_cache(4096)
def count_cells(char: str) -> int:
    """Returns the number of cells that a character fills: 0 if it joins another one or controls, else 1 or 2."""
    return 2 if ord(char) in _WIDE else max(wcwidth(char), 0)


def is_right_to_left(char: str) -> bool:
    """Returns whether a character is written from right to left, so that a terminal moves those next to it."""
    return unicodedata.bidirectional(char) in ("R", "AL", "AN")
