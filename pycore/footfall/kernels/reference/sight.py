"""Lines and fields of view.

One rule for all: from the centre of one tile to the centre of another. In a quadrant of the viewer (say
north, with rows counted by depth) a wall is the horizontal segment of width 1 through its centre: a wall at
`(depth, column)` stops the slopes strictly between `(2 column - 1) / (2 depth)` and `(2 column + 1) / (2
depth)`. A line that touches the ends of walls on one side only passes; between ends on both sides it does
not. That is symmetric, and it is what symmetric shadowcasting computes (A. Ford, "Symmetric Shadowcasting",
2017), here with integer fractions throughout.
"""

import numpy as np

from footfall.kernels import checks
from footfall.kernels.common import MAX_DISTANCE, Int32Array, Layer, Mask, Position, Positions

VIEW_SHAPES = ("square", "circle")


def line(a: Position, b: Position) -> Int32Array:
    """The digital line from `a` to `b`, both ends included.

    One cell for each step along the longer axis. Where the line passes exactly between two cells it takes the
    one with the smaller coordinate, so `line(b, a)` is `line(a, b)` backwards.

    Args:
        a: (y, x), each within ±2**24.
        b: (y, x).

    Returns:
        int32 array of shape (n, 2), n = 1 + max(|dy|, |dx|).
    """
    start, end = checks.pair(a, "a"), checks.pair(b, "b")
    return np.array(_list_line_cells(*start, *end, tie=0), dtype=np.int32).reshape(-1, 2)


def line_of_sight(transparent: Layer, a: Position, b: Position) -> bool:
    """Whether the centres of `a` and `b` see each other.

    Symmetric and exact. The two end tiles themselves do not block. For a transparent `b` this equals
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
    transparent: Layer,
    origin: Position,
    radius: int | None = None,
    shape: str = "square",
    out: Mask | None = None,
) -> Mask:
    """What is seen from `origin`, by symmetric shadowcasting.

    Transparent tiles are seen when line_of_sight says so: if A sees B then B sees A. Opaque tiles are lit
    when any part of their segment is, so that the walls of a room show. The origin always sees itself, also
    from inside a wall.

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
    if out is None:
        return seen
    target: Mask = checks.out(out, np.bool_, opens.shape)
    target[:] = seen
    return target


def fields_of_view(
    transparent: Layer, origins: Positions, radii: int | Positions, shape: str = "square"
) -> Mask:
    """What many viewers see, each in a window centred on it.

    Args:
        transparent: (height, width) bool or integers, or a Grid.
        origins: n positions.
        radii: One radius for all or one for each, 0..1023; no unlimited ones.
        shape: "square" or "circle".

    Returns:
        bool array of shape (n, d, d) with d = 1 + 2 max(radii). Cell [i, dy + d // 2, dx + d // 2] tells
        whether viewer i sees the tile at origins[i] + (dy, dx); tiles outside the map are not seen.
    """
    opens = checks.mask(transparent, "transparent")
    viewers = checks.positions(origins, "origins", opens.shape).tolist()
    reaches = checks.each(radii, "radii", len(viewers), 0, 1023).tolist()
    checks.choice(shape, "shape", VIEW_SHAPES)
    most = max(reaches, default=0)
    seen = np.zeros((len(viewers), 2 * most + 1, 2 * most + 1), np.bool_)
    height, width = opens.shape
    for i, (y, x) in enumerate(viewers):
        whole = np.zeros(opens.shape, np.bool_)
        _cast_shadows(opens, (y, x), reaches[i], shape, whole)
        top, left, bottom, right = max(0, y - most), max(0, x - most), y + most + 1, x + most + 1
        part = whole[top : min(bottom, height), left : min(right, width)]
        row, column = top - (y - most), left - (x - most)
        seen[i, row : row + part.shape[0], column : column + part.shape[1]] = part
    return seen


