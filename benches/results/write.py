"""Writes the results of this version: every kernel, its peers and the scenario files, with a chart and tables.

    python -m pip install ".[peers]" && python benches/results/write.py [--quick] [--compare OLD.json]
    python benches/results/write.py --history

Writes VERSION.json, VERSION.svg, README.md and history.md next to this file. Rows are compared by their ratios: a
peer's time by ours, measured side by side, and queries in the time of a loop of plain Python. Peers that are not
installed are left out. The history has a column for each VERSION.json; ``--history`` writes it alone.
"""

from __future__ import annotations

import argparse
import html
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from packaging.version import Version

from footfall import __version__
from footfall.kernels import bench as kernel_bench

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

INTRODUCTION = """# Results

Measured by `python benches/results/write.py`, which writes this page, [{version}.json]({version}.json) and
[{version}.svg]({version}.svg). Compare ratios: times are those of one machine. A report of another version or machine
is compared by `footfall bench --compare OLD.json`, or with all peers by `write.py --compare OLD.json`; all versions are
in the [history](history.md). `python -m pip install ".[peers]"` installs the peers.

Version {version}, {machine}, {cores} cores with a load of {load:.1f} by other programs, Python {python}, NumPy {numpy},
{simd}.

![ratios]({version}.svg)

## Peers

"Best" is the ratio of the shortest rounds, to which a bar applies: other work on the machine only lengthens rounds. "Of
limit" is the share of our time that no implementation avoids, timed next to the row.

| row | case | peer | ours µs | peer µs | ratio | best | bar | of limit | |
|---|---|---|---|---|---|---|---|---|---|
"""
SCENARIOS = """
## Scenario files

Microseconds of a path with the Python call and its array; "per loop" is the number of queries in the time of a fixed
loop of plain Python. Preparing is building and preparing the `Grid`.

| scenario | queries | optimal | mean | median | 99 % | prepare | KiB | per loop |
|---|---|---|---|---|---|---|---|---|
"""
KERNELS = """
## Every kernel, Rust and Python

| kernel | case | Rust µs | Python µs | ratio |
|---|---|---|---|---|
"""


def run_json(*command: str) -> dict[str, Any]:
    """Runs `footfall` and returns the report that it prints."""
    done = subprocess.run([sys.executable, "-m", "footfall", *command], check=True, capture_output=True, text=True)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def measure(quick: bool) -> dict[str, Any]:
    """Returns the whole report."""
    short = ["--quick"] if quick else []
    report = run_json("bench", "--json", *short)
    maps = str(ROOT / "benches" / "data" / "maps")
    report["scenarios"] = run_json("bench", "--json", "--movingai", maps, *short)["scenarios"]
    with tempfile.TemporaryDirectory() as folder:
        rows = Path(folder) / "rows.json"
        script = str(ROOT / "benches" / "kernels" / "peers.py")
        subprocess.run([sys.executable, script, "--out", str(rows), *short], check=True)
        report["peers"] = json.loads(rows.read_text(encoding="utf-8"))
    return report


def write_page(report: dict[str, Any]) -> str:
    """Returns the tables as Markdown."""
    build = report["build"]
    lines = [
        INTRODUCTION.format(
            version=build["version"],
            machine=report["machine"],
            cores=report["cores"],
            load=report["load"] or 0,
            python=report["python"],
            numpy=report["numpy"],
            simd=build["simd"],
        )
    ]
    for row in report["peers"]:
        if row["ratio"] is not None:
            bar = "" if row["bar"] is None else f"{row['bar']:.3g}"
            times = f"{row['ours']:.2f} | {row['theirs']:.2f} | {row['ratio']:.1f} | {row['best']:.1f}"
            share = "" if row.get("of_limit") is None else f"{row['of_limit']:.0%}"
            verdict = "" if row["bar"] is None else row["verdict"]
            case = f"{row['row']} | {row['case']} | {row['against']}"
            lines.append(f"| {case} | {times} | {bar} | {share} | {verdict} |\n")
    lines.append(SCENARIOS)
    for row in report["scenarios"]:
        times = " | ".join(f"{row[name]:.1f}" for name in ("mean", "median", "p99", "prepare"))
        size = f"{row['memory'] / 1024:.0f} | {1 / row['loops']:.2f}"
        lines.append(f"| {row['scenario']} | {row['queries']} | {row['optimal']} | {times} | {size} |\n")
    lines.append(KERNELS)
    lines += [
        f"| {row['kernel']} | {row['case']} | {row['rust']:.2f} | {row['python']:.1f} | {row['ratio']:.0f} |\n"
        for row in report["kernels"]
    ]
    return "".join(lines)


