"""Dice, logged with purpose, roller and value (K-END-0g)."""

from __future__ import annotations

from typing import Final

from footfall.api import Context

from . import changes as c

NOBODY: Final = -1
"""The `roller` of dice that no player rolls (A-17)."""

STAIRS_ROLLS: Final = ("stairs_1", "stairs_2", "stairs_3")


def roll_die(ctx: Context, changes: c.Changes, purpose: str, roller: int, faces: int) -> int:
    """Rolls a die (1..faces), and adds its log entry to `changes` unless the session is quiet."""
    value = ctx.roll(purpose, 1, faces)
    if not ctx.quiet:
        changes.append(c.LogRoll(purpose, roller, faces, value))
    return value
