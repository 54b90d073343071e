"""Rows 1 to 11: sight."""

# ruff: noqa: B023 - each closure is called within its loop iteration

import hashlib
import os
import time
from concurrent.futures import ThreadPoolExecutor

import maps
import numpy as np
from peer_rows import SIZES, GridPair, add_row, numba, tcod_map, time_call, time_ours

from footfall import kernels
from footfall.kernels import reference


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
        zeros = time_call(lambda _: np.zeros(opens.shape, bool))
        add_row(numbers[1], f"FOV {size}, r=8, fresh mask", "numba", ours, numba_one, fast[2], zeros)
        if height == 1024:
            add_row("4", f"FOV {size}, r=8, window", "tcod compute_fov, fastest", window, tcod_one, 300)
            add_row("4", f"FOV {size}, r=8, window", "tcod Map in place", window, old, 100)
            add_row("4", f"FOV {size}, r=8, window", "numba, fresh mask", window, numba_one, 8)
        bars = {43: (8, 2.2), 256: (45, 3), 1024: (500, 15)}[height]
        name = f"200 viewers {size}, one thread"
        add_row("8", name, "tcod loop", many, tcod_one and tcod_one.scaled_by(200), bars[0])
        add_row("9", name, "numba loop, fresh masks", many, numba_one and numba_one.scaled_by(200), bars[1])
        add_row("9", name, "numba loop, one mask", many, numba_one and reused.scaled_by(200), None)
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
        single.scaled_by(20 / measure_scaling()),
    )
    pairs = kernels.visible_pairs(grid.rust, spots, None, spots)
    assert np.array_equal(pairs, pairs.T)
    add_row("11", "one-way pairs (0 asserted)", "-", 0.0, None, None)


def measure_scaling() -> float:
    """How many times as much all cores hash as one, at this moment: what other programs leave of them."""
    block, count = bytes(1 << 20), os.cpu_count() or 1

    def hash_block(_: int) -> bytes:
        return hashlib.sha256(block).digest()

    with ThreadPoolExecutor(count) as pool:
        alone = time_call(hash_block, 1, time.perf_counter)
        together = time_call(lambda _: list(pool.map(hash_block, range(count))), 1, time.perf_counter)
    return count * alone.best / together.best


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
