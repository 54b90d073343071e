"""Exploring and resting stop once for each creature, and again when it wakes, hunts or comes near."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from footfall.api import Command, Message
from footfall.api.session_scene import build_session_scene
from footfall.engine.bots import RunningMacro
from footfall.plugins.stealth.model.state import HeardSound, stealth_of
from footfall.plugins.stealth.player.interruption import is_same_sound
from footfall.testing import GameUnderTest, scene
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState

CORE = "core.stealth:"
HALL = "\n".join(["#" * 40, *["#" + "." * 38 + "#"] * 3, "#@" + "." * 37 + "#", *["#" + "." * 38 + "#"] * 3, "#" * 40])
FAR = [36, 4]


def begin(kind: str, mood: str) -> GameUnderTest:
    """A wounded character in a hall, and a creature beyond its sight that perceives nothing."""
    foe = {"kind": f"{CORE}{kind}", "mind": {"ai": "still", "mood": mood}, "at": FAR, "stats": {"fov": 0, "foh": 0}}
    return scene(HALL.replace("." * 4 + "#", "E...#", 1), actors={"E": foe, "@": {"hp": 2}})


def press(game: GameUnderTest, key: str, notes: dict[str, Any]) -> RunningMacro:
    _, order = handle_key(UiState(), build_session_scene(game.session), key)
    assert isinstance(order, Command)
    return RunningMacro(game.session, order, notes)


def play_next(game: GameUnderTest, macro: RunningMacro) -> str:
    """Plays the next command of a macro; returns the name of the message that ends it, or nothing."""
    command = macro.next_command()
    if isinstance(command, Message):
        return command.id.removeprefix("stealth-course-")
    assert command is not None
    assert game.session.submit(command).refusal is None
    return ""


@pytest.mark.parametrize("kind", ["goblin", "slime"])
def test_a_known_sleeper_stops_no_more_until_it_wakes_or_comes_near(kind: str) -> None:
    game, notes = begin(kind, "asleep"), {}
    macro = press(game, "Z", notes)
    assert play_next(game, macro) == ""
    game.put("E.at", [6, 4])
    assert play_next(game, macro) == "seen"
    game.put("E.at", FAR)
    for _ in range(30):
        game.do(".")
    macro = press(game, "Z", notes)
    assert play_next(game, macro) == ""
    game.put("E.at", [6, 4])
    assert [play_next(game, macro), play_next(game, macro)] == ["", ""]
    game.put("@.at", [5, 4])  # past it
    assert play_next(game, macro) == ""
    game.put("@.at", [1, 4])
    assert play_next(game, macro) == ""
    game.put("E.mood", "calm")
    assert play_next(game, macro) == "woke"
    macro = press(game, "Z", notes)
    assert play_next(game, macro) == ""
    game.put("E.at", [3, 4])
    assert play_next(game, macro) == "near"


def test_a_slime_that_has_perceived_nobody_hunts_nobody() -> None:
    """Halves of slimes hunt from their birth (P-BORN-1); auto-explore refused every step in view of one."""
    game, notes = begin("slime", "aggravated"), {}
    game.put("E.at", [6, 4])
    assert play_next(game, press(game, "o", notes)) != "hunted"
    mind = stealth_of(game.session.state).minds[game.find_id("E")]
    mind.last_seen = (4, 1)
    assert play_next(game, press(game, "o", notes)) == "hunted"


def test_the_same_steps_end_one_run_only() -> None:
    """A sound like one that ended a run ends another when it comes from less than half as far, or much later."""
    game, notes = begin("goblin", "asleep"), {}
    stealth = stealth_of(game.session.state)
    ends = []
    for distance, wait in ((80, 5), (80, 5), (40, 5), (39, 30), (39, 0)):
        macro = press(game, "Z", notes)
        assert play_next(game, macro) == ""
        stealth.heard_sounds = [HeardSound("step", 1, distance, 2, (1, 1), stealth.turn, 99)]
        ends.append(play_next(game, macro))
        stealth.heard_sounds = []
        for _ in range(wait):
            game.do(".")
    assert ends == ["heard", "", "", "heard", "heard"]


@pytest.mark.parametrize(("fov", "words"), [(1, "something has noticed you"), (12, "something comes to look")])
def test_what_only_comes_to_look_has_not_noticed(fov: int, words: str) -> None:
    """The words of the legend: what hunts by ear, as it sees so little, is sure; what sees from afar is not."""
    keen = {"fov": fov, "foh": 12, "perception": 0}
    foe = {"mind": {"ai": "guard", "mood": "calm"}, "stats": keen}
    game = scene("@" + "." * 7 + "E", actors={"E": foe, "@": {"hp": 2, "stats": {"fov": 1, "stealth": -30}}})
    notes: dict[str, Any] = {}
    macro = press(game, "Z", notes)
    assert play_next(game, macro) == ""
    if fov == 1:
        game.do({"type": "core.stealth:whistle"})
    stop = macro.next_command()
    assert isinstance(stop, Message)
    assert words in game.translate(stop)


@pytest.mark.parametrize(
    ("old", "new", "is_same"),
    [
        (0, 0, True),
        (0, 7, True),
        (0, 1, True),
        (0, 2, False),
        (0, 6, False),
        (-1, -1, True),
        (-1, 0, False),
        (0, -1, False),
    ],
)
def test_a_sound_repeats_from_about_the_same_direction(old: int, new: int, is_same: bool) -> None:
    first, second = (HeardSound("step", 2, 50, direction, (1, 1), 1) for direction in (old, new))
    assert is_same_sound(second, first) is is_same
    assert not is_same_sound(replace(second, kind="door"), first)
    assert not is_same_sound(replace(second, distance=20), first, nearer=2)
