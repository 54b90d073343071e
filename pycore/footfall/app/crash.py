"""What is left when something failed: a repro, and the words that say so."""

from __future__ import annotations

from pathlib import Path

from footfall import __version__
from footfall.bisect.repro import GameFailure, build_crash_failure, build_failure, write_repro
from footfall.engine.model import Command
from footfall.engine.session import Session
from footfall.loader import LoadResult

from .paths import repro_path


def save_repro(
    session: Session,
    loaded: LoadResult,
    failure: GameFailure,
    last: Command | None = None,
    path: Path | None = None,
) -> Path:
    """Writes a repro, by default where repros live."""
    path = path or repro_path(session.rules.game.id, session.state.seed, len(session.commands))
    write_repro(path, session, loaded.mods, failure, __version__, last)
    return path


def report_crash(
    session: Session, loaded: LoadResult, error: BaseException, last: Command | None, path: Path | None = None
) -> str:
    """Keeps a repro of a crash; returns what to tell the player."""
    failure = build_crash_failure(error, len(session.commands))
    path = save_repro(session, loaded, failure, last, path)
    return (
        f"the game crashed at turn {session.state.turn}: {failure.error}\n"
        f"to find out whether a mod did it: footfall bisect {path}"
    )


def report_failure(session: Session, loaded: LoadResult, path: Path | None = None) -> str:
    """Keeps a repro of the first contained failure, if there was one; returns what to tell the player."""
    if not session.problems:
        return ""
    first = session.problems[0]
    path = save_repro(session, loaded, build_failure(first), None, path)
    count = len(session.problems)
    failures = "a failure of a mod was" if count == 1 else f"{count} failures of mods were"
    return f"{failures} contained; the first: {first}\nto find all mods it takes: footfall bisect {path}"
