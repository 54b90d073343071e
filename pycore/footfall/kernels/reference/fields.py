"""Dijkstra maps (distance fields), descent and flight."""

import heapq

import numpy as np

from .. import checks
from ..checks import DIRECTIONS, MAX_DISTANCE, UNREACHED, Int8Array, Int32Array, IntArray, Layer, Position, Positions
from .paths import MovementGraph

# Ties between neighbors: straight before diagonal, then clockwise from north. Indices into DIRECTIONS.
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
    """Returns a Dijkstra map: the cost of the cheapest walk from any source to every cell.

    Args:
        cost: As in find_path, as are the weights, corner_cutting and extra.
        sources: Positions; without any, everything is unreached. A source may stand on a wall.
        start_values: Value at each source, or one for all: 0 or more.
        max_cost: Cells farther than this are unreached.
        reverse: If True, walks go from the cell to the source, which matters if entry costs differ: descend a
            reverse map to walk to the source.
        out: Optional int32 array of the map's shape to overwrite and return.

    Returns:
        int32 array of shape (height, width); UNREACHED (-1) where no walk leads.
    """
    graph = MovementGraph.from_arguments(cost, extra, straight_cost, diagonal_cost, corner_cutting)
    cells = checks.positions(sources, "sources", graph.shape).tolist()
    values = checks.each(start_values, "start_values", len(cells), 0, MAX_DISTANCE).tolist()
    limit = checks.distance_limit(max_cost, "max_cost")
    checks.flag(reverse, "reverse")
    distances = _run_dijkstra(graph, [(y, x) for y, x in cells], values, limit, reverse)
    return checks.deliver(_build_field(distances, graph.shape), out)


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
    """Returns the cells within a walk of cost `max_cost`, including the start, in row-major order.

    Args:
        cost: As in find_path, as are the weights, corner_cutting and extra.
        start: (y, x).
        max_cost: Maximum cost of the walk.

    Returns:
        int32 positions of shape (n, 2) and int32 costs of shape (n,).
    """
    graph = MovementGraph.from_arguments(cost, extra, straight_cost, diagonal_cost, corner_cutting)
    origin = checks.position(start, "start", graph.shape)
    limit = checks.integer(max_cost, "max_cost", 0, MAX_DISTANCE)
    distances = sorted(_run_dijkstra(graph, [origin], [0], limit, False).items())
    cells = np.array([cell for cell, _ in distances], dtype=np.int32).reshape(-1, 2)
    return cells, np.array([value for _, value in distances], dtype=np.int32)


def flow(
    field: Int32Array, *, diagonal: bool = True, corner_cutting: bool = True, out: Int8Array | None = None
) -> Int8Array:
    """Returns the direction of descent at every cell of a field.

    Args:
        field: (height, width) integers; negative cells are unreached.
        diagonal: Whether diagonal neighbors count.
        corner_cutting: If False, a diagonal neighbor counts only if both cells adjacent to the step are reached.
        out: Optional (height, width) int8 array to overwrite and return.

    Returns:
        int8 array of shape (height, width): index into DIRECTIONS of the neighbor with the lowest value, if it is
        lower than the cell's own; ties: straight before diagonal, then clockwise from north. -1 where there is none,
        and at unreached cells.
    """
    values = checks.numbers(field, "field", -(1 << 31), (1 << 31) - 1).tolist()
    checks.flag(diagonal, "diagonal")
    checks.flag(corner_cutting, "corner_cutting")
    rows = [
        [_find_downhill(values, y, x, diagonal, corner_cutting) for x in range(len(values[0]))]
        for y in range(len(values))
    ]
    return checks.deliver(np.array(rows, dtype=np.int8), out)


def descend(
    field: Int32Array,
    starts: Positions,
    *,
    diagonal: bool = True,
    corner_cutting: bool = True,
    out: Int32Array | None = None,
) -> Int32Array:
    """Moves many walkers one step downhill.

    Args:
        field: As in flow, as are the options.
        starts: n positions.
        out: Optional (n, 2) int32 array to overwrite and return.

    Returns:
        int32 array of shape (n, 2): the neighbor that flow points to, or the start if there is none.
    """
    array = checks.numbers(field, "field", -(1 << 31), (1 << 31) - 1)
    cells = checks.positions(starts, "starts", array.shape)
    checks.flag(diagonal, "diagonal")
    checks.flag(corner_cutting, "corner_cutting")
    values = array.tolist()
    moved = cells.astype(np.int32)
    for i, (y, x) in enumerate(cells.tolist()):
        direction = _find_downhill(values, y, x, diagonal, corner_cutting)
        if direction >= 0:
            moved[i] += DIRECTIONS[direction]
    return checks.deliver(moved, out)


