"""The letters of a list, and the details of a thing in it with the keys that take it."""

from typing import Any

import msgspec

from footfall.api import Message
from footfall.api.scene import Binding, Choice, Scene

from .keymap import build_keymap, format_key
from .ui_state import UiState

CHOICE_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def assign_letters(choices: tuple[Choice, ...]) -> list[tuple[str, Choice]]:
    """Returns the choices with their letters; those without one get free letters in order."""
    free = iter([letter for letter in CHOICE_LETTERS if letter not in {choice.letter for choice in choices}])
    return [(choice.letter or next(free, ""), choice) for choice in choices]


def set_letters(choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Returns the choices, each with the letter that it has among all of them."""
    return tuple(msgspec.structs.replace(choice, letter=letter) for letter, choice in assign_letters(choices))


def list_details(state: UiState, scene: Scene) -> dict[str, Choice]:
    """Returns the choices of the open page that show a letter or have details, by letter."""
    choices = scene.choices.get(state.page, ())
    return {letter: choice for letter, choice in assign_letters(choices) if letter and (choice.letter or choice.detail)}


def list_uses(state: UiState, scene: Scene) -> dict[str, tuple[Binding, Any]]:
    """Returns the commands that can take the thing whose details are open, by key, with its value there."""
    thing = list_details(state, scene).get(state.detail_letter)
    uses: dict[str, tuple[Binding, Any]] = {}
    for key, binding in build_keymap(state, scene).items():
        if thing is None or not thing.letter or not isinstance(binding, Binding) or not binding.prompts:
            continue
        offered = scene.choices.get(binding.prompts[0].choices, ())
        is_new = all(binding is not other for other, _ in uses.values())
        if is_new and any((each.letter, each.value) == (thing.letter, thing.value) for each in offered):
            uses[key] = binding, thing.value
    return uses


def list_detail_lines(state: UiState, scene: Scene) -> tuple[Message | str, ...]:
    """Returns the label of the thing whose details are open, its details, and the keys that take it."""
    thing = list_details(state, scene).get(state.detail_letter)
    if thing is None:
        return ()
    uses = (
        Message("footfall-ui-detail-use", {"key": format_key(key), "label": binding.label})
        for key, (binding, _) in list_uses(state, scene).items()
    )
    return thing.label, *(thing.detail or (Message("footfall-ui-no-details"),)), *uses
