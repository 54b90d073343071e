"""The boundary to Python: the interpreter lock, threads, output arrays, memory."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from footfall import kernels
from footfall.kernels import bench

native = pytest.importorskip("footfall._native")

SIDE = 700
OPEN = np.ones((SIDE, SIDE), bool)
NOISE = native.cave((SIDE, SIDE), 1, steps=0)
HARD = np.where(NOISE, 10, 50).astype(np.uint8)
FIELD = np.arange(SIDE * SIDE, dtype=np.int32).reshape(SIDE, SIDE) % 977
CORNERS = ((0, 0), (SIDE - 1, SIDE - 1))
SOURCES = [(i, i) for i in range(0, SIDE, 7)]
PILLARS = native.Grid(transparent=native.cave((SIDE, SIDE), 9, open_probability=0.98, steps=0))
LARGE = np.resize(NOISE, (1100, 1100))
LONG: dict[str, Callable[[], Any]] = {
    "cave": lambda: native.cave((4000, 4000), 1),
    "cave_step": lambda: native.cave_step(NOISE, steps=200),
    "connect": lambda: native.connect(NOISE),
    "distance_map": lambda: native.distance_map(OPEN, [CORNERS[0]], straight_cost=2, diagonal_cost=3),
    "field_of_view": lambda: native.field_of_view(PILLARS, (350, 350)),
    "fields_of_view": lambda: native.fields_of_view(OPEN, SOURCES * 8, 60),
    "find_path": lambda: native.find_path(OPEN, *CORNERS, canonical=True, diagonal_cost=None),
    "find_paths": lambda: native.find_paths(OPEN, SOURCES, SOURCES[::-1], canonical=True),
    "flight_map": lambda: native.flight_map(OPEN, FIELD),
    "flow": lambda: native.flow(FIELD),
    "hash_array": lambda: native.hash_array(np.zeros(20_000_000, np.uint8)),
    "hear": lambda: native.hear(HARD, SOURCES, SOURCES, max_distance=300),
    "largest_region": lambda: native.largest_region(LARGE),
    "path_cost": lambda: native.path_cost(HARD, *CORNERS),
    "reachable_within": lambda: native.reachable_within(OPEN, (350, 350), 300),
    "regions": lambda: native.regions(LARGE),
    "sound_arrivals": lambda: native.sound_arrivals(HARD, SOURCES),
    "sound_field": lambda: native.sound_field(HARD, [CORNERS[0]]),
    "sound_fields": lambda: native.sound_fields(HARD, SOURCES * 8, 30),
    "visible_pairs": lambda: native.visible_pairs(OPEN, SOURCES * 4, None, SOURCES * 4),
}


@pytest.mark.proof(6)
@pytest.mark.parametrize("name", LONG)
def test_long_calls_let_other_threads_run(name: str) -> None:
    """With a switch interval of an hour, this thread runs only while the kernel has released the lock."""
    before = sys.getswitchinterval()
    inside = threading.Event()
    turns = []

    def work() -> None:
        inside.set()
        LONG[name]()
        inside.clear()

    sys.setswitchinterval(3600)
    try:
        for _ in range(200):
            thread = threading.Thread(target=work)
            thread.start()
            turned = 0
            while thread.is_alive():
                turned += inside.is_set()
                time.sleep(0)
            thread.join()
            turns.append(turned)
            if turned > 2:
                return
    finally:
        sys.setswitchinterval(before)
    pytest.fail(f"{name} did not release the lock: {turns}")


def count_threads_after(call: str) -> int:
    """Returns the number of threads of a process after a call on a small map."""
    code = f"""
