"""The map hatched by the risk of being noticed, and the same in words."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from footfall.api import Message
from footfall.api.scene import ActionOdds, Chance, SceneThing
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.frontends.plain import PlainFrontend
from footfall.ui.frontends.plain_facts import FACTS
from footfall.ui.frontends.plain_input import describe_cell, describe_input
from footfall.ui.interaction import handle_key
from footfall.ui.keymap import list_action_keys
from footfall.ui.ui_state import UiState

HATCHED = {1: "░", 9: "░", 10: "▒", 33: "▒", 34: "▓", 66: "▓", 67: "█", 100: "█"}


@pytest.fixture
def asked():
    """How often risk and reach were computed."""
    return []


@pytest.fixture
def scene(samples, asked):
    """A dungeon with odds: the eight cells east of the character have the risks of `HATCHED`."""
    scene = samples.dungeon()
    y, x = scene.cells.focus
    risk, reach = np.zeros(scene.cells.glyph.shape, np.uint8), np.zeros(scene.cells.glyph.shape, bool)
    risk[y, x + 1 : x + 5] = list(HATCHED)[::2]
    risk[y + 1, x : x + 4] = list(HATCHED)[1::2]
    risk[y, x + 5] = 50  # where the hound sleeps
    interest = np.zeros_like(risk)
    interest[y - 2, x + 2 : x + 5], interest[y, x + 1] = (1, 34, 100), 100
    reach[y, x : x + 9] = True
    scene.cells.ask_risk = lambda: asked.append("risk") or (risk, interest)
    scene.cells.ask_reach = lambda: asked.append("reach") or reach
    chance = Chance(Message("hound"), (y, x + 5), (310, 310), False, Message("thirty-one"))
    scene.things = (SceneThing(Message("sleeping-hound"), (y, x + 5), "asleep", chance),)
    scene.ask_odds = lambda: (
        ActionOdds("stay", Message("staying"), chances=(chance,)),
        ActionOdds("step", Message("eastward"), 2, (chance,)),
        ActionOdds("lamp", Message("lamp")),
    )
    scene.ask_outlook = lambda cell: (Message("outlook", {"cell": str(cell)}),)
    return scene


def draw(scene, state, samples):
    canvas = Canvas(50, 128)
    frame = draw_screen(canvas, scene, state, samples.Catalog())
    return canvas, frame.viewport


def char_at(canvas, viewport, cell):
    y, x = (cell[i] - viewport.map_origin[i] + (viewport.screen_rect.top, viewport.screen_rect.left)[i] for i in (0, 1))
    return chr(canvas.cells["ch"][y, x])


def test_no_overlay_covers_a_landmark(scene, samples):
    """Stairs at the edge of what is heard, and where one would be noticed, keep their sign."""
    y, x = scene.cells.focus
    scene.cells.landmark = np.zeros_like(scene.cells.reach)
    for column in (x + 1, x + 8):
        scene.cells.glyph[y, column], scene.cells.landmark[y, column] = ord(">"), True
    canvas, viewport = draw(scene, UiState(shows_risk=True), samples)
    assert [char_at(canvas, viewport, (y, x + n)) for n in (1, 8)] == [">", ">"]


def test_hatching_tells_risks_apart_without_color(scene, samples):
    y, x = scene.cells.focus
    canvas, viewport = draw(scene, UiState(shows_risk=True), samples)
    shown = [char_at(canvas, viewport, (y, x + 1 + n)) for n in range(4)]
    assert shown == list(HATCHED.values())[::2] == ["░", "▒", "▓", "█"]
    assert [char_at(canvas, viewport, (y + 1, x + n)) for n in range(4)] == list(HATCHED.values())[1::2]
    assert [char_at(canvas, viewport, (y - 2, x + n)) for n in (2, 3, 4)] == ["-", "=", "≡"]
    assert char_at(canvas, viewport, (y, x + 5)) == "h"  # creatures stay what they are
    assert char_at(canvas, viewport, (y, x)) == "@"
    assert char_at(canvas, viewport, (y, x + 8)) == "◦"  # the edge of what is heard
    legend = canvas_to_text(canvas).splitlines()[-1]
    assert all(sign in legend for sign in ("░", "▒", "▓", "█", "◦", "v"))


def test_nothing_is_computed_until_it_is_shown(scene, samples, asked):
    draw(scene, UiState(), samples)
    assert asked == []
    draw(scene, UiState(shows_risk=True), samples)
    draw(scene, UiState(shows_risk=True), samples)
    assert sorted(asked) == ["reach", "risk"]


def test_the_key_switches_it_on_and_off(scene):
    state, result = handle_key(UiState(), scene, "v")
    assert (state.shows_risk, result) == (True, None)
    state, command = handle_key(state, scene, ".")
    assert command is not None
    assert state.shows_risk  # until it is switched off
    assert not handle_key(state, scene, "v")[0].shows_risk


def test_it_can_be_switched_while_looking_around(scene):
    state, _ = handle_key(UiState(), scene, "x")
    cursor = state.cursor
    state, _ = handle_key(state, scene, "v")
    assert (state.shows_risk, state.cursor) == (True, cursor)


@pytest.mark.parametrize("name", ["dungeon", "board"])
def test_a_game_without_odds_has_no_such_key(samples, name):
    scene = getattr(samples, name)()
    assert list_action_keys(UiState(), scene, "risk") == ()
    state, result = handle_key(UiState(), scene, "v")
    assert (state.shows_risk, result) == (False, None)


def test_the_inspector_tells_what_a_step_would_risk(scene, samples):
    cell = next(iter(scene.notes))
    canvas, _ = draw(scene, UiState(cursor=cell), samples)
    assert "outlook" in canvas_to_text(canvas)
    canvas, _ = draw(scene, UiState(mouse_position=cell), samples)
    assert "outlook" in canvas_to_text(canvas)


def test_plain_text_tells_the_same(scene, samples):
    text = samples.Catalog()
    assert "sleeping-hound, thirty-one, 5 east" in FACTS["n"](scene, UiState(), text)
    assert FACTS["o"](scene, UiState(), text) == [
        "Staying: hound (5 east) thirty-one",
        "Eastward: hound (5 east) thirty-one",
    ]
    assert next(line for line in FACTS["h"](scene, UiState(), text) if line.startswith("east")).endswith(
        "hound (5 east) thirty-one"
    )
    assert "outlook" in describe_cell(scene, UiState(cursor=next(iter(scene.notes))), text)[0]
    (brief,) = describe_input(scene, UiState(shows_risk=True), text)[1]
    assert brief == "Staying: hound thirty-one. Any step: hound thirty-one."
    (chance,) = scene.odds[0].chances
    unlikely = msgspec.structs.replace(scene.odds[0], chances=(msgspec.structs.replace(chance, permille=(0, 0)),))
    safe = msgspec.structs.replace(scene, ask_odds=lambda: (unlikely,))
    assert FACTS["o"](safe, UiState(), text) == ["No creature in view could notice you."]
    assert FACTS["o"](samples.dungeon(), UiState(), text) == ["No creature in view could notice you."]


@pytest.mark.parametrize(("language", "word"), [("en", "already noticed you"), ("es", "ya te han descubierto")])
def test_plain_text_tells_that_a_hunter_has_noticed(scene, samples, language, word):
    scene.things = (SceneThing(Message("hound"), scene.cells.focus, "hunting"),)
    scene.ask_odds = lambda: ()
    (line,) = FACTS["o"](scene, UiState(), samples.Catalog(language))
    assert word in line
    scene.things += (SceneThing(Message("goblin"), scene.cells.focus, "unaware"),)
    assert word not in FACTS["o"](scene, UiState(), samples.Catalog(language))[0]


def test_plain_text_repeats_the_odds_when_they_change(scene, samples, capsys):
    frontend = PlainFrontend()
    text = samples.Catalog()
    frontend.present(scene, UiState(), text)
    assert "Staying: hound thirty-one" in capsys.readouterr().out
    frontend.present(scene, UiState(shows_risk=True), text)
    assert "Staying" not in capsys.readouterr().out
