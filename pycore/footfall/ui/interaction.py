"""What a key press means: a pure state machine, the same for every back end.

`press` takes the view (all that the front end itself remembers), the scene and a key name,
and returns the next view and what is wanted of the game: a complete command or nothing.
Cursors, lists and questions of the front end cost the game nothing, and ESC leaves them.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, TypeAlias

import msgspec

from footfall.api import Answer, Command, Message
from footfall.api.scene import CLICK, DIRECTIONS, Binding, Choice, Prompt, PromptKind, Scene

from . import key_names

MapPosition: TypeAlias = tuple[int, int]


class AppRequest(Enum):
    """What is wanted of the program rather than of the game."""

    QUIT = "quit"
    SAVE = "save"
    NEW_GAME = "anew"
    SAME_SEED = "again"
    LARGER = "larger"
    SMALLER = "smaller"


InputResult: TypeAlias = Command | AppRequest | None

UI_ACTIONS: Mapping[str, tuple[str, ...]] = {
    "help": ("?", "F1"),
    "messages": ("M", "C-p"),
    "look": ("x",),
    "save": ("S", "C-s"),
    "restart": ("R",),
    "quit": ("Q", "C-q"),
    "larger": ("+",),
    "smaller": ("-",),
}
"""The front end's own keys; a game's bindings take precedence over them."""

HELP_PAGE, MESSAGES_PAGE = "help", "messages"
"""Pages that every game has."""

QUIT_KEY = "C-c"
"""The key that saves and leaves without a question."""

CHOICE_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
CONFIRM_KEYS = ("ENTER", "SPACE", "PAD5", ".")
"""Keys that take the cell under the cursor, beside the key that opened the cursor."""

PAGE_ROWS = 10
"""Lines that PGUP and PGDN scroll."""


class PendingCommand(msgspec.Struct, frozen=True):
    """A command being put together: what was answered so far, in the order of ``binding.asks``.

    `sure` once the player has said that a harm is meant.
    """

    binding: Binding
    answers: tuple[Any, ...] = ()
    confirmed: bool = False

    @property
    def ask(self) -> Prompt:
        """What is asked now."""
        return self.binding.prompts[len(self.answers)]


class Confirmation(msgspec.Struct, frozen=True):
    """A question of the front end before harm is done. Any key that is no option means no.

    Attributes:
        question: what is asked.
        options: key, label, and what then happens; None: nothing.
    """

    question: Message
    options: tuple[tuple[str, Message, PendingCommand | AppRequest | None], ...]


YES_LABEL, NO_LABEL = Message("footfall-ui-yes"), Message("footfall-ui-no")


def confirm_yes_no(question: Message, then: PendingCommand | AppRequest) -> Confirmation:
    """Yes or no."""
    return Confirmation(question, (("y", YES_LABEL, then), ("n", NO_LABEL, None)))


RESTART_CONFIRMATION = Confirmation(
    Message("footfall-ui-sure-restart"),
    (
        ("n", Message("footfall-ui-anew"), AppRequest.NEW_GAME),
        ("s", Message("footfall-ui-again"), AppRequest.SAME_SEED),
        ("ESC", NO_LABEL, None),
    ),
)


class UiState(msgspec.Struct, frozen=True):
    """All that the front end itself remembers.

    Attributes:
        page: the open page, or ``""``.
        scroll: rows it is scrolled by; the message log counts back from the newest.
        detail_letter: letter of the item looked at on the page.
        pending: the command being put together.
        confirmation: what is asked before harm is done.
        cursor: the position pointed at, when looking around or asked for a cell.
        selected_row: the row highlighted in a list.
        hovered: the position under the mouse, until the next key.
        notice: a word to the player until the next key.
        keys: the player's own keys by name of binding (`names`).
    """

    page: str = ""
    scroll: int = 0
    detail_letter: str = ""
    pending: PendingCommand | None = None
    confirmation: Confirmation | None = None
    cursor: MapPosition | None = None
    selected_row: int = 0
    hovered: MapPosition | None = None
    notice: Message | None = None
    keys: Mapping[str, tuple[str, ...]] = {}

    def close_all(self, **changes: Any) -> UiState:
        """This view with nothing open."""
        calm = msgspec.structs.replace(
            self,
            page="",
            scroll=0,
            detail_letter="",
            pending=None,
            confirmation=None,
            cursor=None,
            selected_row=0,
            notice=None,
        )
        return msgspec.structs.replace(calm, **changes)


def handle_key(view: UiState, scene: Scene, key: str) -> tuple[UiState, InputResult]:
    """The next view, and what the key asks of the game or of the program."""
    if key.startswith("A-") and key not in build_keymap(view, scene) and _find_action(view, key) is None:
        # A terminal sends ESC and a key right behind it as that key with Alt.
        view, wanted = handle_key(view, scene, "ESC")
        return (view, wanted) if wanted is not None else handle_key(view, scene, key[2:])
    view = _replace(view, notice=None, hovered=None)
    if key == QUIT_KEY:
        return view, AppRequest.QUIT
    if key.startswith("C-") and _find_action(view, key) in ("save", "quit"):
        return _handle_menu_key(view, scene, key)
    if view.confirmation is not None:
        return _answer_confirmation(view, view.confirmation, scene, key)
    if view.page:
        return _handle_page_key(view, scene, key)
    if view.pending is not None:
        return _handle_ask_key(view, view.pending, scene, key)
    if view.cursor is not None:
        return _handle_look_key(view, scene, key)
    if scene.answers:
        answered = _handle_answer_key(view, scene, key)
        if answered is not None:
            return answered
    if scene.farewell:
        return _handle_game_over_key(view, scene, key)
    target = build_keymap(view, scene).get(key) or next(
        (
            found
            for name in key_names.list_lookup_names(key)[1:]
            if (found := build_keymap(view, scene).get(name))
        ),
        None,
    )
    if isinstance(target, Binding):
        return _begin_command(view, scene, target)
    return _handle_menu_key(view, scene, key)


def _answer_confirmation(
    view: UiState, sure: Confirmation, scene: Scene, key: str
) -> tuple[UiState, InputResult]:
    """The answer to whether a harm is meant."""
    then = next((then for name, _, then in sure.options if name == key), None)
    if isinstance(then, PendingCommand):
        return _continue_command(view.close_all(), then, scene)
    return view.close_all(), then


def _handle_game_over_key(view: UiState, scene: Scene, key: str) -> tuple[UiState, InputResult]:
    """Once the game has ended: leave, begin another, or look at how it was."""
    if key in ("ESC", "ENTER", "SPACE"):
        return view, AppRequest.QUIT
    if scene.can_restart and key in ("n", "s"):
        return view.close_all(), AppRequest.NEW_GAME if key == "n" else AppRequest.SAME_SEED
    action = _find_action(view, key)
    if action == "look" and scene.cells is not None:
        return view.close_all(cursor=scene.cells.focus), None
    if action == "quit":
        return view, AppRequest.QUIT
    return _handle_menu_key(view, scene, key)


def build_keymap(view: UiState, scene: Scene) -> dict[str, Binding | str]:
    """Key names to the bindings of the moment, and to ``page:NAME``."""
    found: dict[str, Binding | str] = {}
    for binding in scene.bindings:
        for key in view.keys.get(binding.label.id, binding.keys):
            found.setdefault(key, binding)
    for key, page in scene.page_keys.items():
        for each in view.keys.get(f"page:{page}", (key,)):
            found.setdefault(each, f"page:{page}")
    return found


def list_action_keys(view: UiState, scene: Scene, action: str) -> tuple[str, ...]:
    """The keys that still lead to one of the front end's own `UI_ACTIONS`."""
    taken = build_keymap(view, scene)
    wanted = view.keys.get(f"footfall-ui-{action}", UI_ACTIONS[action])
    return tuple(key for key in wanted if key not in taken)


