"""Writes the output folder of a run: tables, plots and an HTML report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from . import html_report, tables
from .compare import Comparison
from .extras import is_installed
from .plots import Plots
from .replay_export import format_command_line
from .run import SimulationRun
from .summary import Summary
from .sweep import Arm, build_sweep_rows, format_values

MISSING_EXTRAS_TEXT = "written without {}: to add them, python -m pip install 'footfall[sim]'"


def describe_missing_extras() -> str:
    """Describes the files left out because an extra is not installed; ``""`` if none."""
    missing = [name for module, name in (("pyarrow", "Parquet"), ("matplotlib", "plots")) if not is_installed(module)]
    return MISSING_EXTRAS_TEXT.format(" and ".join(missing)) if missing else ""


def write_run(folder: Path, run: SimulationRun, summary: Summary) -> None:
    """Writes one run."""
    sections = _write_run_files(folder, run, summary, "")
    _write_page(folder, f"{summary.game}: {summary.games} games", sections)


def write_comparison(
    folder: Path,
    runs: tuple[tuple[SimulationRun, Summary], tuple[SimulationRun, Summary]],
    comparison: Comparison,
    changed: str,
) -> None:
    """Writes two runs into subfolders, and their comparison."""
    sections = html_report.render_comparison(comparison, changed)
    for (run, summary), name, heading in zip(runs, ("first", "second"), ("First", f"Second: {changed}"), strict=True):
        sections += _write_run_files(folder / name, run, summary, heading)
    (folder / "comparison.json").write_text(tables.format_json(comparison), encoding="utf-8")
    summary = runs[0][1]
    _write_page(folder, f"{summary.game}: {summary.games} pairs of games, {changed}", sections)


def write_arm(folder: Path, index: int, arm: Arm, run: SimulationRun) -> list[str]:
    """Writes one arm of a sweep into a subfolder; returns its report sections."""
    return _write_run_files(folder / f"{index:02}", run, arm.summary, format_values(arm.values))


def write_sweep(folder: Path, arms: Sequence[Arm], sections: Sequence[str]) -> None:
    """Writes the table, plots and report of a sweep."""
    tables.write_tables({"sweep": tables.build_table(build_sweep_rows(arms))}, folder)
    (folder / "sweep.json").write_text(tables.format_json(list(arms)), encoding="utf-8")
    figures = {}
    if is_installed("matplotlib"):
        plots = Plots()
        measures = ["won", *(number.column for number in arms[0].summary.numbers)]
        drawn = {f"sweep-{name}": plots.plot_sweep(arms, name) for name in measures}
        present = {name: figure for name, figure in drawn.items() if figure is not None}
        plots.write_figures(present, folder)
        figures = {name: plots.render_svg(figure) for name, figure in present.items()}
    summary = arms[0].summary
    names = ", ".join(arms[0].values)
    _write_page(folder, f"{summary.game}: sweep of {names}", [*html_report.render_sweep(arms, figures), *sections])


def _write_run_files(folder: Path, run: SimulationRun, summary: Summary, heading: str) -> list[str]:
    metadata = {"footfall": msgspec.json.encode(run.plan).decode(), "digest": summary.digest}
    tables_by_name = {
        "games": tables.build_games_table(run),
        "coverage": tables.build_coverage_table(run),
        "curves": tables.build_curves_table(run),
    }
    tables.write_tables(tables_by_name, folder, metadata)
    (folder / "summary.json").write_text(tables.format_json(summary), encoding="utf-8")
    figures = {}
    if is_installed("matplotlib"):
        plots = Plots()
        drawn = plots.plot_run(run, summary)
        plots.write_figures(drawn, folder / "plots")
        figures = {name: plots.render_svg(figure) for name, figure in drawn.items()}
    return html_report.render_run(summary, run.coverage, figures, format_command_line(run.plan), heading)


def _write_page(folder: Path, title: str, sections: Sequence[str]) -> None:
    (folder / "report.html").write_text(html_report.render_page(title, sections), encoding="utf-8")
