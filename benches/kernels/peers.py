"""Compares the kernels with tcod, numba, OpenCV, SciPy and cc3d: one row per target.

    python benches/kernels/peers.py [--quick] [--out ROWS.json]

Each row has our time, the time of the Python reference (on few inputs, because it is slow), and the time of a peer;
"-" means that the peer is not installed. Results are checked before they are timed, and inputs rotate. Times are
medians of rounds in microseconds, including the call and its result. tcod's maps and graphs are built once and reused.

Times are processor time of the computing thread; rows for several cores are wall-clock time. "ratio" compares the
medians, "at best" the shortest rounds. A bar applies to "at best", because other work on the machine only lengthens
rounds, and not equally on both sides.
"""

# ruff: noqa: B023 - each closure is called within its loop iteration

import argparse
import importlib
import json
import math
import os
import resource
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any, Self

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
import maps
from peer_calls import build_custom_graph, build_sparse_graph, deque_search, time_threaded_astar

from footfall import kernels
from footfall.kernels import DIRECTIONS, bench, reference
from footfall.kernels.bench import DEFAULT_CLOCK, time_rounds
from footfall.testing.backends import use_backend

OCTILE = {"straight_cost": 5741, "diagonal_cost": 8119, "corner_cutting": False}
SIZES = ((43, 80), (256, 256), (1024, 1024))
ROWS: list[dict[str, Any]] = []
ROUND_SECONDS = 0.15