def find_first_key(view: UiState, scene: Scene, name: str) -> str:
    """The first key of a binding, a page (``page:NAME``) or an action of the front end; empty if it has none."""
    found: tuple[str, ...] = ()
    action = name.removeprefix("footfall-ui-")
    if action in UI_ACTIONS:
        found = list_action_keys(view, scene, action)
    elif name.startswith("page:"):
        usual = tuple(key for key, page in scene.page_keys.items() if f"page:{page}" == name)
        found = view.keys.get(name, usual)
    else:
        leads = build_keymap(view, scene)
        bound = [binding for binding in scene.bindings if binding.label.id == name]
        usual = view.keys.get(name, tuple(key for binding in bound for key in binding.keys))
        found = tuple(key for key in usual if any(leads.get(key) is binding for binding in bound))
    return key_names.format_key(found[0]) if found else ""


def assign_letters(choices: tuple[Choice, ...]) -> list[tuple[str, Choice]]:
    """Choices with their letters; those without one get the free letters in order."""
    free = iter([sign for sign in CHOICE_LETTERS if sign not in {choice.letter for choice in choices}])
    return [(choice.letter or next(free, ""), choice) for choice in choices]


def list_direction_keys(view: UiState, scene: Scene) -> dict[str, int]:
    """Keys that mean a direction now: the usual ones, and those the game's own moves are bound to."""
    found = dict(key_names.DIRECTION_KEYS)
    for key, target in build_keymap(view, scene).items():
        if isinstance(target, Binding) and type(target.fields.get("direction")) is int:
            found[key] = target.fields["direction"]
    return found


