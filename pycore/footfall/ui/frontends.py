"""The table of front ends, and the choice of one of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import NamedTuple

from .frontend import Frontend
from .settings import UiSettings


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


class NoDisplayError(RuntimeError):
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
    "window": FrontendSpec(".window", "create_window", _find_window_obstacle),
    "terminal": FrontendSpec(".terminal", "create_terminal", _find_terminal_obstacle),
    "plain": FrontendSpec(".plain", "create_plain", _find_plain_obstacle),
}
"""Front ends by name, in order of preference."""

AUTO = "auto"
"""The first front end that can run."""


def choose_frontend(preference: str = AUTO, settings: UiSettings | None = None, title: str = "Footfall") -> Frontend:
    """Creates the front end to play in.

    Args:
        preference: `AUTO`, or the name of the only front end to accept.
        settings: the player's settings.
        title: title of a window.

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
