"""Places for a door on a wall, all slots of it at once (G-9, G-11, G-12).

A set of slots is an integer with a bit for each. Bits count from the north or west end of the
wall, whichever way its slots count; `anchors` reads them out in the order they are tried. Bits beyond
the last slot mean nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from .geometry import Cell, Heading, Rect, slots
from .shape import LANES, SMALL, Wall
from .sheet import Sheet

_REACH = SMALL - 1
"""How far beyond the ends of a wall a 5×5 room behind it, with its own walls, can lie."""


def anchors(wall: Wall, width: int, found: int) -> Iterator[Cell]:
    """The anchors of a set of slots, middle first (G-9)."""
    last = wall.length - width
    turned = wall.along in _TURNED
    for slot in slots(wall.length, width) if found else ():
        if found >> (last - slot if turned else slot) & 1:
            yield wall.anchor(slot)


def first(wall: Wall, width: int, found: int) -> Cell | None:
    """The first of `anchors`."""
    for at in anchors(wall, width, found):
        return at
    return None


_TURNED = (Heading.N, Heading.W)
"""Along these, slots count the other way than bits."""


def hangable(sheet: Sheet, wall: Wall, width: int) -> int:
    """Slots whose door cells are wall; none if the wall carries a door already (G-11)."""
    return _all(sheet.plain(wall.rect), width)


def viable(sheet: Sheet, wall: Wall, width: int, bounds: Rect | None) -> int:
    """Slots behind which a 5×5 room would be legal (G-12)."""
    top, left, _, wide = wall.rect
    upright = wide == 1
    long = wall.length + 2 * _REACH
    if upright:
        ring = top - _REACH, left if wall.heading == Heading.E else left - SMALL - 1, long, SMALL + 2
    else:
        ring = top if wall.heading == Heading.S else top - SMALL - 1, left - _REACH, SMALL + 2, long
    taken, touched = sheet.strip(ring, upright)
    if bounds is not None:
        touched |= _outside(ring, bounds, upright)
    taken |= taken >> 1  # a room is 5 cells long: none of these may be taken ...
    taken |= taken >> 2
    taken |= taken >> 1
    touched |= touched >> 1  # ... and with its walls 7, none of which may be floor
    touched |= touched >> 2
    touched |= touched >> 3
    rooms = ~(taken | touched << 1) >> (width - 1)
    rooms |= rooms >> 1  # a room may begin up to 5 - width cells before the door (G-6)
    return rooms | rooms >> 2 if width == LANES else rooms


def opposite(sheet: Sheet, wall: Wall, width: int) -> int:
    """Slots whose threshold cells are floor; `drawing.facing` says whose (G-12)."""
    return _all(sheet.line(sheet.floor, _ahead(wall), wall.rect[3] == 1), width)


def pocket(sheet: Sheet, wall: Wall, width: int, bounds: Rect | None) -> int:
    """Slots whose threshold cells are merely free (G-12)."""
    ahead, upright = _ahead(wall), wall.rect[3] == 1
    taken = sheet.line(sheet.solid, ahead, upright)
    if bounds is not None:
        taken |= _outside(ahead, bounds, upright)
    return _all(~taken, width)


def _ahead(wall: Wall) -> Rect:
    """The cells right behind a wall."""
    top, left, height, width = wall.rect
    if wall.heading == Heading.N:
        return top - 1, left, height, width
    if wall.heading == Heading.S:
        return top + 1, left, height, width
    return top, left + (1 if wall.heading == Heading.E else -1), height, width


def _all(bits: int, width: int) -> int:
    """Where all cells that a door of `width` covers from here on are set."""
    bits &= bits >> 1
    return bits if width == LANES else bits & bits >> 2


def _outside(rect: Rect, bounds: Rect, upright: bool) -> int:
    """Which rows (upright) or columns of a rectangle are not wholly within the bounds."""
    first, long = (rect[0], rect[2]) if upright else (rect[1], rect[3])
    start, size = (bounds[0], bounds[2]) if upright else (bounds[1], bounds[3])
    across, deep = (rect[1], rect[3]) if upright else (rect[0], rect[2])
    begin, room = (bounds[1], bounds[3]) if upright else (bounds[0], bounds[2])
    if across < begin or across + deep > begin + room:
        return (1 << long) - 1
    return sum(1 << n for n in range(long) if not start <= first + n < start + size)
