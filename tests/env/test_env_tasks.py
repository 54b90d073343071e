"""The tasks of Hush: each can be loaded, is solved by its oracle, and hardly by chance; hearing can be taken away."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner

from footfall.cli import main
from footfall.env import Batch, NoEnvironmentError, load_environment
from footfall.env.leaderboard import TaskScore, count_sigmas, measure_player, measure_tasks, open_player, play_task

SUITE = load_environment("stealth").environment.suite
assert SUITE is not None
NAMES = SUITE.list_names()


def play(task: str, player: str, seeds: range) -> int:
    """The games of some seeds that a player solves."""
    batch = Batch("stealth", task=task, autoreset="disabled", is_strict=False)
    assert SUITE is not None
    solved = 0
    for seed in seeds:
        batch.reset([seed])
        solved += play_task(batch, open_player(batch, SUITE, player, seed), seed)[0] == 1
    return solved


def test_there_are_two_dozen() -> None:
    assert len(NAMES) == 24


@pytest.mark.proof(3)
@pytest.mark.parametrize("task", NAMES)
def test_the_oracle_solves_it_and_chance_does_not(task: str) -> None:
    assert play(task, "oracle", range(1, 4)) >= 2
    assert play(task, "random", range(1, 4)) <= 2


@pytest.mark.proof(6)
@pytest.mark.parametrize("task", NAMES)
def test_a_game_follows_from_its_seed(task: str) -> None:
    content = load_environment("stealth", task=task)
    assert content.task is not None
    assert 10 <= content.task.max_steps <= 300
    first, second = (Batch(content, 2) for _ in range(2))
    first.reset([5, 6])
    second.reset([6, 5])
    for _ in range(6):
        np.testing.assert_array_equal(first.obs, second.obs[::-1])
        actions = first.mask.argmax(1).astype(np.int32)
        first.step(actions)
        second.step(actions[::-1].copy())
    assert first.content.hash == second.content.hash


def test_its_places_vary_with_the_seed() -> None:
    batch = Batch("stealth", 12, task="locate")
    batch.reset()
    for _ in range(5):
        batch.step(np.zeros(12, np.int32))
    assert len(set(batch.parts["sounds"][:, 0, 1].tolist())) > 2


def test_a_player_without_ears_gets_no_sounds() -> None:
    assert SUITE is not None
    deaf = Batch("stealth", 4, task="bell", switches=SUITE.deafness)
    deaf.reset()
    assert not deaf.parts["sounds"].any()
    hearing = Batch("stealth", 4, task="bell")
    hearing.reset()
    assert hearing.parts["sounds"].any()
    assert play("bell", "listener", range(1, 9)) >= 6
    assert measure_player("stealth", 8, ("bell", "listener, deaf")).wins <= 6


def test_intervals_and_differences() -> None:
    good, bad = (TaskScore("t", "p", "", solved, 100, 1) for solved in (95, 35))
    low, high = good.interval
    assert low == pytest.approx(0.888, abs=1e-3)
    assert high == pytest.approx(0.978, abs=1e-3)
    assert count_sigmas(good, bad) == pytest.approx(8.90, abs=0.01)
    assert count_sigmas(good, good) == 0
    assert TaskScore("t", "p", "", 0, 10, 1).interval[0] == 0


def test_the_command_prints_a_table_or_json() -> None:
    arguments = ["env", "tasks", "--task", "locate", "--games", "2"]
    table = CliRunner().invoke(main, arguments)
    assert table.exit_code == 0, table.output
    assert "| `locate` | 100 (34–100) |" in table.stdout
    found = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).stdout)
    assert [score["wins"] for score in found["scores"] if score["player"] == "oracle"] == [2]
    assert found["content"] in table.stdout
    wrong = CliRunner().invoke(main, ["env", "tasks", "--task", "locat"])
    assert (wrong.exit_code, "there is no task 'locat'" in wrong.output) == (1, True)
    with pytest.raises(NoEnvironmentError, match="has no tasks"):
        measure_tasks("king")
