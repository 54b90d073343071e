"""Doors: shut without a question if there is one, and never opened again by auto-explore if shut on a hunter."""

from __future__ import annotations

from typing import Any

import pytest

from footfall.api import Command, Message
from footfall.api.grid import current_level
from footfall.api.session_scene import build_session_scene
from footfall.engine.bots import RunningMacro
from footfall.loader import load
from footfall.plugins.stealth.actions.commands import Throw
from footfall.plugins.stealth.model.state import HeardSound, stealth_of
from footfall.testing import GameUnderTest, scene
from footfall.ui.interaction import handle_key, preview_pending
from footfall.ui.ui_state import UiState

OPEN_DOOR = {"'": {"tile": "core.stealth:door_open"}}
HUNTER = {"kind": "core.stealth:goblin", "mind": {"ai": "still", "mood": "aggravated"}, "stats": {"cost": 900}}


def press(game: GameUnderTest, key: str) -> tuple[UiState, Any]:
    return handle_key(UiState(), build_session_scene(game.session), key)


def tile_of_door(game: GameUnderTest, x: int) -> str:
    level = current_level(game.session.context())[1]
    return str(level.palette[level.tiles[2, x]])


@pytest.mark.parametrize(("key", "tile"), [("c", "core.stealth:door"), ("C", "core.stealth:door_ajar")])
def test_the_only_open_door_is_shut_without_a_question(key: str, tile: str) -> None:
    game = scene("#####\n#...#\n#.@'.\n#...#\n#####", legend=OPEN_DOOR)
    state, command = press(game, key)
    assert state.pending is None
    assert game.session.submit(command).refusal is None
    assert tile_of_door(game, 3) == tile


@pytest.mark.parametrize("key", ["c", "C"])
def test_of_two_doors_the_player_chooses(key: str) -> None:
    game = scene("#####\n#...#\n.'@'.\n#...#\n#####", legend=OPEN_DOOR)
    state, command = press(game, key)
    assert (state.pending is not None, command) == (True, None)
    state, command = handle_key(state, build_session_scene(game.session), "h")
    assert game.session.submit(command).refusal is None
    assert tile_of_door(game, 1) != "core.stealth:door_open"


def test_without_a_door_the_key_says_so() -> None:
    game = scene("#####\n#.@.#\n#####")
    refusal = game.session.submit(press(game, "c")[1]).refusal
    assert refusal is not None
    assert refusal.message.id == "stealth-nothing-to-close"


def explore(game: GameUnderTest) -> str:
    order = press(game, "o")[1]
    assert isinstance(order, Command)
    notes: dict[str, Any] = {}
    while "ress again" in (told := run(RunningMacro(game.session, order, notes), game)) or not told:
        pass
    return told


def run(macro: RunningMacro, game: GameUnderTest) -> str:
    for _ in range(60):
        command = macro.next_command()
        if command is None or isinstance(command, Message):
            return "" if command is None else game.translate(command)
        assert game.session.submit(command).refusal is None
    return ""


@pytest.mark.parametrize("is_hunted", [True, False])
def test_auto_explore_leaves_a_door_shut_that_was_shut_on_a_hunter(is_hunted: bool) -> None:
    foe = HUNTER if is_hunted else {**HUNTER, "mind": {"ai": "still", "mood": "asleep"}}
    game = scene(
        "##########\n#..#.....#\n#.@'...E.#\n#..#.....#\n##########",
        actors={"@": {"stats": {"fov": 9, "stealth": 30}}, "E": {**foe, "stats": {"foh": 0, "fov": 0, "cost": 900}}},
        legend=OPEN_DOOR,
    )
    game.do(".")
    assert game.session.submit(press(game, "c")[1]).refusal is None
    told = next(told for _ in range(9) if "in sight" not in (told := explore(game)))
    assert (tile_of_door(game, 3) == "core.stealth:door") == is_hunted
    assert ("that you shut on a hunter" in told) == is_hunted


def test_a_throw_at_the_unaware_says_that_it_does_not_surprise() -> None:
    """P-TRICK-8"""
    sleeper = {"kind": "core.stealth:goblin", "mind": {"ai": "still", "mood": "asleep"}}
    game = scene(
        "#######\n#@..E.#\n#######",
        actors={"E": sleeper},
        items=[{"name": "rocks", "kind": "core.stealth:rocks", "holder": "@"}],
    )
    state = UiState()
    for key in ("t", "a"):
        state, _ = handle_key(state, build_session_scene(game.session), key)
    told = preview_pending(state, build_session_scene(game.session))
    facts = [message.id for message in told]
    assert facts == ["stealth-aim-risk", "stealth-aim-distance", "stealth-aim-hit", "stealth-aim-no-surprise"]
    assert game.translate(told[0]).replace("\xa0", " ") == "goblin: 100 %"


