"""Scenario files of the grid benchmarks of the Moving AI Lab: reading maps and queries, timing paths, checking lengths.

The format is that of N. R. Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE Transactions on Computational
Intelligence and AI in Games 4(2), 2012. A straight step costs 1, a diagonal one √2, and no step cuts a corner.
"""

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .. import kernels
from .checks import MAX_SIDE, Int32Array, Mask, Position

OCTILE: dict[str, Any] = {"straight_cost": 5741, "diagonal_cost": 8119, "corner_cutting": False}
"""The moves of the benchmark; 8119 / 5741 is √2 to a part in 10^8."""

OPEN_TERRAIN = ".GS"
"""Ground and swamp. Trees, water and cells out of bounds are walls."""

TERRAIN = OPEN_TERRAIN + "@OTW"


CLOCK = time.thread_time_ns if time.get_clock_info("thread_time").resolution < 1e-6 else time.perf_counter_ns
"""Processor time of this thread, which ignores other programs, if its resolution suffices; as in `bench`."""


class MapFileError(ValueError):
    """A file that is not a map or scenario; the message gives file and line."""


class PathQuery(NamedTuple):
    """A query with the length of an optimal path in tiles."""

    start: Position
    goal: Position
    length: float


@dataclass(frozen=True, slots=True)
class ScenarioRow:
    """Measurements of one scenario file: times in microseconds (of a query, with call and array), memory in bytes."""

    scenario: str
    height: int
    width: int
    queries: int
    optimal: int
    mean: float
    median: float
    p99: float
    prepare: float
    memory: int
    loops: float
    """Mean time of a query in calibration loops, to compare machines; see `time_calibration_loop`."""
    noise: float = 0.0
    """Share by which the time of the whole file varied between the rounds."""


def list_scenarios(folder: Path) -> list[Path]:
    """Returns the scenario files in a folder and below it, in order of their names.

    Raises:
        MapFileError: there is none.
    """
    paths = sorted(folder.rglob("*.scen"))
    if not paths:
        raise MapFileError(f"{folder}: expected scenario files (*.scen) in this folder or below it, found none")
    return paths


def read_map(path: Path) -> Mask:
    """Returns the walkable cells of a map.

    Raises:
        MapFileError: the file is not a map in the format `type octile`.
    """
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    sides = {}
    for number, key in ((1, "type"), (2, "height"), (3, "width"), (4, "map")):
        words = lines[number - 1].split() if len(lines) >= number else []
        if words[:1] != [key]:
            raise MapFileError(f"{path}:{number}: expected a line with {key!r}, got {' '.join(words)[:40]!r}")
        if key in ("height", "width"):
            if len(words) != 2 or not words[1].isdecimal() or not 0 < int(words[1]) <= MAX_SIDE:
                got = f"got {' '.join(words)[:40]!r}"
                raise MapFileError(f"{path}:{number}: expected {key!r} and a number in 1..{MAX_SIDE}, {got}")
            sides[key] = int(words[1])
    rows = lines[4 : 4 + sides["height"]]
    if len(rows) < sides["height"]:
        raise MapFileError(f"{path}:{len(lines)}: expected {sides['height']} rows, got {len(rows)}")
    for number, row in enumerate(rows, 5):
        strange = row.strip(TERRAIN)
        if len(row) != sides["width"] or strange:
            got = f"{strange[0]!r}" if strange else f"{len(row)} cells"
            raise MapFileError(f"{path}:{number}: expected {sides['width']} cells of {TERRAIN}, got {got}")
    return np.array([[cell in OPEN_TERRAIN for cell in row] for row in rows], np.bool_)


