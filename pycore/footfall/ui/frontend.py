"""What the run loop needs of a place that shows the console and takes input."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager
from enum import Enum
from typing import Protocol, Self, TypeAlias

import msgspec

from .canvas import Canvas
from .settings import UiSettings


class KeyPress(msgspec.Struct, frozen=True):
    """A key press by its name (`keys`); `repeat` if the key is held down."""

    name: str
    repeat: bool = False


class Pointer(msgspec.Struct, frozen=True):
    """The mouse stands over a cell of the screen, perhaps with a click."""

    y: int
    x: int
    click: bool = False


class Resized(msgspec.Struct, frozen=True):
    """The screen has another size, or must be drawn anew."""


class Closed(msgspec.Struct, frozen=True):
    """The window was closed, or the terminal is gone."""


InputEvent: TypeAlias = KeyPress | Pointer | Resized | Closed


class Frontend(AbstractContextManager["Frontend"], Protocol):
    """A place that shows the console. Entering it takes the screen, leaving gives it back."""

    def __enter__(self) -> Self: ...

    def size(self) -> tuple[int, int]:
        """Rows and columns there is room for now."""

    def show(self, canvas: Canvas) -> None:
        """Shows a canvas."""

    def read(self, timeout: float = 0.1) -> InputEvent | None:
        """The next input, or None after `timeout` seconds (at most 0.1, so that signals are seen)."""

    def drop_repeats(self) -> None:
        """Forgets held-down keys that wait: danger has come into view."""

    def zoom(self, steps: int) -> None:
        """Makes letters larger or smaller, where that is possible."""


class FrontendKind(Enum):
    """Where to play."""

    AUTO = "auto"
    WINDOW = "window"
    TERMINAL = "terminal"


class NoDisplayError(RuntimeError):
    """There is neither a window nor a terminal to play in; the message says why and what to do."""


def choose_frontend(
    preference: FrontendKind | str = FrontendKind.AUTO,
    settings: UiSettings | None = None,
    title: str = "Footfall",
) -> Frontend:
    """The front end to play in: a window, else the terminal.

    Args:
        preference: `FrontendKind.AUTO`, or the only one to accept.
        settings: the player's settings.
        title: of the window.

    Raises:
        NoDisplay: neither is possible, or not the one asked for.
        ValueError: no such back end.
    """
    preference = FrontendKind(preference)
    settings = settings or UiSettings()
    reasons = []
    if preference is not FrontendKind.TERMINAL:
        reason = _why_no_window(preference)
        if not reason:
            try:
                from .window import WindowFrontend

                return WindowFrontend(settings, title)
            except (ImportError, RuntimeError, OSError) as error:
                reason = str(error)
        reasons.append(f"no window: {reason}")
    if preference is not FrontendKind.WINDOW:
        reason = _why_no_terminal()
        if not reason:
            from .terminal import TerminalFrontend

            return TerminalFrontend(settings)
        reasons.append(f"no terminal: {reason}")
    raise NoDisplayError(
        "; ".join(reasons)
        + ". Play in a terminal or on a desktop, or let a file of commands play with"
        + " `footfall run GAME --commands FILE --to text`."
    )


def _why_no_window(preference: FrontendKind) -> str:
    """Why a window is not even tried; empty if it is."""
    asked = any(os.environ.get(name) for name in ("SDL_VIDEO_DRIVER", "SDL_VIDEODRIVER"))
    if asked or preference is FrontendKind.WINDOW or sys.platform in ("win32", "darwin"):
        return ""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return ""
    return "neither DISPLAY nor WAYLAND_DISPLAY is set"


def _why_no_terminal() -> str:
    """Why the terminal cannot be played in; empty if it can."""
    for name, stream in (("input", sys.__stdin__), ("output", sys.__stdout__)):
        if stream is None or not stream.isatty():
            return f"the standard {name} is not a terminal"
    if os.environ.get("TERM") in ("dumb", "unknown"):
        return f"TERM={os.environ['TERM']} cannot place text"
    return ""
