"""The examples of ``docs/simulation.md``: its mod and its command lines."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from footfall.cli import main

DOCS = Path(__file__).parents[2] / "docs" / "simulation.md"
TEXT = DOCS.read_text(encoding="utf-8")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(main, [str(word) for word in words])


@pytest.mark.proof(0)
def test_the_mod_that_changes_a_table(run: Callable[..., Result], tmp_path: Path) -> None:
    files = re.findall(r"```toml\n# (\S+)\n(.*?)```", TEXT, re.DOTALL)
    assert [name for name, _ in files] == ["softer-blows/mod.toml", "softer-blows/content/cards.toml"]
    for name, text in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    words = ("simulate", "king", "--games", 20, "--workers", 0, "--option", "profile=full_game", "--bots", "goal")
    done = run(*words, "--compare", "mods=softer-blows")
    assert done.exit_code == 0, done.output
    assert "over 20 pairs (0 with equal final states)" in done.stdout
    assert "error" not in done.output


def test_every_option_it_names_is_there(run: Callable[..., Result]) -> None:
    known = set(re.findall(r"--[a-z]+", run("simulate", "--help").output + run("replay", "--help").output))
    assert set(re.findall(r"(?<![\w-])--[a-z]+", TEXT)) <= known


def test_a_mod_that_is_not_there_is_told(run: Callable[..., Result]) -> None:
    done = run("simulate", "king", "--games", 2, "--workers", 0, "--compare", "mods=nowhere")
    assert done.exit_code == 1
    assert "there is no such file or folder" in done.stderr


def test_every_rule_of_the_king_is_in_the_coverage_page() -> None:
    """Each rule is counted or tested, and the page lists them all."""
    root = DOCS.parents[1]
    lines = (root / "tests" / "data" / "king" / "rules.txt").read_text(encoding="utf-8").splitlines()
    rules = {line for line in lines if line and not line.startswith("#")}
    told = tomllib.loads((root / "benches" / "king" / "rules.toml").read_text(encoding="utf-8"))
    held = [rule for each in told["held"].values() for rule in each]
    assert sorted([*told["seen"], *held]) == sorted(rules)
    page = (root / "benches" / "results" / "king-coverage.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (K-[^|]+) \| [^|]+ \| ([\d,]+)", page, re.MULTILINE))
    assert rows.keys() == told["seen"].keys()
    assert all(int(games.replace(",", "")) > 0 for games in rows.values())
