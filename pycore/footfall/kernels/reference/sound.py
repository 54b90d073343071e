"""Sound distance through absorbing tiles, and direction of arrival.

The distance between a listener and a source is the cheapest walk in 8 directions between them: 10 for the source's
own tile plus the absorption of every tile strictly in between, with corner cutting. The sum is the same in both
directions, so the field of one cell answers both "who hears this?" and "what is heard here?". Absorption is in
tenths of an open tile: for example open 10, closed door 20, wall 50. 0 is a soundproof tile: sound enters, but does
not leave.
"""

import heapq

import numpy as np

from .. import checks
from ..checks import DIRECTIONS, MAX_COST, MAX_DISTANCE, UNREACHED, Int8Array, Int32Array, Layer, Position, Positions

SOURCE_TILE_COST = 10
"""Cost of the source's own tile, in tenths."""


def sound_field(
    absorption: Layer, sources: Positions, *, max_distance: int | None = None, out: Int32Array | None = None
) -> Int32Array:
    """Returns the sound distance of every cell from the nearest source.

    Args:
        absorption: (height, width) integers 0..16,383 in tenths, or a Grid.
        sources: Positions of sources; without any, everything is unreached.
        max_distance: In tenths. Cells farther than this are unreached.
        out: Optional int32 array of the map's shape to overwrite and return.

    Returns:
        int32 array of shape (height, width): 0 at a source, 10 next to it, UNREACHED (-1) out of range.
    """
    costs = checks.numbers(absorption, "absorption", 0, MAX_COST)
    cells = checks.positions(sources, "sources", costs.shape).tolist()
    limit = checks.distance_limit(max_distance, "max_distance")
    distances, _ = _spread_sound(costs.tolist(), [(y, x) for y, x in cells], limit)
    field: Int32Array = np.full(costs.shape, UNREACHED, np.int32)
    for cell, distance in distances.items():
        field[cell] = distance
    return checks.deliver(field, out)


def sound_fields(
    absorption: Layer,
    sources: Positions,
    radius: int,
    *,
    max_distance: int | None = None,
    out: Int32Array | None = None,
) -> Int32Array:
    """Returns the sound distances of many sounds, each in a window centered on its source.

    The time depends on how far a sound carries, not on the map.

    Args:
        absorption: (height, width) integers 0..16,383 in tenths, or a Grid.
        sources: n positions of sources, each a separate sound.
        radius: Radius of the windows, 0..1023. Sound finds its way outside of the window as well.
        max_distance: In tenths. Cells farther than this are unreached.
        out: Optional int32 array of the result's shape to overwrite and return.

    Returns:
        int32 array of shape (n, d, d) with d = 1 + 2 radius. Cell [i, dy + radius, dx + radius] is the value of
        sound_field for source i at sources[i] + (dy, dx); UNREACHED (-1) outside the map.
    """
    costs = checks.numbers(absorption, "absorption", 0, MAX_COST)
    cells = checks.positions(sources, "sources", costs.shape).tolist()
    half = checks.integer(radius, "radius", 0, 1023)
    limit = checks.distance_limit(max_distance, "max_distance")
    fields: Int32Array = np.full((len(cells), 2 * half + 1, 2 * half + 1), UNREACHED, np.int32)
    rows = costs.tolist()
    for field, (sy, sx) in zip(fields, cells, strict=True):
        distances, _ = _spread_sound(rows, [(sy, sx)], limit)
        for (y, x), distance in distances.items():
            if max(abs(y - sy), abs(x - sx)) <= half:
                field[y - sy + half, x - sx + half] = distance
    return checks.deliver(fields, out)


def sound_arrivals(
    absorption: Layer,
    sources: Positions,
    *,
    max_distance: int | None = None,
    out: tuple[Int32Array, Int8Array] | None = None,
) -> tuple[Int32Array, Int8Array]:
    """Returns sound_field, and the direction from which the nearest source is heard at every cell.

    The direction is that of the neighbor on the cheapest walk; of several, the one with the smallest angle to the
    bearing of the source, then the first clockwise from north. Of several sources at one distance, the first in
    `sources` counts.

    Args:
        absorption: (height, width) integers 0..16,383 in tenths, or a Grid.
        sources: Positions of sources.
        max_distance: In tenths.
        out: Optional int32 and int8 array of the map's shape to overwrite and return.

    Returns:
        The int32 distances of sound_field, and an int8 array of indices into DIRECTIONS, -1 at sources and
        unreached cells.
    """
    costs = checks.numbers(absorption, "absorption", 0, MAX_COST)
    cells = checks.positions(sources, "sources", costs.shape).tolist()
    limit = checks.distance_limit(max_distance, "max_distance")
    rows = costs.tolist()
    distances, origins = _spread_sound(rows, [(y, x) for y, x in cells], limit)
    field: Int32Array = np.full(costs.shape, UNREACHED, np.int32)
    arrivals: Int8Array = np.full(costs.shape, -1, np.int8)
    for cell, distance in distances.items():
        field[cell] = distance
        source = (cells[origins[cell]][0], cells[origins[cell]][1])
        arrivals[cell] = _find_arrival(rows, distances, origins, cell, source)
    return checks.deliver_pair(field, arrivals, out)


