"""``footfall bench``: compares the speed of the Rust and the Python kernels."""

from __future__ import annotations

import json
import platform
from pathlib import Path

import click

from footfall import kernels
from footfall.kernels import bench as kernel_bench

from .options import CliError


@click.command()
@click.option("--quick", is_flag=True, help="Shorter rounds, less precise results.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.option("--plot", type=click.Path(path_type=Path), help="Write the speed-ups as an SVG chart.")
def bench(quick: bool, as_json: bool, plot: Path | None) -> None:
    """Time every kernel in Rust and in Python on the same inputs, after checking that the results agree."""
    info = kernels.build_info()
    if info["profile"] is None:
        raise CliError("the Rust kernels are missing; build them with: python -m pip install .")
    if info["profile"] != "release":
        raise CliError(f"the Rust kernels are a {info['profile']} build; measurements need a release build")
    rows = kernel_bench.measure_kernels(quick)
    if plot is not None:
        plot.write_text(kernel_bench.render_svg(rows), encoding="utf-8")
    if as_json:
        report = {"build": info, "python": platform.python_version(), "rows": kernel_bench.to_plain_data(rows)}
        click.echo(json.dumps(report, indent=2))
    else:
        click.echo(kernel_bench.format_text(rows))