HISTORY = """# History

Ratios of every version with a file in this folder, written by `python benches/results/write.py --history`. A larger
ratio is faster; the last column judges the last version by the one before and the noise of both.

"""


def write_history() -> str:
    """Returns the ratios of all versions as Markdown."""
    paths = sorted(HERE.glob("*.json"), key=lambda path: Version(path.stem))
    reports = {path.stem: kernel_bench.read_ratios(path) for path in paths}
    *earlier, last = reports.values()
    verdicts = {c.row: c.verdict for c in kernel_bench.compare_ratios(earlier[-1], last)} if earlier else {}
    rows = dict.fromkeys(row for ratios in reports.values() for row in ratios)
    lines = [f"| row | {' | '.join(reports)} | |", "|---" * (len(reports) + 2) + "|"]
    for row in rows:
        values = [f"{ratios[row].value:.3g}" if row in ratios else "" for ratios in reports.values()]
        lines.append(f"| {row} | {' | '.join(values)} | {verdicts.get(row, '')} |")
    return HISTORY + "\n".join(lines) + "\n"


def render_svg(now: dict[str, kernel_bench.Ratio], earlier: dict[str, kernel_bench.Ratio] | None = None) -> str:
    """Returns an SVG chart of ratios on a logarithmic scale, with those of an earlier report in gray."""
    height, left, decade = 22, 20 + 7 * max(map(len, now)), 130
    values = [ratio.value for ratio in (*now.values(), *(earlier or {}).values())]
    lowest = math.floor(math.log10(min([1.0, *values])))
    decades = math.ceil(math.log10(max([10.0, *values]))) - lowest
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + decades * decade + 80}" '
        f'height="{height * (len(now) + 2)}" font-family="sans-serif" font-size="13">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="10" y="{height - 6}">Time of Python or a peer by ours; '
        "queries in a calibration loop (logarithmic)</text>",
    ]

    def draw_bar(ratio: float, top: int, thick: int, color: str) -> float:
        width = max(1.0, decade * (math.log10(ratio) - lowest))
        parts.append(f'<rect x="{left}" y="{top}" width="{width:.1f}" height="{thick}" fill="{color}"/>')
        return left + width

    for number, (row, (ratio, _)) in enumerate(now.items(), 1):
        baseline = height * (number + 1) - 6
        parts.append(f'<text x="{left - 8}" y="{baseline}" text-anchor="end">{html.escape(row)}</text>')
        end = draw_bar(ratio, baseline - 13, 10 if earlier else 16, "#4a7a9c")
        if earlier and row in earlier:
            end = max(end, draw_bar(earlier[row].value, baseline - 2, 5, "#b8b8b8"))
        parts.append(f'<text x="{end + 6:.1f}" y="{baseline}">{ratio:.3g}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> None:
    """Measures and writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="shorter rounds, fewer queries of peers")
    parser.add_argument("--compare", type=Path, help="an earlier VERSION.json: print the change of every ratio")
    parser.add_argument("--history", action="store_true", help="measure nothing, write the history of all versions")
    options = parser.parse_args()
    if options.history:
        (HERE / "history.md").write_text(write_history(), encoding="utf-8")
        return
    before = kernel_bench.read_ratios(options.compare) if options.compare else None
    report = measure(options.quick)
    now = kernel_bench.list_ratios(report)
    (HERE / f"{__version__}.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    (HERE / f"{__version__}.svg").write_text(render_svg(now, before), encoding="utf-8")
    (HERE / "README.md").write_text(write_page(report), encoding="utf-8")
    (HERE / "history.md").write_text(write_history(), encoding="utf-8")
    if before is not None:
        print(kernel_bench.format_changes(kernel_bench.compare_ratios(before, now)))


if __name__ == "__main__":
    main()
