"""Key presses: a binding builds a complete command or none; prompts cost no game time."""

from __future__ import annotations

import re

import msgspec
import pytest

from footfall.api import Answer, Message
from footfall.api.scene import CLICK, Binding, Choice, Prompt, PromptKind
from footfall.ui.interaction import handle_key
from footfall.ui.pointing import handle_pointer
from footfall.ui.settings import keep_usable_keys, load_ui_settings
from footfall.ui.ui_state import AppRequest, UiState, find_yes_key


def press_keys(scene, *keys, view=None):
    view = view or UiState()
    result = None
    for key in keys:
        view, result = handle_key(view, scene, key)
    return view, result


@pytest.mark.parametrize(("key", "direction"), [("k", 0), ("PAD9", 1), ("RIGHT", 2), ("n", 3), ("PAD1", 5), ("y", 7)])
def test_steps(samples, key, direction):
    _, result = press_keys(samples.dungeon(), key)
    assert result == samples.Walk(actor=1, direction=direction)


def test_a_throw_asks_for_item_and_target(samples):
    scene = samples.dungeon()
    view, result = press_keys(scene, "t")
    assert result is None
    assert view.pending is not None
    view, result = press_keys(scene, "c", view=view)
    assert view.cursor == (10, 21)
    _, result = press_keys(scene, "TAB", "ENTER", view=view)
    assert result == samples.Throw(actor=1, item=12, target=(11, 16))


def test_movement_keys_move_the_cursor(samples):
    scene = samples.dungeon()
    view, _ = press_keys(scene, "t", "a", "l", "j")
    assert view.cursor == (11, 22)


@pytest.mark.parametrize("keys", [("t", "ESC"), ("t", "a", "ESC"), ("c", "ESC"), ("x", "ESC"), ("?", "ESC")])
def test_escape_leaves_without_a_command(samples, keys):
    view, result = press_keys(samples.dungeon(), *keys)
    assert result is None
    assert view == UiState()


def test_a_command_prompts_for_a_direction(samples):
    scene = samples.dungeon()
    assert press_keys(scene, "c", "h")[1] == samples.Close(actor=1, direction=6)
    view, result = press_keys(scene, "c", "z")
    assert result is None
    assert view.notice is not None


def test_an_empty_list_shows_a_notice(samples):
    scene = samples.dungeon()
    scene.choices = {}
    view, result = press_keys(scene, "t")
    assert result is None
    assert view.notice.id == "footfall-ui-nothing-to-choose"


def test_answers_have_letters(samples):
    scene = samples.board()
    assert press_keys(scene, "l")[1] == Answer(actor=1, choice=1)
    assert press_keys(scene, "DOWN", "ENTER")[1] == Answer(actor=1, choice=1)


@pytest.mark.parametrize("values", [(False, True), (True, False)])
def test_escape_says_no(samples, values):
    scene = samples.board()
    scene.answers = tuple(Choice(value, Message("sure"), "y" if value else "n") for value in values)
    assert press_keys(scene, "ESC")[1] == Answer(actor=1, choice=values.index(False))


def test_pages_open_and_close(samples):
    scene = samples.dungeon()
    view, _ = press_keys(scene, "i")
    assert view.page == "inventory"
    view, _ = press_keys(scene, "a", view=view)
    assert view.detail_letter == "a"
    assert press_keys(scene, "ESC", "ESC", view=view)[0].page == ""


def test_lessons_and_motion_can_be_switched_off(tmp_path):
    path = tmp_path / "ui.toml"
    assert load_ui_settings(path).has_lessons
    path.write_text("[play]\nlessons = false\nmotion = false\n")
    settings = load_ui_settings(path)
    assert not settings.has_lessons
    assert not settings.has_motion
    path.write_text('[play]\nlessons = "no"\n')
    settings = load_ui_settings(path)
    assert settings.has_lessons
    assert [re.search(r"ui.toml:2.*true or false", problem) is not None for problem in settings.problems] == [True]


def test_alt_with_a_key_is_escape_and_the_key(samples):
    scene = samples.dungeon()
    view, result = press_keys(scene, "x", "A-l")
    assert result == samples.Walk(actor=1, direction=2)
    assert view == UiState()
    assert press_keys(scene, "?", "A-i")[0].page == "inventory"
    bound = msgspec.structs.replace(scene.bindings[0], keys=("A-l",))
    scene.bindings = (bound, *scene.bindings)
    assert press_keys(scene, "A-l")[1] == bound.command(actor=1, **bound.fields)


def test_saving_and_leaving(samples):
    assert press_keys(samples.dungeon(), "S")[1] is AppRequest.SAVE
    assert press_keys(samples.dungeon(), "C-c")[1] is AppRequest.QUIT
    assert press_keys(samples.dungeon(), "i", "C-c")[1] is AppRequest.QUIT


@pytest.mark.parametrize("key", ["Q", "C-q"])
def test_leaving_needs_confirmation(samples, key):
    scene = samples.dungeon()
    view, result = press_keys(scene, key)
    assert result is None
    assert view.confirmation is not None
    assert press_keys(scene, "y", view=view)[1] is AppRequest.QUIT
    for other, is_answer in (("n", "yes"), ("ESC", "yes"), ("l", "no")):
        left, result = press_keys(scene, other, view=view)
        assert result is None
        assert left == UiState(notice=Message("footfall-ui-left", {"is_answer": is_answer}))


