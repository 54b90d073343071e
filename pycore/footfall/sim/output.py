"""The folder of a run: tables, plots and the page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from . import report, tables
from .compare import Comparison
from .extras import there
from .plots import Plots
from .record import command_of
from .run import Run
from .summary import Summary
from .sweep import Arm, name_of, rows

WITHOUT = (
    "written without {}: python -m pip install 'footfall[sim]' adds them;"
    " CSV, JSON and report.html need nothing"
)


def missing() -> str:
    """What an output folder lacks because an extra is not installed; ``""`` if nothing."""
    lacks = [what for module, what in (("pyarrow", "Parquet"), ("matplotlib", "plots")) if not there(module)]
    return WITHOUT.format(" and ".join(lacks)) if lacks else ""


def write_run(folder: Path, run: Run, summary: Summary) -> None:
    """Writes one run."""
    sections = _run(folder, run, summary, "")
    _page(folder, f"{summary.game}: {summary.games} games", sections)


def write_comparison(
    folder: Path,
    runs: tuple[tuple[Run, Summary], tuple[Run, Summary]],
    found: Comparison,
    changed: str,
) -> None:
    """Writes two runs into folders of their own, and what changed between them."""
    sections = report.of_comparison(found, changed)
    for (run, summary), name, heading in zip(
        runs, ("first", "second"), ("First", f"Second: {changed}"), strict=True
    ):
        sections += _run(folder / name, run, summary, heading)
    (folder / "comparison.json").write_text(tables.as_json(found), encoding="utf-8")
    summary = runs[0][1]
    _page(folder, f"{summary.game}: {summary.games} pairs of games, {changed}", sections)


def write_arm(folder: Path, at: int, arm: Arm, run: Run) -> list[str]:
    """Writes one arm of a sweep into a folder of its own; returns its sections of the page."""
    return _run(folder / f"{at:02}", run, arm.summary, name_of(arm.values))


def write_sweep(folder: Path, arms: Sequence[Arm], sections: Sequence[str]) -> None:
    """Writes a sweep's table and plots and the page over all arms."""
    tables.write({"sweep": tables.of_rows(rows(arms))}, folder)
    (folder / "sweep.json").write_text(tables.as_json(list(arms)), encoding="utf-8")
    figures = {}
    if there("matplotlib"):
        plots = Plots()
        measures = ["won", *(number.column for number in arms[0].summary.numbers)]
        drawn = {f"sweep-{name}": plots.sweep(arms, name) for name in measures}
        kept = {name: figure for name, figure in drawn.items() if figure is not None}
        plots.write(kept, folder)
        figures = {name: plots.inline(figure) for name, figure in kept.items()}
    summary = arms[0].summary
    turned = ", ".join(arms[0].values)
    _page(folder, f"{summary.game}: sweep of {turned}", [*report.of_sweep(arms, figures), *sections])


def _run(folder: Path, run: Run, summary: Summary, heading: str) -> list[str]:
    about = {"footfall": msgspec.json.encode(run.plan).decode(), "digest": summary.digest}
    whole = {
        "games": tables.games_of(run),
        "coverage": tables.coverage_of(run),
        "curves": tables.curves_of(run),
    }
    tables.write(whole, folder, about)
    (folder / "summary.json").write_text(tables.as_json(summary), encoding="utf-8")
    figures = {}
    if there("matplotlib"):
        plots = Plots()
        drawn = plots.of_run(run, summary)
        plots.write(drawn, folder / "plots")
        figures = {name: plots.inline(figure) for name, figure in drawn.items()}
    return report.of_run(summary, run.coverage, figures, command_of(run.plan), heading)


def _page(folder: Path, title: str, sections: Sequence[str]) -> None:
    (folder / "report.html").write_text(report.page(title, sections), encoding="utf-8")
