"""Writes the output folder of a run: tables as CSV and, if pyarrow is installed, as Parquet; plots; an HTML report."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from footfall.disk import make_folder, write_file

from . import reports
from .compare import Arm, Comparison, build_sweep_rows
from .extras import import_extra, is_installed
from .plan import format_command_line, format_values
from .plots import Plots
from .run import SimulationRun
from .summary import Summary

SET_SEPARATOR = "+"
"""Separator of set members in a CSV cell."""

ColumnTable = dict[str, list[Any]]
"""Values by column; all columns have the same length."""


def build_games_table(run: SimulationRun) -> ColumnTable:
    """One row per game. Sets become sorted tuples, counts tuples of ``key=count``."""

    def normalize(value: Any) -> Any:
        if isinstance(value, dict):
            return tuple(f"{key}={count}" for key, count in sorted(value.items()))
        return tuple(sorted(value)) if isinstance(value, (tuple, list)) else value

    return {name: [normalize(value) for value in values] for name, values in run.columns.items()}


def _build_columns(names: Sequence[str], rows: Iterable[Sequence[Any]]) -> ColumnTable:
    columns = list(zip(*rows, strict=True)) or [()] * len(names)
    return {name: list(column) for name, column in zip(names, columns, strict=True)}


def build_table(rows: Iterable[Mapping[str, Any]]) -> ColumnTable:
    """Builds a table from rows; missing cells are None."""
    all_rows = list(rows)
    names = dict.fromkeys(name for row in all_rows for name in row)
    return {name: [row.get(name) for row in all_rows] for name in names}


def write_tables(tables: Mapping[str, ColumnTable], folder: Path, metadata: Mapping[str, str] | None = None) -> None:
    """Writes tables as ``NAME.csv`` and, with the extra ``sim``, as ``NAME.parquet``."""
    make_folder(folder)
    for name, table in tables.items():
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(table)
        for row in zip(*table.values(), strict=True):
            writer.writerow([SET_SEPARATOR.join(cell) if isinstance(cell, tuple) else cell for cell in row])
        write_file(folder / f"{name}.csv", text.getvalue())
        if is_installed("pyarrow"):
            arrow = import_extra("pyarrow", "sim", "Parquet")
            parquet = import_extra("pyarrow.parquet", "sim", "Parquet")
            data = arrow.table({name: _build_arrow_column(arrow, values) for name, values in table.items()})
            data = data.replace_schema_metadata(dict(metadata or {}))
            parquet.write_table(data, folder / f"{name}.parquet", compression="zstd")


def _build_arrow_column(arrow: Any, values: Sequence[Any]) -> Any:
    kinds = {type(value) for value in values if value is not None}
    if kinds == {int}:
        largest = max(value for value in values if value is not None)
        return arrow.array(values, arrow.uint64() if largest >= 1 << 63 else arrow.int64())
    if kinds == {tuple}:
        return arrow.array(values, arrow.list_(arrow.string()))
    if kinds and (kinds == {bool} or kinds <= {int, float}):
        return arrow.array(values, arrow.bool_() if kinds == {bool} else arrow.float64())
    return arrow.array([None if value is None else str(value) for value in values], arrow.string())


def format_json(value: Any) -> str:
    """Formats a summary, a comparison or a sweep as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"


def describe_missing_extras() -> str:
    """Describes the files left out because an extra is not installed; ``""`` if none."""
    missing = [name for module, name in (("pyarrow", "Parquet"), ("matplotlib", "plots")) if not is_installed(module)]
    if not missing:
        return ""
    return f"written without {' and '.join(missing)}: to add them, python -m pip install 'footfall[sim]'"


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
    sections = reports.render_comparison(comparison, changed)
    for (run, summary), name, heading in zip(runs, ("first", "second"), ("First", f"Second: {changed}"), strict=True):
        sections += _write_run_files(folder / name, run, summary, heading)
    write_file(folder / "comparison.json", format_json(comparison))
    summary = runs[0][1]
    _write_page(folder, f"{summary.game}: {summary.games} pairs of games, {changed}", sections)


def write_arm(folder: Path, index: int, arm: Arm, run: SimulationRun) -> list[str]:
    """Writes one arm of a sweep into a subfolder; returns its report sections."""
    return _write_run_files(folder / f"{index:02}", run, arm.summary, format_values(arm.values))


def write_sweep(folder: Path, arms: Sequence[Arm], sections: Sequence[str]) -> None:
    """Writes the table, plots and report of a sweep."""
    write_tables({"sweep": build_table(build_sweep_rows(arms))}, folder)
    write_file(folder / "sweep.json", format_json(list(arms)))
    figures = {}
    if is_installed("matplotlib"):
        plots = Plots()
        for name in ("won", *(number.column for number in arms[0].summary.numbers)):
            figure = plots.plot_sweep(arms, name)
            if figure is not None:
                figures[f"sweep-{name}"] = plots.write_figure(figure, folder / f"sweep-{name}")
    summary = arms[0].summary
    names = ", ".join(arms[0].values)
    _write_page(folder, f"{summary.game}: sweep of {names}", [*reports.render_sweep(arms, figures), *sections])


def _write_run_files(folder: Path, run: SimulationRun, summary: Summary, heading: str) -> list[str]:
    metadata = {"footfall": msgspec.json.encode(run.plan).decode(), "digest": summary.digest}
    cells = ((*key, *cell) for key, cell in sorted(run.coverage.items()))
    values = ((*key, *cell) for key, counts in sorted(run.curves.items()) for cell in sorted(counts.items()))
    tables = {
        "games": build_games_table(run),
        "coverage": _build_columns(("type", "field", "value", "outcome", "games", "times"), cells),
        "curves": _build_columns(("column", "at", "outcome", "value", "games"), values),
    }
    write_tables(tables, folder, metadata)
    write_file(folder / "summary.json", format_json(summary))
    figures = {}
    if is_installed("matplotlib"):
        plots = Plots()
        drawn = plots.plot_run(run, summary)
        figures = {name: plots.write_figure(figure, folder / "plots" / name) for name, figure in drawn.items()}
    return reports.render_run(summary, run.coverage, figures, format_command_line(run.plan), heading)


def _write_page(folder: Path, title: str, sections: Sequence[str]) -> None:
    write_file(folder / "report.html", reports.render_page(title, sections))
