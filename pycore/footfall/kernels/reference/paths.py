"""Single paths: A*, from the goal back to the start so that the first of all optimal paths can be read
off."""

import heapq
from dataclasses import replace

import numpy as np

from footfall.kernels import checks
from footfall.kernels.common import MAX_DISTANCE, Int32Array, Int64Array, Layer, Position, Positions
from footfall.kernels.reference.movement_graph import MovementGraph


def find_path(
    cost: Layer,
    start: Position,
    goal: Position,
    *,
    straight_cost: int = 1,
    diagonal_cost: int | None = 1,
    corner_cutting: bool = True,
    extra: Layer | None = None,
    max_cost: int | None = None,
    max_nodes: int | None = None,
    within: int | None = None,
    canonical: bool = False,
) -> Int32Array | None:
    """One cheapest path.

    A step into a cell costs `weight * cost[cell] + extra[cell]`, with the weight of a straight or diagonal
    step. The defaults are a roguelike's: eight directions at the same price, gaps between two diagonal walls
    may be passed.

    Args:
        cost: (height, width) multipliers, 0 = wall and at most 16,383; a bool mask of walkable cells; or a
            Grid.
        start: (y, x). It is not entered, so what it holds does not matter.
        goal: (y, x).
        straight_cost: Weight of a straight step, 1..65,535.
        diagonal_cost: Weight of a diagonal step, or None for four directions. Ratios in use: 1:1, 2:3, 5:7,
            and
            5741:8119 for the square root of two.
        corner_cutting: If False a diagonal step needs both cells beside it to be open.
        extra: Optional (height, width) entry costs, added once for each cell entered.
        max_cost: Paths dearer than this do not count.
        max_nodes: Gives up after expanding so many cells. A bound of effort, not of the game: the same number
            gives up on other queries from backend to backend. Rules use max_cost or within.
        within: Only cells within this Chebyshev distance of the start are used.
        canonical: If True the path is, of all the cheapest, the first in the order of their (y, x) sequences:
            the same on all backends. Rules use this. If False it is any of the cheapest.

    Returns:
        int32 array of shape (n, 2) from start to goal, both included; None if there is no such path.
    """
    ground, ends, bounds = _check_query(
        cost, start, goal, straight_cost, diagonal_cost, corner_cutting, extra, max_cost, max_nodes, within
    )
    checks.flag(canonical, "canonical")
    found = _search_path(ground, *ends, *bounds)
    return None if found is None else np.array(found[0], dtype=np.int32)


def path_cost(
    cost: Layer,
    start: Position,
    goal: Position,
    *,
    straight_cost: int = 1,
    diagonal_cost: int | None = 1,
    corner_cutting: bool = True,
    extra: Layer | None = None,
    max_cost: int | None = None,
    max_nodes: int | None = None,
    within: int | None = None,
) -> int | None:
    """What the path that find_path finds would cost; None if there is none. Arguments as in find_path."""
    ground, ends, bounds = _check_query(
        cost, start, goal, straight_cost, diagonal_cost, corner_cutting, extra, max_cost, max_nodes, within
    )
    found = _search_path(ground, *ends, *bounds)
    return None if found is None else found[1]


def find_paths(
    cost: Layer,
    starts: Positions,
    goals: Positions,
    *,
    straight_cost: int = 1,
    diagonal_cost: int | None = 1,
    corner_cutting: bool = True,
    extra: Layer | None = None,
    max_cost: int | None = None,
    max_nodes: int | None = None,
    within: int | None = None,
    canonical: bool = False,
) -> tuple[list[Int32Array | None], Int64Array]:
    """Many find_path queries on one map, over the processor's cores when there is enough to do.

    Args:
        cost: As in find_path, like all that is not named here.
        starts: n positions.
        goals: n positions.

    Returns:
        A list of n paths or None, and an int64 array of n costs, -1 where there is no path.
    """
    ground, _, (most, nodes, near) = _check_query(
        cost, (0, 0), (0, 0), straight_cost, diagonal_cost, corner_cutting, extra, max_cost, max_nodes, within
    )
    froms = checks.positions(starts, "starts", ground.shape).tolist()
    tos = checks.positions(goals, "goals", ground.shape).tolist()
    if len(froms) != len(tos):
        raise ValueError(f"goals: expected {len(froms)} positions, one for each start, got {len(tos)}")
    checks.flag(canonical, "canonical")
    paths: list[Int32Array | None] = []
    costs = np.full(len(froms), -1, np.int64)
    for i, (start, goal) in enumerate(zip(froms, tos, strict=True)):
        found = _search_path(ground, (start[0], start[1]), (goal[0], goal[1]), most, nodes, near)
        paths.append(None if found is None else np.array(found[0], dtype=np.int32))
        if found is not None:
            costs[i] = found[1]
    return paths, costs


def _check_query(
    cost: Layer,
    start: object,
    goal: object,
    straight_cost: object,
    diagonal_cost: object,
    corner_cutting: object,
    extra: Layer | None,
    max_cost: object,
    max_nodes: object,
    within: object,
) -> tuple[MovementGraph, tuple[Position, Position], tuple[int, int, int]]:
    ground = MovementGraph.from_arguments(cost, extra, straight_cost, diagonal_cost, corner_cutting)
    ends = checks.position(start, "start", ground.shape), checks.position(goal, "goal", ground.shape)
    most = checks.distance_limit(max_cost, "max_cost")
    nodes = checks.distance_limit(max_nodes, "max_nodes")
    near = checks.distance_limit(within, "within")
    return ground, ends, (most, nodes, near)


def _search_path(
    ground: MovementGraph, start: Position, goal: Position, most: int, nodes: int, near: int
) -> tuple[list[Position], int] | None:
    """A* from the goal to the start over reversed steps, then the canonical walk down the distances to the
    goal.

    Every cell of every optimal path has an exact distance once all entries up to the optimal total are
    expanded.
    """
    if start == goal:
        return [start], 0
    if not ground.cost[goal[0]][goal[1]] or max(abs(start[0] - goal[0]), abs(start[1] - goal[1])) > near:
        return None
    least = min((value for row in ground.cost for value in row if value), default=1)
    scaled = replace(ground, straight=ground.straight * least, diagonal=ground.diagonal * least)
    togo = {goal: 0}
    done: set[Position] = set()
    heap = [(scaled.estimate_cost(goal, start), goal)]
    while heap and heap[0][0] <= min(most, togo.get(start, MAX_DISTANCE)):
        _, cell = heapq.heappop(heap)
        if cell in done or cell == start:
            continue
        done.add(cell)
        if len(done) > nodes:
            return None
        for y, x, weight in ground.list_neighbors(*cell):
            other = (y, x)
            if max(abs(y - start[0]), abs(x - start[1])) > near or not (ground.cost[y][x] or other == start):
                continue
            total = togo[cell] + ground.entry_cost(*cell, weight)
            if total < togo.get(other, MAX_DISTANCE + 1):
                togo[other] = total
                heapq.heappush(heap, (total + scaled.estimate_cost(other, start), other))
    if togo.get(start, MAX_DISTANCE + 1) > most:
        return None
    path = [start]
    while path[-1] != goal:
        here = path[-1]
        path.append(
            min(
                (y, x)
                for y, x, weight in ground.list_neighbors(*here)
                if ground.cost[y][x] and togo.get((y, x)) == togo[here] - ground.entry_cost(y, x, weight)
            )
        )
    return path, togo[start]