def flight_map(
    cost: Layer,
    field: Int32Array,
    *,
    straight_cost: int = 1,
    diagonal_cost: int | None = 1,
    corner_cutting: bool = True,
    percent: int = 120,
    out: Int32Array | None = None,
) -> Int32Array:
    """Returns a field for fleeing the sources of another field: descending it leads away from them.

    The method is B. Walker's ("The Incredible Power of Dijkstra Maps", RogueBasin): distances times a negative
    factor, relaxed again by a second pass, so that walkers avoid dead ends. The safest cells are 0.

    Args:
        cost: As in find_path, as are the weights and corner_cutting.
        field: Distances as from distance_map with the same weights; negative cells stay unreached.
        percent: The factor in hundredths, 100..1000.
        out: Optional int32 array of the map's shape to overwrite and return.

    Returns:
        int32 array of shape (height, width).
    """
    graph = MovementGraph.from_arguments(cost, None, straight_cost, diagonal_cost, corner_cutting)
    array = checks.numbers(field, "field", -(1 << 31), 1 << 27)
    if array.shape != graph.shape:
        raise ValueError(f"field: expected the map's shape {graph.shape}, got {array.shape}")
    factor_percent = checks.integer(percent, "percent", 100, 1000)
    cells = np.argwhere(array >= 0)
    scaled = array[array >= 0].astype(np.int64) * factor_percent // 100
    values = (scaled.max(initial=0) - scaled).tolist()
    distances = _run_dijkstra(graph, [(y, x) for y, x in cells.tolist()], values, MAX_DISTANCE, True)
    inside = {cell: value for cell, value in distances.items() if array[cell] >= 0}
    return checks.deliver(_build_field(inside, graph.shape), out)


def _run_dijkstra(
    graph: MovementGraph, sources: list[Position], values: list[int], limit: int, reverse: bool
) -> dict[Position, int]:
    """Dijkstra's algorithm (E. W. Dijkstra, 1959) from all sources."""
    distances: dict[Position, int] = {}
    heap: list[tuple[int, Position]] = []
    for cell, value in zip(sources, values, strict=True):
        if value <= limit and value < distances.get(cell, MAX_DISTANCE + 1):
            distances[cell] = value
            heap.append((value, cell))
    heapq.heapify(heap)
    while heap:
        value, cell = heapq.heappop(heap)
        if value > distances[cell] or (reverse and not graph.cost[cell[0]][cell[1]]):
            continue
        for y, x, weight in graph.list_neighbors(*cell):
            if not graph.cost[y][x]:
                continue
            total = value + (graph.entry_cost(*cell, weight) if reverse else graph.entry_cost(y, x, weight))
            if total <= limit and total < distances.get((y, x), MAX_DISTANCE + 1):
                distances[y, x] = total
                heapq.heappush(heap, (total, (y, x)))
    return distances


def _build_field(values: dict[Position, int], shape: tuple[int, int]) -> Int32Array:
    field: Int32Array = np.full(shape, UNREACHED, np.int32)
    for cell, value in values.items():
        field[cell] = value
    return field


def _find_downhill(values: list[list[int]], y: int, x: int, diagonal: bool, corner_cutting: bool) -> int:
    best, lowest = -1, values[y][x]
    for index in TIE_ORDER if diagonal else TIE_ORDER[:4]:
        dy, dx = DIRECTIONS[index]
        ny, nx = y + dy, x + dx
        if not (0 <= ny < len(values) and 0 <= nx < len(values[0])):
            continue
        if dy and dx and not corner_cutting and (values[ny][x] < 0 or values[y][nx] < 0):
            continue
        if 0 <= values[ny][nx] < lowest:
            best, lowest = index, values[ny][nx]
    return best
