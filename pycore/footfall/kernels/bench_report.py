"""Reports of `footfall bench`: as text, CSV and a chart, and the comparison with an earlier report."""

import csv
import io
import json
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

from .bench import BenchRow
from .movingai import ScenarioRow


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