def handle_pointer(
    view: UiState, scene: Scene, at: MapPosition | None, click: bool = False
) -> tuple[UiState, InputResult]:
    """The mouse stands over a position of the map, or over none; a click moves the cursor there.

    A click on the cell under the cursor confirms it. While nothing is open, a click does what the
    game has bound to it.
    """
    if at is None or scene.cells is None:
        return _replace(view, hovered=None), None
    view = _replace(view, hovered=at)
    if not click:
        return view, None
    if view.cursor is not None:
        if view.pending is not None and at == view.cursor:
            return _fill_ask(view, view.pending, scene, at)
        return _replace(view, cursor=at), None
    bound = build_keymap(view, scene).get(CLICK)
    if isinstance(bound, Binding) and not (view.page or view.pending or scene.answers or scene.farewell):
        return _fill_ask(view.close_all(), PendingCommand(bound), scene, at)
    return view, None


def _replace(view: UiState, **changes: Any) -> UiState:
    return msgspec.structs.replace(view, **changes)


def _find_action(view: UiState, key: str) -> str | None:
    for action, usual in UI_ACTIONS.items():
        if key in view.keys.get(f"footfall-ui-{action}", usual):
            return action
    return None


def _handle_menu_key(view: UiState, scene: Scene, key: str) -> tuple[UiState, InputResult]:
    """Pages and the front end's own keys."""
    target = build_keymap(view, scene).get(key)
    if isinstance(target, str):
        return view.close_all(page=target.removeprefix("page:")), None
    action = _find_action(view, key) if target is None else None
    if action in (HELP_PAGE, MESSAGES_PAGE):
        return view.close_all(page=action), None
    if action == "look":
        if scene.cells is None:
            return view, None
        return view.close_all(cursor=scene.cells.focus), None
    if action == "restart":
        return (view.close_all(confirmation=RESTART_CONFIRMATION) if scene.can_restart else view), None
    if action == "quit":
        return view.close_all(
            confirmation=confirm_yes_no(Message("footfall-ui-sure-quit"), AppRequest.QUIT)
        ), None
    return view, AppRequest(action) if action else None


# Pages.


def _handle_page_key(view: UiState, scene: Scene, key: str) -> tuple[UiState, InputResult]:
    if view.detail_letter:
        letter = key if key in _list_details(view, scene) else ""
        return _replace(view, detail_letter=letter), None
    if key in ("ESC", "ENTER"):
        return view.close_all(), None
    if key in _list_details(view, scene):
        return _replace(view, detail_letter=key), None
    moved = _scroll(view.scroll, key, newest_first=view.page == MESSAGES_PAGE)
    if moved is not None:
        return _replace(view, scroll=moved), None
    opened, _ = _handle_menu_key(view, scene, key)
    if opened.page == view.page:
        return (view if opened is view else view.close_all()), None
    return (opened if opened.page else view), None


