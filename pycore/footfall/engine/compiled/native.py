"""Selects the agenda loop: the compiled one with the Rust backend, else the reference, which asks no compiled steps."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, TypeVar, cast

from footfall import kernels

from .. import loop as reference
from ..dice import Serials
from ..host import CompiledStep, Host
from ..model import Cause, Command

T = TypeVar("T")

_native: ModuleType | None
try:
    from footfall import _native
except ImportError:
    _native = None


COMPILED_VARIABLE = "FOOTFALL_COMPILED"
"""The environment variable whose value is one of `COMPILED_MODES`."""

COMPILED_MODES = ("auto", "never", "always")
"""Compiled rules and steps play where they can; never; always, so that a simulation without compiled rules fails."""


class NotCompiledError(Exception):
    """Compiled rules cannot play this; the message gives the reason. The rules in Python can."""


class AgendaLoop(Protocol):
    """The interface of `footfall.engine.loop` and `footfall._native`."""

    def run_agenda(self, session: Host, outcome: Iterable[Any] | None, cause: Cause | None, /) -> None:
        """Applies the outcome of a command, then runs the agenda."""

    def apply_outcome(self, session: Host, outcome: Iterable[Any], cause: Cause, /) -> None:
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


def native_library() -> Path:
    """Returns the file of the framework's native module.

    Raises:
        NotCompiledError: the native module is missing, or the Python backend is in use.
    """
    module = native_module()
    if module is None or not module.__file__:
        raise NotCompiledError("the native module is not in use")
    return Path(module.__file__)


def load_native_module(name: str) -> ModuleType:
    """Loads a game's extension module, which is linked into the framework's native library.

    Args:
        name: full name of the module. It should be outside the package of a plugin, because reloading the plugin must
            not reload it.

    Raises:
        NotCompiledError: the library is not in use, or was built without the module.
    """
    module = sys.modules.get(name) if native_module() else None
    if module is None:
        library = native_library()
        loader = ExtensionFileLoader(name, str(library))
        spec = spec_from_file_location(name, library, loader=loader)
        assert spec is not None, "a spec with a loader is never None"
        try:
            module = module_from_spec(spec)
            loader.exec_module(module)
        except ImportError as error:
            raise NotCompiledError(f"{library.name} was built without {name}: {error}") from None
        sys.modules[name] = module
    return module


def build_native(build: Callable[[Any], T], tools: Any) -> T:
    """Builds an object of the native library.

    Args:
        build: its class.
        tools: the values and functions of the rules in Python that the class reads by name.

    Raises:
        NotCompiledError: the library was built before a change of its inputs.
    """
    try:
        return build(tools)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        text = (
            f"{native_library().name} was built for other rules ({error}); build it again: python -m pip install -e ."
        )
        raise NotCompiledError(text) from error


def list_compiled_steps(
    session: Any, compile_steps: Callable[[Any], Mapping[str | type[Command], CompiledStep]] | None
) -> dict[str | type[Command], CompiledStep]:
    """Returns the compiled steps that a session may use, by name; empty if the rules in Python must play."""
    if compile_steps is None or native_module() is None or os.environ.get(COMPILED_VARIABLE) == "never":
        return {}
    try:
        return dict(compile_steps(session))
    except NotCompiledError:
        return {}


def play_command(session: Any, command: Command, turn: int) -> bool:
    """Whether the compiled copy of a command's handler has carried it out, and the session waits again.

    It is asked under the conditions of compiled steps.
    """
    state, compiled, bound = session.state, session.compiled_steps[type(command)], session.rules.commands[type(command)]
    if bound.spec.handle is not compiled.run or session.tracer is not None or session.dice_source is not None:
        return False
    question, then = state.question, state.then
    if question is None or question.kind != "turn" or command.actor != question.actor or "can_act" in session.dispatch:
        return False
    state.question, state.then, state.turn = None, None, turn
    played: bool = False
    try:
        played = compiled.play(session, session.contexts[bound.mod], command)
    finally:
        if not played:
            state.question, state.then, state.turn = question, then, turn - 1
    if played:
        session.commands.append(command)
        if state.question is None:
            session.run_to_question()
    return played
