"""Bounds what preparing a map for paths could gain, on floors of the games.

    python benches/kernels/prepared.py [--floors N]

For 300 generated floors (stealth floors, delve maps, caves of 80 x 43) and three movement rules it prints the mean
microseconds of

- query: a finder's path, with its array;
- array: the call and an array of as many cells, without a search. No prepared method is faster.

"searched" is the share of goals that need a search; the others, behind one diagonal and one straight stretch, count as
they are. "at most" is the gain of a method that finds a path in no time. A table of the first step between all pairs of
cells is the nearest to that: "KiB" is its size with a byte a pair, "build ms" one distance map a cell, and "pays after"
the number of queries between two edits of the map that save as much.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from statistics import mean
from typing import Any

import maps
import numpy as np

from footfall import kernels
from footfall.engine.session import Session
from footfall.loader import load

RULES: dict[str, dict[str, Any]] = {
    "unit diagonals": {},
    "octile, no corners": {"straight_cost": 5741, "diagonal_cost": 8119, "corner_cutting": False},
    "four directions": {"diagonal_cost": None},
}
NEAR = 10
"""Chebyshev distance of near queries."""
QUERIES = 24
ROUNDS = 7

Query = tuple[tuple[int, int], tuple[int, int]]


def make_stealth_floors(count: int) -> Iterator[np.ndarray]:
    """Floors of rooms and caverns; doors are open."""
    from footfall.plugins.stealth.generate import floor_factory

    rules = load("stealth", only=()).rules
    for seed in range(count):
        session = Session.begin(rules, seed, {"floor": 5}, strict=True)
        ctx = session.context()
        session.serials.enter(seed)
        recipe = ("core.stealth:standard", "core.stealth:cavern")[seed % 2]
        draft = floor_factory.create_draft(ctx, recipe, 5)
        ctx.run_chain("on_generate", recipe, draft)
        yield draft.find_tiles_by_property(ctx.records, "walkable") | draft.find_tiles_by_tag(ctx.records, "door")


def make_delve_maps(count: int) -> Iterator[np.ndarray]:
    """First levels of whole delves; doors are open."""
    from footfall.plugins.delve.batch import generate
    from footfall.plugins.delve.maps.rasterize import bitmaps_of
    from footfall.plugins.delve.tables import tables_of

    tables = tables_of(load("delve", only=()).rules.records)
    for seed in range(count):
        sheet = bitmaps_of(generate(tables, seed))[0]
        rows = {y: sheet.floor.get(y, 0) | sheet.doors.get(y, 0) for y in sheet.solid}
        width = max(row.bit_length() for row in rows.values())
        bits = [[rows.get(y, 0) >> x & 1 for x in range(width)] for y in range(min(rows), max(rows) + 1)]
        opens = np.array(bits, bool)
        yield opens[:, opens.any(axis=0).argmax() :]


def make_caves(count: int) -> Iterator[np.ndarray]:
    """Caves of 80 x 43."""
    for seed in range(count):
        yield maps.make_cave(43, 80, seed)[0]


def pick_queries(opens: np.ndarray, seed: int, near: bool) -> list[Query]:
    """Pairs of cells, at most `NEAR` apart if near."""
    cells = np.argwhere(opens)
    queries: list[Query] = []
    number = 0
    while len(queries) < QUERIES:
        start = cells[kernels.draw(seed, near, number, 0, len(cells))]
        others = cells[abs(cells - start).max(axis=1) <= NEAR] if near else cells
        goal = others[kernels.draw(seed, near, number, 1, len(others))]
        number += 1
        if (start != goal).any():
            queries.append(((int(start[0]), int(start[1])), (int(goal[0]), int(goal[1]))))
        if number > 100 * QUERIES:
            break
    return queries


def time_calls(call: Callable[[Any, Any], Any], queries: list[Query]) -> float:
    """Microseconds of all queries, in the shortest of some rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begun = time.process_time()
        for start, goal in queries:
            call(start, goal)
        best = min(best, time.process_time() - begun)
    return best * 1e6


def measure_floor(opens: np.ndarray, seed: int, rule: dict[str, Any], near: bool) -> dict[str, float]:
    """Microseconds a query, and what bounds them."""
    opens = kernels.largest_region(opens)
    grid = kernels.Grid(opens)
    grid.prepare()
    find_path, see = grid.finder(**rule).find_path, grid.finder(**rule, max_nodes=1).find_path
    queries = [q for q in pick_queries(opens, seed, near) if find_path(*q) is not None]
    searched = [q for q in queries if see(*q) is None]
    direct = [q for q in queries if q not in searched]
    # A path in the open is found without a search.
    row = kernels.Grid(np.ones((1, 4096), bool)).finder().find_path
    lengths = [((0, 0), (0, len(find_path(*q)) - 1)) for q in searched]
    whole = time_calls(find_path, searched)
    easy = time_calls(find_path, direct)
    array = time_calls(row, lengths)
    cells = [(int(y), int(x)) for y, x in np.argwhere(opens)[:: max(1, opens.sum() // 8)]]
    flood = time_calls(lambda start, _: kernels.distance_map(grid, [start], **rule), [(c, c) for c in cells])
    count = max(1, len(queries))
    return {
        "query": (whole + easy) / count,
        "array": (array + easy) / count,
        "searched": len(searched) / count,
        "cells": float(opens.sum()),
        "build": flood / len(cells) * float(opens.sum()) / 1000,
    }


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--floors", type=int, default=300, help="a third of them from each generator")
    count = parser.parse_args().floors // 3
    sources = {"stealth": make_stealth_floors, "delve": make_delve_maps, "caves": make_caves}
    print(kernels.build_info())
    print(f"{'floors':8} {'rule':19} {'kind':7} {'searched':>8} {'query':>7} {'array':>7} {'at most':>8}", end="")
    print(f" {'build ms':>9} {'KiB':>7} {'pays after':>11}")
    for name, make in sources.items():
        floors = list(make(count))
        for rule, options in RULES.items():
            for near in (True, False):
                rows = [measure_floor(opens, seed, options, near) for seed, opens in enumerate(floors)]
                query, array, searched, build = (
                    mean(row[key] for row in rows) for key in ("query", "array", "searched", "build")
                )
                size = mean(row["cells"] ** 2 for row in rows) / 1024
                pays = 1000 * build / max(query - array, 1e-9)
                print(f"{name:8} {rule:19} {'near' if near else 'across':7} {searched:8.0%} {query:7.2f}", end="")
                print(f" {array:7.2f} {query / array:8.2f} {build:9.1f} {size:7.0f} {pays:11.0f}", flush=True)


if __name__ == "__main__":
    main()
