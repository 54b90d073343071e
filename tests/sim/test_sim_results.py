"""Summaries, comparisons, sweeps, and their output files."""

from __future__ import annotations

import csv
import html.parser
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from footfall.sim import output_folder
from footfall.sim.extras import MissingExtraError, import_extra
from footfall.sim.output_folder import Plots, build_games_table
from footfall.sim.plan import replace_values
from footfall.sim.run import SimulationRun, simulate
from footfall.sim.summary import (
    Arm,
    Summary,
    build_sweep_rows,
    compare_runs,
    list_combinations,
    parse_values,
    summarize,
)


def played(plan: Any, **values: Any) -> tuple[SimulationRun, Summary]:
    made, rules = plan(**{"games": 200, **values})
    run = simulate(made, workers=0)
    return run, summarize(run, rules)


def without(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pyarrow", "pyarrow.parquet", "matplotlib", "matplotlib.figure"):
        monkeypatch.setitem(sys.modules, name, None)


class Page(html.parser.HTMLParser):
    """Checks that tags are closed, and collects what the page would fetch."""

    VOID = frozenset(("meta", "br", "link", "img"))

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        self.fetched += [v for k, v in attrs if v and k in ("src", "href", "xlink:href") and not v.startswith("#")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_summary_counts_what_the_table_holds(plan: Any) -> None:
    run, summary = played(plan)
    outcomes = run.columns["outcome"]
    assert {name: found.count for name, found in summary.outcomes.items()} == {
        name: outcomes.count(name) for name in set(outcomes)
    }
    assert summary.wins_share is not None
    assert summary.wins_share.count == outcomes.count("top") > 0
    lowest = next(number for number in summary.numbers if number.column == "lowest")
    assert lowest.games is not None
    assert lowest.wins is not None
    assert lowest.games.mean == pytest.approx(sum(run.columns["lowest"]) / 200)
    assert lowest.wins.smallest >= 12
    groups = {(group.column, group.value): group for group in summary.groups}
    assert groups["reached", "a"].games.count == sum("a" in each for each in run.columns["reached"])
    assert groups["reached", "a"].wins_without.count == 0
    assert groups["late", "True"].games.count == sum(run.columns["late"])
    assert sum(point.spread.count for point in summary.curves if point.column == "lowest" and point.at == 1) == 200


def test_what_never_happened_is_listed(plan: Any) -> None:
    _, summary = played(plan, bots=("eager",), has_audit=True)
    assert ("command", "tests.climb:wait") in summary.never
    assert ("event", "tests.climb:crashed") in summary.never
    assert ("event", "tests.climb:rose") not in summary.never
    assert not [name for kind, name in summary.never if kind == "step"]
    assert [die.die for die in summary.dice] == ["tests.climb leap 1..6"]
    assert summary.dice[0].fairness.p > 0.001


def test_a_change_that_changes_nothing_is_seen_as_such(plan: Any) -> None:
    first, _ = played(plan)
    found = compare_runs(first, played(plan)[0])
    assert (found.pairs, found.same) == (200, 200)
    assert found.wins is not None
    assert (found.wins.gains, found.wins.losses, found.wins.p) == (0, 0, 1.0)
    assert all(shift.difference == 0 for shift in found.numbers.values())


def test_a_change_is_measured_game_by_game(plan: Any) -> None:
    first, _ = played(plan)
    second, _ = played(plan, options={"time": 40})
    found = compare_runs(first, second)
    assert found.wins is not None
    pairs = list(zip(first.columns["outcome"], second.columns["outcome"], strict=True))
    assert found.wins.gains == pairs.count(("dark", "top")) > 20
    assert found.wins.losses == pairs.count(("top", "dark"))
    assert found.wins.p < 0.001
    assert found.wins.low > 0
    assert found.outcomes["dark"].difference == pytest.approx(-found.wins.difference)
    assert found.numbers["commands"].difference > 0
    with pytest.raises(ValueError, match="same seeds"):
        compare_runs(first, played(plan, seed=6)[0])


def test_values_of_a_sweep() -> None:
    assert parse_values("1,2,3") == [1, 2, 3]
    assert parse_values("SCOUT,TANK;HEALER") == ["SCOUT,TANK", "HEALER"]
    assert parse_values("true, x") == [True, "x"]
    assert list(list_combinations({"a": [1, 2], "b": ["x"]})) == [{"a": 1, "b": "x"}, {"a": 2, "b": "x"}]


def test_tables_hold_every_game(plan: Any, tmp_path: Path) -> None:
    run, summary = played(plan, games=30)
    output_folder.write_run(tmp_path / "out", run, summary)
    with (tmp_path / "out" / "games.csv").open(encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    assert [int(row["seed"]) for row in table] == run.columns["seed"]
    assert [row["reached"] for row in table] == ["+".join(each) for each in build_games_table(run)["reached"]]
    with (tmp_path / "out" / "coverage.csv").open(encoding="utf-8") as file:
        counts = {tuple(row.values())[:4]: (int(row["games"]), int(row["times"])) for row in csv.DictReader(file)}
    assert counts == {key: tuple(cell) for key, cell in run.coverage.items()}
    said = json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8"))
    assert said["digest"] == run.compute_digest()
    assert said["outcomes"]["top"]["count"] == run.columns["outcome"].count("top")


def test_parquet_holds_the_same(plan: Any, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    run, summary = played(plan, games=30)
    output_folder.write_run(tmp_path / "out", run, summary)
    table = parquet.read_table(tmp_path / "out" / "games.parquet")
    for name, values in build_games_table(run).items():
        want = [list(value) if isinstance(value, tuple) else value for value in values]
        assert table.column(name).to_pylist() == want, name
    assert json.loads(table.schema.metadata[b"footfall"])["seed"] == 5
    assert table.schema.metadata[b"digest"].decode() == run.compute_digest()


def test_a_sweep_is_drawn(plan: Any, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    made, rules = plan(games=20)
    arms, first = [], None
    for values in list_combinations({"time": [12, 36], "bots": ["random", "eager"]}):
        run = simulate(replace_values(made, rules, values), workers=0)
        arms.append(Arm(values, summarize(run, rules), compare_runs(first, run).wins if first is not None else None))
        first = first or run
    axes = Plots().plot_sweep(arms).axes[0]
    legend = [text.get_text() for text in axes.get_legend().get_texts()]
    assert legend == ["bots=random", "bots=eager"]
    heights = [container.lines[0].get_ydata().tolist() for container in axes.containers]
    assert heights == [[100 * each.summary.wins_share.share for each in arms[at::2]] for at in (0, 1)]  # type: ignore[union-attr]


def test_plots_are_drawn(plan: Any, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    run, summary = played(plan, games=60)
    output_folder.write_run(tmp_path / "out", run, summary)
    names = {path.stem for path in (tmp_path / "out" / "plots").iterdir()}
    assert names == {"outcomes", "numbers", "curves", "with-and-without"}
    for path in (tmp_path / "out" / "plots").glob("*.png"):
        assert path.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize("extras", [True, False])
def test_the_page_needs_nothing_else(plan: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, extras: bool) -> None:
    if not extras:
        without(monkeypatch)
    run, summary = played(plan, games=60, options={"poison": "raise"}, seed=3, has_audit=True)
    output_folder.write_run(tmp_path / "out", run, summary)
    text = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    page = Page()
    page.feed(text)
    assert not page.open
    assert not [each for each in page.fetched if not each.startswith("data:")]
    assert "tests.climb:rose" in text
    assert "the ladder broke" in text
    assert run.compute_digest() in text
    if not extras:
        assert "<svg" not in text
        assert not list((tmp_path / "out").glob("*.parquet"))
        assert "footfall[sim]" in output_folder.describe_missing_extras()
        with pytest.raises(MissingExtraError, match=r"plots needs? matplotlib: .*footfall\[sim\]"):
            import_extra("matplotlib", "sim", "plots")


def test_a_sweep_is_a_table_over_its_arms(plan: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, rules = plan(games=100)
    without(monkeypatch)  # drawing is tested elsewhere, and slow
    arms, sections, first = [], [], None
    for values in list_combinations({"time": [12, 24, 36], "bots": ["random", "eager"]}):
        run = simulate(replace_values(made, rules, values), workers=0)
        arms.append(Arm(values, summarize(run, rules), compare_runs(first, run).wins if first is not None else None))
        first = first or run
        sections += output_folder.write_arm(tmp_path, len(arms), arms[-1], run)
    output_folder.write_sweep(tmp_path, arms, sections)
    table = list(build_sweep_rows(arms))
    assert [(row["time"], row["bots"]) for row in table][:3] == [("12", "random"), ("12", "eager"), ("24", "random")]
    eager = [row["won"] for row in table if row["bots"] == "eager"]
    assert eager == sorted(eager)
    assert eager[0] < eager[-1]
    assert arms[0].change is None
    assert arms[-1].change is not None
    assert arms[-1].change.difference == pytest.approx(
        arms[-1].summary.wins_share.share - arms[0].summary.wins_share.share
    )  # type: ignore[union-attr]
    with (tmp_path / "sweep.csv").open(encoding="utf-8") as file:
        assert [row["won"] for row in csv.DictReader(file)] == [str(row["won"]) for row in table]
    page = Page()
    page.feed((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert not page.open
