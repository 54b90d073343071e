"""``footfall index check``: mods that do not get along are found and named, and only new contents are tested again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from click.testing import Result
from generated_mods import pack_unchecked, write_generated, write_mod, write_pair, write_triple

from footfall.compatibility.requests import SetRequest, clean_text, derive_seeds
from footfall.compatibility.run import GROUP_SIZE, IndexCheck, cover_triples, list_triples
from footfall.conformance.run_checks import CHECKS
from footfall.loader import Trust
from footfall.sharing.index.check_results import FILE_NAME, SetOutcome, SetResult, read_results
from footfall.sharing.index.format import read_index
from footfall.sim.workers import Work

Run = Callable[..., Result]


SPY_TEXT = (
    "error[reaches-out] you.spy: pathlib gives access to files at you.spy/rule/__init__.py:3 "
    "fix: remove it; rules only need footfall.api"
)


def pack_all(folder: Path, mods: Sequence[Path]) -> Path:
    folder.mkdir(exist_ok=True)
    for mod in mods:
        pack_unchecked(mod, folder / f"{mod.name}.zip")
    return folder


def check(footfall: Run, shelf: Path, *words: Any) -> tuple[dict[str, dict[str, Any]], list[dict[str, Any]], int]:
    """Runs the check in this process; returns the stages by name, the troubles, and the exit code."""
    result = footfall("index", "check", shelf, "--workers", 0, "--json", *words)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    report = json.loads(result.stdout)
    return {stage["stage"]: stage for stage in report["stages"]}, report["troubles"], result.exit_code


@pytest.fixture(autouse=True)
def few_tests_of_one_mod(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests of single mods are those of ``footfall mods test``, which has its own."""
    monkeypatch.setattr("footfall.compatibility.set_tests.SKIPPED_CHECKS", tuple(set(CHECKS) - {"loading", "seeds"}))
    monkeypatch.setattr("footfall.compatibility.run.SINGLE_SEEDS", (1,))
    monkeypatch.setattr("footfall.compatibility.run.SINGLE_TURNS", 4)


