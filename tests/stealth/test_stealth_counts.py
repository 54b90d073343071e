"""What turns leave to Python is counted, and does not rise unnoticed."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest

from footfall.engine.declarations.rules import Rules
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth import compiled

pytestmark = pytest.mark.usefixtures("compiled_steps")


@pytest.fixture(scope="module")
def counts(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("benches/stealth/counts.py")


def test_turns_leave_no_more_to_python_than_before(counts: ModuleType) -> None:
    numbers = counts.read_numbers()
    version = numbers.pop("python")
    if version != counts.PYTHON:
        pytest.skip(f"tests/data/counts.toml has the counts of Python {version}")
    rises = counts.list_rises(numbers, counts.count_games())
    accept = "accept the new numbers with: python benches/stealth/counts.py --accept"
    assert not rises, "\n".join(["more is left to Python in a turn:", *rises, accept])


def test_what_rises_is_named(counts: ModuleType) -> None:
    old = {"hall": {"turns": {"creatures": 9, "calls": 50}, "left": {"creature: a door": 2}}}
    new = {"hall": {"turns": {"creatures": 8, "calls": 40}, "left": {"creature: a door": 2, "attend: a text": 1}}}
    assert counts.list_rises(old, new) == ["hall, turns, creatures: 9 -> 8", "hall, left, attend: a text: 0 -> 1"]
    assert counts.list_rises(old, old) == []


def test_all_steps_of_upkeep_are_known() -> None:
    """A step that compiled upkeep does not know runs in Python in every turn, with all that follow it."""
    rules: Rules = load("core.stealth", only=()).rules
    chain = compiled.build_tools(Session.begin(rules, 1))["chain"]
    assert [name for name, run, _ in chain if run is None] == []
