"""Runs the scenarios in this folder; bots shove, too."""

from pathlib import Path

import pytest

from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import choose_random_command, play_turns
from footfall.testing import Scenario, read_scenario_folder, run_scenario


@pytest.mark.parametrize("scenario", read_scenario_folder(Path(__file__).parent), ids=str)
def test_scenario(scenario: Scenario) -> None:
    run_scenario(scenario)


def test_bots_shove_too() -> None:
    loaded = load("stealth", mods=[Path(__file__).parent.parent], only_mods=(), strict=True)
    names: set[str] = set()
    for seed in range(6):
        session = Session.begin(loaded.rules, seed, {"floor": 5}, strict=True)
        for _ in play_turns(session, choose_random_command, 300):
            pass
        names |= {type(command).__name__ for command in session.commands}
    assert "Shove" in names
