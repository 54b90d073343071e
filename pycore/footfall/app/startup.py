"""The start of the program: safe mode after failed starts, the lock of the save, news of retractions."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from footfall.engine.saves.file_lock import FileInUseError, hold_lock
from footfall.loader.profiles.retractions import has_index_changed

from .files.paths import start_count_path

FAILED_STARTS_LIMIT = 3
"""Failed starts in a row before safe mode."""


def register_start() -> str:
    """Counts a start. Returns a notice if this start is in safe mode, else ``""``."""
    path = start_count_path()
    before = count_failed_starts()
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        path.write_text(str(before + 1), encoding="utf-8")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None  # a full disk names no file
    if before < FAILED_STARTS_LIMIT:
        return ""
    clear_failed_starts()
    return (
        f"the last {before} starts failed: safe mode, without mods. "
        "The next start loads them again; see: footfall mods list"
    )


def clear_failed_starts() -> None:
    """Resets the count: the game runs, or the user's mistake was reported."""
    start_count_path().unlink(missing_ok=True)


def count_failed_starts() -> int:
    """Returns the number of failed starts in a row."""
    try:
        return int(start_count_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return 0


class SaveInUseError(Exception):
    """Another program plays this save. Its message is for the player."""


@contextmanager
def lock_save(path: Path) -> Iterator[None]:
    """Holds the lock of a save.

    Raises:
        SaveInUseError: another program holds it.
        OSError: the lock file cannot be written.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(hold_lock(path.with_suffix(".lock")))
        except FileInUseError as error:
            raise SaveInUseError(_describe_owner(path, error.owner)) from None
        yield


def _describe_owner(path: Path, owner: str) -> str:
    process = f" (process {owner})" if owner else ""
    return (
        f"{path} is being played by another footfall{process}\nclose that game first; "
        f"to look on without playing: footfall replay {path.with_suffix('.replay')} --watch"
    )


def refresh_retractions() -> None:
    """Records what the indexes in folders say about installed mods, if one was changed; uses no connection."""
    if has_index_changed():
        from footfall.sharing.index.format import IndexFileError  # only here: it takes a tenth of a start
        from footfall.sharing.sources import open_copies, record_retractions

        with suppress(IndexFileError, OSError):  # reported where the indexes are needed
            record_retractions(open_copies(datetime.date.today()))
