"""Distance fields (Dijkstra maps) and what is read from them."""

import heapq

import numpy as np

from footfall.kernels import checks
from footfall.kernels.common import (
    DIRECTIONS,
    MAX_DISTANCE,
    UNREACHED,
    Int8Array,
    Int32Array,
    IntArray,
    Layer,
    Position,
    Positions,
)
from footfall.kernels.reference.movement_graph import MovementGraph

# Ties between neighbours: straight before diagonal, then clockwise from north. Indices into DIRECTIONS.
TIE_ORDER = (0, 2, 4, 6, 1, 3, 5, 7)


def distance_map(
    cost: Layer,
    sources: Positions,
    *,
    straight_cost: int = 1,
    diagonal_cost: int | None = 1,
    corner_cutting: bool = True,
    extra: Layer | None = None,
    start_values: IntArray | int = 0,
    max_cost: int | None = None,
    reverse: bool = False,
    out: Int32Array | None = None,
) -> Int32Array:
    """The cost of the cheapest walk from the nearest source to every cell.

    Args:
        cost: As in find_path, like the weights, corner_cutting and extra.
        sources: Positions; none at all leaves everything unreached. A source may stand on a wall.
        start_values: Value at each source, or one for all: 0 or more. The least sum wins.
        max_cost: Cells farther than this are unreached.
        reverse: If True walks go from the cell to the source. It matters where entry costs differ: descend a
            reverse field to walk to the source.
        out: Optional int32 array of the map's shape to overwrite and return.

    Returns:
        int32 array of shape (height, width); UNREACHED (-1) where no walk leads.
    """
    ground = MovementGraph.from_arguments(cost, extra, straight_cost, diagonal_cost, corner_cutting)
    places = checks.positions(sources, "sources", ground.shape).tolist()
    values = checks.each(start_values, "start_values", len(places), 0, MAX_DISTANCE).tolist()
    most = checks.distance_limit(max_cost, "max_cost")
    checks.flag(reverse, "reverse")
    found = _run_dijkstra(ground, [(y, x) for y, x in places], values, most, reverse)
    return _write_field(found, ground.shape, out)


def reachable_within(
    cost: Layer,
    start: Position,
    max_cost: int,
    *,
    straight_cost: int = 1,
    diagonal_cost: int | None = 1,
    corner_cutting: bool = True,
    extra: Layer | None = None,
) -> tuple[Int32Array, Int32Array]:
    """The cells that a walk of at most `max_cost` reaches, the start included, in row-major order.

    Args:
        cost: As in find_path, like the weights, corner_cutting and extra.
        start: (y, x).
        max_cost: Largest cost of the walk.

    Returns:
        int32 positions of shape (n, 2) and int32 costs of shape (n,).
    """
    ground = MovementGraph.from_arguments(cost, extra, straight_cost, diagonal_cost, corner_cutting)
    place = checks.position(start, "start", ground.shape)
    most = checks.integer(max_cost, "max_cost", 0, MAX_DISTANCE)
    found = sorted(_run_dijkstra(ground, [place], [0], most, False).items())
    cells = np.array([cell for cell, _ in found], dtype=np.int32).reshape(-1, 2)
    return cells, np.array([value for _, value in found], dtype=np.int32)


def flow(field: Int32Array, *, diagonal: bool = True, corner_cutting: bool = True) -> Int8Array:
    """The way downhill at every cell of a field.

    Args:
        field: (height, width) integers; negative cells are unreached.
        diagonal: Whether diagonal neighbours count.
        corner_cutting: If False a diagonal neighbour counts only if both cells beside it are reached.

    Returns:
        int8 array of shape (height, width): index into DIRECTIONS of the neighbour with the least value, if
        that is less than the cell's own; straight before diagonal, then clockwise from north. -1 where there
        is none, and at unreached cells.
    """
    values = checks.numbers(field, "field", -(1 << 31), (1 << 31) - 1).tolist()
    checks.flag(diagonal, "diagonal")
    checks.flag(corner_cutting, "corner_cutting")
    return np.array(
        [
            [_find_downhill(values, y, x, diagonal, corner_cutting) for x in range(len(values[0]))]
            for y in range(len(values))
        ],
        dtype=np.int8,
    )


