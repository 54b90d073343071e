"""Key presses: a binding builds a complete command or none; prompts cost no game time."""

from __future__ import annotations

import msgspec
import pytest

from footfall.api import Answer, Message
from footfall.api.scene import CLICK, Binding, Prompt, PromptKind
from footfall.ui.interaction import handle_key, handle_pointer
from footfall.ui.settings import UiSettingsError, load_ui_settings
from footfall.ui.ui_state import AppRequest, UiState


def typed(scene, *keys, view=None):
    view = view or UiState()
    wanted = None
    for key in keys:
        view, wanted = handle_key(view, scene, key)
    return view, wanted


@pytest.mark.parametrize(
    ("key", "direction"), [("k", 0), ("PAD9", 1), ("RIGHT", 2), ("n", 3), ("PAD1", 5), ("y", 7)]
)
def test_steps(samples, key, direction):
    _, wanted = typed(samples.dungeon(), key)
    assert wanted == samples.Walk(actor=1, direction=direction)


def test_a_throw_asks_for_item_and_target(samples):
    scene = samples.dungeon()
    view, wanted = typed(scene, "t")
    assert wanted is None
    assert view.pending is not None
    view, wanted = typed(scene, "c", view=view)
    assert view.cursor == (10, 21)
    _, wanted = typed(scene, "TAB", "ENTER", view=view)
    assert wanted == samples.Throw(actor=1, item=12, target=(11, 16))


def test_a_cursor_moves_by_the_keys_of_steps(samples):
    scene = samples.dungeon()
    view, _ = typed(scene, "t", "a", "l", "j")
    assert view.cursor == (11, 22)


@pytest.mark.parametrize("keys", [("t", "ESC"), ("t", "a", "ESC"), ("c", "ESC"), ("x", "ESC"), ("?", "ESC")])
def test_escape_leaves_without_a_command(samples, keys):
    view, wanted = typed(samples.dungeon(), *keys)
    assert wanted is None
    assert view == UiState()


def test_a_direction_is_asked_for(samples):
    scene = samples.dungeon()
    assert typed(scene, "c", "h")[1] == samples.Close(actor=1, direction=6)
    view, wanted = typed(scene, "c", "z")
    assert wanted is None
    assert view.notice is not None


def test_an_empty_list_is_told(samples):
    scene = samples.dungeon()
    scene.choices = {}
    view, wanted = typed(scene, "t")
    assert wanted is None
    assert view.notice.id == "footfall-ui-nothing-to-choose"


def test_answers_have_letters(samples):
    scene = samples.board()
    assert typed(scene, "l")[1] == Answer(actor=1, choice=1)
    assert typed(scene, "DOWN", "ENTER")[1] == Answer(actor=1, choice=1)


def test_pages_open_and_close(samples):
    scene = samples.dungeon()
    view, _ = typed(scene, "i")
    assert view.page == "inventory"
    view, _ = typed(scene, "a", view=view)
    assert view.detail_letter == "a"
    assert typed(scene, "ESC", "ESC", view=view)[0].page == ""


def test_lessons_and_motion_can_be_switched_off(tmp_path):
    path = tmp_path / "ui.toml"
    assert load_ui_settings(path).lessons
    path.write_text("[play]\nlessons = false\nmotion = false\n")
    settings = load_ui_settings(path)
    assert not settings.lessons
    assert not settings.motion
    path.write_text('[play]\nlessons = "no"\n')
    with pytest.raises(UiSettingsError, match=r"ui.toml:2.*true or false"):
        load_ui_settings(path)


def test_escape_with_a_key_right_behind_it_is_both(samples):
    scene = samples.dungeon()
    view, wanted = typed(scene, "x", "A-l")
    assert wanted == samples.Walk(actor=1, direction=2)
    assert view == UiState()
    assert typed(scene, "?", "A-i")[0].page == "inventory"
    bound = msgspec.structs.replace(scene.bindings[0], keys=("A-l",))
    scene.bindings = (bound, *scene.bindings)
    assert typed(scene, "A-l")[1] == bound.command(actor=1, **bound.fields)


def test_saving_and_leaving(samples):
    assert typed(samples.dungeon(), "S")[1] is AppRequest.SAVE
    assert typed(samples.dungeon(), "C-c")[1] is AppRequest.QUIT
    assert typed(samples.dungeon(), "i", "C-c")[1] is AppRequest.QUIT


@pytest.mark.parametrize("key", ["Q", "C-q"])
def test_leaving_is_asked_back(samples, key):
    scene = samples.dungeon()
    view, wanted = typed(scene, key)
    assert wanted is None
    assert view.confirmation is not None
    assert typed(scene, "y", view=view)[1] is AppRequest.QUIT
    for other in ("n", "ESC", "l"):
        left, wanted = typed(scene, other, view=view)
        assert wanted is None
        assert left == UiState()