def _list_details(view: UiState, scene: Scene) -> dict[str, Choice]:
    """What can be looked at on the open page, by letter."""
    listed = scene.choices.get(view.page, ())
    return {letter: choice for letter, choice in assign_letters(listed) if letter and choice.detail}


def _scroll(scroll: int, key: str, newest_first: bool) -> int | None:
    rows = {"UP": -1, "PAD8": -1, "k": -1, "DOWN": 1, "PAD2": 1, "j": 1}
    rows |= {"PGUP": -PAGE_ROWS, "PAD9": -PAGE_ROWS, "PGDN": PAGE_ROWS, "PAD3": PAGE_ROWS, "SPACE": PAGE_ROWS}
    if key in rows:
        return max(0, scroll + (-rows[key] if newest_first else rows[key]))
    ends = {"HOME": 0, "PAD7": 0, "END": 1 << 20, "PAD1": 1 << 20}
    if key in ends:
        return (1 << 20) - ends[key] if newest_first else ends[key]
    return None


# The rules' own questions.


def _handle_answer_key(view: UiState, scene: Scene, key: str) -> tuple[UiState, InputResult] | None:
    count = len(scene.answers)
    for index, (letter, _) in enumerate(assign_letters(scene.answers)):
        if key == letter:
            return view.close_all(), Answer(actor=scene.actor, choice=index)
    moved = _move_selection(view.selected_row, key, count)
    if moved is not None:
        return _replace(view, selected_row=moved), None
    if key == "ENTER":
        return view.close_all(), Answer(actor=scene.actor, choice=min(view.selected_row, count - 1))
    return None


def _move_selection(pick: int, key: str, count: int) -> int | None:
    rows = {"UP": -1, "PAD8": -1, "DOWN": 1, "PAD2": 1, "PGUP": -PAGE_ROWS, "PGDN": PAGE_ROWS}
    if key in ("UP", "DOWN", "PAD8", "PAD2"):
        return (pick + rows[key]) % max(1, count)
    return max(0, min(count - 1, pick + rows[key])) if key in rows else None


# Commands being put together.


def _begin_command(view: UiState, scene: Scene, binding: Binding) -> tuple[UiState, InputResult]:
    return _continue_command(view.close_all(), PendingCommand(binding), scene)


def _continue_command(view: UiState, pending: PendingCommand, scene: Scene) -> tuple[UiState, InputResult]:
    """Asks for what is missing, or builds the command."""
    binding = pending.binding
    if len(pending.answers) == len(binding.prompts):
        doubt = None if pending.confirmed else _find_caution(pending, scene)
        if doubt is not None:
            return view.close_all(
                confirmation=confirm_yes_no(doubt, msgspec.structs.replace(pending, confirmed=True))
            ), None
        asked = {ask.field: value for ask, value in zip(binding.prompts, pending.answers, strict=True)}
        return view.close_all(), binding.command(actor=scene.actor, **{**binding.fields, **asked})
    ask = pending.ask
    listed = scene.choices.get(ask.choices, ())
    if ask.kind is PromptKind.CHOICE and not listed:
        return view.close_all(notice=Message("footfall-ui-nothing-to-choose")), None
    cursor: MapPosition | None = None
    if ask.kind is PromptKind.CELL:
        if scene.cells is None:
            return view.close_all(notice=Message("footfall-ui-no-map")), None
        cursor = tuple(listed[0].value) if listed else scene.cells.focus
    return view.close_all(pending=pending, cursor=cursor), None


def _find_caution(pending: PendingCommand, scene: Scene) -> Message | None:
    """What is asked back before a complete command is given."""
    binding = pending.binding
    focus = scene.cells.focus if scene.cells is not None else None
    for ask, value in zip(binding.prompts, pending.answers, strict=True):
        if ask.kind is PromptKind.CELL and ask.confirmation is not None and tuple(value) == focus:
            return ask.confirmation
        if ask.kind is PromptKind.CHOICE:
            picked = next((c for c in scene.choices.get(ask.choices, ()) if c.value == value), None)
            if picked is not None and picked.confirmation is not None:
                return picked.confirmation
    direction = binding.fields.get("direction")
    if focus is None or type(direction) is not int:
        return None
    dy, dx = DIRECTIONS[direction]
    return scene.confirmations.get((focus[0] + dy, focus[1] + dx))


