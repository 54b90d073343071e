"""Headings, entry frames, rectangles, slots (G-1, G-4, G-9); no state.

Cells are ``(y, x)``, y to the south and x to the east (G-1). A rectangle is
``(top, left, height, width)`` in cells.
"""

from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from typing import TypeAlias

from footfall.api.grid import Cell as Cell, Coordinate

CellRect: TypeAlias = tuple[Coordinate, Coordinate, Coordinate, Coordinate]


class Heading(IntEnum):
    """A compass heading (G-1); a quarter turn to the right adds one."""

    N = 0
    E = 1
    S = 2
    W = 3


HEADING_STEPS: tuple[Cell, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""One cell ahead, by heading."""


HEADINGS = tuple(Heading)
"""All headings by number."""

_RIGHT = (Heading.E, Heading.S, Heading.W, Heading.N)
_LEFT = (Heading.W, Heading.N, Heading.E, Heading.S)


def turn_right(heading: int) -> Heading:
    """The heading to the right (G-1)."""
    return _RIGHT[heading]


def turn_left(heading: int) -> Heading:
    """The heading to the left (G-1)."""
    return _LEFT[heading]


def frame_cell(at: Cell, heading: int, u: int, v: int) -> Cell:
    """A cell of an entry frame (G-4): `u` ahead of `at`, `v` to the right."""
    y, x = at
    if heading == 0:
        return y - u, x + v
    if heading == 1:
        return y + v, x + u
    if heading == 2:
        return y + u, x - v
    return y - v, x - u


def frame_rect(at: Cell, heading: int, u0: int, u1: int, v0: int, v1: int) -> CellRect:
    """The rectangle of an entry frame (G-4) from ``u0..u1`` and ``v0..v1``, ends included."""
    y, x = at
    if heading == 0:
        return y - u1, x + v0, u1 - u0 + 1, v1 - v0 + 1
    if heading == 1:
        return y + v0, x + u0, v1 - v0 + 1, u1 - u0 + 1
    if heading == 2:
        return y + u0, x - v1, u1 - u0 + 1, v1 - v0 + 1
    return y - v1, x - u1, v1 - v0 + 1, u1 - u0 + 1


def to_tiles(rect: CellRect, thickness: int) -> CellRect:
    """The tiles of a rectangle of cells (G-2).

    A tile is a position of the drawn grid. If walls are cells, tiles are cells. If walls are edges, cell (y, x) is
    tile (2y, 2x), and the tiles between are edges and corners.
    """
    if thickness:
        return rect
    top, left, height, width = rect
    return 2 * top, 2 * left, 2 * height - 1, 2 * width - 1


def shift_rect(rect: CellRect, heading: int, steps: int) -> CellRect:
    """A rectangle moved along a heading."""
    dy, dx = HEADING_STEPS[heading]
    return rect[0] + dy * steps, rect[1] + dx * steps, rect[2], rect[3]


def list_cells(rect: CellRect) -> list[Cell]:
    """All cells of a rectangle, row by row."""
    top, left, height, width = rect
    return [(y, x) for y in range(top, top + height) for x in range(left, left + width)]


def contains(rect: CellRect, at: Cell) -> bool:
    """Whether a cell lies in a rectangle."""
    top, left, height, width = rect
    return top <= at[0] < top + height and left <= at[1] < left + width


def is_within(inner: CellRect, outer: CellRect) -> bool:
    """Whether a rectangle lies completely inside another."""
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and inner[0] + inner[2] <= outer[0] + outer[2]
        and inner[1] + inner[3] <= outer[1] + outer[3]
    )


def bounding_rect(rects: Sequence[CellRect]) -> CellRect:
    """The smallest rectangle that holds all of `rects`."""
    top, left, height, width = rects[0]
    bottom, end = top + height, left + width
    for y, x, tall, wide in rects[1:]:
        top, left = min(top, y), min(left, x)
        bottom, end = max(bottom, y + tall), max(end, x + wide)
    return top, left, bottom - top, end - left


@cache
def order_slots(length: int, span: int = 2) -> tuple[int, ...]:
    """The order in which positions of a span along a wall are tried: middle first (G-9).

    ``order_slots(5)`` is 1, 2, 0, 3 and ``order_slots(10)`` is 4, 5, 3, 6, 2, 7, 1, 8, 0.
    """
    last = length - span
    middle = last // 2
    order = [middle]
    for away in range(1, length):
        order += [middle + away, middle - away]
    return tuple(k for k in order if 0 <= k <= last)
