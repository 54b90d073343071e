"""Tables of a run as CSV, and as Parquet if pyarrow is installed."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from .extras import import_extra, is_installed
from .run import SimulationRun

SET_SEPARATOR = "+"
"""Separator of set members in a CSV cell."""

ColumnTable = dict[str, list[Any]]
"""Values by column; all columns have the same length."""


def build_games_table(run: SimulationRun) -> ColumnTable:
    """One row per game. Sets become sorted tuples, counts tuples of ``key=count``."""
    return {name: [_normalize_cell(value) for value in values] for name, values in run.columns.items()}


def build_coverage_table(run: SimulationRun) -> ColumnTable:
    """Coverage by outcome: number of games and total count."""
    table: ColumnTable = {name: [] for name in ("type", "field", "value", "outcome", "games", "times")}
    for (tag, field, value, outcome), (games, times) in sorted(run.coverage.items()):
        for name, cell in zip(table, (tag, field, value, outcome, games, times), strict=True):
            table[name].append(cell)
    return table


def build_curves_table(run: SimulationRun) -> ColumnTable:
    """Observed values with their number of games."""
    table: ColumnTable = {name: [] for name in ("column", "at", "outcome", "value", "games")}
    for (column, at, outcome), counts in sorted(run.curves.items()):
        for number, games in sorted(counts.items()):
            for name, cell in zip(table, (column, at, outcome, number, games), strict=True):
                table[name].append(cell)
    return table


def build_table(rows: Iterable[Mapping[str, Any]]) -> ColumnTable:
    """Builds a table from rows; missing cells are None."""
    all_rows = list(rows)
    names = dict.fromkeys(name for row in all_rows for name in row)
    return {name: [row.get(name) for row in all_rows] for name in names}


def write_tables(
    tables: Mapping[str, ColumnTable], folder: Path, metadata: Mapping[str, str] | None = None
) -> list[Path]:
    """Writes tables as ``NAME.csv`` and, with the extra ``sim``, as ``NAME.parquet``.

    Args:
        metadata: of the Parquet files.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, table in tables.items():
        written.append(_write_csv(table, folder / f"{name}.csv"))
        if is_installed("pyarrow"):
            written.append(_write_parquet(table, folder / f"{name}.parquet", metadata or {}))
    return written


def _normalize_cell(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple(f"{key}={count}" for key, count in sorted(value.items()))
    return tuple(sorted(value)) if isinstance(value, (tuple, list)) else value


def _write_csv(table: ColumnTable, path: Path) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(table)
        for row in zip(*table.values(), strict=True):
            writer.writerow([SET_SEPARATOR.join(cell) if isinstance(cell, tuple) else cell for cell in row])
    return path


def _write_parquet(table: ColumnTable, path: Path, metadata: Mapping[str, str]) -> Path:
    arrow = import_extra("pyarrow", "sim", "Parquet")
    parquet = import_extra("pyarrow.parquet", "sim", "Parquet")
    data = arrow.table({name: _build_arrow_column(arrow, values) for name, values in table.items()})
    parquet.write_table(data.replace_schema_metadata(dict(metadata)), path, compression="zstd")
    return path


def _build_arrow_column(arrow: Any, values: Sequence[Any]) -> Any:
    kinds = {type(value) for value in values if value is not None}
    if kinds == {bool}:
        return arrow.array(values, arrow.bool_())
    if kinds == {int}:
        largest = max(value for value in values if value is not None)
        return arrow.array(values, arrow.uint64() if largest >= 1 << 63 else arrow.int64())
    if kinds and kinds <= {int, float}:
        return arrow.array(values, arrow.float64())
    if kinds == {tuple}:
        return arrow.array(values, arrow.list_(arrow.string()))
    return arrow.array([None if value is None else str(value) for value in values], arrow.string())


def format_json(value: Any) -> str:
    """Formats a summary, a comparison or a sweep as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"