def descend(
    field: Int32Array, starts: Positions, *, diagonal: bool = True, corner_cutting: bool = True
) -> Int32Array:
    """One step downhill for many walkers.

    Args:
        field: As in flow, like the options.
        starts: n positions.

    Returns:
        int32 array of shape (n, 2): the neighbour that flow points to, or the start itself where there is
        none.
    """
    array = checks.numbers(field, "field", -(1 << 31), (1 << 31) - 1)
    places = checks.positions(starts, "starts", array.shape)
    checks.flag(diagonal, "diagonal")
    checks.flag(corner_cutting, "corner_cutting")
    values = array.tolist()
    after = places.astype(np.int32)
    for i, (y, x) in enumerate(places.tolist()):
        direction = _find_downhill(values, y, x, diagonal, corner_cutting)
        if direction >= 0:
            after[i] += DIRECTIONS[direction]
    return after


def flight_map(
    cost: Layer,
    field: Int32Array,
    *,
    straight_cost: int = 1,
    diagonal_cost: int | None = 1,
    corner_cutting: bool = True,
    percent: int = 120,
) -> Int32Array:
    """A field whose descent flees from the sources of another.

    The method of B. Walker ("The Incredible Power of Dijkstra Maps", RogueBasin): distances times a negative
    factor, made smooth again by a second pass, so that walkers run past a dead end rather than into it.
    Shifted so that the safest cells are 0.

    Args:
        cost: As in find_path, like the weights and corner_cutting.
        field: Distances as from distance_map with the same weights; negative cells stay unreached.
        percent: The factor in hundredths, 100..1000.

    Returns:
        int32 array of shape (height, width).
    """
    ground = MovementGraph.from_arguments(cost, None, straight_cost, diagonal_cost, corner_cutting)
    array = checks.numbers(field, "field", -(1 << 31), 1 << 27)
    if array.shape != ground.shape:
        raise ValueError(f"field: expected the map's shape {ground.shape}, got {array.shape}")
    factor = checks.integer(percent, "percent", 100, 1000)
    places = np.argwhere(array >= 0)
    scaled = array[array >= 0].astype(np.int64) * factor // 100
    values = (scaled.max(initial=0) - scaled).tolist()
    found = _run_dijkstra(ground, [(y, x) for y, x in places.tolist()], values, MAX_DISTANCE, True)
    inside = {cell: value for cell, value in found.items() if array[cell] >= 0}
    return _write_field(inside, ground.shape, None)


def _run_dijkstra(
    ground: MovementGraph, sources: list[Position], values: list[int], most: int, reverse: bool
) -> dict[Position, int]:
    """Dijkstra's algorithm from all sources at once."""
    best: dict[Position, int] = {}
    heap: list[tuple[int, Position]] = []
    for cell, value in zip(sources, values, strict=True):
        if value <= most and value < best.get(cell, MAX_DISTANCE + 1):
            best[cell] = value
            heap.append((value, cell))
    heapq.heapify(heap)
    while heap:
        value, cell = heapq.heappop(heap)
        if value > best[cell] or (reverse and not ground.cost[cell[0]][cell[1]]):
            continue
        for y, x, weight in ground.list_neighbors(*cell):
            if not ground.cost[y][x]:
                continue
            total = value + (ground.entry_cost(*cell, weight) if reverse else ground.entry_cost(y, x, weight))
            if total <= most and total < best.get((y, x), MAX_DISTANCE + 1):
                best[y, x] = total
                heapq.heappush(heap, (total, (y, x)))
    return best


def _write_field(found: dict[Position, int], shape: tuple[int, int], out: Int32Array | None) -> Int32Array:
    field: Int32Array = np.empty(shape, np.int32) if out is None else checks.out(out, np.int32, shape)
    field.fill(UNREACHED)
    for cell, value in found.items():
        field[cell] = value
    return field


def _find_downhill(values: list[list[int]], y: int, x: int, diagonal: bool, corner_cutting: bool) -> int:
    best, least = -1, values[y][x]
    for index in TIE_ORDER if diagonal else TIE_ORDER[:4]:
        dy, dx = DIRECTIONS[index]
        ny, nx = y + dy, x + dx
        if not (0 <= ny < len(values) and 0 <= nx < len(values[0])):
            continue
        if dy and dx and not corner_cutting and (values[ny][x] < 0 or values[y][nx] < 0):
            continue
        if 0 <= values[ny][nx] < least:
            best, least = index, values[ny][nx]
    return best