@pytest.mark.parametrize(
    ("mood", "kind", "x", "told"),
    [
        ("asleep", "rocks", 3, ["goblin: wakes 27 %"]),  # by itself, or if a roll of 1 to 10 is below the loudness
        ("calm", "rocks", 3, ["goblin: comes to look 100 %"]),
        ("asleep", "smoke_pot", 6, []),  # it sleeps on
        ("asleep", "smoke_pot", 3, ["goblin: wakes about 27 %"]),
    ],
)
def test_a_throw_tells_before_it_who_hears_it_land(mood: str, kind: str, x: int, told: list[str]) -> None:
    """P-ODDS-2"""
    game = scene(
        "##########\n#@.....E.#\n##########",
        actors={
            "@": {"stats": {"stealth": 30, "fov": 9}},
            "E": {"kind": "core.stealth:goblin", "mind": {"ai": "still", "mood": mood}, "stats": {"fov": 0}},
        },
        items=[{"name": "thing", "kind": f"core.stealth:{kind}", "holder": "@"}],
    )
    view = build_session_scene(game.session)
    facts = view.preview(Throw(actor=view.actor, item=game.find_id("thing"), target=(1, x)))
    said = [game.translate(fact).replace("\xa0", " ") for fact in facts if fact.id == "stealth-aim-risk"]
    assert said == told


@pytest.mark.parametrize(("stealth", "asked"), [(-9, True), (30, False)])
def test_easing_a_door_asks_if_one_behind_it_likely_sees_through(stealth: int, asked: bool) -> None:
    """P-TRICK-3, P-ODDS-2: it is as silent as a wait, but opens the view."""
    game = scene(
        "#######\n#.@+.E#\n#######",
        actors={
            "@": {"stats": {"stealth": stealth, "fov": 1, "foh": 9}},
            "E": {"mind": {"ai": "still", "mood": "calm"}, "stats": {"fov": 0, "foh": 0}},
        },
        legend={"+": {"tile": "core.stealth:door"}},
    )
    game.do(".")
    part = stealth_of(game.session.state)
    part.heard_sounds = [HeardSound("step", 2, 20, 2, (1, 4), part.turn, game.find_id("E"))]
    built = build_session_scene(game.session)
    eased = [odds for odds in built.odds if odds.action == "ease"]
    assert [game.translate(odds.label) for odds in eased] == ["If you ease the door east"]
    state, result = handle_key(UiState(), built, "C")
    told = "" if state.confirmation is None else game.translate(state.confirmation.question)
    assert told.endswith("a creature that you hear (steps from the east) notices you. Go on?") is asked
    assert (result is None) is asked


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("stealth", "asked"), [(-9, True), (30, False)])
def test_a_whistle_asks_if_it_is_likely_noticed(stealth: int, asked: bool, language: str) -> None:
    """P-TRICK-2, P-ODDS-2"""
    foe = {"mind": {"ai": "guard", "mood": "calm"}, "stats": {"fov": 0}}
    game = scene("#######\n#@..E.#\n#######", actors={"@": {"stats": {"stealth": 30, "fov": 9}}, "E": foe})
    game.do(".")
    game.session.state.parts["world"].actors[game.find_id("@")].stats["stealth"] = stealth
    built = build_session_scene(game.session)
    (odds,) = [odds for odds in built.odds if odds.action == "whistle"]
    translate = load("core.stealth", only_mods=(), language=language).catalog.translate
    assert translate(odds.label) == {"en": "If you whistle", "es": "Si silbas"}[language]
    assert odds.chances[0].permille[0] + odds.chances[0].interest[0] > 0
    state, result = handle_key(UiState(), built, "w")
    assert (state.confirmation is not None, result is None) == (asked, asked)
    told = "" if state.confirmation is None else translate(state.confirmation.question)
    assert ("%" in told) is asked


@pytest.mark.parametrize(
    ("language", "told"), [("en", "You push the ajar door wide open."), ("es", "Abres del todo la puerta entornada.")]
)
def test_a_step_into_a_door_ajar_says_that_it_opens(language: str, told: str) -> None:
    """P-TRICK-4: it takes the turn and does not move."""
    game = scene("#####\n#@+.#\n#####", legend={"+": {"tile": "core.stealth:door"}})
    assert game.session.submit(press(game, "C")[1]).refusal is None
    game.do("l")
    translate = load("core.stealth", only_mods=(), language=language).catalog.translate
    assert any(translate(line.message).startswith(told) for line in game.session.log)
    assert game.look("@.at") == [1, 1]
