"""A bitmap of floor, walls and doors of one level (G-2, G-8).

Rows are integers with one bit per cell, so rectangles are tested row by row. The bitmap is unbounded in every
direction, derived from the zones, and never saved.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from .geometry import Cell, CellRect, to_tiles

_MARGIN = 64


class Bitmap:
    """Floor, solid (floor, wall or door) and door cells.

    Attributes:
        floor, solid, doors: row of bits by y; bit ``x + shift`` stands for cell x.
        shift: added to x to give the bit number.
        version: number of drawing operations.
    """

    __slots__ = ("doors", "floor", "shift", "solid", "version")

    thickness: ClassVar[int] = 1
    """Thickness of walls (G-2)."""

    def __init__(self) -> None:
        self.floor: dict[int, int] = {}
        self.solid: dict[int, int] = {}
        self.doors: dict[int, int] = {}
        self.shift = _MARGIN
        self.version = 0

    def copy(self) -> Bitmap:
        """An independent copy."""
        other = type(self)()
        other.floor, other.solid, other.doors = dict(self.floor), dict(self.solid), dict(self.doors)
        other.shift, other.version = self.shift, self.version
        return other

    def _column_bit(self, left: int) -> int:
        """The bit of a column; widens the rows to the west if necessary."""
        bit = left + self.shift
        if bit >= 0:
            return bit
        more = _MARGIN - bit
        for plane in (self.floor, self.solid, self.doors):
            for y in plane:
                plane[y] <<= more
        self.shift += more
        return bit + more

    # Queries.

    def has_no_floor(self, rect: CellRect) -> bool:
        """Whether no cell of a rectangle is floor."""
        return self._is_empty(self.floor, rect)

    def is_free(self, rect: CellRect) -> bool:
        """Whether no cell of a rectangle is floor, wall or door."""
        return self._is_empty(self.solid, rect)

    def is_all_floor(self, rect: CellRect) -> bool:
        """Whether every cell of a rectangle is floor."""
        top, left, height, width = rect
        bit = left + self.shift
        mask = ((1 << width) - 1) << (bit if bit >= 0 else self._column_bit(left))
        for y in range(top, top + height):  # noqa: SIM110
            if y not in self.floor or self.floor[y] & mask != mask:
                return False
        return True

    def project_plane(self, plane: dict[int, int], rect: CellRect, vertical: bool) -> int:
        """Columns of a rectangle (rows, if `vertical`) with a cell of a plane, as bits from the first."""
        top, left, height, width = rect
        bit = left + self.shift
        if bit < 0:
            bit = self._column_bit(left)
        mask = (1 << width) - 1
        columns = 0
        if vertical:
            mask <<= bit
            for n in range(height):
                if top + n in plane and plane[top + n] & mask:
                    columns |= 1 << n
            return columns
        for y in range(top, top + height):
            if y in plane:
                columns |= plane[y]
        return columns >> bit & mask

    def project_strip(self, rect: CellRect, vertical: bool) -> tuple[int, int]:
        """Two sets of columns of a rectangle (rows, if `vertical`), as bits from the first.

        Returns:
            Those with a solid cell between their first and last cell, and those with floor.
        """
        top, left, height, width = rect
        bit = left + self.shift
        if bit < 0:
            bit = self._column_bit(left)
        floor, solid = self.floor, self.solid
        taken = touched = 0
        if vertical:
            outer = (1 << width) - 1 << bit
            inner = (1 << width - 2) - 1 << bit + 1
            one = 1
            for y in range(top, top + height):
                if y in solid:
                    if solid[y] & inner:
                        taken |= one
                    if y in floor and floor[y] & outer:
                        touched |= one
                one <<= 1
            return taken, touched
        mask, last = (1 << width) - 1, top + height - 1
        for y in range(top, last + 1):
            if y in floor:
                touched |= floor[y]
            if y in solid and top < y < last:
                taken |= solid[y]
        return taken >> bit & mask, touched >> bit & mask

    def find_plain_wall(self, rect: CellRect) -> int:
        """Cells of a wall that are wall, as bits from the first; 0 if the wall has a door.

        Args:
            rect: one cell wide or high.
        """
        top, left, height, width = rect
        bit = left + self.shift
        if bit < 0:
            bit = self._column_bit(left)
        floor, solid, doors = self.floor, self.solid, self.doors
        if height == 1:
            mask = (1 << width) - 1
            if top not in solid or (top in doors and doors[top] >> bit & mask):
                return 0
            return (solid[top] & ~floor[top] if top in floor else solid[top]) >> bit & mask
        found, mask = 0, 1 << bit
        for n, y in enumerate(range(top, top + height)):
            if y in doors and doors[y] & mask:
                return 0
            if y in solid and solid[y] & mask and not (y in floor and floor[y] & mask):
                found |= 1 << n
        return found

    def _is_empty(self, rows: dict[int, int], rect: CellRect) -> bool:
        top, left, height, width = rect
        bit = left + self.shift
        mask = ((1 << width) - 1) << (bit if bit >= 0 else self._column_bit(left))
        for y in range(top, top + height):  # noqa: SIM110  -- the innermost loop of a batch
            if y in rows and rows[y] & mask:
                return False
        return True

    # Drawing.

    def draw_floors(self, floors: Iterable[CellRect], gaps: Iterable[CellRect]) -> None:
        """Draws a zone: its floor, surrounded by walls except in the gaps (G-2)."""
        floors = tuple(floors)
        self.version += 1
        self._column_bit(min(rect[1] for rect in floors) - 1)  # widens once, before bits are computed
        floor, solid, shift = self.floor, self.solid, self.shift
        spared: dict[int, int] = {}
        for top, left, height, width in gaps:
            mask = ((1 << width) - 1) << (left + shift)
            for y in range(top, top + height):
                spared[y] = spared.get(y, 0) | mask
        for top, left, height, width in floors:
            inner = ((1 << width) - 1) << (left + shift)
            outer = inner << 1 | inner | inner >> 1
            for y in range(top - 1, top + height + 1):
                wall = outer & ~spared[y] if y in spared else outer
                solid[y] = solid[y] | wall if y in solid else wall
                if top <= y < top + height:
                    floor[y] = floor[y] | inner if y in floor else inner

    def draw_wall(self, rect: CellRect) -> None:
        """Turns cells into wall; doors among them stay doors."""
        self.version += 1
        top, left, height, width = rect
        mask = ((1 << width) - 1) << self._column_bit(left)
        for y in range(top, top + height):
            self.solid[y] = self.solid.get(y, 0) | mask

    def draw_door(self, rect: CellRect) -> None:
        """Turns wall cells into a door."""
        self.version += 1
        top, left, height, width = rect
        mask = ((1 << width) - 1) << self._column_bit(left)
        for y in range(top, top + height):
            self.doors[y] = self.doors.get(y, 0) | mask
            self.solid[y] = self.solid.get(y, 0) | mask

    # Cells.

    def list_plane_cells(self, rows: dict[int, int]) -> set[Cell]:
        """All cells of one of the planes."""
        shift = self.shift
        cells = set()
        for y, bits in rows.items():
            while bits:
                low = bits & -bits
                cells.add((y, low.bit_length() - 1 - shift))
                bits ^= low
        return cells

    def list_floor_cells(self) -> set[Cell]:
        """All floor cells."""
        return self.list_plane_cells(self.floor)

    def list_door_cells(self) -> set[Cell]:
        """All door cells."""
        return self.list_plane_cells(self.doors)

    def list_wall_cells(self) -> set[Cell]:
        """All wall cells."""
        return self.list_plane_cells(self.solid) - self.list_floor_cells() - self.list_door_cells()


class EdgeBitmap(Bitmap):
    """The tiles of a level whose walls are edges (`geometry.to_tiles`); questions about floor take cells."""

    __slots__ = ()

    thickness: ClassVar[int] = 0

    def has_no_floor(self, rect: CellRect) -> bool:
        """See `Bitmap.has_no_floor`; a rectangle of cells."""
        return super().has_no_floor(to_tiles(rect, 0))

    def is_free(self, rect: CellRect) -> bool:
        """See `Bitmap.is_free`; a rectangle of cells."""
        return super().is_free(to_tiles(rect, 0))

    def is_all_floor(self, rect: CellRect) -> bool:
        """See `Bitmap.is_all_floor`; a rectangle of cells, with the edges between them."""
        return super().is_all_floor(to_tiles(rect, 0))

    def find_plain_wall(self, rect: CellRect) -> int:
        """See `Bitmap.find_plain_wall`: a rectangle of tiles that begins with an edge; one bit per edge."""
        tiles = super().find_plain_wall(rect)
        return sum(1 << n for n in range(max(rect[2], rect[3]) // 2 + 1) if tiles >> 2 * n & 1)


def make_bitmap(thickness: int) -> Bitmap:
    """An empty bitmap for walls of this thickness."""
    return Bitmap() if thickness else EdgeBitmap()
