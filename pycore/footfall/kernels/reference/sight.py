"""Lines and fields of view.

Sight runs from the center of one tile to the center of another. In a quadrant of the viewer (north, for example, with
rows counted by depth) a wall is the horizontal segment of width 1 through its center: a wall at `(depth, column)`
blocks the slopes strictly between `(2 column - 1) / (2 depth)` and `(2 column + 1) / (2 depth)`. A line that touches
wall ends on one side passes; a line between wall ends on both sides does not. This relation is symmetric; it is
that of symmetric shadowcasting (Albert Ford, "Symmetric Shadowcasting", 2020), computed with integer fractions.
"""

import numpy as np

from .. import checks
from ..checks import MAX_DISTANCE, Int32Array, Layer, Mask, Position, Positions

VIEW_SHAPES = ("square", "circle")


def line(a: Position, b: Position, *, out: Int32Array | None = None) -> Int32Array:
    """Returns the digital line from `a` to `b` (J. E. Bresenham, 1965), including both ends.

    It has one cell for each step along the longer axis. Exactly between two cells it takes the one with the smaller
    coordinate, so `line(b, a)` is `line(a, b)` reversed.

    Args:
        a: (y, x), each within ±2**24.
        b: (y, x).
        out: Optional (n, 2) int32 array to overwrite and return.

    Returns:
        int32 array of shape (n, 2), n = 1 + max(|dy|, |dx|).
    """
    start, end = checks.pair(a, "a"), checks.pair(b, "b")
    cells = np.array(_list_line_cells(*start, *end, tie=0), dtype=np.int32).reshape(-1, 2)
    return checks.deliver(cells, out)


def line_of_sight(transparent: Layer, a: Position, b: Position) -> bool:
    """Returns whether the centers of `a` and `b` see each other.

    The relation is symmetric. The two end tiles do not block. For a transparent `b` this equals
    `field_of_view(transparent, a)[b]`.

    Args:
        transparent: (height, width) bool or integers, or a Grid.
        a: (y, x).
        b: (y, x).
    """
    opens = checks.mask(transparent, "transparent")
    start, end = checks.position(a, "a", opens.shape), checks.position(b, "b", opens.shape)
    return _has_line(opens, start, end)


def field_of_view(
    transparent: Layer, origin: Position, radius: int | None = None, shape: str = "square", out: Mask | None = None
) -> Mask:
    """Returns the field of view from `origin`, by symmetric shadowcasting.

    Transparent tiles are visible if line_of_sight holds: if A sees B, B sees A. Opaque tiles are visible if any part
    of their segment is, so that the walls of a room show. The origin is always visible, even inside a wall.

    Args:
        transparent: (height, width) bool or integers, or a Grid.
        origin: (y, x) of the viewer.
        radius: In tiles; None or -1 for no limit.
        shape: "square" (Chebyshev distance) or "circle" (dy² + dx² <= radius²).
        out: Optional (height, width) bool array to overwrite and return.

    Returns:
        bool mask of shape (height, width).
    """
    opens = checks.mask(transparent, "transparent")
    viewer = checks.position(origin, "origin", opens.shape)
    reach = checks.radius(radius)
    checks.choice(shape, "shape", VIEW_SHAPES)
    seen = np.zeros(opens.shape, np.bool_)
    _cast_shadows(opens, viewer, reach, shape, seen)
    return checks.deliver(seen, out)


def fields_of_view(
    transparent: Layer, origins: Positions, radii: int | Positions, shape: str = "square", *, out: Mask | None = None
) -> Mask:
    """Returns the fields of view of many viewers, each in a window centered on the viewer.

    Args:
        transparent: (height, width) bool or integers, or a Grid.
        origins: n positions.
        radii: One radius for all or one for each, 0..1023.
        shape: "square" or "circle".
        out: Optional bool array of the result's shape to overwrite and return.

    Returns:
        bool array of shape (n, d, d) with d = 1 + 2 max(radii). Cell [i, dy + d // 2, dx + d // 2] tells
        whether viewer i sees the tile at origins[i] + (dy, dx); tiles outside the map are not visible.
    """
    opens = checks.mask(transparent, "transparent")
    viewers = checks.positions(origins, "origins", opens.shape).tolist()
    reaches = checks.each(radii, "radii", len(viewers), 0, 1023).tolist()
    checks.choice(shape, "shape", VIEW_SHAPES)
    largest = max(reaches, default=0)
    views = np.zeros((len(viewers), 2 * largest + 1, 2 * largest + 1), np.bool_)
    height, width = opens.shape
    for i, (y, x) in enumerate(viewers):
        full_view = np.zeros(opens.shape, np.bool_)
        _cast_shadows(opens, (y, x), reaches[i], shape, full_view)
        top, left, bottom, right = max(0, y - largest), max(0, x - largest), y + largest + 1, x + largest + 1
        part = full_view[top : min(bottom, height), left : min(right, width)]
        row, column = top - (y - largest), left - (x - largest)
        views[i, row : row + part.shape[0], column : column + part.shape[1]] = part
    return checks.deliver(views, out)