def visible_pairs(
    transparent: Layer,
    origins: Positions,
    radii: int | Positions | None,
    targets: Positions,
    shape: str = "square",
) -> Mask:
    """Who sees whom: the centres of which targets each viewer sees.

    Args:
        transparent: (height, width) bool or integers, or a Grid.
        origins: n positions of viewers.
        radii: One radius for all or one for each; None or -1 for no limit.
        targets: m positions.
        shape: "square" or "circle".

    Returns:
        bool array of shape (n, m): line_of_sight, within the viewer's radius.
    """
    opens = checks.mask(transparent, "transparent")
    viewers = checks.positions(origins, "origins", opens.shape).tolist()
    wanted = -1 if radii is None else radii
    reaches = checks.each(wanted, "radii", len(viewers), -1, MAX_DISTANCE).tolist()
    aims = checks.positions(targets, "targets", opens.shape).tolist()
    checks.choice(shape, "shape", VIEW_SHAPES)
    pairs = np.zeros((len(viewers), len(aims)), np.bool_)
    for i, (y, x) in enumerate(viewers):
        for j, (ty, tx) in enumerate(aims):
            near = _is_within(ty - y, tx - x, reaches[i], shape)
            pairs[i, j] = near and _has_line(opens, (y, x), (ty, tx))
    return pairs


def _is_within(dy: int, dx: int, radius: int, shape: str) -> bool:
    if radius < 0:
        return True
    if shape == "square":
        return max(abs(dy), abs(dx)) <= radius
    return dy * dy + dx * dx <= radius * radius


def _list_line_cells(ay: int, ax: int, by: int, bx: int, tie: int) -> list[tuple[int, int]]:
    """The cells of a line; at exact halves the smaller (tie 0) or the larger (tie 1) coordinate."""
    dy, dx = by - ay, bx - ax
    steps = max(abs(dy), abs(dx))
    if steps == 0:
        return [(ay, ax)]
    if abs(dy) == steps:
        return [
            (ay + (i if dy > 0 else -i), ax + _round_quotient(i * dx, steps, tie)) for i in range(steps + 1)
        ]
    return [(ay + _round_quotient(i * dy, steps, tie), ax + (i if dx > 0 else -i)) for i in range(steps + 1)]


def _round_quotient(top: int, bottom: int, tie: int) -> int:
    """top / bottom to the nearest integer; halves go down (tie 0) or up (tie 1)."""
    return (2 * top + bottom - 1 + tie) // (2 * bottom)


def _has_line(opens: Mask, a: Position, b: Position) -> bool:
    """A line passes if it is free when all its ties go one way, or when they all go the other way."""
    return any(all(opens[cell] for cell in _list_line_cells(*a, *b, tie)[1:-1]) for tie in (0, 1))


def _cast_shadows(opens: Mask, origin: Position, radius: int, shape: str, seen: Mask) -> None:
    """Symmetric shadowcasting of the four quadrants into `seen`.

    A sector is a row's depth and two slopes as fractions (top, bottom). In a row, walls whose segment the
    sector touches are lit, floors whose centre lies in it are seen, and each run of floors is a sector of the
    next row.
    """
    height, width = opens.shape
    oy, ox = origin
    seen[oy, ox] = True
    deepest = max(height, width) if radius < 0 else min(radius, max(height, width))
    for quadrant in range(4):
        sign = 1 if quadrant % 2 else -1
        sectors = [(1, (-1, 1), (1, 1))] if deepest else []
        while sectors:
            depth, (start, below), (end, under) = sectors.pop()
            first = (2 * depth * start + below) // (2 * below)
            last = -((under - 2 * depth * end) // (2 * under))
            was_open = False
            left = (start, below)
            for column in range(first, last + 1):
                y, x = (sign * depth, column) if quadrant < 2 else (column, sign * depth)
                inside = 0 <= oy + y < height and 0 <= ox + x < width
                is_open = inside and bool(opens[oy + y, ox + x])
                if inside and _is_within(y, x, radius, shape):
                    centred = column * below >= depth * start and column * under <= depth * end
                    if not is_open or centred:
                        seen[oy + y, ox + x] = True
                edge = (2 * column - 1, 2 * depth)
                if is_open and not was_open and column > first:
                    left = edge
                if was_open and not is_open and depth < deepest:
                    sectors.append((depth + 1, left, edge))
                was_open = is_open
            if was_open and depth < deepest:
                sectors.append((depth + 1, left, (end, under)))
