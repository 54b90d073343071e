"""Paths: the movement rules, A* from the goal to the start, so that the first of all optimal paths can be read off."""

import heapq
from typing import Any, NamedTuple, Self

import numpy as np

from .. import checks
from ..checks import DIRECTIONS, MAX_DISTANCE, Int32Array, Int64Array, Layer, Position, Positions


class MovementGraph(NamedTuple):
    """A map with its movement rules.

    A step into a cell costs `weight * cost[cell] + extra[cell]`, with the weight of a straight or a diagonal
    step. Cost 0 is a wall. The first cell of a walk is not entered, so it may be a wall.
    """

    cost: list[list[int]]
    extra: list[list[int]] | None
    straight: int
    diagonal: int  # 0: no diagonal steps
    cuts_corners: bool  # False: a diagonal step needs both adjacent cells to be open
    shape: tuple[int, int]

    @classmethod
    def from_arguments(
        cls, cost: Layer, extra: Layer | None, straight_cost: object, diagonal_cost: object, corner_cutting: object
    ) -> Self:
        """Checks the arguments that paths and fields share."""
        array = checks.costs(cost)
        extra_array = checks.extras(extra, array.shape)
        weights = checks.weights(straight_cost, diagonal_cost)
        cut_corners = checks.flag(corner_cutting, "corner_cutting")
        extras = None if extra_array is None else extra_array.tolist()
        return cls(array.tolist(), extras, *weights, cut_corners, array.shape)

    def is_inside(self, y: int, x: int) -> bool:
        """Returns whether (y, x) lies on the map."""
        return 0 <= y < self.shape[0] and 0 <= x < self.shape[1]

    def list_neighbors(self, y: int, x: int) -> list[tuple[int, int, int]]:
        """Returns (y, x, weight) of the cells one step away, including walls, in the order of DIRECTIONS."""
        neighbors = []
        for dy, dx in DIRECTIONS:
            ny, nx = y + dy, x + dx
            if not self.is_inside(ny, nx):
                continue
            if not (dy and dx):
                neighbors.append((ny, nx, self.straight))
            elif self.diagonal and (self.cuts_corners or (self.cost[ny][x] and self.cost[y][nx])):
                neighbors.append((ny, nx, self.diagonal))
        return neighbors

    def entry_cost(self, y: int, x: int, weight: int) -> int:
        """Returns the cost of a step into (y, x)."""
        return weight * self.cost[y][x] + (self.extra[y][x] if self.extra else 0)

    def estimate_cost(self, a: Position, b: Position) -> int:
        """Returns the octile (or Manhattan) distance: a lower bound of the cost from a to b if costs are at least 1."""
        dy, dx = abs(a[0] - b[0]), abs(a[1] - b[1])
        short, long = min(dy, dx), max(dy, dx)
        if not self.diagonal or self.diagonal >= 2 * self.straight:
            return self.straight * (short + long)
        if self.diagonal <= self.straight:
            return self.diagonal * long
        return self.diagonal * short + self.straight * (long - short)


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
    """Returns a cheapest path.

    A step into a cell costs `weight * cost[cell] + extra[cell]`, with the weight of a straight or diagonal
    step. The defaults suit roguelikes: eight directions at the same cost, and steps between two diagonal walls.

    Args:
        cost: (height, width) multipliers, 0 = wall and at most 16,383; a bool mask of walkable cells; or a
            Grid.
        start: (y, x). It is not entered, so it may be a wall.
        goal: (y, x).
        straight_cost: Weight of a straight step, 1..65,535.
        diagonal_cost: Weight of a diagonal step, or None for four directions. Common ratios: 1:1, 2:3, 5:7, and
            5741:8119 for the square root of two.
        corner_cutting: If False, a diagonal step needs both adjacent cells to be open.
        extra: Optional (height, width) entry costs, added for each cell entered.
        max_cost: Paths that cost more are ignored.
        max_nodes: Gives up after expanding this many cells. The backends expand different cells, so rules of a
            game use max_cost or within instead.
        within: Maximum Chebyshev distance of the path's cells from the start.
        canonical: If True, the path is the first of all cheapest ones in the order of their (y, x) sequences, equal
            on all backends; rules of a game use this. If False, it is any cheapest path.

    Returns:
        int32 array of shape (n, 2) from start to goal, both included; None if there is no such path.
    """
    limits = _check_limits(max_cost, max_nodes, within, canonical)
    graph = MovementGraph.from_arguments(cost, extra, straight_cost, diagonal_cost, corner_cutting)
    ends = checks.position(start, "start", graph.shape), checks.position(goal, "goal", graph.shape)
    result = _search_path(graph, *ends, *limits)
    return None if result is None else np.array(result[0], dtype=np.int32)


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
    """Returns the cost of the path of find_path, with the same arguments; None if there is no path."""
    limits = _check_limits(max_cost, max_nodes, within, False)
    graph = MovementGraph.from_arguments(cost, extra, straight_cost, diagonal_cost, corner_cutting)
    ends = checks.position(start, "start", graph.shape), checks.position(goal, "goal", graph.shape)
    result = _search_path(graph, *ends, *limits)
    return None if result is None else result[1]


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
    """Runs many find_path queries on one map, in parallel if that pays.

    Args:
        cost: As in find_path, like the other arguments.
        starts: n positions.
        goals: n positions.

    Returns:
        A list of n paths or None, and an int64 array of n costs, -1 where there is no path.
    """
    limits = _check_limits(max_cost, max_nodes, within, canonical)
    graph = MovementGraph.from_arguments(cost, extra, straight_cost, diagonal_cost, corner_cutting)
    start_cells = checks.positions(starts, "starts", graph.shape).tolist()
    goal_cells = checks.positions(goals, "goals", graph.shape).tolist()
    if len(start_cells) != len(goal_cells):
        raise ValueError(f"goals: expected {len(start_cells)} positions, one for each start, got {len(goal_cells)}")
    paths: list[Int32Array | None] = []
    costs = np.full(len(start_cells), -1, np.int64)
    for i, (start, goal) in enumerate(zip(start_cells, goal_cells, strict=True)):
        result = _search_path(graph, (start[0], start[1]), (goal[0], goal[1]), *limits)
        paths.append(None if result is None else np.array(result[0], dtype=np.int32))
        if result is not None:
            costs[i] = result[1]
    return paths, costs


