"""A test names each rule and changes each setting; docs/rules/stealth.md states all rules and decisions."""

from __future__ import annotations

import ast
import re
import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec
import pytest

from footfall.plugins import stealth
from footfall.plugins.stealth.generate.floor_checks import FLOOR_RECORD_KINDS
from footfall.plugins.stealth.model.records import RECORD_KINDS
from footfall.testing import Scenario, read_scenario_folder, read_scenarios, run_scenario
from footfall.testing.scenario_game import ScenarioGame

TESTS = Path(__file__).parents[1]
DATA = TESTS / "data" / "stealth"
RULES_PAGE = TESTS.parent / "docs" / "rules" / "stealth.md"
ROOMS = ("scenario", "stealth", "stealth_items", "stealth_scene", "generation", "app")
RULES = [line for line in (DATA / "rules.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
SHIPPED_RULES = re.findall(r"^\| (P-[A-Z]+-\d+) \|", RULES_PAGE.read_text("utf-8"), re.MULTILINE)
"""Rules that only the shipped game has."""

SCENARIOS = read_scenario_folder(DATA)

UNTESTED: dict[str, str] = {}
"""Rules without a test, with the reason."""

UNCHANGED = {
    "map.memory": "map memory on the screen: tests/stealth_scene",
    "ui.ask_before_loud": "a confirmation on the screen: tests/stealth_scene",
}
"""Settings that no test of these folders changes, with the reason."""


@cache
def list_named_rules() -> set[str]:
    """The ids in scenarios and in docstrings of test functions; ``R-GEN-6, 7`` names two."""
    ids = {rule for scenario in SCENARIOS for rule in scenario.case.rules}
    for room in ROOMS:
        for file in sorted((TESTS / room).glob("test_*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    text = ast.get_docstring(node) or ""
                    for group, numbers in re.findall(r"([RP]-[A-Z]+)-(\d+(?:, \d+)*)", text):
                        ids |= {f"{group}-{number}" for number in numbers.split(", ")}
    return ids


@pytest.mark.proof(0)
def test_every_rule_is_named_by_a_test() -> None:
    missing = [rule for rule in (*RULES, *SHIPPED_RULES) if rule not in list_named_rules() and rule not in UNTESTED]
    assert missing == []
    assert [rule for rule in UNTESTED if rule in list_named_rules()] == []


def test_tests_name_existing_rules_only() -> None:
    assert sorted(list_named_rules() - {*RULES, *SHIPPED_RULES}) == []


def list_changed_settings() -> set[str]:
    """Settings that a test changes."""
    names = {name for s in SCENARIOS for name in (*s.fixture.settings, *s.case.settings)}
    for room in ROOMS:
        for file in sorted((TESTS / room).glob("test_*.py")):
            names |= set(re.findall(r'"(core\.stealth\.[a-z]+\.[a-z_]+)": ', file.read_text("utf-8")))
    return {name.removeprefix("core.stealth.") for name in names}


def test_every_setting_is_changed_by_a_test() -> None:
    manifest = tomllib.loads((Path(stealth.__file__).parent / "mod.toml").read_text("utf-8"))
    missing = [name for name in manifest["settings"] if name not in list_changed_settings() and name not in UNCHANGED]
    assert missing == []


def test_every_scenario_of_the_design_says_classic() -> None:
    """The acceptance cases are those of the design, so they hold under its figures."""
    cases = [s for s in SCENARIOS if any(rule in RULES for rule in s.case.rules)]
    rules = [{**s.fixture.settings, **s.case.settings}.get("core.stealth.rules") for s in cases]
    assert set(rules) == {"classic"}
    assert ScenarioGame(SCENARIOS[0]).session.state.settings["core.stealth.rules"] == "classic"


def test_the_rules_page_states_every_rule() -> None:
    stated = re.findall(r"^\| (R-[A-Z]+-\d+) \|", RULES_PAGE.read_text("utf-8"), re.MULTILINE)
    assert sorted(stated) == sorted(RULES)


def test_the_rules_page_states_every_decision() -> None:
    """Decisions D-1 to D-43 in order; the settings and kinds of record that change them exist."""
    text = RULES_PAGE.read_text("utf-8")
    rows = re.findall(r"^\| D-(\d+) \| [^|]+ \| ([^|]+) \|$", text, re.MULTILINE)
    manifest = tomllib.loads((Path(stealth.__file__).parent / "mod.toml").read_text("utf-8"))
    kinds = {kind.name for kind in (*RECORD_KINDS, *FLOOR_RECORD_KINDS)}
    for _, changed_by in rows:
        for name in re.findall(r"`([a-z]+\.[a-z_]+)`", changed_by):
            assert name in manifest["settings"], name
        for name in re.findall(r"record `([a-z]+)`", changed_by):
            assert name in kinds, name
    assert [int(number) for number, _ in rows] == list(range(1, 44))


@pytest.mark.proof(4)
@pytest.mark.parametrize("scenario", read_scenarios(DATA / "settings.scenario.toml"), ids=str)
def test_each_setting_matters(scenario: Scenario) -> None:
    """A scenario fails without any one of its settings."""
    settings = scenario.case.settings
    for name in settings:
        rest = {key: value for key, value in settings.items() if key != name}
        with pytest.raises(AssertionError):
            run_scenario(replace(scenario, case=msgspec.structs.replace(scenario.case, settings=rest)))


def test_planted_errors_name_rules() -> None:
    planted = tomllib.loads((DATA / "planted.toml").read_text("utf-8"))["error"]
    assert {error["rule"] for error in planted} <= set(RULES)
