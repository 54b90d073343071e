"""The acceptance cases of the rules (plugins/stealth/RULES.md) as data under tests/data/stealth."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.testing import Scenario, read_scenario_folder, run_scenario

DATA = Path(__file__).parents[1] / "data" / "stealth"
SCENARIOS = read_scenario_folder(DATA)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenario(scenario: Scenario) -> None:
    run_scenario(scenario)


ELSEWHERE = {
    15: "stairs need floors to lead to: tests/stealth/test_stealth_stairs.py",
    53: "the town: tests of the generators",
    54: "the cavern's automaton: tests of the generators",
    55: "caverns over seeds: tests of the generators",
    56: "standard floors over seeds: tests of the generators",
    57: "spawn tables: tests of the generators",
    58: "templates: tests of the generators",
}
"""Cases that no scenario can state, and where they are."""

MISSING: set[int] = set()
"""Cases that nothing covers yet. The test below fails when this set is not exact."""


def test_every_case_is_here_or_named_as_missing() -> None:
    here = {int(scenario.case.id[3:5]) for scenario in SCENARIOS if scenario.case.id.startswith("AC-")}
    assert here | set(ELSEWHERE) | MISSING == set(range(1, 61))
    assert not here & MISSING
