"""Idiomatic calls of other libraries: objects built once, the same rules of movement."""

import math
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import maps
import numpy as np


def build_custom_graph(opens: np.ndarray) -> Any:
    """tcod's graph without corner cutting."""
    import tcod.path as tcod_path

    graph = tcod_path.CustomGraph(opens.shape)
    cost = opens.astype(np.int32)
    padded = np.pad(cost, 1)
    for dy, dx in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        graph.add_edge((dy, dx), 5741, cost=cost)
    for dy in (-1, 1):
        for dx in (-1, 1):
            both = padded[1 + dy : padded.shape[0] - 1 + dy, 1:-1] & padded[1:-1, 1 + dx : padded.shape[1] - 1 + dx]
            graph.add_edge((dy, dx), 8119, cost=cost, condition=both.astype(np.int32))
    graph.set_heuristic(cardinal=5741, diagonal=8119)
    return tcod_path.Pathfinder(graph)


def time_threaded_astar(opens: np.ndarray, queries: list[maps.PathQuery], threads: int) -> float:
    """Microseconds per query of tcod's AStar, with one object per thread."""
    import tcod.path as tcod_path

    finders = [tcod_path.AStar(opens.astype(np.int8), math.sqrt(2)) for _ in range(threads)]

    def part(index: int) -> None:
        for q in queries[index::threads]:
            finders[index].get_path(*q.start, *q.goal)

    with ThreadPoolExecutor(threads) as pool:
        start = time.perf_counter()
        list(pool.map(part, range(threads)))
        return (time.perf_counter() - start) / len(queries) * 1e6


def build_sparse_graph(cost: np.ndarray, steps: tuple[tuple[int, int], ...]) -> Any:
    """A SciPy graph with an edge from every open cell to its neighbors; it costs what its first cell costs."""
    import scipy.sparse as scipy_sparse

    height, width = cost.shape
    index = np.arange(cost.size).reshape(cost.shape)
    froms, tos = [], []
    for dy, dx in steps:
        here = (slice(max(0, -dy), height - max(0, dy)), slice(max(0, -dx), width - max(0, dx)))
        there = (slice(max(0, dy), height - max(0, -dy)), slice(max(0, dx), width - max(0, -dx)))
        both = (cost[here] > 0) & (cost[there] > 0)
        froms.append(index[here][both])
        tos.append(index[there][both])
    start, end = np.concatenate(froms), np.concatenate(tos)
    return scipy_sparse.csr_array((cost.ravel()[start].astype(float), (start, end)), (cost.size, cost.size))


def deque_search(opens: list[list[bool]], start: tuple[int, int], steps: int) -> dict[tuple[int, int], int]:
    """Cells within `steps`, by breadth-first search in plain Python."""
    distances = {start: 0}
    queue = deque([start])
    while queue:
        y, x = queue.popleft()
        after = distances[y, x] + 1
        if after > steps:
            break
        for cell in ((y - 1, x), (y, x + 1), (y + 1, x), (y, x - 1)):
            inside = 0 <= cell[0] < len(opens) and 0 <= cell[1] < len(opens[0])
            if inside and opens[cell[0]][cell[1]] and cell not in distances:
                distances[cell] = after
                queue.append(cell)
    return distances
