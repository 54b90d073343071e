"""``breakpoint()`` in mods: without a terminal it is one line of text, not a debugger that ends at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

from footfall.diagnostics.files import format_path

from .output import echo


def watch_breakpoints() -> Callable[[], None]:
    """Replaces the interpreter's own ``breakpoint()``; returns a function that restores it.

    A debugger chosen by ``PYTHONBREAKPOINT`` or by a development environment stays.
    """
    before = sys.breakpointhook
    _reported.clear()
    if before is sys.__breakpointhook__ and not os.environ.get("PYTHONBREAKPOINT"):
        sys.breakpointhook = _stop_in_terminal

    def restore() -> None:
        sys.breakpointhook = before

    return restore


_reported: set[str] = set()
"""Places whose breakpoint was reported."""


def _stop_in_terminal(*, header: str | None = None, **keywords: Any) -> None:
    """Stops in the caller; takes the keywords of `pdb.set_trace`."""
    frame = sys._getframe(1)
    if sys.stdin is not None and sys.stdin.isatty():
        import pdb  # only here: slow to import

        debugger = pdb.Pdb()
        if header is not None:
            debugger.message(header)
        debugger.set_trace(frame, **keywords)
        return
    place = f"{format_path(frame.f_code.co_filename)}:{frame.f_lineno}"
    if place not in _reported:
        _reported.add(place)
        echo(f"breakpoint() at {place}: there is no terminal for the debugger", err=True)
