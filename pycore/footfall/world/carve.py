"""Shapes, corridors, doors and columns: what generators share (R-GEN-4). Pure functions over masks and cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

Cell = tuple[int, int]
Mask = npt.NDArray[np.bool_]
ORTHOGONAL: tuple[Cell, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))


def rectangle(height: int, width: int) -> Mask:
    """All of the box."""
    return np.ones((height, width), np.bool_)


def ellipse(height: int, width: int) -> Mask:
    """The cells whose centres lie within the ellipse that fills the box, in integers."""
    y = 2 * np.arange(height)[:, None] - (height - 1)
    x = 2 * np.arange(width)[None, :] - (width - 1)
    inside: Mask = (y * width) ** 2 + (x * height) ** 2 <= (height * width) ** 2
    return inside


def circle(height: int, width: int) -> Mask:
    """The widest circle that fits the box, in its middle."""
    side = min(height, width)
    found = np.zeros((height, width), np.bool_)
    top, left = (height - side) // 2, (width - side) // 2
    found[top : top + side, left : left + side] = ellipse(side, side)
    return found


def cross(height: int, width: int) -> Mask:
    """Two bars, each a third of the box wide, through its middle."""
    found = np.zeros((height, width), np.bool_)
    thick_y, thick_x = max(1, height // 3), max(1, width // 3)
    top, left = (height - thick_y) // 2, (width - thick_x) // 2
    found[top : top + thick_y, :] = True
    found[:, left : left + thick_x] = True
    return found


SHAPES: dict[str, Callable[[int, int], Mask]] = {
    "rectangle": rectangle,
    "circle": circle,
    "ellipse": ellipse,
    "cross": cross,
}
"""Room shapes by name."""


def spanning_tree(points: Sequence[Cell]) -> list[tuple[int, int]]:
    """The minimum spanning tree on Manhattan distance (Prim), as pairs of indices; ties go to the lowest index."""
    if len(points) < 2:
        return []
    best = {
        i: (abs(points[i][0] - points[0][0]) + abs(points[i][1] - points[0][1]), 0)
        for i in range(1, len(points))
    }
    edges = []
    while best:
        i = min(best, key=lambda j: (best[j][0], j))
        edges.append((best.pop(i)[1], i))
        for j, (old, _) in best.items():
            new = abs(points[i][0] - points[j][0]) + abs(points[i][1] - points[j][1])
            if new < old:
                best[j] = (new, i)
    return edges


def l_corridor(a: Cell, b: Cell, horizontal_first: bool) -> list[Cell]:
    """The cells of an L-shaped corridor from `a` to `b`, both included."""
    corner = (a[0], b[1]) if horizontal_first else (b[0], a[1])
    cells = []
    for (y0, x0), (y1, x1) in ((a, corner), (corner, b)):
        dy, dx = (y1 > y0) - (y1 < y0), (x1 > x0) - (x1 < x0)
        y, x = y0, x0
        cells.append((y, x))
        while (y, x) != (y1, x1):
            y, x = y + dy, x + dx
            cells.append((y, x))
    return list(dict.fromkeys(cells))


def door_places(opens: Mask, rooms: Mask) -> list[Cell]:
    """Where a door may stand: corridor cells beside a room with walls on two opposite sides (R-GEN-26).

    Args:
        opens: all that is open.
        rooms: the open cells that belong to rooms.
    """
    wall = np.pad(~opens, 1, constant_values=True)
    north, south, west, east = wall[:-2, 1:-1], wall[2:, 1:-1], wall[1:-1, :-2], wall[1:-1, 2:]
    near = np.pad(rooms, 1)
    beside = near[:-2, 1:-1] | near[2:, 1:-1] | near[1:-1, :-2] | near[1:-1, 2:]
    narrow = (north & south & ~west & ~east) | (west & east & ~north & ~south)
    return [(int(y), int(x)) for y, x in np.argwhere(opens & ~rooms & beside & narrow)]


def surrounded(opens: Mask) -> Mask:
    """Cells whose eight neighbours are all open, and which are open themselves (columns, R-GEN-23)."""
    height, width = opens.shape
    padded = np.pad(opens, 1)
    found = opens.copy()
    for dy in (0, 1, 2):
        for dx in (0, 1, 2):
            found &= padded[dy : dy + height, dx : dx + width]
    return found
