"""How far sound carries through tiles that absorb it, and from where it arrives.

The distance between a listener and a source is the cheapest 8-direction walk between them: 10 for the
source's own tile plus the absorption of every tile strictly in between. Diagonal gaps may be passed. As the
sum of the tiles in between is the same both ways, a field spread from one cell serves for "who hears this?"
and "what is heard here?". Absorption is in tenths of an open tile: open 10, closed door 20, wall 50. 0 marks
a soundproof tile: sound gets in and not out again.
"""

import heapq

import numpy as np

from footfall.kernels import checks
from footfall.kernels.common import (
    DIRECTIONS,
    MAX_COST,
    MAX_DISTANCE,
    UNREACHED,
    Int8Array,
    Int32Array,
    Layer,
    Position,
    Positions,
)

SOURCE_TILE_COST = 10
"""What the source's own tile counts, in tenths."""


def sound_field(
    absorption: Layer, sources: Positions, *, max_distance: int | None = None, out: Int32Array | None = None
) -> Int32Array:
    """The sound distance of every cell from the nearest source.

    Args:
        absorption: (height, width) integers 0..16,383 in tenths, or a Grid.
        sources: Positions of sources; none at all leaves everything unreached.
        max_distance: In tenths. Cells farther than this are unreached.
        out: Optional int32 array of the map's shape to overwrite and return.

    Returns:
        int32 array of shape (height, width): 0 at a source, 10 beside it, and UNREACHED (-1) out of range.
    """
    costs = checks.numbers(absorption, "absorption", 0, MAX_COST)
    places = checks.positions(sources, "sources", costs.shape).tolist()
    most = checks.distance_limit(max_distance, "max_distance")
    field: Int32Array = (
        np.empty(costs.shape, np.int32) if out is None else checks.out(out, np.int32, costs.shape)
    )
    found, _ = _spread_sound(costs.tolist(), [(y, x) for y, x in places], most)
    field.fill(UNREACHED)
    for cell, distance in found.items():
        field[cell] = distance
    return field


def sound_arrivals(
    absorption: Layer, sources: Positions, *, max_distance: int | None = None
) -> tuple[Int32Array, Int8Array]:
    """sound_field, and for every cell the direction from which the sound of the nearest source arrives.

    The direction is that of the neighbour through which the cheapest walk comes in. Of several it is the one
    with the smallest angle to the true bearing of the source, and of two at the same angle the first
    clockwise from north. Of several sources at the same distance the first in `sources` counts.

    Args:
        absorption: (height, width) integers 0..16,383 in tenths, or a Grid.
        sources: Positions of sources.
        max_distance: In tenths.

    Returns:
        The int32 distances of sound_field, and an int8 array of indices into DIRECTIONS, -1 at sources and
        unreached cells.
    """
    costs = checks.numbers(absorption, "absorption", 0, MAX_COST)
    places = checks.positions(sources, "sources", costs.shape).tolist()
    most = checks.distance_limit(max_distance, "max_distance")
    rows = costs.tolist()
    found, origin = _spread_sound(rows, [(y, x) for y, x in places], most)
    field: Int32Array = np.full(costs.shape, UNREACHED, np.int32)
    arrivals: Int8Array = np.full(costs.shape, -1, np.int8)
    for cell, distance in found.items():
        field[cell] = distance
        source = (places[origin[cell]][0], places[origin[cell]][1])
        arrivals[cell] = _find_arrival(rows, found, origin, cell, source)
    return field, arrivals


def hear(
    absorption: Layer, sources: Positions, listeners: Positions, *, max_distance: int | Positions
) -> tuple[Int32Array, Int32Array, Int32Array, Int8Array]:
    """Who hears what, without building whole fields.

    Args:
        absorption: (height, width) integers 0..16,383 in tenths, or a Grid.
        sources: n positions of sources, each a sound of its own.
        listeners: m positions.
        max_distance: In tenths; one for all listeners or one for each.

    Returns:
        Four arrays, one entry for each audible pair, ordered by listener and then source: listener index
        (int32), source index (int32), distance (int32) and arrival direction (int8, as in sound_arrivals, -1
        for a source on the listener's own cell). Exactly what the field of each source alone says at the
        listener's cell.
    """
    costs = checks.numbers(absorption, "absorption", 0, MAX_COST)
    places = checks.positions(sources, "sources", costs.shape).tolist()
    ears = checks.positions(listeners, "listeners", costs.shape).tolist()
    ranges = checks.each(max_distance, "max_distance", len(ears), 0, MAX_DISTANCE).tolist()
    rows = costs.tolist()
    heard = []
    for j, (sy, sx) in enumerate(places):
        found, origin = _spread_sound(rows, [(sy, sx)], max(ranges, default=0))
        for i, (y, x) in enumerate(ears):
            distance = found.get((y, x))
            if distance is not None and distance <= ranges[i]:
                heard.append((i, j, distance, _find_arrival(rows, found, origin, (y, x), (sy, sx))))
    table = np.array(sorted(heard), dtype=np.int32).reshape(-1, 4)
    listener, source, distances, direction = (np.ascontiguousarray(column) for column in table.T)
    return listener, source, distances, direction.astype(np.int8)


def _exit_cost(costs: list[list[int]], found: dict[Position, int], cell: Position) -> int:
    """What it costs to pass on from a cell; 0 if sound cannot."""
    return SOURCE_TILE_COST if found[cell] == 0 else costs[cell[0]][cell[1]]


def _spread_sound(
    costs: list[list[int]], sources: list[Position], most: int
) -> tuple[dict[Position, int], dict[Position, int]]:
    """Distances, and for each cell the least index of the sources at that distance."""
    height, width = len(costs), len(costs[0])
    found: dict[Position, int] = {}
    origin: dict[Position, int] = {}
    heap: list[tuple[int, int, Position]] = [(0, index, cell) for index, cell in enumerate(sources)]
    while heap:
        distance, index, cell = heapq.heappop(heap)
        if cell in found:
            continue
        found[cell], origin[cell] = distance, index
        step = _exit_cost(costs, found, cell)
        if not step or distance + step > most:
            continue
        for dy, dx in DIRECTIONS:
            other = (cell[0] + dy, cell[1] + dx)
            if 0 <= other[0] < height and 0 <= other[1] < width and other not in found:
                heapq.heappush(heap, (distance + step, index, other))
    return found, origin


def _find_arrival(
    costs: list[list[int]],
    found: dict[Position, int],
    origin: dict[Position, int],
    cell: Position,
    source: Position,
) -> int:
    best, closest = -1, 0
    by, bx = source[0] - cell[0], source[1] - cell[1]
    for index, (dy, dx) in enumerate(DIRECTIONS):
        other = (cell[0] + dy, cell[1] + dx)
        if other not in found or origin[other] != origin[cell]:
            continue
        step = _exit_cost(costs, found, other)
        if not step or found[other] + step != found[cell]:
            continue
        # The cosine of the angle, squared, with its sign, times twice the squared length of the bearing.
        dot = dy * by + dx * bx
        angle = dot * abs(dot) * (1 if dy and dx else 2)
        if best < 0 or angle > closest:
            best, closest = index, angle
    return best
