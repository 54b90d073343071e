"""``footfall simulate`` on the command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from footfall.cli import main

CLIMB = Path(__file__).parent.parent / "data" / "mods" / "climb"


@pytest.fixture
def footfall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "user"))
    monkeypatch.delenv("FOOTFALL_MODS", raising=False)
    monkeypatch.chdir(tmp_path)

    def run(*words: Any) -> Result:
        return CliRunner().invoke(main, [*(str(word) for word in words), "--mods", str(CLIMB)])

    return run


def test_a_run_says_what_came_out(footfall: Callable[..., Result]) -> None:
    done = footfall("simulate", "climb", "--games", 120, "--seed", 4, "--workers", 0)
    assert done.exit_code == 0, done.output
    assert "won" in done.stdout
    assert "95 % interval" in done.stdout
    for word in ("top", "dark", "lowest", "reached", "digest", "games/s"):
        assert word in done.stdout
    assert "never: event tests.climb:crashed" in done.stdout


@pytest.mark.proof(0)
def test_json_is_all_there_is_on_standard_output(footfall: Callable[..., Result]) -> None:
    words = ("simulate", "climb", "--games", 60, "--seed", 4, "--json")
    one, two = (footfall(*words, "--workers", workers) for workers in (0, 2))
    first, second = (json.loads(done.stdout)["summary"] for done in (one, two))
    assert first["digest"] == second["digest"]
    assert first["games"] == 60
    assert first["won"]["of"] == 60


def test_a_game_by_its_index_plays_as_a_replay(
    footfall: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # plots take longer than the games
    words = ("simulate", "climb", "--seed", 4, "--option", "goal=9", "--set", "sides=8", "--bots", "eager,random")
    whole = footfall(*words, "--games", 20, "--workers", 0, "--out", "out")
    assert whole.exit_code == 0, whole.output
    hashes = [line.split(",")[6] for line in Path("out/games.csv").read_text().splitlines()[1:]]
    one = footfall(*words, "--record", 17)
    assert one.exit_code == 0, one.output
    assert hashes[17] in one.stdout
    again = footfall("replay", "climb-4-17.replay", "--json")
    assert again.exit_code == 0, again.output
    assert json.loads(again.stdout)["hash"] == hashes[17]


def test_a_comparison(footfall: Callable[..., Result]) -> None:
    words = ("simulate", "climb", "--workers", 0, "--compare", "time=40")
    done = footfall(*words, "--games", 100, "--json")
    found = json.loads(done.stdout)
    assert found["comparison"]["won"]["p"] < 0.01
    assert found["first"]["options"] == {}
    assert found["second"]["options"] == {"time": 40}
    shown = footfall(*words, "--games", 10, "--out", "out")
    assert "McNemar" in shown.stdout
    assert "time=40" in shown.stdout
    assert {path.name for path in Path("out").iterdir()} == {"first", "second", "comparison.json", "report.html"}


def test_a_sweep(footfall: Callable[..., Result]) -> None:
    words = ("simulate", "climb", "--games", 60, "--workers", 0, "--sweep", "time=12,40")
    done = footfall(*words, "--sweep", "bots=random;eager", "--json")
    arms = json.loads(done.stdout)["sweep"]
    assert [each["values"] for each in arms] == [
        {"time": time, "bots": bots} for time in (12, 40) for bots in ("random", "eager")
    ]
    assert arms[1]["summary"]["bots"] == ["tests.climb:eager"]
    shown = footfall(*words)
    assert "time=12" in shown.stdout
    assert "points" in shown.stdout
    assert "mean ± 95 %" in shown.stdout


def test_a_failed_game_is_printed_with_a_command_that_repeats_it(footfall: Callable[..., Result]) -> None:
    words = ("simulate", "climb", "--seed", 3, "--option", "poison=raise")
    done = footfall(*words, "--games", 30, "--workers", 0)
    assert done.exit_code == 1, done.output
    assert "1 of 30 games failed; the first: game 22, RuntimeError: the ladder broke" in done.stderr
    assert len([line for line in done.stdout.splitlines() if line.startswith("  repeat: ")]) == 1
    assert "game 22 failed: RuntimeError: the ladder broke" in done.stdout
    assert "--option poison=raise" in done.stdout
    assert "--record 22" in done.stdout
    again = footfall(*words, "--record", 22)
    assert again.exit_code == 1
    assert "the ladder broke" in again.stderr
    assert "Traceback" not in again.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--set", "gaol=3"), "did you mean 'goal'"),
        (("--option", "goal=999"), "goal goes from 1 to 100"),
        (("--set", "sides=99"), "sides"),
        (("--bots", "eagre"), "did you mean 'eager'"),
        (("--sweep", "goal=3,999"), "goal goes from 1 to 100"),
        (("--sweep", "goal"), "NAME=A,B,C"),
        (("--sweep", "goal=1", "--compare", "goal=2"), "cannot be combined"),
        (("--games", "0"), "--games"),
        (("--timeout", "-1"), "--timeout"),
        (("--out", CLIMB / "mod.toml"), "cannot be created"),
        (("--out", CLIMB / "mod.toml" / "below"), "cannot be created"),
        (("--record", "2", "--out", CLIMB / "mod.toml" / "below"), "cannot be created"),
    ],
)
def test_mistakes_are_explained(footfall: Callable[..., Result], words: tuple[str, ...], said: str) -> None:
    done = footfall("simulate", "climb", "--games", 10, "--workers", 0, *words)
    assert done.exit_code in (1, 2)
    assert said in done.stderr
    assert "Traceback" not in done.output


def test_a_game_that_is_not_there(footfall: Callable[..., Result]) -> None:
    done = footfall("simulate", "clomb", "--games", 10)
    assert done.exit_code == 1
    assert "there is no game 'clomb'" in done.stderr


def test_a_game_without_commands_is_a_replay_too(footfall: Callable[..., Result]) -> None:
    """A delve is rolled without commands, and its replay still ends in the same state."""
    one = footfall("simulate", "delve", "--seed", 3, "--record", 2, "--out", "delve.replay")
    assert one.exit_code == 0, one.output
    assert "quest after 0 commands" in one.stdout
    again = footfall("replay", "delve.replay", "--json")
    assert json.loads(again.stdout)["hash"] in one.stdout
    assert "REPLAY 0 of 0" in footfall("replay", "delve.replay", "--at", 0).stdout
