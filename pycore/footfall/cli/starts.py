"""Safe mode: after three starts that came to nothing, the next one leaves the mods out."""

from __future__ import annotations

import click

from .places import starts_path

SAFE_AFTER = 3


def begun() -> bool:
    """Counts a start. Returns whether this one is to do without mods."""
    path = starts_path()
    before = count()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(str(before + 1), encoding="utf-8")
    if before < SAFE_AFTER:
        return False
    click.echo(
        f"the last {before} starts came to nothing: safe mode, without mods. "
        "The next start has them again; see: footfall mods list",
        err=True,
    )
    came_up()
    return True


def came_up() -> None:
    """The game is on the screen: the start counts no longer."""
    starts_path().unlink(missing_ok=True)


def count() -> int:
    """How many starts in a row came to nothing."""
    try:
        return int(starts_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return 0
