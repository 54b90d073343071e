"""Lists of rows on the screens of the program: their keys, and the row that a key selects."""

from __future__ import annotations

from collections.abc import Sequence

from footfall.api.scene import Line, Span, Tint
from footfall.engine.model import Command, Message

LIST_KEYS = {
    "up": ("UP", "k", "PAD8"),
    "down": ("DOWN", "j", "PAD2"),
    "page-up": ("PGUP", "PAD9"),
    "page-down": ("PGDN", "PAD3"),
}
"""The keys of each move in a list, by the value of the action."""


class SelectRow(Command, frozen=True, tag="footfall:select-row"):
    """Selects a row of a list, as a click on it does.

    Attributes:
        list: which list, on a screen with several.
    """

    row: int
    list: str = ""


def select_row(at: int, move: str, visible: int, count: int) -> int:
    """Returns the row that a move selects.

    Args:
        at: the row selected before.
        move: a key of `LIST_KEYS`.
        visible: rows on a page.
        count: rows of the list; 0 gives row 0.
    """
    by = {"up": -1, "down": 1, "page-up": -visible, "page-down": visible}[move]
    return min(max(at + by, 0), max(0, count - 1))


def find_first_row(at: int, visible: int, count: int) -> int:
    """Returns the first row that is shown, so that the selected one is in the middle if it can be."""
    return max(0, min(at - visible // 2, count - visible))


def find_row(ids: Sequence[str], id: str, at: int) -> int:
    """Returns the row of an id in a list that has changed, else the row `at`, or the last one if there are fewer."""
    return ids.index(id) if id in ids else min(at, max(0, len(ids) - 1))


def cut_lines(lines: Sequence[Line], most: int) -> list[Line]:
    """Returns the first `most` lines, and one that says how many there are besides."""
    return [*lines[:most], *build_rest(len(lines) - most)]


def build_rest(count: int) -> list[Line]:
    """Returns the line that says how many rows of a list are not shown; none if that is all of them."""
    return [Line((Span(Message("footfall-more", {"count": count}), Tint.DIM),))] if count > 0 else []
