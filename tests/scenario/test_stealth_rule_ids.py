"""Every rule of the document is named by a test that checks it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from footfall.testing import read_all

TESTS = Path(__file__).parents[1]
DATA = TESTS / "data" / "stealth"
ROOMS = ("scenario", "stealth", "stealth_items", "stealth_scene", "generation")
RULES = [line for line in (DATA / "rules.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
SCENARIOS = read_all(DATA)

UNTESTED: dict[str, str] = {}
"""Rules without a test, with the reason."""


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
