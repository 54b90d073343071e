"""Runs the scenarios under tests/data/stealth: acceptance cases (AC-1 to AC-60), rules and settings."""

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
    15: "stairs need several floors: tests/stealth/test_stealth_stairs.py",
    53: "the town: tests of the generators",
    54: "the cavern's automaton: tests of the generators",
    55: "caverns over seeds: tests of the generators",
    56: "standard floors over seeds: tests of the generators",
    57: "spawn tables: tests of the generators",
    58: "templates: tests of the generators",
}
"""Acceptance cases that are not scenarios, and where they are."""

MISSING: set[int] = set()
"""Acceptance cases that no test covers."""


def test_every_acceptance_case_is_covered_or_listed() -> None:
    here = {int(scenario.case.id[3:5]) for scenario in SCENARIOS if scenario.case.id.startswith("AC-")}
    assert here | set(ELSEWHERE) | MISSING == set(range(1, 61))
    assert not here & MISSING
