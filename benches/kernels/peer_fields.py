"""Rows 21 to 26: distances and sound."""

# ruff: noqa: B023 - each closure is called within its loop iteration

from functools import cache
from typing import Any

import maps
import numpy as np
from peer_calls import build_sparse_graph, deque_search
from peer_rows import SIZES, GridPair, add_row, csgraph, numba, tcod_path, time_call, time_ours

from footfall import kernels
from footfall.kernels import DIRECTIONS


def bench_fields() -> None:
    """Rows 21 to 26."""
    bars = {43: (25, 1.5, 20, 12, 30), 256: (30, 1.5, 15, 30, 80), 1024: (20, 1.5, 15, None, None)}
    for height, width in SIZES:
        opens, spots = maps.make_cave(height, width, 5)
        size, bar = f"{width}x{height}", bars[height]
        absorption = np.where(opens, 10, 50).astype(np.uint8)
        both = GridPair(opens, None, absorption)
        grid = both.rust
        ours = time_ours(lambda g: lambda i: kernels.distance_map(g, [spots[i]], diagonal_cost=None), both)
        heard = time_ours(lambda g: lambda i: kernels.sound_field(g, [spots[i]]), both)
        theirs = there = deaf = None
        if tcod_path:
            cost, far = opens.astype(np.int32), np.iinfo(np.int32).max

            def dijkstra(i: int, cost: np.ndarray, diagonal: int | None) -> Any:
                field = np.full(cost.shape, far, np.int32)
                field[spots[i]] = 0
                return tcod_path.dijkstra2d(field, cost, 1, diagonal, out=field)

            theirs = time_call(lambda i: dijkstra(i, cost, 0), 8)
            deaf = time_call(lambda i: dijkstra(i, absorption.astype(np.int32), 1), 8)
        if numba:
            out, queue = np.zeros(opens.shape, np.int32), np.zeros(opens.size, np.int32)
            numba.breadth_first(opens, *spots[0], out, queue)
            assert np.array_equal(out, kernels.distance_map(grid, [spots[0]], diagonal_cost=None))
            there = time_call(lambda i: numba.breadth_first(opens, *spots[i], out, queue))
        add_row("21", f"distance map {size}, whole", "tcod dijkstra2d", ours, theirs, bar[0])
        add_row("22", f"distance map {size}, whole", "numba BFS, buffers reused", ours, there, bar[1])
        add_row("24", f"sound {size}, whole", "tcod dijkstra2d", heard, deaf, bar[2])
        if numba:
            buckets, counts = np.zeros((64, opens.size), np.int32), np.zeros(64, np.int64)
            numba.dial(absorption, *spots[0], 1 << 30, out, buckets, counts)
            assert np.array_equal(out, kernels.sound_field(grid, [spots[0]]))
            loud = time_call(lambda i: numba.dial(absorption, *spots[i], 1 << 30, out, buckets, counts))
            near = time_call(lambda i: numba.dial(absorption, *spots[i], 100, out, buckets, counts))
            add_row("26", f"sound {size}, whole", "numba Dial, buffers reused", heard, loud, 1.5)
        if height < 1024:
            from_here = time_ours(
                lambda g: lambda i: kernels.reachable_within(g, spots[i], 20, diagonal_cost=None), both
            )
            lists = opens.tolist()
            assert len(deque_search(lists, spots[0], 20)) == len(
                kernels.reachable_within(grid, spots[0], 20, diagonal_cost=None)[1]
            )
            python = time_call(lambda i: deque_search(lists, spots[i], 20))
            add_row("23", f"cells within 20 steps {size}", "Python deque", from_here, python, bar[4])
            if csgraph:
                graph = build_sparse_graph(opens.astype(int), DIRECTIONS[::2])
                limited = time_call(
                    lambda i: csgraph.dijkstra(graph, indices=spots[i][0] * width + spots[i][1], limit=20), 8
                )
                add_row("23", f"cells within 20 steps {size}", "SciPy with limit", from_here, limited, bar[3])
        if height > 43:
            filled = time_call(lambda _: np.empty(4 * opens.size, np.uint8).fill(255))  # 4 bytes a cell, unreached
            audible = time_ours(lambda g: lambda i: kernels.sound_field(g, [spots[i]], max_distance=100), both)
            window = time_ours(lambda g: lambda i: kernels.sound_fields(g, [spots[i]], 10, max_distance=100), both)
            add_row("25", f"sound {size}, within 10 tiles", "tcod dijkstra2d, unbounded", audible, deaf, 800)
            if csgraph and height == 256:
                graph = build_sparse_graph(absorption, DIRECTIONS)
                limited = time_call(
                    lambda i: csgraph.dijkstra(graph, indices=spots[i][0] * width + spots[i][1], limit=100), 8
                )
                add_row("25", f"sound {size}, within 10 tiles", "SciPy with limit", audible, limited, 25)
            there = near if numba else None
            add_row("26", f"sound {size}, within 10 tiles", "numba Dial", audible, there, 1.5, filled)
            add_row("25", f"sound {size}, window of 10 tiles", "tcod dijkstra2d, unbounded", window, deaf, 2000)
            if numba:
                (y, x), field = spots[0], kernels.sound_field(grid, spots[:1], max_distance=100)
                part = field[max(0, y - 10) : y + 11, max(0, x - 10) : x + 11]
                assert np.array_equal(dial_in_window(absorption, spots[0], 10, 100), part)
                there = time_call(lambda i: dial_in_window(absorption, spots[i], 10, 100))
            add_row("26", f"sound {size}, window of 10 tiles", "numba Dial on a slice", window, there, 1.5)


def dial_in_window(absorption: np.ndarray, spot: tuple[int, int], radius: int, limit: int) -> np.ndarray:
    """Sound distances around a spot by numba, on the part of the map within a radius."""
    y, x = spot
    top, left = max(0, y - radius), max(0, x - radius)
    part = absorption[top : y + radius + 1, left : x + radius + 1]
    out = np.empty(part.shape, np.int32)
    numba.dial(part, y - top, x - left, limit, out, *dial_memory(part.size))
    return out


@cache
def dial_memory(size: int) -> tuple[np.ndarray, np.ndarray]:
    """Buckets for a map of this size, and their counts."""
    return np.zeros((64, size), np.int32), np.zeros(64, np.int64)