def hear(
    absorption: Layer, sources: Positions, listeners: Positions, *, max_distance: int | Positions
) -> tuple[Int32Array, Int32Array, Int32Array, Int8Array]:
    """Returns the audible pairs of sources and listeners, without building whole fields.

    Args:
        absorption: (height, width) integers 0..16,383 in tenths, or a Grid.
        sources: n positions of sources, each a separate sound.
        listeners: m positions.
        max_distance: In tenths; one for all listeners or one for each.

    Returns:
        Four arrays, one entry for each audible pair, ordered by listener and then source: listener index
        (int32), source index (int32), distance (int32) and arrival direction (int8, as in sound_arrivals, -1
        for a source on the listener's own cell): the values of each source's own field at the
        listener's cell.
    """
    costs = checks.numbers(absorption, "absorption", 0, MAX_COST)
    cells = checks.positions(sources, "sources", costs.shape).tolist()
    listener_cells = checks.positions(listeners, "listeners", costs.shape).tolist()
    ranges = checks.each(max_distance, "max_distance", len(listener_cells), 0, MAX_DISTANCE).tolist()
    rows = costs.tolist()
    pairs = []
    for j, (sy, sx) in enumerate(cells):
        field, origins = _spread_sound(rows, [(sy, sx)], max(ranges, default=0))
        for i, (y, x) in enumerate(listener_cells):
            distance = field.get((y, x))
            if distance is not None and distance <= ranges[i]:
                pairs.append((i, j, distance, _find_arrival(rows, field, origins, (y, x), (sy, sx))))
    table = np.array(sorted(pairs), dtype=np.int32).reshape(-1, 4)
    listener, source, distances, direction = (np.ascontiguousarray(column) for column in table.T)
    return listener, source, distances, direction.astype(np.int8)


def _exit_cost(costs: list[list[int]], distances: dict[Position, int], cell: Position) -> int:
    """Returns the cost of leaving a cell; 0 if sound cannot leave it."""
    return SOURCE_TILE_COST if distances[cell] == 0 else costs[cell[0]][cell[1]]


def _spread_sound(
    costs: list[list[int]], sources: list[Position], limit: int
) -> tuple[dict[Position, int], dict[Position, int]]:
    """Returns the distance of each cell, and the lowest index of its nearest sources."""
    height, width = len(costs), len(costs[0])
    distances: dict[Position, int] = {}
    origins: dict[Position, int] = {}
    heap: list[tuple[int, int, Position]] = [(0, index, cell) for index, cell in enumerate(sources)]
    while heap:
        distance, index, cell = heapq.heappop(heap)
        if cell in distances:
            continue
        distances[cell], origins[cell] = distance, index
        step = _exit_cost(costs, distances, cell)
        if not step or distance + step > limit:
            continue
        for dy, dx in DIRECTIONS:
            neighbor = (cell[0] + dy, cell[1] + dx)
            if 0 <= neighbor[0] < height and 0 <= neighbor[1] < width and neighbor not in distances:
                heapq.heappush(heap, (distance + step, index, neighbor))
    return distances, origins


def _find_arrival(
    costs: list[list[int]],
    distances: dict[Position, int],
    origins: dict[Position, int],
    cell: Position,
    source: Position,
) -> int:
    best, closest = -1, 0
    by, bx = source[0] - cell[0], source[1] - cell[1]
    for index, (dy, dx) in enumerate(DIRECTIONS):
        neighbor = (cell[0] + dy, cell[1] + dx)
        if neighbor not in distances or origins[neighbor] != origins[cell]:
            continue
        step = _exit_cost(costs, distances, neighbor)
        if not step or distances[neighbor] + step != distances[cell]:
            continue
        # The cosine of the angle, squared, with its sign, times twice the squared length of the bearing.
        dot = dy * by + dx * bx
        angle = dot * abs(dot) * (1 if dy and dx else 2)
        if best < 0 or angle > closest:
            best, closest = index, angle
    return best
