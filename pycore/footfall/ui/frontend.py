"""The interface of a front end with its input events, and the table of front ends."""

import os
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import TracebackType
from typing import NamedTuple, Self, TypeAlias

import msgspec

from footfall.api.scene import Scene
from footfall.diagnostics import UserError

from .drawing.canvas import Canvas
from .drawing.screen import DrawnFrame, draw_screen
from .drawing.text_layout import Translator
from .map.map_colors import Motion
from .settings import UiSettings
from .ui_state import UiState


class KeyPress(msgspec.Struct, frozen=True):
    """A key press by its name (see `keymap`); `is_repeat` if the key is held down."""

    name: str
    is_repeat: bool = False


class Pointer(msgspec.Struct, frozen=True):
    """The mouse is over a point of the screen, in text cells; `is_click` if its left button was pressed there."""

    y: float
    x: float
    is_click: bool = False


class Resized(msgspec.Struct, frozen=True):
    """The screen was resized, or must be redrawn."""


class Closed(msgspec.Struct, frozen=True):
    """The window was closed, or the terminal was lost."""


InputEvent: TypeAlias = KeyPress | Pointer | Resized | Closed


class Frontend:
    """Shows the console and reads input. Entering it takes over the screen; leaving restores the screen.

    The defaults do nothing: a front end of text cells needs `size`, `show` and `read`.

    Attributes:
        can_zoom: it can change the size of its letters.
        fact_keys: keys of the facts that it tells in words on request.
        has_motion: it shows what moves; a front end of lines has the log instead.
        plays_sounds: it plays the sounds of scenes itself, somewhere else than on this machine.
    """

    can_zoom = True
    fact_keys: tuple[str, ...] = ()
    has_motion = True
    plays_sounds = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def size(self) -> tuple[int, int]:
        """Returns the rows and columns that fit now."""
        raise NotImplementedError

    def create_canvas(self) -> Canvas:
        """Returns a blank canvas of the size that fits now."""
        return Canvas(*self.size())

    def present(self, scene: Scene, state: UiState, translate: Translator, motion: Motion | None = None) -> DrawnFrame:
        """Shows a scene with its open page or prompt: drawn on a canvas, unless the front end has words for it."""
        canvas = self.create_canvas()
        frame = draw_screen(canvas, scene, state, translate, motion)
        self.show(canvas)
        return frame

    def show(self, canvas: Canvas) -> None:
        """Shows a canvas."""

    def read(self, timeout: float = 0.1) -> InputEvent | None:
        """Returns the next input, or None after `timeout` seconds.

        A front end in the main thread waits at most 0.1 seconds, so that signals are handled. An infinite timeout means
        that nothing moves until the next input.
        """
        raise NotImplementedError

    def take_settings(self, settings: UiSettings) -> None:
        """Takes over changed settings: colors, pictures, sizes."""

    def drop_repeats(self) -> None:
        """Discards queued repeats of a held-down key, when a danger appears."""

    def drop_keys(self) -> None:
        """Discards all queued keys, when a question appears or closes or the game ends."""

    def zoom(self, steps: int) -> None:
        """Changes the font size by `steps`, if the front end can."""


class FrontendSpec(NamedTuple):
    """Where a front end is defined, and whether it can run here.

    Attributes:
        module: its module, relative to this package; imported only when the front end is chosen.
        factory: name of the function there that takes (`UiSettings`, title) and returns a `Frontend`. It raises
            ImportError, RuntimeError or OSError if the front end cannot run.
        find_obstacle: returns the reason that it cannot run, or ``""``; its argument tells whether the player
            chose it by name.
    """

    module: str
    factory: str
    find_obstacle: Callable[[bool], str]


class NoDisplayError(UserError, RuntimeError):
    """No front end can run; the message lists the reasons and the alternatives."""


def _find_window_obstacle(requested: bool) -> str:
    if requested or sys.platform in ("win32", "darwin"):
        return ""
    names = ("SDL_VIDEO_DRIVER", "SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY")
    return "" if any(os.environ.get(name) for name in names) else "neither DISPLAY nor WAYLAND_DISPLAY is set"


def _find_plain_obstacle(requested: bool) -> str:
    for name, stream in (("input", sys.__stdin__), ("output", sys.__stdout__)):
        if requested and stream is None:
            return f"the standard {name} is closed"
    return "" if requested else "only if it is asked for"


def _find_terminal_obstacle(requested: bool) -> str:
    for name, stream in (("input", sys.__stdin__), ("output", sys.__stdout__)):
        if stream is None or not stream.isatty():
            return f"the standard {name} is not a terminal"
    if os.environ.get("TERM") in ("dumb", "unknown"):
        return f"TERM={os.environ['TERM']} cannot position text"
    return ""


FRONTENDS: Mapping[str, FrontendSpec] = {
    "window": FrontendSpec(".frontends.window", "WindowFrontend", _find_window_obstacle),
    "terminal": FrontendSpec(".frontends.terminal", "create_terminal", _find_terminal_obstacle),
    "plain": FrontendSpec(".frontends.plain", "create_plain", _find_plain_obstacle),
}
"""Front ends by name, in order of preference."""

AUTO = "auto"
"""The first front end that can run."""


def choose_frontend(preference: str = AUTO, settings: UiSettings | None = None, title: str = "Footfall") -> Frontend:
    """Creates the front end to play in.

    Args:
        preference: `AUTO`, or the name of the only front end to accept.

    Raises:
        NoDisplayError: no acceptable front end can run.
        ValueError: there is no front end of that name.
    """
    if preference != AUTO and preference not in FRONTENDS:
        raise ValueError(f"no front end {preference!r}; expected one of {', '.join((AUTO, *FRONTENDS))}")
    settings = settings or UiSettings()
    reasons = []
    for name, spec in FRONTENDS.items():
        if preference not in (AUTO, name):
            continue
        reason = spec.find_obstacle(preference == name)
        if not reason:
            try:
                module = import_module(spec.module, __package__)
                frontend: Frontend = getattr(module, spec.factory)(settings, title)
                return frontend
            except (ImportError, RuntimeError, OSError) as error:
                reason = str(error)
        reasons.append(f"no {name}: {reason}")
    raise NoDisplayError(
        f"{'; '.join(reasons)}. Play in a terminal or on a desktop, or play a file of commands with"
        " `footfall run GAME --commands FILE --to text`."
    )
