"""What is left when something failed: a repro, and the words that say so."""

from __future__ import annotations

from pathlib import Path

from footfall import __version__
from footfall.bisect.repro import Failure, crash_of, failure_of, write
from footfall.engine.model import Command
from footfall.engine.session import Session
from footfall.loader import Loaded

from .places import repro_path


def keep(
    session: Session, loaded: Loaded, failure: Failure, last: Command | None = None, path: Path | None = None
) -> Path:
    """Writes a repro, by default where repros live."""
    path = path or repro_path(session.rules.game.id, session.state.seed, len(session.commands))
    write(path, session, loaded.mods, failure, __version__, last)
    return path


def crashed(
    session: Session, loaded: Loaded, error: BaseException, last: Command | None, path: Path | None = None
) -> str:
    """Keeps a repro of a crash; returns what to tell the player."""
    failure = crash_of(error, len(session.commands))
    path = keep(session, loaded, failure, last, path)
    return (
        f"the game crashed at turn {session.state.turn}: {failure.error}\n"
        f"to find out whether a mod did it: footfall bisect {path}"
    )


def failed(session: Session, loaded: Loaded, path: Path | None = None) -> str:
    """Keeps a repro of the first contained failure, if there was one; returns what to tell the player."""
    if not session.problems:
        return ""
    first = session.problems[0]
    path = keep(session, loaded, failure_of(first), None, path)
    count = len(session.problems)
    failures = "a failure of a mod was" if count == 1 else f"{count} failures of mods were"
    return f"{failures} contained; the first: {first}\nto find all mods it takes: footfall bisect {path}"
