"""The interface of a front end, and its input events."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol, Self, TypeAlias

import msgspec

from .canvas import Canvas


class KeyPress(msgspec.Struct, frozen=True):
    """A key press by its name (see `key_names`); `repeat` if the key is held down."""

    name: str
    repeat: bool = False


class Pointer(msgspec.Struct, frozen=True):
    """The mouse is over a point of the screen, in text cells; `click` if its left button was pressed there."""

    y: float
    x: float
    click: bool = False


class Resized(msgspec.Struct, frozen=True):
    """The screen was resized, or must be redrawn."""


class Closed(msgspec.Struct, frozen=True):
    """The window was closed, or the terminal was lost."""


InputEvent: TypeAlias = KeyPress | Pointer | Resized | Closed


class Frontend(AbstractContextManager["Frontend"], Protocol):
    """Shows the console and reads input. Entering it takes over the screen; leaving restores the screen."""

    def __enter__(self) -> Self: ...

    def size(self) -> tuple[int, int]:
        """Returns the rows and columns that fit now."""

    def show(self, canvas: Canvas) -> None:
        """Shows a canvas."""

    def read(self, timeout: float = 0.1) -> InputEvent | None:
        """Returns the next input, or None after `timeout` seconds, at most 0.1 so that signals are handled."""

    def drop_repeats(self) -> None:
        """Discards queued repeats of a held-down key, when a danger appears."""

    def zoom(self, steps: int) -> None:
        """Changes the font size by `steps`, if the front end can."""
