"""Meetings of creatures with the character, as numbers (P-ODDS-3).

A *meeting* of a creature at a place with the character is a number: the distance in cells from bit `DISTANCE` on, and
below it, each with unknown ground open and with it walled, whether the creature sees the character, hears it, and
would hear it if it were hurt.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from footfall.api.grid import Cell

from .chances import number_presence

SEEN, HEARD, HURT_HEARD, DISTANCE = 0, 2, 4, 6
"""The lowest bit of each part of a meeting."""

PERCEIVED = (1 << DISTANCE) - 1
"""The bits of a meeting below the distance."""

WALLED = 16
"""Bits by which places are shifted for unknown ground that is walled; a creature has at most 9 places."""

Numbers = npt.NDArray[np.int64]


class Place(NamedTuple):
    """Where a creature is after its first action.

    Attributes:
        at: array index.
        opened_door: array index of the door that it has opened instead of a step, or None.
    """

    at: Cell
    opened_door: Cell | None = None


def number_meetings(
    distance: Numbers, lines: Iterable[npt.NDArray[np.bool_]], heard: Iterable[npt.NDArray[np.bool_]]
) -> Numbers:
    """The meetings of creatures with the character.

    Args:
        distance: between them, in cells.
        lines: whether the creature sees the character, with unknown ground open and walled.
        heard: whether it hears the character, likewise, and the same if the character were hurt.
    """
    meetings = distance << DISTANCE
    for bit, flags in enumerate((*lines, *heard)):
        meetings |= flags.astype(np.uint8) << bit
    return meetings


def read_presence(meeting: int, ground: tuple[int, int], is_hurt: bool) -> int:
    """The number of a presence (`number_presence`); `ground`: for sight and hearing, 1 if unknown ground is walled."""
    see, hear = ground
    heard = meeting >> (HURT_HEARD if is_hurt else HEARD) + hear & 1
    return number_presence(meeting >> DISTANCE, is_hurt, meeting >> see & 1, heard)


def list_grounds(meetings: Sequence[int], heard: int, may_hurt: bool) -> list[tuple[int, int]]:
    """The choices of unknown ground that matter: for sight and hearing, 0 if it is open, 1 if it is walled.

    Args:
        heard: the places at which the creature hears other noises; see `Crowd.listen`.
        may_hurt: the character may be hurt.
    """
    differ = 0
    for meeting in meetings:
        differ |= meeting ^ meeting >> 1
    hears = differ >> HEARD & 1 or (may_hurt and differ >> HURT_HEARD & 1) or (heard ^ heard >> WALLED) % (1 << WALLED)
    return [(see, hear) for see in range(1 + (differ & 1)) for hear in range(1 + bool(hears))]
