"""Repro files of crashes and mod failures, and the messages that point to them."""

from pathlib import Path

from footfall import __version__
from footfall.bisect.repro import GameFailure, build_crash_failure, build_failure, write_repro
from footfall.engine.model import Command
from footfall.engine.session import Session
from footfall.loader import LoadResult

from .files.paths import repro_path


def report_crash(
    session: Session, loaded: LoadResult, error: BaseException, last: Command | None, path: Path | None = None
) -> str:
    """Writes a repro of a crash; returns a message for the player."""
    failure = build_crash_failure(error, len(session.commands))
    advice = _save_and_advise(session, loaded, failure, last, path)
    return f"the game crashed at turn {session.display.count_turns(session.state.turn)}: {failure.error}\n{advice}"


def report_failure(session: Session, loaded: LoadResult, path: Path | None = None) -> str:
    """Writes a repro of the first contained failure; returns a message for the player, or ``""``."""
    if not session.problems:
        return ""
    first = session.problems[0]
    advice = _save_and_advise(session, loaded, build_failure(first), None, path)
    count = len(session.problems)
    failures = "1 mod failure was" if count == 1 else f"{count} mod failures were"
    return f"{failures} contained; the first: {first}\n{advice}"


def _save_and_advise(
    session: Session, loaded: LoadResult, failure: GameFailure, last: Command | None, path: Path | None
) -> str:
    """Writes a repro, by default to the user's folder; returns how to use it, or why it could not be written."""
    path = path or repro_path(session.rules.game.id, session.state.seed, len(session.commands))
    try:
        write_repro(path, session, loaded.mods, failure, __version__, last)
    except OSError as error:
        return f"no repro was written ({error.strerror or error})"
    return f"to find the mods behind it: footfall bisect {path}"
