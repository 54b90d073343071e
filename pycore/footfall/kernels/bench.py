"""Speed of the Rust kernels relative to the Python ones, on this machine.

`measure_kernels` builds the table of `footfall bench`; `bench_report` shows it.
Each case runs on both backends with the same inputs, and its results are compared before it is timed.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle
from statistics import median
from types import ModuleType
from typing import Any

import numpy as np

from .. import kernels
from . import reference

KernelCall = Callable[[ModuleType, int], Any]


@dataclass(frozen=True, slots=True)
class BenchRow:
    """Median microseconds of a call of one kernel on each backend.

    Attributes:
        noise: share by which the ratio varied between the rounds.
    """

    kernel: str
    case: str
    rust: float
    python: float
    noise: float = 0.0

    @property
    def ratio(self) -> float:
        """Python's time divided by Rust's."""
        return self.python / self.rust


DEFAULT_CLOCK = time.thread_time if time.get_clock_info("thread_time").resolution < 1e-6 else time.perf_counter
"""Processor time of this thread, which ignores other programs, if its resolution suffices."""


def time_rounds(
    call: Callable[[int], Any],
    inputs: int,
    seconds: float = 0.1,
    count: int = 7,
    clock: Callable[[], float] = DEFAULT_CLOCK,
) -> list[float]:
    """Returns the microseconds per `call(i)`, with i cycling over 0..inputs-1, for each round.

    The `count` rounds take about `seconds` together. A call longer than `seconds` is timed in one round.
    """
    indices = cycle(range(inputs))
    start = clock()
    call(next(indices))
    first_seconds = max(clock() - start, 1e-7)
    number = max(1, int(seconds / count / first_seconds))
    times = []
    for _ in range(count if first_seconds < seconds else 1):
        order = [next(indices) for _ in range(number)]
        start = clock()
        for i in order:
            call(i)
        times.append((clock() - start) / number * 1e6)
    return times


def compute_noise(times: Sequence[float]) -> float:
    """Returns by which share the middle half of some times of the same work differs."""
    ordered = sorted(times)
    return ordered[len(ordered) * 3 // 4] / ordered[len(ordered) // 4] - 1


def build_cases() -> list[tuple[str, str, KernelCall]]:
    """Returns (kernel, case, call(backend, i)) for every kernel, on 80 x 43 caves."""
    caves = [reference.connect(reference.cave((43, 80), seed)) for seed in range(4)]
    grids = {module: [module.Grid(c, c, np.where(c, 10, 50)) for c in caves] for module in load_backends()}
    open_cells = [np.argwhere(c) for c in caves]
    spots = [[(int(y), int(x)) for y, x in cells[:: len(cells) // 12]][:12] for cells in open_cells]
    fields = [reference.distance_map(c, spots[i][:1]) for i, c in enumerate(caves)]
    ends = [(spots[i][0], spots[i][-1]) for i in range(4)]
    octile = {"straight_cost": 5741, "diagonal_cost": 8119, "corner_cutting": False}
    key = 0x9E3779B97F4A7C15

    def on(name: str, *parts: Any, **options: Any) -> KernelCall:
        """Builds a call on the grid of each backend; a list among the arguments holds one value per input."""

        def call(module: ModuleType, i: int) -> Any:
            values = [part[i] if isinstance(part, list) else part for part in parts]
            return getattr(module, name)(grids[module][i], *values, **options)

        return call

    def plain(name: str, *parts: Any, **options: Any) -> KernelCall:
        """Builds a call without a grid."""

        def call(module: ModuleType, i: int) -> Any:
            values = [part[i] if isinstance(part, list) else part for part in parts]
            return getattr(module, name)(*values, **options)

        return call

    starts, goals = [end[0] for end in ends], [end[1] for end in ends]
    return [
        ("field_of_view", "radius 8", on("field_of_view", starts, 8)),
        ("field_of_view", "no limit", on("field_of_view", starts)),
        ("fields_of_view", "12 viewers, radius 8", on("fields_of_view", spots, 8)),
        ("visible_pairs", "12 x 12", on("visible_pairs", spots, 12, spots)),
        ("line_of_sight", "across", on("line_of_sight", starts, goals)),
        ("line", "40 cells", plain("line", (0, 0), (17, 39))),
        ("find_path", "canonical, unit diagonals", on("find_path", starts, goals, canonical=True)),
        ("path_cost", "√2, no corner cutting", on("path_cost", starts, goals, **octile)),
        ("find_paths", "12 queries, canonical", on("find_paths", spots, spots[::-1], canonical=True)),
        ("distance_map", "whole", on("distance_map", [[s] for s in starts])),
        ("reachable_within", "8 steps", on("reachable_within", starts, 8)),
        ("flow", "whole", plain("flow", fields)),
        ("descend", "12 walkers", plain("descend", fields, spots)),
        ("flight_map", "whole", on("flight_map", fields)),
        ("sound_field", "whole", on("sound_field", [[s] for s in starts])),
        ("sound_fields", "12 sources, within 10 tiles", on("sound_fields", spots, 10, max_distance=100)),
        ("sound_arrivals", "within 10 tiles", on("sound_arrivals", [[s] for s in starts], max_distance=100)),
        ("hear", "12 sources, 12 listeners", on("hear", spots, spots, max_distance=100)),
        ("cave", "5 steps", plain("cave", (43, 80), [1, 2, 3, 4])),
        ("cave_step", "one step", plain("cave_step", caves)),
        ("regions", "cave", plain("regions", caves)),
        ("largest_region", "cave", plain("largest_region", caves)),
        ("connect", "cave", plain("connect", [reference.cave((43, 80), seed) for seed in range(4)])),
        ("hash_array", "80 x 43 bytes", plain("hash_array", caves)),
        ("philox", "one block", plain("philox", key, 1, [1, 2, 3, 4], 2)),
        ("draw", "a die", plain("draw", key, 1, [1, 2, 3, 4], 2, 20)),
        ("mix", "two words", plain("mix", key, [1, 2, 3, 4])),
    ]


def load_backends() -> tuple[ModuleType, ModuleType]:
    """Returns the native module and the reference.

    Raises:
        RuntimeError: the native module is missing, or is a debug build.
    """
    profile = kernels.build_info()["profile"]
    if profile != "release":
        build = "no native module" if profile is None else f"a {profile} build"
        raise RuntimeError(f"expected a release build to measure, found {build}; run: python -m pip install .")
    from .. import _native  # imported here because it may be missing

    return _native, reference


def measure_kernels(quick: bool = False) -> list[BenchRow]:
    """Measures every kernel on both backends, after comparing the results.

    Args:
        quick: Shorter rounds, less precise.
    """
    native, slow = load_backends()
    seconds = 0.02 if quick else 0.2
    rows = []
    for name, case, call in build_cases():
        for i in range(4):
            if not is_same_result(call(native, i), call(slow, i)):
                raise AssertionError(f"{name}, {case}, input {i}: Rust and Python differ")
        fast = time_rounds(lambda i, call=call: call(native, i), 4, seconds)  # type: ignore[misc]
        plain = time_rounds(lambda i, call=call: call(slow, i), 4, seconds)  # type: ignore[misc]
        rows.append(BenchRow(name, case, median(fast), median(plain), compute_noise(fast) + compute_noise(plain)))
    return rows


def is_same_result(a: Any, b: Any) -> bool:
    """Returns whether two results are equal, also inside tuples and lists."""
    if isinstance(a, tuple | list):
        return len(a) == len(b) and all(map(is_same_result, a, b))
    return bool(np.array_equal(a, b)) if isinstance(a, np.ndarray) else bool(a == b)
