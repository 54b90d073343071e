"""Rows 12 to 20: paths."""

# ruff: noqa: B023 - each closure is called within its loop iteration

import math
import os
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import maps
import numpy as np
from peer_calls import build_custom_graph, time_threaded_astar
from peer_rows import GridPair, Timing, add_row, numba, round_seconds, tcod_path, time_call, time_ours

from footfall import kernels
from footfall.kernels import reference
from footfall.kernels.bench import DEFAULT_CLOCK, time_rounds

OCTILE = {"straight_cost": 5741, "diagonal_cost": 8119, "corner_cutting": False}


def bench_paths(quick: bool) -> None:
    """Rows 12 to 18 and 20, with one line per map."""
    ratios_by_peer: dict[str, list[tuple[float, bool]]] = {"graph": [], "astar": [], "numba": []}
    rough = ("maze512-1-0", "random512-10-0", "random512-35-0")
    batch_ratio: list[float] = []
    slow: list[float] = []
    for name in maps.list_names():
        opens, queries = maps.load_map(name)
        plain, grid = reference.Grid(opens), kernels.Grid(opens)
        find_path = grid.finder(**OCTILE).find_path
        for query in queries if not quick else queries[::50]:
            assert maps.is_optimal(opens, query, find_path(query.start, query.goal)), query
        some = queries[:: max(1, len(queries) // (10 if quick else 40))]
        every = queries[:: max(1, len(queries) // 400)]
        ours = time_mean(lambda q: find_path(q.start, q.goal), every)
        ours_some = time_best_mean(lambda q: find_path(q.start, q.goal), some)
        starts, goals = np.array([q.start for q in every]), np.array([q.goal for q in every])
        threads = os.cpu_count() or 1
        batch = min(
            time_rounds(
                lambda _: kernels.find_paths(grid, starts, goals, **OCTILE), 1, round_seconds(), 7, time.perf_counter
            )
        ) / len(every)
        theirs: dict[str, float | None] = dict.fromkeys(ratios_by_peer)
        if tcod_path:
            a_star = tcod_path.AStar(opens.astype(np.int8), math.sqrt(2))
            theirs["astar"] = time_best_mean(lambda q: a_star.get_path(*q.start, *q.goal), some)
            finder = build_custom_graph(opens)

            def by_graph(q: maps.PathQuery) -> Any:
                finder.clear()
                finder.add_root(q.start)
                return finder.path_to(q.goal)

            theirs["graph"] = time_best_mean(by_graph, some)
        if numba:
            cost = opens.astype(np.int64)
            best, stamp = np.zeros(opens.shape, np.int64), np.zeros(opens.shape, np.int64)
            count = iter(range(1, 1 << 30))
            solve = lambda q: numba.a_star(  # noqa: E731
                cost, *q.start, *q.goal, 5741, 8119, False, best, stamp, next(count)
            )
            assert solve(some[-1]) == kernels.path_cost(grid, some[-1].start, some[-1].goal, **OCTILE)
            theirs["numba"] = time_best_mean(solve, some)
        few = some[:: max(1, len(some) // 2)][:2]
        once = time_mean(lambda q: find_path(q.start, q.goal), few * 20)
        mine = Timing(once, once, 0.0)
        mine.python = time_mean(lambda q: reference.find_path(plain, q.start, q.goal, **OCTILE), few)
        slow.append(mine.python / mine)
        add_row("ref", f"paths {name}, 2 queries", "Python reference", mine, mine.python, None)
        add_row("16", f"paths {name}, 400 queries", "-", ours, None, None)
        for key, label in (("graph", "tcod CustomGraph, same rule"), ("astar", "tcod AStar"), ("numba", "numba A*")):
            peer = theirs[key]
            add_row("16", f"paths {name}, 40 queries", label, ours_some, peer, None)
            if peer is not None:
                ratios_by_peer[key].append((peer / ours_some, name in rough))
        if tcod_path and name not in rough:
            batch_ratio.append(min(time_threaded_astar(opens, some, threads) for _ in range(3)) / batch)
    for number, label, key, bar_rough, bar in (
        ("12", "tcod CustomGraph", "graph", 8, 120),
        ("13", "tcod AStar", "astar", None, 60),
        ("14", "numba A*", "numba", 3, 35),
    ):
        ratios = ratios_by_peer[key]
        if ratios:
            smooth = geometric_mean([r for r, is_rough in ratios if not is_rough])
            add_row(number, "paths, 9 structured maps, geometric mean", label, 1.0, smooth, bar)
            rough_mean = geometric_mean([r for r, is_rough in ratios if is_rough])
            add_row("15", "paths, random and 1-wide mazes", label, 1.0, rough_mean, bar_rough)
            whole = {"graph": 100, "astar": 50}.get(key)
            add_row("all", "paths, 12 maps, geometric mean", label, 1.0, geometric_mean([r for r, _ in ratios]), whole)
    add_row("ref", "paths, 12 maps, geometric mean", "Python reference", 1.0, geometric_mean(slow), None)
    if ratios_by_peer["graph"]:
        bench_cpp_record(
            {name: ratio for name, (ratio, _) in zip(maps.list_names(), ratios_by_peer["graph"], strict=True)}
        )
    add_row("18", "paths with tables: left out, see limits", "SGCH-JPD", 1.0, None, None)
    if batch_ratio:
        name = f"many paths per call, {os.cpu_count()} cores"
        add_row("20", name, "tcod AStar, as many threads", 1.0, geometric_mean(batch_ratio), 60)
    bench_short_paths()


CPP_RECORD = tomllib.loads(Path(__file__).with_name("cpp_record.toml").read_text("utf-8"))


def bench_cpp_record(ratios: dict[str, float]) -> None:
    """Row 16: the C++ record, compared through the ratio of each side to tcod's CustomGraph on its own machine."""
    against = []
    for name, ours in ratios.items():
        probe, warthog, times = CPP_RECORD[name]
        theirs = times * (probe + 0.3) / warthog
        against.append(ours / theirs)
        label = f"paths {name}, C++ record {theirs:.0f}x graph"
        add_row("16", label, "warthog JPS(B+P) by ratio", 1.0, against[-1], 1.0)
    add_row("16", "paths, 12 maps, geometric mean", "warthog JPS(B+P) by ratio", 1.0, geometric_mean(against), 1.5)


def bench_short_paths() -> None:
    """Row 17."""
    opens, queries = maps.load_map("AR0011SR")
    short = [q for q in queries if q.length < 32][:16]

    def make(grid: Any) -> Callable[[int], Any]:
        find_path = grid.finder(**OCTILE).find_path
        return lambda i: find_path(short[i].start, short[i].goal)

    ours = time_ours(make, GridPair(opens), len(short))
    theirs = None
    if tcod_path:
        a_star = tcod_path.AStar(opens.astype(np.int8), math.sqrt(2))
        theirs = time_call(lambda i: a_star.get_path(*short[i].start, *short[i].goal), len(short))
    add_row("17", "paths under 32 tiles, array returned", "tcod AStar", ours, theirs, 6)


def time_mean(call: Callable[[maps.PathQuery], Any], queries: list[maps.PathQuery]) -> float:
    """Mean microseconds per query."""
    start = DEFAULT_CLOCK()
    for query in queries:
        call(query)
    return (DEFAULT_CLOCK() - start) / len(queries) * 1e6


def time_best_mean(call: Callable[[maps.PathQuery], Any], queries: list[maps.PathQuery]) -> float:
    """The least of three means."""
    return min(time_mean(call, queries) for _ in range(3))


def geometric_mean(ratios: list[float]) -> float:
    """The geometric mean."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def bench_weighted() -> None:
    """Row 19."""
    opens, spots = maps.make_cave(256, 256, 5)
    noise = np.array([kernels.mix(1, i) % 4 for i in range(65536)]).reshape(256, 256) + 1
    cost = np.where(opens, noise, 0).astype(np.uint8)
    options = {"straight_cost": 5, "diagonal_cost": 7}
    ours = time_ours(lambda _: lambda i: kernels.find_path(cost, spots[i], spots[i + 20], **options))
    theirs = there = None
    if tcod_path:
        a_star = tcod_path.AStar(cost.astype(np.int32), 1.4)
        theirs = time_call(lambda i: a_star.get_path(*spots[i], *spots[i + 20]))
    if numba:
        wide = cost.astype(np.int64)
        best, stamp = np.zeros(cost.shape, np.int64), np.zeros(cost.shape, np.int64)
        count = iter(range(1, 1 << 30))
        there = time_call(lambda i: numba.a_star(wide, *spots[i], *spots[i + 20], 5, 7, True, best, stamp, next(count)))
    add_row("19", "weighted A* 256x256", "tcod AStar", ours, theirs, 5)
    add_row("19", "weighted A* 256x256", "numba A*", ours, there, 2.5)
