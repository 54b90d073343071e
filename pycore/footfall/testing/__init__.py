"""The test kit that ships with Footfall: ASCII scenes, forced dice, why, hook spies, scenarios as data.

    from footfall.testing import scene

    def test_a_door_is_loud():
        game = scene("@+.", mods=[MOD])
        game.do("l")
        assert game.look("tile 1,0") == "core.stealth:door_open"

Everything is imported when it is first asked for: pytest loads this package in every project of
whoever has Footfall installed, and that must cost nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .dice import Forced, WrongDie
    from .live import Live, begin, scene
    from .scenario import BadScenario, Case, Fixture, Scenario, Step, fixture_of, read, read_all
    from .spy import Call, Spy
    from .stage import Stage
    from .steps import look, run, run_file
    from .unmet import Unmet
    from .why import Part, Why

_HOMES = {
    "dice": ("Forced", "WrongDie"),
    "live": ("Live", "begin", "scene"),
    "scenario": ("BadScenario", "Case", "Fixture", "Scenario", "Step", "fixture_of", "read", "read_all"),
    "spy": ("Call", "Spy"),
    "stage": ("Stage",),
    "steps": ("look", "run", "run_file"),
    "unmet": ("Unmet",),
    "why": ("Part", "Why"),
}

__all__ = [
    "BadScenario",
    "Call",
    "Case",
    "Fixture",
    "Forced",
    "Live",
    "Part",
    "Scenario",
    "Spy",
    "Stage",
    "Step",
    "Unmet",
    "Why",
    "WrongDie",
    "begin",
    "fixture_of",
    "look",
    "read",
    "read_all",
    "run",
    "run_file",
    "scene",
]

if not TYPE_CHECKING:  # for a checker, what is not in the list above is not there

    def __getattr__(name: str) -> Any:
        for home, names in _HOMES.items():
            if name in names:
                value = getattr(import_module(f".{home}", __name__), name)
                globals()[name] = value
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