def import_peer(name: str) -> Any:
    """A module, or None if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


tcod, cv2, cc3d, ndimage, csgraph = map(import_peer, ("tcod", "cv2", "cc3d", "scipy.ndimage", "scipy.sparse.csgraph"))
tcod_map, tcod_path, numba = import_peer("tcod.map"), import_peer("tcod.path"), import_peer("numba_peers")


if cv2:
    cv2.setNumThreads(1)  # like the others, unless a row has several cores


class Timing(float):
    """Median microseconds of a call.

    Attributes:
        best: microseconds in the shortest round.
        python: microseconds of the reference, if it was timed.
    """

    best: float
    python: float | None = None

    def __new__(cls, median: float, best: float) -> Self:
        self = super().__new__(cls, median)
        self.best = best
        return self

    def scaled_by(self, count: int) -> "Timing":
        """The time of `count` calls."""
        return Timing(count * self, count * self.best)


class GridPair:
    """A map as a grid of each backend."""

    def __init__(self, *layers: Any, **named: Any) -> None:
        self.rust = kernels.Grid(*layers, **named)
        self.python = reference.Grid(*layers, **named)


def time_ours(
    make: Callable[[Any], Callable[[int], Any]],
    grid: GridPair | None = None,
    inputs: int = 16,
    clock: Callable[[], float] = DEFAULT_CLOCK,
) -> Timing:
    """Times the call that `make` returns for a grid, on both backends."""
    timing = time_call(make(grid and grid.rust), inputs, clock)
    timing.python = time_reference(make(grid and grid.python))
    return timing


def time_reference(call: Callable[[int], Any], inputs: int = 2) -> float:
    """Mean microseconds of a few calls on the reference."""
    with use_backend("python"):
        start = DEFAULT_CLOCK()
        done = 0
        while done < inputs or DEFAULT_CLOCK() - start < 0.02:
            call(done % inputs)
            done += 1
            if DEFAULT_CLOCK() - start > REFERENCE_SECONDS:
                break
        return (DEFAULT_CLOCK() - start) / done * 1e6


REFERENCE_SECONDS = 2.0
"""Time limit for the reference."""


def add_row(number: str, case: str, against: str, ours: float, theirs: float | None, bar: float | None) -> None:
    """Adds a row and prints it."""
    ratio = None if theirs is None else theirs / ours
    best = None if theirs is None else getattr(theirs, "best", theirs) / getattr(ours, "best", ours)
    python = getattr(ours, "python", None)
    verdict = "-" if best is None or bar is None else "met" if best >= bar else "NOT met"
    ROWS.append(
        {
            "row": number,
            "case": case,
            "against": against,
            "ours": float(ours),
            "python": python,
            "theirs": theirs,
            "ratio": ratio,
            "best": best,
            "bar": bar,
        }
        | {"verdict": verdict}
    )
    shown = "-" if theirs is None else f"{theirs:.2f}"
    times = "-" if ratio is None else f"{ratio:.1f}"
    least = "-" if best is None else f"{best:.1f}"
    plain = "-" if python is None else f"{python:.0f}"
    target = "" if bar is None else f">= {bar:g}"
    print(
        f"{number:>4} {case:46}{against:28}{ours:12.2f}{plain:>12}{shown:>12}{times:>9}{least:>9}",
        f"{target:>9} {verdict}",
        flush=True,
    )


def time_call(call: Callable[[int], Any], inputs: int = 16, clock: Callable[[], float] = DEFAULT_CLOCK) -> Timing:
    """Microseconds of a call."""
    times = time_rounds(call, inputs, ROUND_SECONDS, 15, clock)
    return Timing(median(times), min(times))


def bench_sight() -> None:
    """Rows 1 to 11."""
    for (height, width), numbers in zip(SIZES, (("1", "2"), ("3", "3"), ("5", "5")), strict=True):
        opens, spots = maps.make_cave(height, width, 5)
        grid, size = GridPair(opens, opens), f"{width}x{height}"
        whole = reference.field_of_view(opens, spots[0], 8)
        assert np.array_equal(kernels.field_of_view(grid.rust, spots[0], 8), whole)
        ours = time_ours(lambda g: lambda i: kernels.field_of_view(g, spots[i], 8), grid)
        fast = {"1": (6, 1.7, 1.6), "3": (20, 7, 1.5), "5": (45, None, 1.2)}[numbers[0]]
        window = time_ours(lambda g: lambda i: kernels.fields_of_view(g, [spots[i]], 8), grid)
        crowd = [[spots[(i + j) % 64] for j in range(200)] for i in range(4)]
        many = time_ours(lambda g: lambda i: kernels.fields_of_view(g, crowd[i], 8), grid, 4)
        tcod_one = old = numba_one = None
        if tcod_map:
            modes = [1, 2, 12]
            tcod_one = min(
                time_call(lambda i, m=m: tcod_map.compute_fov(opens, spots[i], 8, algorithm=m)) for m in modes
            )
            old_map = tcod_map.Map(width, height)
            old_map.transparent[:] = opens
            old = min(
                time_call(lambda i, m=m: old_map.compute_fov(spots[i][1], spots[i][0], 8, algorithm=m)) for m in modes
            )
        if numba:
            out = np.zeros(opens.shape, bool)
            numba.field_of_view(opens, *spots[0], 8, out)
            assert np.array_equal(out, whole)
            fresh = lambda i: numba.field_of_view(opens, *spots[i], 8, np.zeros(opens.shape, bool))  # noqa: E731
            numba_one, reused = (time_call(fresh), time_call(lambda i: numba.field_of_view(opens, *spots[i], 8, out)))
        add_row(numbers[0], f"FOV {size}, r=8, fresh mask", "tcod compute_fov, fastest", ours, tcod_one, fast[0])
        add_row(numbers[1], f"FOV {size}, r=8, fresh mask", "tcod Map in place", ours, old, fast[1])
        add_row(numbers[1], f"FOV {size}, r=8, fresh mask", "numba", ours, numba_one, fast[2])
        if height == 1024:
            add_row("4", f"FOV {size}, r=8, window", "tcod compute_fov, fastest", window, tcod_one, 300)
            add_row("4", f"FOV {size}, r=8, window", "tcod Map in place", window, old, 100)
            add_row("4", f"FOV {size}, r=8, window", "numba, fresh mask", window, numba_one, 8)
        bars = {43: (8, 2.2), 256: (45, 3), 1024: (500, 15)}[height]
        add_row(
            "8", f"200 viewers {size}, one thread", "tcod loop", many, tcod_one and tcod_one.scaled_by(200), bars[0]
        )
        add_row(
            "9",
            f"200 viewers {size}, one thread",
            "numba loop, fresh masks",
            many,
            numba_one and numba_one.scaled_by(200),
            bars[1],
        )
        add_row(
            "9",
            f"200 viewers {size}, one thread",
            "numba loop, one mask",
            many,
            numba_one and reused.scaled_by(200),
            None,
        )
    bench_crowds(opens, grid, spots)
    bench_unlimited()


def bench_crowds(opens: np.ndarray, grid: GridPair, spots: list) -> None:
    """Rows 10 and 11."""
    places = [spots[i % 64] for i in range(4000)]
    wall = time.perf_counter
    batch = time_ours(lambda g: lambda _: kernels.fields_of_view(g, places, 8), grid, 1, wall)
    single = time_call(lambda i: kernels.fields_of_view(grid.rust, places[i * 200 : i * 200 + 200], 8), 16, wall)
    add_row(
        "10",
        f"4000 viewers, {os.cpu_count()} cores",
        "own batches of 200",
        batch,
        single.scaled_by(20),
        0.6 * (os.cpu_count() or 1),
    )
    pairs = kernels.visible_pairs(grid.rust, spots, None, spots)
    assert np.array_equal(pairs, pairs.T)
    add_row("11", "one-way pairs (0 asserted)", "-", 0.0, None, None)


def bench_unlimited() -> None:
    """Rows 6 and 7."""
    opens, spots = maps.make_cave(256, 256, 5)
    pillars = kernels.cave((256, 256), 9, open_probability=0.98, steps=0)
    for number, name, map_, bar in (("6", "cave", opens, (8, 1.2)), ("7", "2% pillars", pillars, (1.3, 1.2))):
        grid = GridPair(transparent=map_)
        ours = time_ours(lambda g: lambda i: kernels.field_of_view(g, spots[i]), grid)
        best = there = None
        if tcod_map:
            best = min(
                time_call(lambda i, m=m: tcod_map.compute_fov(map_, spots[i], 0, algorithm=m)) for m in (0, 1, 2, 12)
            )
        if numba:
            out = np.zeros(map_.shape, bool)
            there = time_call(lambda i: numba.field_of_view(map_, *spots[i], 256, out))
        add_row(number, f"FOV 256x256 {name}, no limit", "tcod compute_fov, best", ours, best, bar[0])
        add_row(number, f"FOV 256x256 {name}, no limit", "numba in place", ours, there, bar[1])


def bench_paths(quick: bool) -> None:
    """Rows 12 to 18 and 20, with one line per map."""
    ratios_by_peer: dict[str, list[float]] = {"graph": [], "astar": [], "numba": []}
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
                lambda _: kernels.find_paths(grid, starts, goals, **OCTILE), 1, ROUND_SECONDS, 7, time.perf_counter
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
        mine = Timing(once, once)
        mine.python = time_mean(lambda q: reference.find_path(plain, q.start, q.goal, **OCTILE), few)
        slow.append(mine.python / mine)
        add_row("ref", f"paths {name}, 2 queries", "Python reference", mine, mine.python, None)
        add_row("16", f"paths {name}, 400 queries", "-", ours, None, None)
        for key, label in (("graph", "tcod CustomGraph, same rule"), ("astar", "tcod AStar"), ("numba", "numba A*")):
            add_row("16", f"paths {name}, 40 queries", label, ours_some, theirs[key], None)
            if theirs[key] is not None:
                ratios_by_peer[key].append((theirs[key] / ours_some, name in rough))  # type: ignore[arg-type]
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
            add_row(
                "15",
                "paths, random and 1-wide mazes",
                label,
                1.0,
                geometric_mean([r for r, b in ratios if b]),
                bar_rough,
            )
            whole = {"graph": 100, "astar": 50}.get(key)
            add_row("all", "paths, 12 maps, geometric mean", label, 1.0, geometric_mean([r for r, _ in ratios]), whole)
    add_row("ref", "paths, 12 maps, geometric mean", "Python reference", 1.0, geometric_mean(slow), None)
    if ratios_by_peer["graph"]:
        bench_cpp_record(
            {name: ratio for name, (ratio, _) in zip(maps.list_names(), ratios_by_peer["graph"], strict=True)}
        )
    add_row("18", "paths with tables: left out, see limits", "SGCH-JPD", 1.0, None, None)
    if batch_ratio:
        add_row(
            "20",
            f"many paths per call, {os.cpu_count()} cores",
            "tcod AStar, as many threads",
            1.0,
            geometric_mean(batch_ratio),
            60,
        )
    bench_short_paths()


CPP_RECORD = {
    "AR0011SR": (5.06, 5.54, 678),
    "Berlin_0_512": (10.1, 13.1, 692),
    "arena": (0.40, 0.37, 58),
    "brc202d": (22.7, 41.1, 197),
    "den520d": (4.86, 7.15, 271),
    "orz900d": (54.6, 98.6, 270),
    "maze512-1-0": (559, 1340, 18),
    "maze512-8-0": (51.3, 78.4, 483),
    "random512-10-0": (236, 524, 15),
    "random512-35-0": (719, 1687, 12),
    "16room_000": (45.0, 74.2, 198),
    "TheFrozenSea": (92.6, 168, 389),
}
"""Measured on another machine: µs per query of a jump point search probe; of warthog's JPS(B+P) in C++, timed inside
its own program; and how many times longer tcod's CustomGraph takes than the probe plus 0.3 µs per call."""