def test_a_letter_of_the_language_agrees_where_it_is_free(samples):
    scene = samples.dungeon()
    assert find_yes_key(press_keys(scene, "Q")[0].confirmation, (), "s") == "y"
    assert find_yes_key(None, scene.answers, "s") == "s"
    scene.can_restart = True
    assert find_yes_key(press_keys(scene, "R")[0].confirmation, (), "s") == "s"


def test_restarting_needs_support_and_confirmation(samples):
    scene = samples.dungeon()
    scene.can_restart = False
    assert press_keys(scene, "R") == (UiState(), None)
    scene.can_restart = True
    assert press_keys(scene, "R")[1] is None
    assert press_keys(scene, "R", "n")[1] is AppRequest.NEW_GAME
    assert press_keys(scene, "R", "s")[1] is AppRequest.SAME_SEED
    assert press_keys(scene, "R", "y")[1] is None
    scene.farewell = (Message("The end."),)
    assert press_keys(scene, "n", "y", "s")[1] is None
    assert press_keys(scene, "R", "n")[1] is AppRequest.NEW_GAME
    assert press_keys(scene, "R", "s")[1] is AppRequest.SAME_SEED
    assert press_keys(scene, "x")[0].cursor is not None


def test_a_harmful_step_needs_confirmation(samples):
    scene = samples.dungeon()
    y, x = scene.cells.focus
    scene.confirmations = {(y, x + 1): Message("Loud. Go on?")}
    view, result = press_keys(scene, "l")
    assert result is None
    assert view.confirmation.question == Message("Loud. Go on?")
    assert press_keys(scene, "y", view=view)[1] == samples.Walk(actor=1, direction=2)
    left, result = press_keys(scene, "n", view=view)
    assert (left.confirmation, left.notice.id, result) == (None, "footfall-ui-left", None)
    assert press_keys(scene, "k")[1] == samples.Walk(actor=1, direction=0)


def test_harmful_choices_and_targeting_oneself_need_confirmation(samples):
    scene = samples.dungeon()
    name, listed = next((n, c) for n, c in scene.choices.items() if any(x.value == 12 for x in c))
    bad = tuple(msgspec.structs.replace(c, confirmation=Message("Really?")) if c.value == 12 else c for c in listed)
    scene.choices = {**scene.choices, name: bad}
    view, result = press_keys(scene, "t", "c", "TAB", "ENTER")
    assert result is None
    assert press_keys(scene, "y", view=view)[1] == samples.Throw(actor=1, item=12, target=(11, 16))
    throw = next(b for b in scene.bindings if b.command is samples.Throw)
    prompts = tuple(msgspec.structs.replace(a, confirmation=Message("At yourself?")) for a in throw.prompts)
    own = msgspec.structs.replace(throw, prompts=prompts)
    scene.bindings = tuple(own if b is throw else b for b in scene.bindings)
    view, _ = press_keys(scene, "t", "a")
    view, result = handle_pointer(view, scene, scene.cells.focus, True)
    view, result = handle_pointer(view, scene, scene.cells.focus, True)
    assert result is None
    assert view.confirmation.question == Message("At yourself?")


def test_a_click_runs_the_command_bound_to_it(samples):
    scene = samples.dungeon()
    assert handle_pointer(UiState(), scene, (11, 16), True)[1] is None
    binding = Binding(
        ("_", CLICK), samples.Throw, Message("go"), {"item": 3}, (Prompt("target", PromptKind.CELL, Message("?")),)
    )
    scene.bindings = (*scene.bindings, binding)
    assert handle_pointer(UiState(), scene, (11, 16), True)[1] == samples.Throw(actor=1, item=3, target=(11, 16))
    _, result = press_keys(scene, "t", "a", "_")
    assert result == samples.Throw(actor=1, item=3, target=(10, 21))
    assert handle_pointer(UiState(page="help"), scene, (11, 16), True)[1] is None


def test_the_mouse_hovers(samples):
    view, result = handle_pointer(UiState(), samples.dungeon(), (11, 16))
    assert view.mouse_position == (11, 16)
    assert result is None


def test_keys_can_be_rebound(samples, tmp_path):
    path = tmp_path / "ui.toml"
    path.write_text('[keys]\n"wait" = ["F5"]\n')
    settings = keep_usable_keys(load_ui_settings(path), samples.dungeon())
    assert not settings.problems
    view = UiState(keys=settings.keys)
    assert handle_key(view, samples.dungeon(), "F5")[1] == samples.Wait(actor=1)
    assert handle_key(view, samples.dungeon(), ".")[1] is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[keys]\n"wait" = ["k"]\n', "already bound to"),
        ('[keys]\n"wait" = ["hop"]\n', "is not a key"),
        ("[keys\n", "not TOML"),
        ("[colors]\n", "unknown section"),
        ('[terminal]\ncolor = "pink"\n', "unknown color mode"),
        ("[window]\ncell = 3\n", "whole number from"),
    ],
)
def test_invalid_settings_are_located(samples, tmp_path, text, message):
    path = tmp_path / "ui.toml"
    path.write_text(text)
    (problem,) = keep_usable_keys(load_ui_settings(path), samples.dungeon()).problems
    assert message in problem
    assert "ui.toml:" in problem
