"""Lists of rows on the screens of the program: their keys, the selected row, the rows that are shown."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import msgspec

from footfall.api.scene import Binding, Line, Span, Tint
from footfall.engine.model import Command, Message

Row = TypeVar("Row")

LIST_KEYS = {
    "up": "UP k PAD8",
    "down": "DOWN j PAD2",
    "page-up": "PGUP PAD9",
    "page-down": "PGDN PAD3",
    "first": "HOME PAD7",
    "last": "END PAD1",
}
"""The keys of each move in a list."""


class PressKey(Command, frozen=True, tag="footfall:press-key"):
    """Carries out the action of a key of a screen of the program. The game never sees this command."""

    action: str


class SelectRow(Command, frozen=True, tag="footfall:select-row"):
    """Selects a row of a list, as a click on it does.

    Attributes:
        list: which list, on a screen with several.
    """

    row: int
    list: str = ""


class Option(msgspec.Struct, frozen=True):
    """A line of a menu.

    Attributes:
        letter: its key; empty for the next free one.
        detail: shown while it is selected.
        is_current: the choice so far, on which the cursor begins.
    """

    label: Message | str
    act: Callable[[], None]
    letter: str = ""
    detail: tuple[Message, ...] = ()
    is_current: bool = False


def bind_actions(keys: Mapping[str, str], labels: str, group: Message) -> tuple[Binding, ...]:
    """Returns the binding of each action.

    Args:
        keys: the keys by action, separated by spaces.
        labels: beginning of the ids of the labels; the action follows.
        group: heading of the keys in the help.
    """
    return tuple(
        Binding(tuple(names.split()), PressKey, Message(f"{labels}{action}"), {"action": action}, (), group)
        for action, names in keys.items()
    )


def select_row(at: int, move: str, visible: int, count: int) -> int:
    """Returns the row that a move selects.

    Args:
        at: the row selected before.
        count: rows of the list; 0 gives row 0.
    """
    by = {"up": -1, "down": 1, "page-up": -visible, "page-down": visible, "first": -count, "last": count}[move]
    return min(max(at + by, 0), max(0, count - 1))


def list_visible(rows: Sequence[Row], at: int, visible: int) -> list[tuple[int, Row]]:
    """Returns the rows that are shown, with their numbers; the selected one, `at`, is in the middle if it can be."""
    first = max(0, min(at - visible // 2, len(rows) - visible))
    return list(enumerate(rows[first : first + visible], first))


def find_row(ids: Sequence[str], id: str, at: int) -> int:
    """Returns the row of an id in a list that has changed, else the row `at`, or the last one if there are fewer."""
    return ids.index(id) if id in ids else min(at, max(0, len(ids) - 1))


def make_line(text: Message | str, tint: int = Tint.TEXT, click: Command | None = None) -> Line:
    """Returns a line of one text."""
    return Line((Span(text, tint),), click=click)


def cut_lines(lines: Sequence[Line], limit: int) -> list[Line]:
    """Returns the first `limit` lines, and the number of the others."""
    return [*lines[:limit], *build_rest(len(lines) - limit)]


def build_rest(count: int) -> list[Line]:
    """Returns the line with the number of rows of a list that are not shown; none if all are."""
    return [make_line(Message("footfall-more", {"count": count}), Tint.DIM)] if count > 0 else []