import os
os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy as np
from footfall import _native as kernels
grid = kernels.Grid(np.ones((60, 60), bool), np.ones((60, 60), bool))
spots = [(i % 60, i * 7 % 60) for i in range(20_000)]
{call}
print(len(os.listdir("/proc/self/task")))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.mark.proof(0)
@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="counts threads in /proc")
@pytest.mark.skipif(os.cpu_count() == 1, reason="one core")
def test_only_large_batches_start_threads() -> None:
    small = """
kernels.find_paths(grid, spots[:3], spots[3:6])
kernels.fields_of_view(grid, spots[:50], 8)
kernels.visible_pairs(grid, spots[:12], None, spots[:12])
kernels.sound_field(np.full((60, 60), 10), spots[:1])
"""
    # On a busy machine, three queries may take so long that they run in parallel.
    assert 1 in (count_threads_after(small) for _ in range(3))
    for large in (
        "kernels.find_paths(grid, spots, spots[::-1], canonical=True)",
        "kernels.fields_of_view(grid, spots, 8)",
        "kernels.visible_pairs(grid, spots[:100], None, spots[:100])",
    ):
        assert count_threads_after(large) > 1, large


def test_parallel_batches_equal_single_queries() -> None:
    opens = kernels.largest_region(kernels.cave((60, 90), 3))
    grid = native.Grid(opens, opens)
    cells = np.argwhere(opens)[::3]
    assert len(cells) > 300
    paths, costs = native.find_paths(grid, cells, cells[::-1], canonical=True)
    table = native.visible_pairs(grid, cells, 9, cells)
    windows = native.fields_of_view(grid, cells, 9)
    for i in range(0, len(cells), 41):
        start, goal = tuple(cells[i].tolist()), tuple(cells[-1 - i].tolist())
        np.testing.assert_array_equal(paths[i], native.find_path(opens, start, goal, canonical=True))
        assert costs[i] == native.path_cost(opens, start, goal)
        np.testing.assert_array_equal(windows[i], native.fields_of_view(opens, [start], 9)[0])
        assert table[i].tolist() == [
            bool(windows[i][y - start[0] + 9, x - start[1] + 9])
            if max(abs(y - start[0]), abs(x - start[1])) <= 9
            else False
            for y, x in cells.tolist()
        ]


@pytest.mark.parametrize(
    ("name", "dtype", "args"),
    [
        ("field_of_view", np.bool_, (OPEN, (3, 3), 8)),
        ("distance_map", np.int32, (OPEN, [(3, 3)])),
        ("sound_field", np.int32, (HARD, [(3, 3)])),
    ],
)
def test_out_is_overwritten_and_returned(name: str, dtype: Any, args: tuple) -> None:
    out = np.full(OPEN.shape, 1, dtype)
    kernel = getattr(native, name)
    assert kernel(*args, out=out) is out
    np.testing.assert_array_equal(out, kernel(*args))


def test_a_grid_is_edited_while_another_thread_reads_it() -> None:
    grid = native.Grid(OPEN)
    stop = threading.Event()
    found: list[int | None] = []

    def read() -> None:
        while not stop.is_set():
            found.append(native.path_cost(grid, *CORNERS))

    thread = threading.Thread(target=read)
    thread.start()
    start = time.perf_counter()
    try:
        for turn in range(200):
            grid.set(350, 350, walkable=turn % 2 == 1)
            grid.set(0, 1, walkable=turn % 3 != 0)
    finally:
        stop.set()
        thread.join()
    assert set(found) <= {SIDE - 1, SIDE}
    assert grid.generation == 400
    # An edit waits for the running query only.
    assert time.perf_counter() - start < 5


def count_resident_pages() -> int:
    """Returns the number of pages of this process in memory."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1])


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="reads memory from /proc")
@pytest.mark.parametrize("case", bench.build_cases(), ids=lambda case: f"{case[0]}-{case[1]}")
def test_repeated_calls_do_not_leak_memory(case: tuple) -> None:
    """Memory does not grow in at least one of five rounds; a leak would grow it in each.

    A round has 1,000 calls, or with FOOTFALL_KERNEL_CASES 10,000, which shows smaller leaks.
    """
    _, _, call = case
    calls = 10_000 if "FOOTFALL_KERNEL_CASES" in os.environ else 1_000
    grown = []
    while not grown or (min(grown) > 0 and len(grown) < 5):
        before = count_resident_pages()
        for i in range(calls):
            call(native, i % 4)
        grown.append(count_resident_pages() - before)
    assert min(grown) <= 0, grown
