"""The acceptance cases of rules/roguelike.md, section D, as data under tests/data/stealth."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.testing import Scenario, read_all, run

DATA = Path(__file__).parents[1] / "data" / "stealth"
SCENARIOS = read_all(DATA)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenario(scenario: Scenario) -> None:
    run(scenario)
