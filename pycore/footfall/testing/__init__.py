"""The test kit for mods: ASCII scenes, forced dice, explanations of numbers, hook spies, scenarios as data.

    from footfall.testing import scene

    def test_a_door_is_loud():
        game = scene("@+.", mods=[MOD])
        game.do("l")
        assert game.look("tile 1,0") == "core.stealth:door_open"

Names are imported on first use: pytest loads this package in every project once Footfall is installed, so importing
it must be cheap.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .dice import ExpectationError, ForcedDice, WrongDieError
    from .game_under_test import GameUnderTest, begin, branch, scene
    from .scenario import (
        Scenario,
        ScenarioCase,
        ScenarioError,
        ScenarioFixture,
        ScenarioStep,
        load_fixture,
        read_scenario_folder,
        read_scenarios,
    )
    from .scenario_game import ScenarioGame
    from .scenario_player import look, run_scenario, run_scenario_file
    from .spy import HookCall, HookSpy, TermProposal, Why

_MODULES = ("dice", "scenario", "spy", "scenario_game", "scenario_player", "game_under_test")
"""The modules of the kit; each imports only earlier ones."""

__all__ = [
    "ExpectationError",
    "ForcedDice",
    "GameUnderTest",
    "HookCall",
    "HookSpy",
    "Scenario",
    "ScenarioCase",
    "ScenarioError",
    "ScenarioFixture",
    "ScenarioGame",
    "ScenarioStep",
    "TermProposal",
    "Why",
    "WrongDieError",
    "begin",
    "branch",
    "load_fixture",
    "look",
    "read_scenario_folder",
    "read_scenarios",
    "run_scenario",
    "run_scenario_file",
    "scene",
]

if not TYPE_CHECKING:  # so that type checkers report names that are not imported above

    def __getattr__(name: str) -> Any:
        for module in _MODULES if name in __all__ else ():
            value = getattr(import_module(f".{module}", __name__), name, None)
            if value is not None:
                globals()[name] = value
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