def bench_cpp_record(ratios: dict[str, float]) -> None:
    """Row 16: the C++ record, compared through the ratio of each side to tcod's CustomGraph on its own machine."""
    against = []
    for name, ours in ratios.items():
        probe, warthog, times = CPP_RECORD[name]
        theirs = times * (probe + 0.3) / warthog
        against.append(ours / theirs)
        add_row(
            "16",
            f"paths {name}, C++ record {theirs:.0f}x graph",
            "warthog JPS(B+P) by ratio",
            1.0,
            against[-1],
            1 / 1.5,
        )
    add_row("16", "paths, 12 maps, geometric mean", "warthog JPS(B+P) by ratio", 1.0, geometric_mean(against), 1.0)


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
    add_row("19", "weighted A* 256x256", "tcod AStar", ours, theirs, 3)
    add_row("19", "weighted A* 256x256", "numba A*", ours, there, 2.5)


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
        if height == 256:
            audible = time_ours(lambda g: lambda i: kernels.sound_field(g, [spots[i]], max_distance=100), both)
            add_row("25", f"sound {size}, within 10 tiles", "tcod dijkstra2d, unbounded", audible, deaf, 800)
            if csgraph:
                graph = build_sparse_graph(absorption, DIRECTIONS)
                limited = time_call(
                    lambda i: csgraph.dijkstra(graph, indices=spots[i][0] * width + spots[i][1], limit=100), 8
                )
                add_row("25", f"sound {size}, within 10 tiles", "SciPy with limit", audible, limited, 25)
            add_row("26", f"sound {size}, within 10 tiles", "numba Dial", audible, near if numba else None, 1.5)
            window = time_ours(lambda g: lambda i: kernels.sound_fields(g, [spots[i]], 10, max_distance=100), both)
            add_row("25", f"sound {size}, window of 10 tiles", "tcod dijkstra2d, unbounded", window, deaf, 2000)
            if numba:
                (y, x), field = spots[0], kernels.sound_field(grid, spots[:1], max_distance=100)
                part = field[max(0, y - 10) : y + 11, max(0, x - 10) : x + 11]
                assert np.array_equal(dial_in_window(absorption, spots[0], 10, 100), part)
                near = time_call(lambda i: dial_in_window(absorption, spots[i], 10, 100))
            add_row(
                "26", f"sound {size}, window of 10 tiles", "numba Dial on a slice", window, near if numba else None, 1.5
            )


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


