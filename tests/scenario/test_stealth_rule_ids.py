"""Every rule of the document is named by a test that checks it, every setting is turned by one."""

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
from footfall.plugins.stealth.records import RECORD_KINDS
from footfall.testing import Scenario, read_scenario_folder, read_scenarios, run_scenario

TESTS = Path(__file__).parents[1]
DATA = TESTS / "data" / "stealth"
ROOMS = ("scenario", "stealth", "stealth_items", "stealth_scene", "generation")
RULES = [line for line in (DATA / "rules.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
SCENARIOS = read_scenario_folder(DATA)

UNTESTED: dict[str, str] = {}
"""Rules without a test, with the reason."""

UNTURNED = {
    "map.memory": "what the screen remembers of the map: tests/stealth_scene",
    "ui.ask_before_loud": "a question of the screen, no rule: tests/stealth_scene",
}
"""Settings that no scenario and no test of these rooms turns, with the reason."""


@cache
def named() -> set[str]:
    """The ids that scenarios and docstrings of test functions name; ``R-GEN-6, 7`` names two."""
    found = {rule for scenario in SCENARIOS for rule in scenario.case.rules}
    for room in ROOMS:
        for file in sorted((TESTS / room).glob("test_*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    text = ast.get_docstring(node) or ""
                    for group, numbers in re.findall(r"R-([A-Z]+)-(\d+(?:, \d+)*)", text):
                        found |= {f"R-{group}-{number}" for number in numbers.split(", ")}
    return found


def test_every_rule_is_named() -> None:
    missing = [rule for rule in RULES if rule not in named() and rule not in UNTESTED]
    assert missing == []
    assert [rule for rule in UNTESTED if rule in named()] == []


def test_no_rule_is_invented() -> None:
    assert sorted(named() - set(RULES)) == []


def turned() -> set[str]:
    """Settings that a test gives a value of its own."""
    found = {name for scenario in SCENARIOS for name in scenario.case.settings}
    for room in ROOMS:
        for file in sorted((TESTS / room).glob("test_*.py")):
            found |= set(re.findall(r'"(core\.stealth\.[a-z]+\.[a-z_]+)": ', file.read_text("utf-8")))
    return {name.removeprefix("core.stealth.") for name in found}


def test_every_setting_is_turned_by_a_test() -> None:
    manifest = tomllib.loads((Path(stealth.__file__).parent / "mod.toml").read_text("utf-8"))
    missing = [name for name in manifest["settings"] if name not in turned() and name not in UNTURNED]
    assert missing == []


def test_the_page_of_the_rules_has_them_all() -> None:
    text = (Path(stealth.__file__).parent / "RULES.md").read_text("utf-8")
    told = re.findall(r"^\| (R-[A-Z]+-\d+) \|", text, re.MULTILINE)
    assert sorted(told) == sorted(RULES)


def test_every_decision_is_told_with_its_setting() -> None:
    """The README names each of the decisions D-1 to D-43, and settings and kinds of record that there are."""
    text = (Path(stealth.__file__).parent / "README.md").read_text("utf-8")
    rows = [line.split("|")[1:3] for line in text.splitlines() if line.startswith("| D-")]
    manifest = tomllib.loads((Path(stealth.__file__).parent / "mod.toml").read_text("utf-8"))
    kinds = {kind.name for kind in RECORD_KINDS}
    told: set[int] = set()
    for point, ways in rows:
        numbers = [int(number) for number in re.findall(r"D-(\d+)", point)]
        told |= set(range(numbers[0], numbers[-1] + 1)) if " to D-" in point else set(numbers)
        for name in re.findall(r"`([a-z]+\.[a-z_]+)`", ways):
            assert name in manifest["settings"], name
        for name in re.findall(r"record `([a-z]+)`", ways):
            assert name in kinds, name
    assert told == set(range(1, 44))


@pytest.mark.parametrize("scenario", read_scenarios(DATA / "settings.scenario.toml"), ids=str)
def test_each_setting_matters(scenario: Scenario) -> None:
    """Without any one of its settings a case comes out otherwise."""
    given = scenario.case.settings
    for name in given:
        rest = {key: value for key, value in given.items() if key != name}
        with pytest.raises(AssertionError):
            run_scenario(replace(scenario, case=msgspec.structs.replace(scenario.case, settings=rest)))


def test_planted_errors_are_in_place() -> None:
    """The list of `planted_errors.py` still fits the code and the rules: every right line stands there once."""
    planted = tomllib.loads((DATA / "planted.toml").read_text("utf-8"))["error"]
    assert len(planted) >= 50
    for error in planted:
        assert error["rule"] in RULES, error
        assert error["right"] != error["wrong"]
        text = (Path(stealth.__file__).parent / error["file"]).read_text("utf-8")
        assert text.count(error["right"]) == 1, error
