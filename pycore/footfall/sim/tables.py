"""Tables of a run: CSV always, Parquet beside it if pyarrow is installed."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from .extras import import_extra, is_installed
from .run import SimulationRun

SET_SEPARATOR = "+"
"""Between the members of a set in a CSV cell."""

ColumnTable = dict[str, list[Any]]
"""Values by column; all columns are equally long."""


def build_games_table(run: SimulationRun) -> ColumnTable:
    """One row per game. Sets are sorted tuples of words, counts tuples of ``word=count``."""
    return {name: [_normalize_cell(value) for value in values] for name, values in run.columns.items()}


def build_coverage_table(run: SimulationRun) -> ColumnTable:
    """What was seen, how often, in how many games, by how they ended."""
    table: ColumnTable = {name: [] for name in ("type", "field", "value", "outcome", "games", "times")}
    for (tag, field, value, outcome), (games, times) in sorted(run.coverage.items()):
        for name, cell in zip(table, (tag, field, value, outcome, games, times), strict=True):
            table[name].append(cell)
    return table


def build_curves_table(run: SimulationRun) -> ColumnTable:
    """Every observed value with the number of games that had it there."""
    table: ColumnTable = {name: [] for name in ("column", "at", "outcome", "value", "games")}
    for (column, at, outcome), counts in sorted(run.curves.items()):
        for number, games in sorted(counts.items()):
            for name, cell in zip(table, (column, at, outcome, number, games), strict=True):
                table[name].append(cell)
    return table


def build_table(rows: Iterable[Mapping[str, Any]]) -> ColumnTable:
    """Rows that need not have the same columns as one table."""
    listed = list(rows)
    names = dict.fromkeys(name for row in listed for name in row)
    return {name: [row.get(name) for row in listed] for name in names}


def write_tables(
    tables: Mapping[str, ColumnTable], folder: Path, metadata: Mapping[str, str] | None = None
) -> list[Path]:
    """Writes tables into a folder, each as ``NAME.csv`` and, with the extra ``sim``, as ``NAME.parquet``.

    Args:
        about: metadata of the Parquet files.
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
    whole = arrow.table({name: _build_arrow_column(arrow, values) for name, values in table.items()})
    parquet.write_table(whole.replace_schema_metadata(dict(metadata)), path, compression="zstd")
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
    """A summary, a comparison or a sweep as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"
