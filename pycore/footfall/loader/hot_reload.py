"""Hot reload: a game goes on under a mod's new files in the same situation, or under the old ones if they fail.

What is carried over is what a save holds. The new version is tried first in a copy of the game,
for some commands; the game itself never sees a version that does not load or that raises there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from types import ModuleType

from footfall import __version__, kernels
from footfall.diagnostics.files import ModFiles, format_path
from footfall.diagnostics.findings import Severity
from footfall.engine.bots import list_legal_commands
from footfall.engine.model import Cause
from footfall.engine.problem_log import describe_error
from footfall.engine.saves.save import SaveError, build_sections, restore_session
from footfall.engine.session import Session

from .discovery import get_package_name
from .imports import get_import_source, set_import_source, unload_package
from .load import LoadError, LoadResult

PROBE_COMMANDS = 20
"""Commands that a new version must stand in a copy of the game."""


@dataclass(frozen=True)
class CodeSnapshot:
    """A mod's code as it is imported now, so that it can be put back.

    Attributes:
        loaded: what a game with it is played with.
    """

    loaded: LoadResult
    package: str
    modules: Mapping[str, ModuleType]
    files: tuple[ModFiles, str] | None

    @classmethod
    def capture(cls, mod: str, loaded: LoadResult) -> CodeSnapshot:
        """The version that is imported now."""
        package = get_package_name(mod)
        modules = {n: m for n, m in sys.modules.items() if n == package or n.startswith(package + ".")}
        return cls(loaded, package, modules, get_import_source(package))

    def restore(self) -> None:
        """Makes it the imported one again: what it imports later is its own."""
        unload_package(self.package)
        sys.modules.update(self.modules)
        if self.files is not None:
            set_import_source(self.package, self.files)


@dataclass(frozen=True)
class ReloadResult:
    """How a reload came out.

    Attributes:
        session: the game to go on with: the new one, or the one there was.
        version: what it is played with.
        error: why the new version was not taken; ``""``: it was.
        seconds: how long it took.
    """

    session: Session
    snapshot: CodeSnapshot
    error: str
    seconds: float


class _ReloadError(Exception):
    """The new version will not do."""


class _ProbeSession(Session):
    """A copy of the game that stops at the first failure of a mod and says whose it was."""

    def report_problem(self, cause: Cause, error: BaseException) -> None:
        """See `Session.report_problem`."""
        if isinstance(error, _ReloadError):
            raise error
        raise _ReloadError(
            f"{cause.mod}: {cause.via} failed: {describe_error(error)}\n  at {cause.where}"
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
    """Loads a mod's files anew and goes on in the same situation; if that fails, all is as it was.

    Args:
        session: the game; it is left alone.
        version: what it is played with.
        mod: id of the mod that changed.
        load: loads everything again.
        probe: commands that are tried in a copy first.
    """
    begin = perf_counter()
    try:
        again, fresh = _try_new_version(session, mod, load, probe_commands)
    except _ReloadError as error:
        snapshot.restore()
        return ReloadResult(session, snapshot, str(error), perf_counter() - begin)
    return ReloadResult(fresh, CodeSnapshot.capture(mod, again), "", perf_counter() - begin)


def roll_back(snapshot: CodeSnapshot, sections: Mapping[str, bytes], strict: bool) -> Session:
    """Goes on under an earlier version from what a save held."""
    snapshot.restore()
    return restore_session(snapshot.loaded.rules, sections, "the game", strict=strict)


def _try_new_version(
    session: Session, mod: str, load: Callable[[], LoadResult], probe_commands: int
) -> tuple[LoadResult, Session]:
    try:
        again = load()
    except LoadError as error:
        raise _ReloadError(str(error)) from None
    errors = [f for f in again.findings if f.severity is Severity.ERROR and (f.mod == mod or f.mod_disabled)]
    if mod not in again.rules.mods or any(f.mod == mod for f in errors):
        said_of_it = [f"{f.text} at {f.where}" if f.where else f.text for f in errors]
        raise _ReloadError("\n".join(said_of_it) or f"{mod} is not active any more")
    kept = build_sections(session, __version__)[1]
    try:
        copy = restore_session(again.rules, kept, "the game", strict=True, quiet=True)
        copy.__class__ = _ProbeSession
        for _ in islice(_play_legal_commands(copy), probe_commands):
            pass
        again.rules.game.presentation.scene(copy.context())
        fresh = restore_session(again.rules, kept, "the game", strict=session.strict)
        again.rules.game.presentation.scene(fresh.context())
    except SaveError as error:
        raise _ReloadError(str(error)) from None
    except _ReloadError:
        raise
    except Exception as error:
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        where = f"\n  at {format_path(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}" if trace else ""
        raise _ReloadError(f"{describe_error(error)}{where}") from error
    return again, fresh


def _play_legal_commands(session: Session) -> Iterator[None]:
    """Legal commands, each another."""
    state = session.state
    while options := list_legal_commands(session):
        first = kernels.mix(state.seed, state.turn) % len(options)
        for at in range(len(options)):
            if session.submit(options[(first + at) % len(options)]).refusal is None:
                break
        else:
            return
        yield
