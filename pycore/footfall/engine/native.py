"""Selects the agenda loop: the compiled one with the Rust backend, else the reference."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any, Protocol, cast

from footfall import kernels

from . import loop as reference
from .host import AgendaHost
from .model import Cause
from .serials import Serials

_native: ModuleType | None
try:
    from footfall import _native
except ImportError:
    _native = None


class AgendaLoop(Protocol):
    """The interface of `footfall.engine.loop` and `footfall._native`."""

    def run_agenda(self, session: AgendaHost, outcome: Iterable[Any] | None, cause: Cause | None, /) -> None:
        """Applies the outcome of a command, then runs the agenda."""

    def apply_outcome(self, session: AgendaHost, outcome: Iterable[Any], cause: Cause, /) -> None:
        """Applies the result of a step or a command handler."""


def native_module() -> ModuleType | None:
    """Returns the native module if the Rust backend is in use, else None."""
    return _native if kernels.get_backend() == "rust" else None


def create_loop() -> tuple[AgendaLoop, Serials]:
    """Returns the loop for a new session, and its serials."""
    native = native_module()
    if native is None:
        return cast(AgendaLoop, reference), Serials()
    return cast(AgendaLoop, native), native.Serials()
