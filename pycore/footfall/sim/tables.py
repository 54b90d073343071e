"""Tables of a run: CSV always, Parquet beside it if pyarrow is installed."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from .extras import need, there
from .run import Run

JOIN = "+"
"""Between the members of a set in a CSV cell."""

Table = dict[str, list[Any]]
"""Values by column; all columns are equally long."""


def games_of(run: Run) -> Table:
    """One row per game. Sets are sorted tuples of words, counts tuples of ``word=count``."""
    return {name: [_kept(value) for value in values] for name, values in run.columns.items()}


def coverage_of(run: Run) -> Table:
    """What was seen, how often, in how many games, by how they ended."""
    table: Table = {name: [] for name in ("type", "field", "value", "outcome", "games", "times")}
    for (tag, field, value, outcome), (games, times) in sorted(run.coverage.items()):
        for name, cell in zip(table, (tag, field, value, outcome, games, times), strict=True):
            table[name].append(cell)
    return table


def curves_of(run: Run) -> Table:
    """Every observed value with the number of games that had it there."""
    table: Table = {name: [] for name in ("column", "at", "outcome", "value", "games")}
    for (column, at, outcome), counts in sorted(run.curves.items()):
        for number, games in sorted(counts.items()):
            for name, cell in zip(table, (column, at, outcome, number, games), strict=True):
                table[name].append(cell)
    return table


def of_rows(rows: Iterable[Mapping[str, Any]]) -> Table:
    """Rows that need not have the same columns as one table."""
    listed = list(rows)
    names = dict.fromkeys(name for row in listed for name in row)
    return {name: [row.get(name) for row in listed] for name in names}


def write(tables: Mapping[str, Table], folder: Path, about: Mapping[str, str] | None = None) -> list[Path]:
    """Writes tables into a folder, each as ``NAME.csv`` and, with the extra ``sim``, as ``NAME.parquet``.

    Args:
        about: metadata of the Parquet files.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, table in tables.items():
        written.append(_csv(table, folder / f"{name}.csv"))
        if there("pyarrow"):
            written.append(_parquet(table, folder / f"{name}.parquet", about or {}))
    return written


def _kept(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple(f"{key}={count}" for key, count in sorted(value.items()))
    return tuple(sorted(value)) if isinstance(value, (tuple, list)) else value


def _csv(table: Table, path: Path) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(table)
        for row in zip(*table.values(), strict=True):
            writer.writerow([JOIN.join(cell) if isinstance(cell, tuple) else cell for cell in row])
    return path


def _parquet(table: Table, path: Path, about: Mapping[str, str]) -> Path:
    arrow = need("pyarrow", "sim", "Parquet")
    parquet = need("pyarrow.parquet", "sim", "Parquet")
    whole = arrow.table({name: _column(arrow, values) for name, values in table.items()})
    parquet.write_table(whole.replace_schema_metadata(dict(about)), path, compression="zstd")
    return path


def _column(arrow: Any, values: Sequence[Any]) -> Any:
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


def as_json(value: Any) -> str:
    """A summary, a comparison or a sweep as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"
