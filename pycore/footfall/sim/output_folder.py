"""Writes the output folder of a run: tables as CSV and, if pyarrow is installed, as Parquet; plots; an HTML report.

Plots are PNG and SVG (extra ``sim``: matplotlib). In those of outcomes and numbers, blue is won, orange is not won,
gray is all games. Markers tell lines apart without color.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from footfall.disk import make_folder, write_file

from . import reports
from .extras import import_extra, is_installed
from .plan import format_command_line, format_value, format_values
from .run import SimulationRun
from .statistics import Proportion
from .summary import Arm, Comparison, CurvePoint, Summary, ValueGroup, build_sweep_rows

WON_COLOR, LOST_COLOR, ALL_COLOR = "#0072b2", "#d55e00", "#5f6670"
LINE_COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""The palette of Okabe and Ito (2008), safe for color-blind readers."""

MARKERS = "os^DvP"
MAX_GROUPS = 30
MAX_BARS = 60
RC_STYLE = {
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.25,
    "font.size": 9,
    "svg.fonttype": "path",
    "svg.hashsalt": "footfall",
}


class Plots:
    """Draws figures; each method returns one, or None if there is no data.

    Raises:
        MissingExtraError: matplotlib is not installed.
    """

    def __init__(self) -> None:
        self._library = import_extra("matplotlib", "sim", "plots")
        self._figure = import_extra("matplotlib.figure", "sim", "plots").Figure

    def plot_run(self, run: SimulationRun, summary: Summary) -> dict[str, Any]:
        """All figures of a run by name."""
        with self._library.rc_context(RC_STYLE):
            figures = {
                "outcomes": self.plot_outcomes(summary),
                "numbers": self.plot_numbers(run, summary),
                "curves": self.plot_curves(summary.curves),
                "with-and-without": self.plot_groups(summary.groups),
            }
        return {name: figure for name, figure in figures.items() if figure is not None}

    def plot_outcomes(self, summary: Summary) -> Any:
        """Share of each outcome with its interval."""
        shares = list(summary.outcomes.items())[::-1]
        figure, axes = self._new_axes(6.4, 0.5 + 0.34 * len(shares))
        colors = [WON_COLOR if name in summary.wins else LOST_COLOR for name, _ in shares]
        values, bars = _measure_intervals(_list_percentages(share) for _, share in shares)
        error_style = {"color": "black", "capsize": 3, "linewidth": 1}
        axes.barh(range(len(shares)), values, xerr=bars, color=colors, alpha=0.8, height=0.6, error_kw=error_style)
        axes.set_yticks(range(len(shares)), [name for name, _ in shares])
        axes.set_xlabel(f"% of {summary.games} games, 95 % interval")
        return figure

    def plot_numbers(self, run: SimulationRun, summary: Summary) -> Any:
        """Histograms of numbers, stacked by whether the game was won."""
        numbers = [n for n in summary.numbers if n.games and n.games.smallest < n.games.largest]
        names = [number.column for number in numbers][:12]
        if not names:
            return None
        wins = set(run.plan.wins)
        rows = -(-len(names) // 3)
        figure = self._figure(figsize=(9.6, 2.3 * rows), layout="constrained")
        for index, name in enumerate(names):
            axes = figure.add_subplot(rows, 3, index + 1)
            values = [
                (value, outcome in wins)
                for value, outcome in zip(run.columns[name], run.columns["outcome"], strict=True)
                if value is not None
            ]
            plain = [value for value, _ in values]
            low, high = min(plain), max(plain)
            step = max(1, -(-(int(high - low) + 1) // MAX_BARS))
            parts = [[v for v, w in values if not w], [v for v, w in values if w]]
            edges = [low - 0.5 + i * step for i in range(int(high - low) // step + 2)]
            axes.hist(
                parts if wins else [plain],
                edges,
                stacked=True,
                color=[LOST_COLOR, WON_COLOR] if wins else [ALL_COLOR],
                label=["not won", "won"] if wins and not index else None,
            )
            axes.set_title(name, fontsize=9)
        if wins:
            figure.legend(loc="outside upper center", ncols=2, frameon=False)
        return figure

    def plot_curves(self, points: Sequence[CurvePoint]) -> Any:
        """Mean and middle 80 % of each observed number, while at least 1 % of the games continue."""
        games = max((point.spread.count for point in points), default=0)
        points = [point for point in points if 100 * point.spread.count >= games]
        names = list(dict.fromkeys(point.column for point in points))
        if not names:
            return None
        rows = -(-len(names) // 2)
        figure = self._figure(figsize=(9.6, 2.6 * rows), layout="constrained")
        for index, name in enumerate(names):
            axes = figure.add_subplot(rows, 2, index + 1)
            line = [point for point in points if point.column == name]
            xs = [point.at for point in line]
            low, high = [p.spread.tenth for p in line], [p.spread.ninetieth for p in line]
            axes.fill_between(xs, low, high, color=WON_COLOR, alpha=0.18, label="middle 80 %")
            axes.plot(xs, [p.spread.mean for p in line], color=WON_COLOR, label="mean")
            axes.set_title(name, fontsize=9)
            if index == 0:
                axes.legend(frameon=False)
        return figure

    def plot_groups(self, groups: Sequence[ValueGroup]) -> Any:
        """Share won with and without each value, largest difference first."""
        shown = [group for group in groups if group.wins.of >= 20 and group.wins_without.of]
        if not any(group.wins.count or group.wins_without.count for group in shown):
            return None
        shown.sort(key=lambda group: abs(group.wins.share - group.wins_without.share), reverse=True)
        shown = shown[:MAX_GROUPS][::-1]
        figure, axes = self._new_axes(7.4, 0.9 + 0.27 * len(shown))
        for offset, color, marker, label, shares in (
            (0.12, WON_COLOR, "o", "with", [group.wins for group in shown]),
            (-0.12, ALL_COLOR, "s", "without", [group.wins_without for group in shown]),
        ):
            values, bars = _measure_intervals(map(_list_percentages, shares))
            places = [index + offset for index in range(len(shown))]
            style = {"fmt": marker, "color": color, "markersize": 4, "linewidth": 1}
            axes.errorbar(values, places, xerr=bars, label=label, **style)
        axes.set_yticks(range(len(shown)), [f"{group.column}: {group.value}" for group in shown])
        axes.set_xlabel("% of games won, 95 % interval")
        figure.legend(loc="outside upper center", ncols=2, frameon=False)  # outside: covers no points
        return figure

    def plot_sweep(self, arms: Sequence[Arm], measure: str = "won") -> Any:
        """A measure against the first value of the sweep, with one line per combination of the others.

        Args:
            measure: ``"won"`` or the name of a column of numbers.
        """
        with self._library.rc_context(RC_STYLE):
            varied = next(iter(arms[0].values))
            positions = [v if type(v := arm.values[varied]) in (int, float) else format_value(v) for arm in arms]
            lines: dict[str, list[tuple[Any, float, float, float]]] = {}
            for arm, x in zip(arms, positions, strict=True):
                rest = {name: value for name, value in arm.values.items() if name != varied}
                if (point := _select_measure(arm.summary, measure)) is not None:
                    lines.setdefault(format_values(rest), []).append((x, *point))
            if not lines:
                return None
            figure, axes = self._new_axes(6.8, 4.0)
            values = list(dict.fromkeys(positions))
            is_numeric = all(isinstance(value, (int, float)) for value in values)
            for index, (name, points) in enumerate(lines.items()):
                xs = [point[0] if is_numeric else values.index(point[0]) for point in points]
                style = {"marker": MARKERS[index % len(MARKERS)], "color": LINE_COLORS[index % len(LINE_COLORS)]}
                ys, bars = _measure_intervals(point[1:] for point in points)
                axes.errorbar(xs, ys, yerr=bars, capsize=3, linewidth=1.2, label=name or None, **style)
            axes.set_xticks(values if is_numeric else range(len(values)), [str(value) for value in values])
            axes.set_xlabel(varied)
            axes.set_ylabel("% of games won" if measure == "won" else f"mean {measure}")
            axes.set_title(f"{arms[0].summary.games} games each, 95 % intervals", fontsize=9)
            axes.set_ylim(bottom=0 if measure == "won" else None)
            if any(lines):
                axes.legend(frameon=False)
            return figure

    def write_figure(self, figure: Any, path: Path) -> str:
        """Writes a figure as ``PATH.png`` and ``PATH.svg``, and returns it as an SVG element."""
        make_folder(path.parent)
        svg = path.with_name(f"{path.name}.svg")
        with self._library.rc_context(RC_STYLE):
            figure.savefig(path.with_name(f"{path.name}.png"), dpi=130)
            figure.savefig(svg, dpi=130, metadata={"Date": None})
        text = svg.read_text("utf-8")
        return text[text.index("<svg") :]

    def _new_axes(self, width: float, height: float) -> tuple[Any, Any]:
        figure = self._figure(figsize=(width, height), layout="constrained")
        return figure, figure.add_subplot()


def _list_percentages(share: Proportion) -> tuple[float, float, float]:
    return 100 * share.share, 100 * share.low, 100 * share.high


def _measure_intervals(points: Iterable[tuple[float, float, float]]) -> tuple[list[float], list[list[float]]]:
    """Values, and the lengths of their error bars, of values with their intervals."""
    values, lows, highs = zip(*points, strict=True)
    below = [max(0.0, value - low) for value, low in zip(values, lows, strict=True)]
    return list(values), [below, [max(0.0, high - value) for value, high in zip(values, highs, strict=True)]]


def _select_measure(summary: Summary, measure: str) -> tuple[float, float, float] | None:
    """Value and interval of a measure."""
    if measure == "won":
        share = summary.wins_share
        return None if share is None else _list_percentages(share)
    spread = next((number.games for number in summary.numbers if number.column == measure), None)
    return None if spread is None else (spread.mean, spread.low, spread.high)


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