def _fill_ask(
    view: UiState, pending: PendingCommand, scene: Scene, value: Any
) -> tuple[UiState, InputResult]:
    return _continue_command(view, PendingCommand(pending.binding, (*pending.answers, value)), scene)


def _handle_ask_key(
    view: UiState, pending: PendingCommand, scene: Scene, key: str
) -> tuple[UiState, InputResult]:
    if key == "ESC":
        return view.close_all(), None
    ask = pending.ask
    if ask.kind is PromptKind.DIRECTION:
        direction = _find_direction(view, scene, key)
        if direction is None:
            return _replace(view, notice=Message("footfall-ui-need-direction")), None
        return _fill_ask(view, pending, scene, direction)
    listed = scene.choices.get(ask.choices, ())
    if ask.kind is PromptKind.CELL:
        again = build_keymap(view, scene).get(key) is pending.binding
        if key in CONFIRM_KEYS or (again and key != "TAB" and key not in list_direction_keys(view, scene)):
            return _fill_ask(view, pending, scene, view.cursor)
        other = _find_cell_binding(view, scene, key)
        if other is not None and key not in list_direction_keys(view, scene) and key not in ("TAB", "S-TAB"):
            return _fill_ask(view, PendingCommand(other), scene, view.cursor)
        return _move_cursor(view, scene, key, [tuple(choice.value) for choice in listed]), None
    for letter, choice in assign_letters(listed):
        if key == letter:
            return _fill_ask(view, pending, scene, choice.value)
    moved = _move_selection(view.selected_row, key, len(listed))
    if moved is not None:
        return _replace(view, selected_row=moved), None
    if key == "ENTER":
        return _fill_ask(view, pending, scene, listed[min(view.selected_row, len(listed) - 1)].value)
    return view, None


def _find_cell_binding(view: UiState, scene: Scene, key: str) -> Binding | None:
    """The binding of a key that asks for nothing but a cell: it can take the one under the cursor."""
    bound = build_keymap(view, scene).get(key)
    alone = isinstance(bound, Binding) and [ask.kind for ask in bound.prompts] == [PromptKind.CELL]
    return bound if alone and isinstance(bound, Binding) else None


def _handle_look_key(view: UiState, scene: Scene, key: str) -> tuple[UiState, InputResult]:
    if key in ("ESC", "ENTER", "SPACE") or _find_action(view, key) == "look":
        return view.close_all(), None
    return _move_cursor(view, scene, key, sorted(scene.notes)), None


def _find_direction(view: UiState, scene: Scene, key: str) -> int | None:
    steps = list_direction_keys(view, scene)
    return next((steps[name] for name in key_names.list_lookup_names(key) if name in steps), None)


def _move_cursor(view: UiState, scene: Scene, key: str, stops: list[MapPosition]) -> UiState:
    """The cursor one step on, or at the next stop; it stays on the map."""
    cells, cursor = scene.cells, view.cursor
    if cells is None or cursor is None:
        return view
    if key in ("TAB", "S-TAB") and stops:
        by = 1 if key == "TAB" else -1
        if cursor in stops:
            return _replace(view, cursor=stops[(stops.index(cursor) + by) % len(stops)])
        return _replace(view, cursor=min(stops, key=lambda stop: (_chebyshev_distance(stop, cursor), stop)))
    direction = _find_direction(view, scene, key)
    if direction is None:
        return view
    dy, dx = DIRECTIONS[direction]
    (top, left), (height, width) = cells.origin, cells.glyph.shape
    y = min(max(cursor[0] + dy, top), top + height - 1)
    x = min(max(cursor[1] + dx, left), left + width - 1)
    return _replace(view, cursor=(y, x))


def _chebyshev_distance(one: MapPosition, other: MapPosition) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
