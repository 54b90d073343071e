"""Safe mode: after three failed starts in a row, the next start loads no mods."""

from __future__ import annotations

from .paths import start_count_path

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