def bench_caves(quick: bool) -> None:
    """Rows 27 to 32."""
    bars = {43: (6, 60, 8, 20), 512: (3, 150, 8, 10), 4096: (3, 100, 6, 7)}
    for side in ((43, 80), (512, 512), (4096, 4096))[: 2 if quick else 3]:
        size, bar = f"{side[1]}x{side[0]}", bars[side[0]]
        noise = [kernels.cave(side, seed, steps=0) for seed in range(2)]
        images = [n.astype(np.uint8) for n in noise]
        ours = time_ours(lambda _: lambda i: kernels.cave_step(noise[i], rule="majority", steps=5), None, 2)
        piped = time_ours(lambda _: lambda i: kernels.largest_region(kernels.cave(side, i, rule="majority")), None, 2)
        if cv2:

            def blurred(i: int) -> np.ndarray:
                image = images[i]
                for _ in range(5):
                    image = cv2.medianBlur(image, 3)
                return image

            def whole(i: int) -> np.ndarray:
                image = np.empty(side, np.uint8)
                cv2.randu(image, 0, 255)
                image = (image < 153).view(np.uint8)
                for _ in range(5):
                    image = cv2.medianBlur(image, 3)
                _, labels, stats, _ = cv2.connectedComponentsWithStats(image, connectivity=4)
                return labels == 1 + stats[1:, cv2.CC_STAT_AREA].argmax()

            assert np.array_equal(blurred(0), kernels.cave_step(noise[0], rule="majority", steps=5))
            add_row("27", f"cave x5 {size}, bytes in and out", "cv2.medianBlur(3)", ours, time_call(blurred, 2), bar[0])
            add_row("31", f"cave pipeline {size}, keep largest", "OpenCV pipeline", piped, time_call(whole, 2), bar[2])
        if ndimage:
            kernel = np.ones((3, 3), np.uint8)

            def convolved(i: int) -> np.ndarray:
                image = images[i]
                for _ in range(5):
                    image = (ndimage.convolve(image, kernel, mode="nearest") >= 5).astype(np.uint8)
                return image

            def piped_there(i: int) -> np.ndarray:
                image = (np.random.default_rng(i).random(side) < 0.6).astype(np.uint8)
                for _ in range(5):
                    image = (ndimage.convolve(image, kernel, mode="nearest") >= 5).astype(np.uint8)
                labels, _ = ndimage.label(image)
                return labels == 1 + np.bincount(labels.ravel())[1:].argmax()

            add_row("28", f"cave x5 {size}, bytes in and out", "scipy convolve", ours, time_call(convolved, 2), bar[1])
            add_row(
                "32", f"cave pipeline {size}, keep largest", "numpy and scipy", piped, time_call(piped_there, 2), bar[3]
            )
    cave = [kernels.cave((512, 512), seed) for seed in range(4)]
    images = [c.astype(np.uint8) for c in cave]
    ours = time_ours(lambda _: lambda i: kernels.regions(cave[i]), None, 4)
    if cv2:
        theirs = time_call(lambda i: cv2.connectedComponents(images[i], connectivity=4), 4)
        add_row("29", "labels 512x512, int32 image", "cv2", ours, theirs, 1.8)
    if cc3d:
        theirs = time_call(lambda i: cc3d.connected_components(images[i], connectivity=4), 4)
        add_row("29", "labels 512x512, int32 image", "cc3d", ours, theirs, 1.8)
    if ndimage:

        def keep(i: int) -> np.ndarray:
            labels, _ = ndimage.label(cave[i])
            return labels == 1 + np.bincount(labels.ravel())[1:].argmax()

        assert np.array_equal(keep(0), kernels.largest_region(cave[0]))
        largest = time_ours(lambda _: lambda i: kernels.largest_region(cave[i]), None, 4)
        add_row("30", "keep the largest region 512x512", "scipy label and bincount", largest, time_call(keep, 4), 10)


