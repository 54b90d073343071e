"""``footfall bench``: compares the speed of the Rust and the Python kernels, and runs scenario files."""

import os
import platform
from pathlib import Path

import click
import numpy as np

from footfall import kernels
from footfall.disk import write_file
from footfall.kernels import bench as kernel_bench, movingai

from .output import CliError, Report, echo, prints_report, report_errors, wants_json


@click.command()
@click.option("--quick", is_flag=True, help="Shorter rounds, less precise results.")
@prints_report
@click.option(
    "--movingai",
    "folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Run all scenario files (*.scen) of the Moving AI benchmarks in this folder instead.",
)
@click.option("--csv", "table", type=click.Path(path_type=Path), help="Write the rows of --movingai as CSV.")
@click.option(
    "--compare",
    "earlier",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Judge the ratios by those of an earlier report (--json) and their noise.",
)
def bench(quick: bool, folder: Path | None, table: Path | None, earlier: Path | None) -> Report:
    """Time every kernel in Rust and in Python on the same inputs, after checking that the results agree.

    With --movingai: time paths on whole scenario files, and compare each with the optimal length. Exits with 1 if one
    is not optimal.
    """
    if table is not None and folder is None:
        raise click.UsageError("--csv needs --movingai DIR.")
    profile = kernels.build_info()["profile"]
    if profile is None:
        raise CliError("the Rust kernels are missing; build them with: python -m pip install .")
    if profile != "release":
        raise CliError(f"the Rust kernels are a {profile} build; measurements need a release build")
    with report_errors(movingai.MapFileError, kernel_bench.ReportError):
        before = None if earlier is None else kernel_bench.read_ratios(earlier)
        rows = [] if folder is None else run_scenarios(folder, quick, show=not wants_json())
        if table is not None:
            write_file(table, kernel_bench.render_csv(rows))
        kernel_rows = kernel_bench.measure_kernels(quick) if folder is None else []
        report = {
            "build": kernels.build_info(),
            "python": platform.python_version(),
            "numpy": np.__version__,
            "machine": platform.machine(),
            "cores": os.cpu_count(),
            "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
            "loop": movingai.time_calibration_loop(),
        } | kernel_bench.to_plain_data(kernel_rows, rows)
        now = kernel_bench.list_ratios(report)
        changes = None if before is None else kernel_bench.compare_ratios(before, now)
    more = {} if changes is None else {"changes": kernel_bench.describe_changes(changes)}
    lines = [kernel_bench.format_kernels(kernel_rows)] if kernel_rows else []
    if changes is not None:
        lines = [kernel_bench.format_changes(changes)]
    wrong = sum(row.queries - row.optimal for row in rows)
    if wrong:
        echo(f"Error: {wrong} of {sum(row.queries for row in rows)} paths are not optimal", err=True)
    return Report(report | more, lines, has_failed=bool(wrong))


def run_scenarios(folder: Path, quick: bool, show: bool) -> list[movingai.ScenarioRow]:
    """Runs the scenario files of a folder; prints each row when it is measured."""
    rows: list[movingai.ScenarioRow] = []
    for row in movingai.measure_scenarios(folder, rounds=1 if quick else 3):
        if show and not rows:
            echo(kernel_bench.SCENARIO_HEADER)
        if show:
            echo(kernel_bench.format_scenario(row))
        rows.append(row)
    return rows