def read_scenario(path: Path, folder: Path | None = None) -> tuple[Mask, list[PathQuery]]:
    """Returns the map of a scenario file, and its queries.

    The map is the file next to it without `.scen`, or the one that the first query names, below `folder`.

    Raises:
        MapFileError: a file is malformed, or the map is missing.
    """
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    entries = [(number, line.split()) for number, line in enumerate(lines[1:], 2) if line.strip()]
    if not lines or not lines[0].startswith("version") or not entries:
        raise MapFileError(f"{path}:1: expected 'version' and lines of queries")
    adjacent, named = path.with_suffix(""), Path(entries[0][1][1]) if len(entries[0][1]) > 1 else Path()
    places = [adjacent, (folder or path.parent) / named, path.parent / named.name]
    source = next((place for place in places if place.is_file()), None)
    if source is None:
        raise MapFileError(f"{path}: expected its map at {adjacent}, found none")
    opens, queries = read_map(source), []
    height, width = opens.shape
    for number, words in entries:
        try:
            x, y, goal_x, goal_y = map(int, words[4:8])
            queries.append(PathQuery((y, x), (goal_y, goal_x), float(words[8])))
        except (IndexError, ValueError):
            text = "expected nine fields, with four coordinates and a length at the end"
            raise MapFileError(f"{path}:{number}: {text}") from None
        for cell in queries[-1][:2]:
            if not (0 <= cell[0] < height and 0 <= cell[1] < width):
                text = f"expected cells inside the map of {width} x {height}, got {cell[::-1]}"
                raise MapFileError(f"{path}:{number}: {text}")
    return opens, queries


def is_optimal(opens: Mask, query: PathQuery, path: Int32Array | None) -> bool:
    """Whether a path is walkable, cuts no corners, and has the optimal length."""
    if path is None or tuple(path[0]) != query.start or tuple(path[-1]) != query.goal:
        return False
    steps = np.abs(np.diff(path, axis=0))
    free_corners = opens[path[:-1, 0], path[1:, 1]].all() and opens[path[1:, 0], path[:-1, 1]].all()
    diagonal = int((steps.sum(axis=1) == 2).sum())
    length = diagonal * 2**0.5 + len(steps) - diagonal
    walkable = bool(opens[path[:, 0], path[:, 1]].all()) and int(steps.max(initial=1)) == 1 and bool(free_corners)
    return walkable and abs(length - query.length) <= 0.02 + 0.0001 * query.length


def time_calibration_loop() -> float:
    """Returns the microseconds of a fixed loop of plain Python: the shortest of five."""
    best = float("inf")
    for _ in range(5):
        start = CLOCK()
        total = 0
        for i in range(10_000):
            total += i * i % 7
        best = min(best, (CLOCK() - start) / 1000)
    return best


def measure_clock() -> float:
    """Returns the nanoseconds that reading the clock twice adds to a time."""
    return float(np.median([-CLOCK() + CLOCK() for _ in range(1001)]))


def measure_scenarios(folder: Path, rounds: int = 3) -> Iterator[ScenarioRow]:
    """Runs all scenario files of a folder; the time of a query is the shortest of `rounds` runs of the whole file.

    Raises:
        MapFileError: a file is malformed, or there is none.
        OSError: a file cannot be read.
    """
    for path in list_scenarios(folder):
        opens, queries = read_scenario(path, folder)
        name = path.relative_to(folder).as_posix().removesuffix(".scen").removesuffix(".map")
        yield measure_scenario(name, opens, queries, rounds)


def measure_scenario(name: str, opens: Mask, queries: list[PathQuery], rounds: int) -> ScenarioRow:
    """Times the queries on one map, and compares every path with the optimal length."""
    clock = CLOCK
    start = clock()
    grid = kernels.Grid(opens)
    grid.prepare()
    prepare = (clock() - start) / 1000
    find_path = grid.finder(**OCTILE).find_path
    optimal = sum(is_optimal(opens, query, find_path(query.start, query.goal)) for query in queries)
    times = np.full(len(queries), np.inf)
    loops, totals = [], []
    for _ in range(rounds):
        loops.append(time_calibration_loop())
        round_start = clock()
        for index, (start_cell, goal, _) in enumerate(queries):
            start = clock()
            find_path(start_cell, goal)
            times[index] = min(times[index], clock() - start)
        totals.append(clock() - round_start)
    times = np.maximum(times - measure_clock(), 1.0) / 1000
    return ScenarioRow(
        scenario=name,
        height=opens.shape[0],
        width=opens.shape[1],
        queries=len(queries),
        optimal=optimal,
        mean=float(times.mean()),
        median=float(np.median(times)),
        p99=float(np.percentile(times, 99)),
        prepare=prepare,
        memory=sys.getsizeof(grid),
        loops=float(times.mean()) / min(loops),
        noise=max(totals) / min(totals) - 1,
    )
