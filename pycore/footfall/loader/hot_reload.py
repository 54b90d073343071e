"""Hot reload: continue the current game with a mod's new code, or roll back if it fails.

The game is transferred as a save. The new version first plays some commands in a copy of the game; if it
fails to load or raises an exception there, it never reaches the game itself.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from time import perf_counter
from types import ModuleType

import msgspec

from footfall import __version__, kernels
from footfall.diagnostics.files import ModFiles, format_path
from footfall.diagnostics.findings import Severity
from footfall.engine.bots import list_legal_commands
from footfall.engine.guards.problem_log import describe_error, is_contained
from footfall.engine.model import Cause
from footfall.engine.saves.save import SaveError, build_sections, restore_session
from footfall.engine.session import Session

from .discovery import get_package_name
from .isolation.imports import list_import_sources, unload_package
from .load import LoadError, LoadResult

PROBE_COMMANDS = 20
"""Number of commands that a new version must survive in a copy of the game."""


class CodeSnapshot(msgspec.Struct, frozen=True):
    """A mod's imported code, for rolling back."""

    result: LoadResult
    package: str
    modules: Mapping[str, ModuleType]
    files: tuple[ModFiles, str] | None

    @classmethod
    def capture(cls, mod: str, loaded: LoadResult) -> CodeSnapshot:
        """Captures the version that is imported now."""
        package = get_package_name(mod)
        modules = {n: m for n, m in sys.modules.items() if n == package or n.startswith(package + ".")}
        return cls(loaded, package, modules, list_import_sources().get(package))

    def restore(self) -> None:
        """Restores this version, for later imports as well."""
        unload_package(self.package)
        sys.modules.update(self.modules)
        if self.files is not None:
            list_import_sources()[self.package] = self.files


class ReloadResult(msgspec.Struct, frozen=True):
    """The result of a reload.

    Attributes:
        session: the session to continue: the new one, or the old one after a failure.
        error: why the new version was rejected; ``""`` on success.
        seconds: duration of the reload.
    """

    session: Session
    snapshot: CodeSnapshot
    error: str
    seconds: float


class _ReloadError(Exception):
    """The new version failed."""


class _ProbeSession(Session):
    """A copy of the game that stops at the first failure of a mod."""

    def report_problem(self, cause: Cause, error: BaseException, place: str = "") -> None:
        """See `Session.report_problem`."""
        if isinstance(error, _ReloadError) or not is_contained(error):
            raise error
        raise _ReloadError(
            f"{cause.mod}: {cause.via} failed: {describe_error(error)}\n  at {place or cause.location}"
        ) from error

    def suspend(self, cause: Cause, error: BaseException) -> None:
        """See `Session.suspend`."""
        self.report_problem(cause, error)


def reload_mod(
    session: Session,
    snapshot: CodeSnapshot,
    mod: str,
    load: Callable[[], LoadResult],
    *,
    probe_commands: int = PROBE_COMMANDS,
) -> ReloadResult:
    """Reloads a mod's files and continues the game with them; after a failure nothing has changed.

    Args:
        session: the game; it is not modified.
        probe_commands: number of commands to play in a copy first.
    """
    begin = perf_counter()
    try:
        loaded, new_session = _try_new_version(session, mod, load, probe_commands)
    except _ReloadError as error:
        snapshot.restore()
        return ReloadResult(session, snapshot, str(error), perf_counter() - begin)
    return ReloadResult(new_session, CodeSnapshot.capture(mod, loaded), "", perf_counter() - begin)


def roll_back(snapshot: CodeSnapshot, sections: Mapping[str, bytes], strict: bool) -> Session:
    """Continues with an earlier version from the sections of a save."""
    snapshot.restore()
    return restore_session(snapshot.result.rules, sections, "the game", strict=strict)


def _try_new_version(
    session: Session, mod: str, load: Callable[[], LoadResult], probe_commands: int
) -> tuple[LoadResult, Session]:
    try:
        loaded = load()
    except LoadError as error:
        raise _ReloadError(str(error)) from None
    errors = [f for f in loaded.findings if f.severity is Severity.ERROR and (f.mod == mod or f.disables_mod)]
    if mod not in loaded.rules.mods or any(f.mod == mod for f in errors):
        messages = [f"{f.text} at {f.location}" if f.location else f.text for f in errors]
        raise _ReloadError("\n".join(messages) or f"{mod} is no longer active")
    sections = build_sections(session, __version__)[1]
    try:
        copy = restore_session(loaded.rules, sections, "the game", _ProbeSession, strict=True, quiet=True)
        for _ in islice(_play_legal_commands(copy), probe_commands):
            pass
        loaded.rules.game.presentation.scene(copy.context())
        new_session = restore_session(loaded.rules, sections, "the game", strict=session.strict)
        loaded.rules.game.presentation.scene(new_session.context())
    except SaveError as error:
        raise _ReloadError(str(error)) from None
    except _ReloadError:
        raise
    except Exception as error:
        *_, last = traceback.extract_tb(error.__traceback__)
        raise _ReloadError(f"{describe_error(error)}\n  at {format_path(last.filename)}:{last.lineno}") from error
    return loaded, new_session


def _play_legal_commands(session: Session) -> Iterator[None]:
    """Submits varying legal commands, one per iteration, until none is accepted."""
    state = session.state
    while options := list_legal_commands(session):
        first = kernels.mix(state.seed, state.turn) % len(options)
        for at in range(len(options)):
            if session.submit(options[(first + at) % len(options)]).refusal is None:
                break
        else:
            return
        yield
