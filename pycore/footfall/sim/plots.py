"""Plots of a run, a comparison or a sweep, as PNG and SVG (extra ``sim``: matplotlib).

Colors have one meaning everywhere: blue is won, orange is not won, gray is all games. Markers differ, too.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .extras import import_extra
from .run import SimulationRun
from .summary import CurvePoint, Summary, ValueGroup
from .sweep import Arm, format_value, format_values

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
        for index, (name, share) in enumerate(shares):
            color = WON_COLOR if name in summary.wins else LOST_COLOR
            whisker = _make_error_bar(share.share, share.low, share.high)
            axes.barh(index, 100 * share.share, color=color, alpha=0.8, height=0.6)
            axes.errorbar(100 * share.share, index, xerr=whisker, color="black", capsize=3, linewidth=1)
        axes.set_yticks(range(len(shares)), [name for name, _ in shares])
        axes.set_xlabel(f"% of {summary.games} games, 95 % interval")
        return figure

    def plot_numbers(self, run: SimulationRun, summary: Summary) -> Any:
        """Histograms of numbers, stacked by whether the game was won."""
        numbers = [n for n in summary.numbers if n.all and n.all.smallest < n.all.largest]
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
        shown = [group for group in groups if group.won.of and group.won_without.of and group.won.of >= 20]
        if not any(group.won.count or group.won_without.count for group in shown):
            return None
        shown.sort(key=lambda group: abs(group.won.share - group.won_without.share), reverse=True)
        shown = shown[:MAX_GROUPS][::-1]
        figure, axes = self._new_axes(7.4, 0.9 + 0.27 * len(shown))
        for offset, color, marker, label, attribute in (
            (0.12, WON_COLOR, "o", "with", "won"),
            (-0.12, ALL_COLOR, "s", "without", "won_without"),
        ):
            shares = [getattr(group, attribute) for group in shown]
            low = [100 * (share.share - share.low) for share in shares]
            high = [100 * (share.high - share.share) for share in shares]
            axes.errorbar(
                [100 * share.share for share in shares],
                [index + offset for index in range(len(shown))],
                xerr=[_clip_negative(low), _clip_negative(high)],
                fmt=marker,
                color=color,
                markersize=4,
                linewidth=1,
                label=label,
            )
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
            lines = _collect_lines(arms, varied, measure)
            if not lines:
                return None
            figure, axes = self._new_axes(6.8, 4.0)
            values = list(dict.fromkeys(_get_axis_value(arm.values[varied]) for arm in arms))
            is_numeric = all(isinstance(value, (int, float)) for value in values)
            for index, (name, points) in enumerate(lines.items()):
                xs = [point[0] if is_numeric else values.index(point[0]) for point in points]
                low = _clip_negative([point[1] - point[2] for point in points])
                high = _clip_negative([point[3] - point[1] for point in points])
                axes.errorbar(
                    xs,
                    [point[1] for point in points],
                    yerr=[low, high],
                    marker=MARKERS[index % len(MARKERS)],
                    color=LINE_COLORS[index % len(LINE_COLORS)],
                    capsize=3,
                    linewidth=1.2,
                    label=name or None,
                )
            axes.set_xticks(values if is_numeric else range(len(values)), [str(value) for value in values])
            axes.set_xlabel(varied)
            axes.set_ylabel("% of games won" if measure == "won" else f"mean {measure}")
            axes.set_title(f"{arms[0].summary.games} games each, 95 % intervals", fontsize=9)
            axes.set_ylim(bottom=0 if measure == "won" else None)
            if any(lines):
                axes.legend(frameon=False)
            return figure

    def write_figures(self, figures: Mapping[str, Any], folder: Path) -> list[Path]:
        """Writes each figure as ``NAME.png`` and ``NAME.svg``."""
        folder.mkdir(parents=True, exist_ok=True)
        written = []
        with self._library.rc_context(RC_STYLE):
            for name, figure in figures.items():
                for path in (folder / f"{name}.png", folder / f"{name}.svg"):
                    figure.savefig(path, dpi=130, metadata={"Date": None} if path.suffix == ".svg" else None)
                    written.append(path)
        return written

    def render_svg(self, figure: Any) -> str:
        """A figure as an SVG element."""
        with self._library.rc_context(RC_STYLE):
            buffer = io.StringIO()
            figure.savefig(buffer, format="svg", metadata={"Date": None})
        text = buffer.getvalue()
        return text[text.index("<svg") :]

    def _new_axes(self, width: float, height: float) -> tuple[Any, Any]:
        figure = self._figure(figsize=(width, height), layout="constrained")
        return figure, figure.add_subplot()


def _collect_lines(arms: Sequence[Arm], varied: str, measure: str) -> dict[str, list[tuple[Any, float, float, float]]]:
    """Points (axis value, value, low, high) of a sweep by combination of the other values."""
    lines: dict[str, list[tuple[Any, float, float, float]]] = {}
    for arm in arms:
        point = _select_measure(arm.summary, measure)
        if point is not None:
            rest = {name: value for name, value in arm.values.items() if name != varied}
            lines.setdefault(format_values(rest), []).append((_get_axis_value(arm.values[varied]), *point))
    return lines


def _get_axis_value(value: Any) -> int | float | str:
    """Axis value: numbers as they are, other values as text."""
    return value if type(value) in (int, float) else format_value(value)


def _make_error_bar(middle: float, low: float, high: float) -> list[list[float]]:
    return [_clip_negative([100 * (middle - low)]), _clip_negative([100 * (high - middle)])]


def _clip_negative(values: Iterable[float]) -> list[float]:
    return [max(0.0, value) for value in values]


def _select_measure(summary: Summary, measure: str) -> tuple[float, float, float] | None:
    """Value and interval of a measure."""
    if measure == "won":
        won = summary.won
        return None if won is None else (100 * won.share, 100 * won.low, 100 * won.high)
    for number in summary.numbers:
        if number.column == measure and number.all is not None:
            return number.all.mean, number.all.low, number.all.high
    return None
