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
from footfall.content.files import Files, show
from footfall.content.findings import Level
from footfall.engine.bots import legal_commands
from footfall.engine.model import Cause
from footfall.engine.problems import said
from footfall.engine.save import BadSave, revived, sections_of
from footfall.engine.session import Session

from .discovery import package_name
from .imports import announced, forget
from .load import Loaded, LoadError

PROBE = 20
"""Commands that a new version must stand in a copy of the game."""


@dataclass(frozen=True)
class Version:
    """A mod's code as it is imported now, so that it can be put back.

    Attributes:
        loaded: what a game with it is played with.
    """

    loaded: Loaded
    package: str
    modules: Mapping[str, ModuleType]
    files: tuple[Files, str] | None

    @classmethod
    def of(cls, mod: str, loaded: Loaded) -> Version:
        """The version that is imported now."""
        package = package_name(mod)
        modules = {n: m for n, m in sys.modules.items() if n == package or n.startswith(package + ".")}
        return cls(loaded, package, modules, announced(package))

    def put_back(self) -> None:
        """Makes it the imported one again: what it imports later is its own."""
        forget(self.package)
        sys.modules.update(self.modules)
        announced(self.package, self.files)


@dataclass(frozen=True)
class Reloaded:
    """How a reload came out.

    Attributes:
        session: the game to go on with: the new one, or the one there was.
        version: what it is played with.
        error: why the new version was not taken; ``""``: it was.
        seconds: how long it took.
    """

    session: Session
    version: Version
    error: str
    seconds: float


class _Failed(Exception):
    """The new version will not do."""


class _Probe(Session):
    """A copy of the game that stops at the first failure of a mod and says whose it was."""

    def fail(self, cause: Cause, error: BaseException) -> None:
        """See `Session.fail`."""
        if isinstance(error, _Failed):
            raise error
        raise _Failed(f"{cause.mod}: {cause.via} failed: {said(error)}\n  at {cause.where}") from error

    def suspend(self, cause: Cause, error: BaseException) -> None:
        """See `Session.suspend`."""
        self.fail(cause, error)


def reload(
    session: Session, version: Version, mod: str, load: Callable[[], Loaded], *, probe: int = PROBE
) -> Reloaded:
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
        again, fresh = _tried(session, mod, load, probe)
    except _Failed as error:
        version.put_back()
        return Reloaded(session, version, str(error), perf_counter() - begin)
    return Reloaded(fresh, Version.of(mod, again), "", perf_counter() - begin)


def taken_back(version: Version, kept: Mapping[str, bytes], strict: bool) -> Session:
    """Goes on under an earlier version from what a save held."""
    version.put_back()
    return revived(version.loaded.rules, kept, "the game", strict=strict)


def _tried(session: Session, mod: str, load: Callable[[], Loaded], probe: int) -> tuple[Loaded, Session]:
    try:
        again = load()
    except LoadError as error:
        raise _Failed(str(error)) from None
    errors = [f for f in again.problems if f.level is Level.ERROR and (f.mod == mod or f.off)]
    if mod not in again.rules.mods or any(f.mod == mod for f in errors):
        said_of_it = [f"{f.text} at {f.where}" if f.where else f.text for f in errors]
        raise _Failed("\n".join(said_of_it) or f"{mod} is not active any more")
    kept = sections_of(session, __version__)[1]
    try:
        copy = revived(again.rules, kept, "the game", strict=True, quiet=True)
        copy.__class__ = _Probe
        for _ in islice(_played(copy), probe):
            pass
        again.rules.game.scene(copy.play())
        fresh = revived(again.rules, kept, "the game", strict=session.strict)
        again.rules.game.scene(fresh.play())
    except BadSave as error:
        raise _Failed(str(error)) from None
    except _Failed:
        raise
    except Exception as error:
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        where = f"\n  at {show(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}" if trace else ""
        raise _Failed(f"{said(error)}{where}") from error
    return again, fresh


def _played(session: Session) -> Iterator[None]:
    """Legal commands, each another."""
    state = session.state
    while options := legal_commands(session):
        first = kernels.mix(state.seed, state.turn) % len(options)
        for at in range(len(options)):
            if session.step(options[(first + at) % len(options)]).refused is None:
                break
        else:
            return
        yield