def measure_memory() -> None:
    """Row 33: memory growth of every kernel over 10,000 calls, after 1,000 calls to warm up."""
    native, _ = bench.load_backends()
    worst = 0
    for name, _, call in bench.build_cases():
        for i in range(1000):
            call(native, i % 4)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for i in range(10_000):
            call(native, i % 4)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        if grown:
            print(f"     {name} grew by {grown} KiB")
        worst = max(worst, grown)
    add_row("33", f"growth over 10,000 calls: {worst} KiB", "-", 0.0, None, None)
    add_row("-", "empty call: mix", "-", time_ours(lambda _: lambda i: kernels.mix(i, i)), None, None)


def main() -> None:
    """Prints the table."""
    global ROUND_SECONDS
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer queries, shorter rounds, no 4096 maps")
    parser.add_argument("--out", type=Path, help="also write the rows to this file, as JSON")
    options = parser.parse_args()
    bench.load_backends()
    print(kernels.build_info())
    print(
        f"{'row':>4} {'case':46}{'against':28}{'ours µs':>12}{'Python µs':>12}{'theirs µs':>12}",
        f"{'ratio':>8}{'at best':>9} {'bar':>9}",
    )
    if options.quick:
        ROUND_SECONDS = 0.03
    bench_sight()
    bench_paths(options.quick)
    bench_weighted()
    bench_fields()
    bench_caves(options.quick)
    measure_memory()
    if options.out:
        options.out.write_text(json.dumps(ROWS, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