def visible_pairs(
    transparent: Layer,
    origins: Positions,
    radii: int | Positions | None,
    targets: Positions,
    shape: str = "square",
    *,
    out: Mask | None = None,
) -> Mask:
    """Returns which targets each viewer sees.

    Args:
        transparent: (height, width) bool or integers, or a Grid.
        origins: n positions of viewers.
        radii: One radius for all or one for each; None or -1 for no limit.
        targets: m positions.
        shape: "square" or "circle".
        out: Optional (n, m) bool array to overwrite and return.

    Returns:
        bool array of shape (n, m): line_of_sight, within the viewer's radius.
    """
    opens = checks.mask(transparent, "transparent")
    viewers = checks.positions(origins, "origins", opens.shape).tolist()
    radius_argument = -1 if radii is None else radii
    reaches = checks.each(radius_argument, "radii", len(viewers), -1, MAX_DISTANCE).tolist()
    target_cells = checks.positions(targets, "targets", opens.shape).tolist()
    checks.choice(shape, "shape", VIEW_SHAPES)
    pairs = np.zeros((len(viewers), len(target_cells)), np.bool_)
    for i, (y, x) in enumerate(viewers):
        for j, (ty, tx) in enumerate(target_cells):
            near = _is_within(ty - y, tx - x, reaches[i], shape)
            pairs[i, j] = near and _has_line(opens, (y, x), (ty, tx))
    return checks.deliver(pairs, out)


def _is_within(dy: int, dx: int, radius: int, shape: str) -> bool:
    if radius < 0:
        return True
    if shape == "square":
        return max(abs(dy), abs(dx)) <= radius
    return dy * dy + dx * dx <= radius * radius


def _list_line_cells(ay: int, ax: int, by: int, bx: int, tie: int) -> list[tuple[int, int]]:
    """Returns the cells of a line; exact halves take the smaller (tie 0) or the larger (tie 1) coordinate."""
    dy, dx = by - ay, bx - ax
    steps = max(abs(dy), abs(dx))
    if steps == 0:
        return [(ay, ax)]
    if abs(dy) == steps:
        return [(ay + (i if dy > 0 else -i), ax + _round_quotient(i * dx, steps, tie)) for i in range(steps + 1)]
    return [(ay + _round_quotient(i * dy, steps, tie), ax + (i if dx > 0 else -i)) for i in range(steps + 1)]


def _round_quotient(top: int, bottom: int, tie: int) -> int:
    """Returns top / bottom rounded to the nearest integer; halves go down (tie 0) or up (tie 1)."""
    return (2 * top + bottom - 1 + tie) // (2 * bottom)


def _has_line(opens: Mask, a: Position, b: Position) -> bool:
    """Returns whether the line is free with all its ties rounded down, or all rounded up."""
    return any(all(opens[cell] for cell in _list_line_cells(*a, *b, tie)[1:-1]) for tie in (0, 1))


def _cast_shadows(opens: Mask, origin: Position, radius: int, shape: str, seen: Mask) -> None:
    """Marks the visible cells of the four quadrants in `seen`.

    A sector is the depth of a row and two slopes as (numerator, denominator). In a row, walls whose segment touches
    the sector and floors whose center lies in it are visible; each run of floors is a sector of the next row.
    """
    height, width = opens.shape
    oy, ox = origin
    seen[oy, ox] = True
    max_depth = max(height, width) if radius < 0 else min(radius, max(height, width))
    for quadrant in range(4):
        sign = 1 if quadrant % 2 else -1
        sectors = [(1, (-1, 1), (1, 1))] if max_depth else []
        while sectors:
            depth, (start, start_divisor), (end, end_divisor) = sectors.pop()
            first = (2 * depth * start + start_divisor) // (2 * start_divisor)
            last = -((end_divisor - 2 * depth * end) // (2 * end_divisor))
            was_open = False
            sector_start = (start, start_divisor)
            for column in range(first, last + 1):
                y, x = (sign * depth, column) if quadrant < 2 else (column, sign * depth)
                inside = 0 <= oy + y < height and 0 <= ox + x < width
                is_open = inside and bool(opens[oy + y, ox + x])
                if inside and _is_within(y, x, radius, shape):
                    contains_center = column * start_divisor >= depth * start and column * end_divisor <= depth * end
                    if not is_open or contains_center:
                        seen[oy + y, ox + x] = True
                edge = (2 * column - 1, 2 * depth)
                if is_open and not was_open and column > first:
                    sector_start = edge
                if was_open and not is_open and depth < max_depth:
                    sectors.append((depth + 1, sector_start, edge))
                was_open = is_open
            if was_open and depth < max_depth:
                sectors.append((depth + 1, sector_start, (end, end_divisor)))
