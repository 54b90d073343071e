"""The state of the UI between two key presses, and the results of a key press."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, TypeAlias

import msgspec

from footfall.api import Command, Message
from footfall.api.scene import Binding, Choice, Prompt, Scene

MapPosition: TypeAlias = tuple[int, int]


class AppRequest(Enum):
    """Requests to the program instead of the game."""

    QUIT = "quit"
    SAVE = "save"
    NEW_GAME = "new-game"
    SAME_SEED = "same-seed"
    LARGER = "larger"
    SMALLER = "smaller"


InputResult: TypeAlias = Command | AppRequest | None

UI_ACTIONS: Mapping[str, tuple[str, ...]] = {
    "help": ("?", "F1"),
    "messages": ("M", "C-p"),
    "look": ("x",),
    "risk": ("v",),
    "save": ("S", "C-s"),
    "restart": ("R",),
    "quit": ("Q", "C-q"),
    "larger": ("+",),
    "smaller": ("-",),
}
"""Keys of the UI's own actions; bindings of a game take precedence."""

CONFIRM_KEYS = ("ENTER", "SPACE", "PAD5", ".")
"""Keys that confirm what is under the cursor."""

HELP_PAGE, MESSAGES_PAGE = "help", "messages"
"""Pages of every game."""

QUIT_KEY = "C-c"
"""Saves and leaves without confirmation."""


class PendingCommand(msgspec.Struct, frozen=True):
    """A command with unanswered prompts.

    Attributes:
        answers: answers so far, in the order of ``binding.prompts``.
        is_confirmed: the player has agreed to the confirmation prompt.
    """

    binding: Binding
    answers: tuple[Any, ...] = ()
    is_confirmed: bool = False

    @property
    def prompt(self) -> Prompt:
        """The open prompt."""
        return self.binding.prompts[len(self.answers)]


class Confirmation(msgspec.Struct, frozen=True):
    """A confirmation prompt before a harmful command; any other key cancels.

    Attributes:
        options: key, label and consequence; None cancels.
        key: the key that opened it, which does not agree.
    """

    question: Message
    options: tuple[tuple[str, Message, PendingCommand | Command | AppRequest | None], ...]
    key: str = ""

    def answer(self, key: str) -> tuple[PendingCommand | Command | AppRequest | None, Message | None]:
        """Returns the consequence of a key; if it has none, also a notice that the question is closed."""
        options = {name: then for name, _, then in self.options}
        is_answer = "yes" if key in options or key == "ESC" else "no"
        then = options.get(key)
        return then, Message("footfall-ui-left", {"is_answer": is_answer}) if then is None else None

    def repeats_key(self, bindings: Iterable[Binding]) -> bool:
        """Returns whether the key that agrees to a command gives it as well, as ``y`` steps northwest."""
        yes, _, then = self.options[0]
        if not isinstance(then, PendingCommand):
            return False
        return any(yes in binding.keys for binding in bindings if binding.command is then.binding.command)


YES_KEY = "y"
NO_LABEL = Message("footfall-ui-no")


def confirm_yes_no(question: Message, action: PendingCommand | Command | AppRequest, key: str = "") -> Confirmation:
    """Builds a confirmation prompt with yes and no."""
    yes = Message("footfall-ui-yes", {"key": key})
    return Confirmation(question, ((YES_KEY, yes, action), ("n", NO_LABEL, None)), key)


def find_yes_key(confirmation: Confirmation | None, answers: Iterable[Choice], letter: str) -> str:
    """Returns the key that agrees to the open question, if the letter of the player's language is free there."""
    letters = {each.letter for each in answers if each.value in (True, False)}
    if confirmation is not None:
        letters = {confirmation.key, *(name for name, _, _ in confirmation.options)}
    return YES_KEY if YES_KEY in letters and letter not in letters else letter


QUIT_CONFIRMATION = confirm_yes_no(Message("footfall-ui-sure-quit"), AppRequest.QUIT)


RESTARTS = (
    ("n", Message("footfall-ui-anew"), AppRequest.NEW_GAME),
    ("s", Message("footfall-ui-again"), AppRequest.SAME_SEED),
    ("ESC", NO_LABEL, None),
)
"""The answers to whether another game begins."""


class UiState(msgspec.Struct, frozen=True):
    """The state of the UI between two key presses.

    Attributes:
        page: the open page, or ``""``.
        scroll: rows that it, or the notes of a place, are scrolled by; the message log counts from the newest line.
        detail_letter: letter of the item whose details are shown.
        cursor: map position of the cursor while looking around or choosing a cell.
        place: id of the place, or of the line of a table, under the cursor on a board without a map.
        input_text: the text typed so far at a prompt for a text.
        mouse_position: map position under the mouse, until the next key.
        mouse_target: first row and column of the target under the mouse, until the next key.
        notice: message to the player, until the next key.
        shows_risk: the map shows where the player would be noticed; it stays so until switched off.
        keys: the player's key bindings: by binding label, ``page:NAME`` or ``footfall-ui-ACTION``.
        can_zoom: the front end can change the size of its letters.
        shows_notes: boxes on a board explain what is under the cursor; a small page has no room for them.
        fact_keys: keys of the facts that the front end tells in words, each after `keymap.FACT_KEY`.
        is_traveling: a journey goes on by itself; its news follow once it has ended.
    """

    page: str = ""
    scroll: int = 0
    detail_letter: str = ""
    pending: PendingCommand | None = None
    confirmation: Confirmation | None = None
    cursor: MapPosition | None = None
    place: str = ""
    selected_row: int | None = None
    input_text: str = ""
    mouse_position: MapPosition | None = None
    mouse_target: tuple[int, int] | None = None
    notice: Message | None = None
    shows_risk: bool = False
    keys: Mapping[str, tuple[str, ...]] = {}
    can_zoom: bool = True
    shows_notes: bool = True
    fact_keys: tuple[str, ...] = ()
    is_traveling: bool = False

    def without_answer(self) -> UiState:
        """Returns this state without what the next key ends: the notice, and the position of the mouse."""
        return msgspec.structs.replace(self, notice=None, mouse_position=None, mouse_target=None)

    def close_all(self, **changes: Any) -> UiState:
        """Returns this state with everything closed, and with `changes`."""
        closed = msgspec.structs.replace(
            self,
            page="",
            scroll=0,
            detail_letter="",
            pending=None,
            confirmation=None,
            cursor=None,
            place="",
            selected_row=None,
            input_text="",
            notice=None,
        )
        return msgspec.structs.replace(closed, **changes)


def find_row(state: UiState, scene: Scene) -> int:
    """Returns the selected row of the open list; at first, that of an answer on which the cursor begins."""
    if state.selected_row is not None:
        return state.selected_row
    return scene.cursor if isinstance(scene.cursor, int) and state.pending is None else 0
