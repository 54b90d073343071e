"""Safe mode: after three starts that came to nothing, the next one leaves the mods out."""

from __future__ import annotations

import click

from .paths import failed_starts_path

FAILED_STARTS_LIMIT = 3


def register_start() -> bool:
    """Counts a start. Returns whether this one is to do without mods."""
    path = failed_starts_path()
    before = count_failed_starts()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(str(before + 1), encoding="utf-8")
    if before < FAILED_STARTS_LIMIT:
        return False
    click.echo(
        f"the last {before} starts came to nothing: safe mode, without mods. "
        "The next start has them again; see: footfall mods list",
        err=True,
    )
    clear_failed_starts()
    return True


def clear_failed_starts() -> None:
    """The game is on the screen: the start counts no longer."""
    failed_starts_path().unlink(missing_ok=True)


def count_failed_starts() -> int:
    """How many starts in a row came to nothing."""
    try:
        return int(failed_starts_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return 0
