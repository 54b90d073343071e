"""What of the engine runs compiled with the Rust backend: the agenda loop; else the reference does."""

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
    """What `footfall.engine.loop` and `footfall._native` have in common."""

    def run_agenda(self, session: AgendaHost, outcome: Iterable[Any] | None, cause: Cause | None, /) -> None:
        """Applies what a command led to, then works the agenda off."""

    def apply_outcome(self, session: AgendaHost, outcome: Iterable[Any], cause: Cause, /) -> None:
        """Applies what a step or a command handler returned."""


def native_module() -> ModuleType | None:
    """The native module, if the Rust backend is in use."""
    return _native if kernels.get_backend() == "rust" else None


def create_loop() -> tuple[AgendaLoop, Serials]:
    """The loop for a new session, and its serials."""
    native = native_module()
    if native is None:
        return cast(AgendaLoop, reference), Serials()
    return cast(AgendaLoop, native), native.Serials()
