"""Dice: one seeded generator, every die logged with purpose, roller and value (K-END-0g)."""

from __future__ import annotations

from typing import Any, Final

from footfall.api import Play

from . import changes as c

NOBODY: Final = -1
"""Roller of dice that nobody in particular rolls (A-17)."""

STAIRS: Final = ("stairs_1", "stairs_2", "stairs_3")


def die(play: Play, out: list[Any], purpose: str, roller: int, faces: int) -> int:
    """Rolls a die; what readers are told of it is added to `out`."""
    value = play.roll(purpose, 1, faces)
    if not play.quiet:
        out.append(c.Roll(purpose, roller, faces, value))
    return value
