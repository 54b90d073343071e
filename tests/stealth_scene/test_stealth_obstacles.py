"""The keys of the stairs and of travel say what blocks a way that the character knows."""

from __future__ import annotations

from typing import Any

import pytest

from footfall.api import Command, Message
from footfall.api.grid import current_level
from footfall.api.session_scene import build_session_scene
from footfall.engine.bots import RunningMacro
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.player.travel import Travel, explain_obstacle
from footfall.testing import GameUnderTest, scene
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState

SLEEPER = {"kind": "core.stealth:goblin", "mind": {"ai": "still", "mood": "asleep"}, "stats": {"foh": 0, "fov": 0}}


def begin(picture: str, sleeper: int = 0) -> GameUnderTest:
    """A known passage, with a sleeper in one of its columns."""
    actors: dict[str, Any] = {"@": {"stats": {"fov": 9, "stealth": 30}}}
    if sleeper:
        actors["E"] = SLEEPER | {"at": [sleeper, 1]}
    game = scene(picture, actors=actors, legend={">": {"tile": "core.stealth:stairs_down"}})
    game.do(".")
    level = current_level(game.session.context())[1]
    level.memory[:] = level.tiles + 1
    return game


def press(game: GameUnderTest, key: str, notes: dict[str, Any] | None = None) -> str:
    """Presses a key until its macro ends; returns what it says at the end."""
    _, order = handle_key(UiState(), build_session_scene(game.session), key)
    assert isinstance(order, Command)
    macro = RunningMacro(game.session, order, {} if notes is None else notes)
    for _ in range(20):
        command = macro.next_command()
        if command is None or isinstance(command, Message):
            return "" if command is None else game.translate(command)
        assert game.session.submit(command).refusal is None
    raise AssertionError("the macro does not end")


@pytest.mark.parametrize(
    ("picture", "sleeper", "told"),
    [
        ("#######\n#@...>#\n#######", 4, "In the way: goblin, 3 cells east: press again to go up to it."),
        ("#######\n#@...>#\n#######", 5, "In the way: goblin, 4 cells east: press again to go up to it."),
        ("#######\n#@.R.>#\n#######", 0, "In the way: locked door, red, 2 cells east: press again to go up to it."),
        ("#######\n#@.#.>#\n#######", 0, "You know of no way there."),
        ("#######\n#@.+.>#\n#######", 0, ""),
    ],
)
def test_the_key_of_the_stairs_says_what_is_in_the_way(picture: str, sleeper: int, told: str) -> None:
    assert press(begin(picture, sleeper), ">") == told


def test_travel_to_a_cell_says_the_same() -> None:
    game = begin("#######\n#@.R.>#\n#######")
    macro = RunningMacro(game.session, Travel(actor=1, target=(1, 5)), {})
    told = "In the way: locked door, red, 2 cells east"
    assert game.translate(macro.next_command()) == f"{told}: press again to go up to it."


def test_one_who_presses_again_goes_up_to_what_is_in_the_way() -> None:
    game, notes = begin("########\n#@..R.>#\n########"), {}
    told = [press(game, ">", notes) for _ in range(3)]
    assert told[0].endswith(": press again to go up to it.")
    assert told[1:] == ["In the way: locked door, red, 1 cell east."] * 2


def test_where_a_way_is_known_something_unseen_blocks_it() -> None:
    """Two steps in vain along an open way."""
    told = explain_obstacle(get_phase(begin("#######\n#@...>#\n#######").session.context()), [(1, 5)])
    assert told.id == "stealth-course-unseen"
