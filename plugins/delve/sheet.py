"""The sheet that zones are drawn on: floor, walls and doors of one level (G-2, G-8).

Rows are kept as integers, one bit for each cell, so that a rectangle is looked at row by row
and not cell by cell. The sheet is unbounded in every direction; it is derived from the record
of zones, never saved.
"""

from __future__ import annotations

from collections.abc import Iterable

from .geometry import Cell, Rect

_MARGIN = 192


class Sheet:
    """Floor, solid (floor, wall or door) and door cells.

    Attributes:
        floor, solid, doors: row of bits by y; bit ``x + shift`` stands for cell x.
        shift: what is added to x to make it a bit.
    """

    __slots__ = ("doors", "floor", "shift", "solid")

    def __init__(self) -> None:
        self.floor: dict[int, int] = {}
        self.solid: dict[int, int] = {}
        self.doors: dict[int, int] = {}
        self.shift = _MARGIN

    def copy(self) -> Sheet:
        """A copy that can be drawn on apart."""
        other = Sheet()
        other.floor, other.solid, other.doors = dict(self.floor), dict(self.solid), dict(self.doors)
        other.shift = self.shift
        return other

    def _bit(self, left: int) -> int:
        """The bit of a column; widens the rows to the west if need be."""
        bit = left + self.shift
        if bit >= 0:
            return bit
        more = _MARGIN - bit
        for plane in (self.floor, self.solid, self.doors):
            for y in plane:
                plane[y] <<= more
        self.shift += more
        return bit + more

    # Looking.

    def no_floor(self, rect: Rect) -> bool:
        """Whether no cell of a rectangle is floor."""
        top, left, height, width = rect
        mask = ((1 << width) - 1) << self._bit(left)
        rows = self.floor
        for y in range(top, top + height):
            if y in rows and rows[y] & mask:
                return False
        return True

    def free(self, rect: Rect) -> bool:
        """Whether no cell of a rectangle is floor, wall or door."""
        top, left, height, width = rect
        mask = ((1 << width) - 1) << self._bit(left)
        rows = self.solid
        for y in range(top, top + height):
            if y in rows and rows[y] & mask:
                return False
        return True

    def all_floor(self, rect: Rect) -> bool:
        """Whether every cell of a rectangle is floor."""
        return self._all(self.floor, rect)

    def no_door(self, rect: Rect) -> bool:
        """Whether no cell of a rectangle is a door."""
        top, left, height, width = rect
        mask = ((1 << width) - 1) << self._bit(left)
        rows = self.doors
        return not any(y in rows and rows[y] & mask for y in range(top, top + height))

    def all_wall(self, rect: Rect) -> bool:
        """Whether every cell of a rectangle is wall, and none a door."""
        return self._all(self.solid, rect) and self.no_floor(rect) and self.no_door(rect)

    def _all(self, rows: dict[int, int], rect: Rect) -> bool:
        top, left, height, width = rect
        mask = ((1 << width) - 1) << self._bit(left)
        return all(y in rows and rows[y] & mask == mask for y in range(top, top + height))

    # Drawing.

    def lay(self, floors: Iterable[Rect], walls: Iterable[Rect], open: Iterable[Rect]) -> None:
        """Draws a zone: its walls, except where they are open, and its floor."""
        walls = tuple(walls)
        self._bit(min(rect[1] for rect in walls))  # widens once, before any bit is counted
        floor, solid = self.floor, self.solid
        gaps: dict[int, int] = {}
        for top, left, height, width in open:
            mask = ((1 << width) - 1) << self._bit(left)
            for y in range(top, top + height):
                gaps[y] = gaps.get(y, 0) | mask
        for top, left, height, width in walls:
            mask = ((1 << width) - 1) << self._bit(left)
            for y in range(top, top + height):
                solid[y] = solid.get(y, 0) | (mask & ~gaps[y] if y in gaps else mask)
        for top, left, height, width in floors:
            mask = ((1 << width) - 1) << self._bit(left)
            for y in range(top, top + height):
                floor[y] = floor.get(y, 0) | mask
                solid[y] = solid.get(y, 0) | mask

    def wall_up(self, rect: Rect) -> None:
        """Turns cells into wall; doors among them stay doors."""
        top, left, height, width = rect
        mask = ((1 << width) - 1) << self._bit(left)
        for y in range(top, top + height):
            self.solid[y] = self.solid.get(y, 0) | mask

    def hang(self, rect: Rect) -> None:
        """Turns wall cells into a door."""
        top, left, height, width = rect
        mask = ((1 << width) - 1) << self._bit(left)
        for y in range(top, top + height):
            self.doors[y] = self.doors.get(y, 0) | mask
            self.solid[y] = self.solid.get(y, 0) | mask

    # Reading out.

    def cells_of(self, rows: dict[int, int]) -> set[Cell]:
        """All cells of one of the planes."""
        shift = self.shift
        found = set()
        for y, bits in rows.items():
            while bits:
                low = bits & -bits
                found.add((y, low.bit_length() - 1 - shift))
                bits ^= low
        return found

    def floor_cells(self) -> set[Cell]:
        """All floor."""
        return self.cells_of(self.floor)

    def door_cells(self) -> set[Cell]:
        """All doors."""
        return self.cells_of(self.doors)

    def wall_cells(self) -> set[Cell]:
        """All walls."""
        return self.cells_of(self.solid) - self.floor_cells() - self.door_cells()
