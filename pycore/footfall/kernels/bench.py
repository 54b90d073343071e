"""Speed of the Rust kernels relative to the Python ones, on this machine.

`measure_kernels` builds the table of `footfall bench`; below are its reports: text, CSV, the comparison with an earlier
one. Each case runs on both backends with the same inputs, and its results are compared before it is timed.
"""

import csv
import io
import json
import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import cycle
from pathlib import Path
from statistics import median
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from .. import kernels
from . import reference
from .movingai import ScenarioRow

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

    def plain(name: str, *arguments: Any, **options: Any) -> KernelCall:
        """Builds a call; of a list or a table among the arguments it takes the value of the input or the backend."""

        def call(module: ModuleType, i: int) -> Any:
            values = [part[module] if isinstance(part, dict) else part for part in arguments]
            return getattr(module, name)(*(part[i] if isinstance(part, list) else part for part in values), **options)

        return call

    def on(name: str, *arguments: Any, **options: Any) -> KernelCall:
        """Builds a call on the grids of each backend."""
        return plain(name, grids, *arguments, **options)

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


class ReportError(ValueError):
    """A file that is not a report of `footfall bench`; the message names it."""


MIN_NOISE = 0.05
"""Share by which a ratio differs between two runs even if its rounds agree."""


class Ratio(NamedTuple):
    """A ratio of a report (the larger, the faster), and the share by which it varied between rounds."""

    value: float
    noise: float = 0.0


@dataclass(frozen=True, slots=True)
class RatioPair:
    """The ratio of one row in an earlier report and now."""

    row: str
    earlier: Ratio
    now: Ratio

    @property
    def gain(self) -> float:
        """How many times as fast the row is now."""
        return self.now.value / self.earlier.value

    @property
    def noise(self) -> float:
        """The gain or loss, as a share, that noise explains."""
        return max(MIN_NOISE, self.earlier.noise + self.now.noise)

    @property
    def verdict(self) -> str:
        """``faster`` or ``slower``, or ``same`` if noise explains the difference."""
        if self.gain > 1 + self.noise:
            return "faster"
        return "slower" if self.gain < 1 / (1 + self.noise) else "same"


def format_kernels(rows: Sequence[BenchRow]) -> str:
    """Returns the table of kernels as text."""
    lines = [f"{'kernel':18}{'case':30}{'Rust µs':>12}{'Python µs':>14}{'ratio':>9}"]
    lines += [f"{r.kernel:18}{r.case:30}{r.rust:12.2f}{r.python:14.1f}{r.ratio:9.0f}" for r in rows]
    return "\n".join(lines)


SCENARIO_HEADER = (
    f"{'scenario':32}{'queries':>8}{'optimal':>8}{'mean µs':>10}{'median':>10}{'99 %':>10}"
    f"{'prepare µs':>12}{'KiB':>9}{'loops':>8}"
)


def format_scenario(row: ScenarioRow) -> str:
    """Returns a line of the table of scenarios."""
    return (
        f"{row.scenario:32}{row.queries:8}{row.optimal:8}{row.mean:10.2f}{row.median:10.2f}{row.p99:10.2f}"
        f"{row.prepare:12.0f}{row.memory / 1024:9.0f}{row.loops:8.3f}"
    )


def render_csv(rows: Sequence[ScenarioRow]) -> str:
    """Returns the table of scenarios as CSV; times in microseconds, memory in bytes."""
    text = io.StringIO()
    writer = csv.DictWriter(text, [field.name for field in fields(ScenarioRow)], lineterminator="\n")
    writer.writeheader()
    writer.writerows(asdict(row) for row in rows)
    return text.getvalue()


def to_plain_data(kernels: Sequence[BenchRow], scenarios: Sequence[ScenarioRow]) -> dict[str, Any]:
    """Returns the tables as data for JSON."""
    return {
        "kernels": [{**asdict(row), "ratio": row.ratio} for row in kernels],
        "scenarios": [asdict(row) for row in scenarios],
    }


def list_ratios(report: dict[str, Any]) -> dict[str, Ratio]:
    """Returns the ratios of a report by row; they do not depend on the speed of the machine.

    The ratio of a kernel is the time of Python or of a peer by ours; that of paths, the queries in a calibration loop.
    """
    ratios = {f"{row['kernel']}: {row['case']}": (row["ratio"], row) for row in report.get("kernels", [])}
    ratios |= {f"paths: {row['scenario']}": (1 / row["loops"], row) for row in report.get("scenarios", [])}
    ratios |= {f"{row['case']}: {row['against']}": (row["ratio"], row) for row in report.get("peers", [])}
    return {name: Ratio(ratio, row.get("noise", 0.0)) for name, (ratio, row) in ratios.items() if ratio is not None}


def read_ratios(path: Path) -> dict[str, Ratio]:
    """Returns the ratios of a report in a file.

    Raises:
        ReportError: the file is not a report.
        OSError: it cannot be read.
    """
    try:
        ratios = list_ratios(json.loads(path.read_text(encoding="utf-8")))
        if ratios and all(value > 0 and noise >= 0 for value, noise in ratios.values()):
            return ratios
    except (ValueError, KeyError, TypeError, AttributeError, ZeroDivisionError):
        pass
    raise ReportError(f"{path}: expected a report written by: footfall bench --json")


def compare_ratios(earlier: dict[str, Ratio], now: dict[str, Ratio]) -> list[RatioPair]:
    """Returns the rows of both reports.

    Raises:
        ReportError: they have none in common.
    """
    changes = [RatioPair(row, earlier[row], now[row]) for row in now if row in earlier]
    if not changes:
        raise ReportError(f"expected a row of this run in the earlier report, such as {next(iter(now))!r}; found none")
    return changes


def describe_changes(changes: Sequence[RatioPair]) -> list[dict[str, Any]]:
    """Returns the comparison as data for JSON."""
    return [
        {
            "row": change.row,
            "then": change.earlier.value,
            "now": change.now.value,
            "gain": change.gain,
            "noise": change.noise,
            "verdict": change.verdict,
        }
        for change in changes
    ]


def format_changes(changes: Sequence[RatioPair]) -> str:
    """Returns the comparison as text: each row with its noise, and a judgment."""
    lines = [f"{'row':50}{'then':>10}{'now':>10}{'now/then':>10}{'noise':>8}"]
    lines += [
        f"{c.row:50}{c.earlier.value:10.4g}{c.now.value:10.4g}{c.gain:10.2f}{c.noise:8.0%}  {c.verdict}"
        for c in changes
    ]
    mean = math.exp(sum(math.log(change.gain) for change in changes) / len(changes))
    counts = Counter(change.verdict for change in changes)
    judgment = ", ".join(f"{counts[verdict]} {verdict}" for verdict in ("faster", "same", "slower"))
    return "\n".join([*lines, f"{f'geometric mean of {len(changes)} rows':70}{mean:10.2f}", judgment])