def _check_limits(max_cost: object, max_nodes: object, within: object, canonical: object) -> tuple[int, int, int]:
    """Checks the options that paths do not share with fields, before the map, as the native kernels do."""
    cost_limit = checks.distance_limit(max_cost, "max_cost")
    node_limit = checks.distance_limit(max_nodes, "max_nodes")
    max_offset = checks.distance_limit(within, "within")
    checks.flag(canonical, "canonical")
    return cost_limit, node_limit, max_offset


def _search_path(
    graph: MovementGraph, start: Position, goal: Position, cost_limit: int, node_limit: int, max_offset: int
) -> tuple[list[Position], int] | None:
    """Runs A* (P. E. Hart, N. J. Nilsson and B. Raphael, 1968) from the goal to the start over reversed steps.

    Once all entries up to the optimal total are expanded, every cell of every optimal path has an exact distance;
    the canonical path then descends the distances to the goal.
    """
    if start == goal:
        return [start], 0
    if not graph.cost[goal[0]][goal[1]] or max(abs(start[0] - goal[0]), abs(start[1] - goal[1])) > max_offset:
        return None
    lowest_cost = min((value for row in graph.cost for value in row if value), default=1)
    scaled = graph._replace(straight=graph.straight * lowest_cost, diagonal=graph.diagonal * lowest_cost)
    remaining = {goal: 0}
    expanded: set[Position] = set()
    heap = [(scaled.estimate_cost(goal, start), goal)]
    while heap and heap[0][0] <= min(cost_limit, remaining.get(start, MAX_DISTANCE)):
        _, cell = heapq.heappop(heap)
        if cell in expanded or cell == start:
            continue
        expanded.add(cell)
        if len(expanded) > node_limit:
            return None
        for y, x, weight in graph.list_neighbors(*cell):
            neighbor = (y, x)
            if max(abs(y - start[0]), abs(x - start[1])) > max_offset or not (graph.cost[y][x] or neighbor == start):
                continue
            total = remaining[cell] + graph.entry_cost(*cell, weight)
            if total < remaining.get(neighbor, MAX_DISTANCE + 1):
                remaining[neighbor] = total
                heapq.heappush(heap, (total + scaled.estimate_cost(neighbor, start), neighbor))
    if remaining.get(start, MAX_DISTANCE + 1) > cost_limit:
        return None
    path = [start]
    while path[-1] != goal:
        last = path[-1]
        path.append(
            min(
                (y, x)
                for y, x, weight in graph.list_neighbors(*last)
                if graph.cost[y][x] and remaining.get((y, x)) == remaining[last] - graph.entry_cost(y, x, weight)
            )
        )
    return path, remaining[start]


class Finder:
    """Finds paths on one Grid with fixed options; `Grid.finder` makes it. It sees the grid's edits.

    Attributes:
        grid: The Grid.
    """

    __slots__ = ("_options", "grid")

    def __init__(self, grid: Layer, options: dict[str, Any]) -> None:
        """Checks the options, as find_path does."""
        self.grid = grid
        weights = checks.weights(options["straight_cost"], options["diagonal_cost"])
        checks.flag(options["corner_cutting"], "corner_cutting")
        _check_limits(*(options[name] for name in ("max_cost", "max_nodes", "within", "canonical")))
        self._options = {**options, "straight_cost": weights[0], "diagonal_cost": weights[1] or None}

    def find_path(self, start: Position, goal: Position) -> Int32Array | None:
        """Returns a cheapest path as int32 (n, 2) from start to goal; None if there is none."""
        return find_path(self.grid, start, goal, **self._options)

    def path_cost(self, start: Position, goal: Position) -> int | None:
        """Returns the cost of the path of find_path; None if there is none."""
        options = {name: value for name, value in self._options.items() if name != "canonical"}
        return path_cost(self.grid, start, goal, **options)

    def find_paths(self, starts: Positions, goals: Positions) -> tuple[list[Int32Array | None], Int64Array]:
        """Runs many find_path queries, in parallel if that pays.

        Returns:
            A list of n paths or None, and an int64 array of n costs, -1 where there is no path.
        """
        return find_paths(self.grid, starts, goals, **self._options)

    def __repr__(self) -> str:
        return f"Finder({self.grid!r})"