def test_another_game_is_begun_only_on_purpose_and_where_that_is_possible(samples):
    scene = samples.dungeon()
    assert typed(scene, "R") == (UiState(), None)
    scene.can_restart = True
    assert typed(scene, "R")[1] is None
    assert typed(scene, "R", "n")[1] is AppRequest.NEW_GAME
    assert typed(scene, "R", "s")[1] is AppRequest.SAME_SEED
    assert typed(scene, "R", "y")[1] is None
    scene.farewell = (Message("The end."),)
    assert typed(scene, "n")[1] is AppRequest.NEW_GAME
    assert typed(scene, "s")[1] is AppRequest.SAME_SEED
    assert typed(scene, "x")[0].cursor is not None


def test_harm_is_asked_back(samples):
    scene = samples.dungeon()
    y, x = scene.cells.focus
    scene.confirmations = {(y, x + 1): Message("Loud. Go on?")}
    view, wanted = typed(scene, "l")
    assert wanted is None
    assert view.confirmation.question == Message("Loud. Go on?")
    assert typed(scene, "y", view=view)[1] == samples.Walk(actor=1, direction=2)
    assert typed(scene, "n", view=view) == (UiState(), None)
    assert typed(scene, "k")[1] == samples.Walk(actor=1, direction=0)


def test_a_harmful_choice_and_oneself_as_target_are_asked_back(samples):
    scene = samples.dungeon()
    name, listed = next((n, c) for n, c in scene.choices.items() if any(x.value == 12 for x in c))
    bad = tuple(
        msgspec.structs.replace(c, confirmation=Message("Really?")) if c.value == 12 else c for c in listed
    )
    scene.choices = {**scene.choices, name: bad}
    view, wanted = typed(scene, "t", "c", "TAB", "ENTER")
    assert wanted is None
    assert typed(scene, "y", view=view)[1] == samples.Throw(actor=1, item=12, target=(11, 16))
    throw = next(b for b in scene.bindings if b.command is samples.Throw)
    asks = tuple(msgspec.structs.replace(a, confirmation=Message("At yourself?")) for a in throw.prompts)
    own = msgspec.structs.replace(throw, prompts=asks)
    scene.bindings = tuple(own if b is throw else b for b in scene.bindings)
    view, _ = typed(scene, "t", "a")
    view, wanted = handle_pointer(view, scene, scene.cells.focus, True)
    view, wanted = handle_pointer(view, scene, scene.cells.focus, True)
    assert wanted is None
    assert view.confirmation.question == Message("At yourself?")


def test_a_click_is_an_answer_where_the_game_has_bound_it(samples):
    scene = samples.dungeon()
    assert handle_pointer(UiState(), scene, (11, 16), True)[1] is None
    binding = Binding(
        ("_", CLICK),
        samples.Throw,
        Message("go"),
        {"item": 3},
        (Prompt("target", PromptKind.CELL, Message("?")),),
    )
    scene.bindings = (*scene.bindings, binding)
    assert handle_pointer(UiState(), scene, (11, 16), True)[1] == samples.Throw(
        actor=1, item=3, target=(11, 16)
    )
    _, wanted = typed(scene, "t", "a", "_")
    assert wanted == samples.Throw(actor=1, item=3, target=(10, 21))
    assert handle_pointer(UiState(page="help"), scene, (11, 16), True)[1] is None


def test_the_mouse_points(samples):
    view, wanted = handle_pointer(UiState(), samples.dungeon(), (11, 16))
    assert view.hovered == (11, 16)
    assert wanted is None


def test_keys_can_be_given_anew(samples, tmp_path):
    path = tmp_path / "ui.toml"
    path.write_text('[keys]\n"wait" = ["F5"]\n')
    settings = load_ui_settings(path)
    settings.check_keys(samples.dungeon())
    view = UiState(keys=settings.keys)
    assert handle_key(view, samples.dungeon(), "F5")[1] == samples.Wait(actor=1)
    assert handle_key(view, samples.dungeon(), ".")[1] is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[keys]\n"wait" = ["k"]\n', "already means"),
        ('[keys]\n"wait" = ["hop"]\n', "is no key"),
        ("[keys\n", "not TOML"),
        ("[colors]\n", "unknown section"),
        ('[terminal]\ncolor = "pink"\n', "no color mode"),
        ("[window]\ncell = 3\n", "whole number from"),
    ],
)
def test_bad_settings_are_named(samples, tmp_path, text, said):
    path = tmp_path / "ui.toml"
    path.write_text(text)
    with pytest.raises(UiSettingsError, match=said) as error:
        load_ui_settings(path).check_keys(samples.dungeon())
    assert "ui.toml" in str(error.value)
