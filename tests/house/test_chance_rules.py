"""The rules of chance of the three games: each is in the subset that odds read, and its numbers are open to mods."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

import pytest

from footfall import plugins
from footfall.api.chance import ChanceRule
from footfall.loader import load
from footfall.loader.rules.chance_hooks import list_numbers

CLOSED = {"stagger"}
"""Rules with a number that no mod changes: a direction."""


def list_rules(game: str) -> list[ChanceRule[Any, Any]]:
    package = importlib.import_module(f"{plugins.__name__}.{game}")
    modules = [
        importlib.import_module(module.name)
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]
    rules = {
        value.name: value for module in modules for value in vars(module).values() if isinstance(value, ChanceRule)
    }
    return list(rules.values())


@pytest.mark.parametrize("game", ["stealth", "king", "delve"])
def test_each_rule_of_chance_is_lowered_and_its_numbers_are_open_to_mods(game: str) -> None:
    rules = list_rules(game)
    assert game != "stealth" or len(rules) > 10
    named = {rule for rule in rules if list(list_numbers(rule.lowered)) and rule.name not in CLOSED}
    declared = load(game, only_mods=()).game.chances
    assert named == set(declared.values())