@pytest.mark.proof(0)
def test_conflicts_of_two_and_of_three_are_named(footfall: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("footfall.compatibility.set_tests.check_mod", lambda mod, paths: SimpleNamespace(findings=()))
    run_stage = IndexCheck._run_stage
    monkeypatch.setattr(
        IndexCheck,
        "_run_stage",
        lambda run, name, requests, test: run_stage(run, name, () if name == "games" else requests, test),
    )
    shelf = pack_all(home / "shelf", [*write_pair(home / "work"), *write_triple(home / "work")])
    stages, troubles, code = check(footfall, shelf, "--trust", "--turns", 16)
    assert code == 1
    assert {trouble["outcome"] for trouble in troubles} == {"differs", "fails"}
    differs = next(trouble for trouble in troubles if trouble["outcome"] == "differs")
    assert differs["mods"] == ["planted.hears-far", "planted.hears-little"]
    assert differs["text"].endswith("both set range on on_hear")
    assert differs["text"].startswith("turn ")
    fails = next(trouble for trouble in troubles if trouble["outcome"] == "fails")
    assert (fails.get("culprits") or fails["mods"]) == ["planted.rat-armor", "planted.rat-shield", "planted.rat-zealot"]
    assert "three rats are one too many (planted.rat-zealot/rule/__init__.py:10)" in fails["text"]
    assert stages["pairs"]["works"] == 9

    # The page says it, in the words of the results.
    footfall("index", "build", shelf, "--html")
    page = (shelf / "pages" / "planted.hears-far.html").read_text()
    assert "tested with 4 others, differs with 1" in page
    assert f"with planted.hears-little: {differs['text']}" in page
    tests = {mod.id: mod.versions[0].tests for mod in read_index((shelf / "index.json").read_bytes()).mods}
    zealot = tests["planted.rat-zealot"]
    assert zealot is not None
    assert zealot.troubles[0].other_ids == ("planted.rat-armor", "planted.rat-shield")
    assert (zealot.other_count, zealot.failures) == (4, ())

    # Nothing is new.
    before = (shelf / FILE_NAME).read_bytes()
    stages, again, _ = check(footfall, shelf, "--trust", "--turns", 16)
    assert again == troubles
    assert not any(stage["tested"] for stage in stages.values())
    assert (shelf / FILE_NAME).read_bytes() == before

    # One new content: its pairs alone. A torn line is tested again.
    pack_all(shelf, [write_mod(home / "work", "planted.hears-far", version="1.1.0", content="")])
    lines = before.splitlines(keepends=True)
    (shelf / FILE_NAME).write_bytes(b"".join(lines[:-1]) + lines[-1][:20])
    stages, _, _ = check(footfall, shelf, "--trust", "--turns", 16)
    assert {name: stage["tested"] for name, stage in stages.items()} == {
        "mods": 1,
        "unapproved": 0,
        "games": 0,
        "pairs": 4,
        "groups": 1,
    }


@pytest.mark.proof(0)
def test_python_that_is_not_approved_is_not_run(footfall: Run, home: Path) -> None:
    code = f"from pathlib import Path\nPath({str(home / 'ran')!r}).touch()\n"
    mods = [write_mod(home / "work", "you.spy", code=code), write_mod(home / "work", "you.rule", code="print('ran')\n")]
    mods += [write_generated(home / "work", number) for number in (1, 2)]
    stages, troubles, _ = check(footfall, pack_all(home / "shelf", mods), "--turns", 4)
    assert not (home / "ran").exists()
    assert {trouble["mods"][0]: (trouble["outcome"], trouble["text"]) for trouble in troubles} == {
        "you.spy": ("fails", SPY_TEXT),
        "you.rule": ("untested", "its Python is not approved"),
    }
    assert [stages[name]["works"] for name in ("mods", "games", "pairs")] == [2, 4, 1]


def test_manifests_decide_which_pairs_there_are(home: Path) -> None:
    work = home / "work"
    mods = [
        write_mod(work, "you.base"),
        write_mod(work, "you.addon", more='"you.base" = ">=1"\n'),
        write_mod(work, "you.rival", more='[conflicts."you.base"]\nversion = "*"\n'),
        write_mod(work, "you.later", more='[conflicts."you.base"]\nversion = ">=2"\n'),
    ]
    shelf = pack_all(home / "shelf", mods)

    def pass_all(work: Work[SetRequest, SetResult], jobs: Sequence[SetRequest]) -> Iterator[SetResult]:
        return (job.build_result(SetOutcome.WORKS, games=["core.stealth"]) for job in jobs)

    run = IndexCheck(shelf, pass_all, trust=Trust.NAMED, turns=4, seeds=1)
    assert {result.mods for result in run.run() if len(result.mods) == 2} == {
        ("you.base", "you.later"),
        ("you.addon", "you.later"),
        ("you.later", "you.rival"),
    }


def test_a_run_without_trust_keeps_the_results_of_one_with_it(home: Path) -> None:
    mods = [write_mod(home / "work", "you.rule", code="RULE = 1\n"), write_mod(home / "work", "you.data")]
    shelf = pack_all(home / "shelf", mods)
    asked: list[tuple[str, ...]] = []

    def pass_all(work: Work[SetRequest, SetResult], jobs: Sequence[SetRequest]) -> Iterator[SetResult]:
        asked.extend(job.ids for job in jobs if job.turns)
        approved = SetOutcome.WORKS if jobs[0].turns else SetOutcome.UNTESTED
        return (job.build_result(approved, games=["core.stealth"]) for job in jobs)

    def run(trust: Trust) -> set[tuple[str, ...]]:
        asked.clear()
        IndexCheck(shelf, pass_all, trust=trust, turns=4, seeds=1).run()
        return {result.mods for result in read_results(shelf) if result.outcome is SetOutcome.WORKS}

    alone = {("you.data",), ("you.rule",)}
    assert run(Trust.APPROVED) == {("you.data",)}
    assert run(Trust.NAMED) == {*alone, ("you.data", "you.rule")}
    assert run(Trust.APPROVED) == {*alone, ("you.data", "you.rule")}
    assert asked == [], "code that is not approved is not run, though it was tested before"
    pack_all(shelf, [write_mod(home / "work", "you.rule", version="1.1.0", code="RULE = 2\n")])
    assert run(Trust.APPROVED) == {("you.data",)}


@pytest.mark.proof(0)
def test_a_mod_that_says_that_it_changes_nothing_is_held_to_it(footfall: Run, home: Path) -> None:
    liar = write_mod(
        home / "work",
        "you.screen",
        content='[patch.creature."core.stealth:giant_rat"]\nset.hp = [77, 77]\n',
        more="[effects]\nworld = false\n",
    )
    shelf = pack_all(home / "shelf", [liar, write_generated(home / "work", 2)])
    _, troubles, _ = check(footfall, shelf, "--turns", 4, "--seeds", 4)
    assert any("you.screen says that it changes no state" in trouble["text"] for trouble in troubles), troubles


def test_groups_contain_every_three_that_share_something() -> None:
    places = {f"m{number:02}": {"on_hear" if number % 2 else "on_attack", f"own-{number}"} for number in range(24)}
    apart = [frozenset(("m01", "m03"))]
    triples = list_triples(places, apart)
    assert len(triples) == 2 * 220 - 10  # of twelve each, without those that contain the pair
    groups = cover_triples(triples, apart)
    assert all(len(group) <= GROUP_SIZE and not {"m01", "m03"} <= set(group) for group in groups)
    assert triples <= {triple for group in groups for triple in combinations(group, 3)}
    assert len(groups) < len(triples) / 10
    assert groups == cover_triples(sorted(triples, reverse=True), apart)


def test_a_result_is_one_printable_line(tmp_path: Path) -> None:
    assert clean_text("a\nb\x1b[2J" + "x" * 1000).startswith("a b\\x1b[2J")
    assert len(clean_text("x" * 1000)) < 500
    content = "0123456789abcdef" * 2
    for folder in (f"{tmp_path}/footfall-index-a_b/{content}", f"../footfall-index-a_b/{content}"):
        assert clean_text(f"it failed ({folder}/you.a/rule.py:1)") == "it failed (you.a/rule.py:1)"
    assert derive_seeds(("a", "b"), 3) == derive_seeds(("a", "b"), 3) != derive_seeds(("a", "c"), 3)


def test_damaged_results_are_tested_again(tmp_path: Path) -> None:
    good = SetResult(("you.a",), ("0" * 32,), "", "0" * 32, "0" * 32, SetOutcome.WORKS)
    line = msgspec.json.encode(good)
    (tmp_path / FILE_NAME).write_bytes(b"[[[\n" + line + b'\n{"mods":["\\u001b"]}\n\xff\n' + line[:30])
    assert read_results(tmp_path) == [good]
