"""Interprets key presses: a pure state machine, the same for every front end.

`handle_key` takes the UI state, the scene and a key name, and returns the next UI state and a result: a complete
command, a request to the program, or nothing. Cursors, lists and prompts take no game time, and ESC leaves
them.
"""

from itertools import takewhile
from typing import Any

import msgspec

from footfall.api import Answer, Command, Message
from footfall.api.scene import DIRECTIONS, Binding, PromptKind, Scene

from . import keymap
from .details import assign_letters, list_details, list_uses
from .keymap import build_keymap, find_action, format_key, join_keys, list_action_keys, list_direction_keys
from .places_cursor import handle_place_key, start_looking
from .ui_state import (
    CONFIRM_KEYS,
    HELP_PAGE,
    MESSAGES_PAGE,
    QUIT_CONFIRMATION,
    QUIT_KEY,
    RESTARTS,
    AppRequest,
    Confirmation,
    InputResult,
    MapPosition,
    PendingCommand,
    UiState,
    confirm_yes_no,
    find_row,
)

MAX_EXPECTED = 6
"""Maximum number of keys in the answer to an unassigned key."""

MAX_TYPED = 200
"""Characters of a text that a player can type."""

PAGE_ROWS = 10
"""Rows that PGUP and PGDN scroll."""


def handle_key(state: UiState, scene: Scene, key: str) -> tuple[UiState, InputResult]:
    """Returns the next UI state and the result of the key."""
    keys = build_keymap(state, scene)
    if key.startswith("A-") and key not in keys and find_action(state, key) is None:
        # In a terminal, ESC followed at once by another key arrives as that key with Alt.
        state, result = handle_key(state, scene, "ESC")
        return (state, result) if result is not None else handle_key(state, scene, key[2:])
    state = state.without_answer()
    if key == QUIT_KEY:
        return state, AppRequest.QUIT
    if key.startswith("C-") and find_action(state, key) in ("save", "quit"):
        return _handle_menu_key(state, scene, key)
    screen = keys.get(key) if key.startswith("F") and state.confirmation is None else None
    if isinstance(screen, Binding) and screen.label.id.startswith("footfall-open-"):  # also from a page or prompt
        return _begin_command(state, scene, screen)
    if state.confirmation is not None:
        then, notice = state.confirmation.answer(key)
        if isinstance(then, PendingCommand):
            return _continue_command(state.close_all(), then, scene)
        return state.close_all(notice=notice), then
    if state.page:
        return _handle_page_key(state, scene, key)
    if state.pending is not None:
        return _handle_prompt_key(state, state.pending, scene, key)
    place_result = handle_place_key(state, scene, key)
    if place_result is not None:
        return place_result
    if state.cursor is not None and not scene.answers:
        return _handle_look_key(state, scene, key)
    if scene.answers:
        choose = _handle_answer_cell_key if scene.answer_kind is PromptKind.CELL else _handle_answer_key
        answer = choose(state, scene, key)
        if answer is not None:
            return answer
    if scene.farewell:
        return _handle_game_over_key(state, scene, key)
    target = next((keys[name] for name in keymap.list_lookup_names(key) if keys.get(name)), None)
    if isinstance(target, Binding):
        return _begin_command(state, scene, target, key)
    return _handle_menu_key(state, scene, key)


def handle_told_key(state: UiState, scene: Scene, key: str) -> tuple[UiState, InputResult]:
    """Handles a key; a front end of words says it of a key that changes nothing, but ESC."""
    after, result = handle_key(state, scene, key)
    if result is None and state.fact_keys and key != "ESC" and after == state.without_answer():
        after = msgspec.structs.replace(after, notice=Message("footfall-ui-plain-no-use", {"key": key}))
    return after, result


def _handle_game_over_key(state: UiState, scene: Scene, key: str) -> tuple[UiState, InputResult]:
    """Handles a key after the end of the game: leave, look around, or what it does in play."""
    target = build_keymap(state, scene).get(key)
    if isinstance(target, Binding):
        return _begin_command(state, scene, target)
    action = find_action(state, key)
    if key == "ESC" or action == "quit":  # not ENTER, TAB or SPACE, which may have been meant for what went before
        return state, AppRequest.QUIT
    if action == "look" and scene.cells is not None:
        return state.close_all(cursor=scene.cells.focus), None
    return _handle_menu_key(state, scene, key)


def _replace(state: UiState, **changes: Any) -> UiState:
    return msgspec.structs.replace(state, **changes)


def _handle_menu_key(state: UiState, scene: Scene, key: str) -> tuple[UiState, InputResult]:
    """Handles keys of pages and UI actions."""
    target = build_keymap(state, scene).get(key)
    if isinstance(target, str):
        return state.close_all(page=target.removeprefix("page:")), None
    action = find_action(state, key) if target is None else None
    if action is None or not list_action_keys(state, scene, action):
        notice = describe_expected_keys(scene, key)
        return (state if notice is None else _replace(state, notice=notice)), None
    if action in (HELP_PAGE, MESSAGES_PAGE):
        return state.close_all(page=action), None
    if action == "look":
        look = start_looking(state, scene) if scene.cells is None else state.close_all(cursor=scene.cells.focus)
        return look, None
    if action == "risk":
        return _toggle_risk(state, scene), None
    if action == "restart":
        question = Message("footfall-ui-sure-restart", {"is_over": "yes" if scene.farewell else "no"})
        return state.close_all(confirmation=Confirmation(question, RESTARTS)), None
    if action == "quit" and scene.can_save:
        return state.close_all(confirmation=QUIT_CONFIRMATION), None
    return state, AppRequest(action)


def describe_expected_keys(scene: Scene, key: str) -> Message | None:
    """Returns the answer of a list, a question or a board in play to an unassigned key; None on a map."""
    if scene.answers:
        return Message("footfall-ui-need-answer") if scene.answer_kind is not PromptKind.CELL else None
    if scene.prompt is None or scene.cells is not None:
        if scene.news_since and scene.bindings:
            return Message("footfall-ui-need-first", {"key": format_key(scene.bindings[0].keys[0])})
        is_shown = scene.is_recorded or scene.farewell or scene.cells is not None
        return Message("footfall-ui-no-use") if scene.places and not is_shown and len(key) == 1 else None
    keys = [binding.keys[0] for binding in scene.bindings if binding.keys][:MAX_EXPECTED]
    if keys:
        return Message("footfall-ui-need-key", {"keys": join_keys(keys)})
    return Message(scene.prompt.id, scene.prompt.args)  # a new one, so that it is shown again


def _toggle_risk(state: UiState, scene: Scene) -> UiState:
    """Shows or hides the risk of being noticed; an open page or prompt stays open."""
    is_offered = scene.cells is not None and scene.cells.ask_risk is not None
    if not is_offered:
        return state
    told = Message("footfall-ui-plain-risk-told", {"is_on": "no" if state.shows_risk else "yes"})
    return _replace(state, shows_risk=not state.shows_risk, notice=told if state.fact_keys else None)


# Pages.


def _handle_page_key(state: UiState, scene: Scene, key: str) -> tuple[UiState, InputResult]:
    if state.detail_letter:
        if key in (uses := list_uses(state, scene)):
            binding, value = uses[key]
            return fill_prompt(state.close_all(), PendingCommand(binding), scene, value)
        letter = key if key in list_details(state, scene) else ""
        return _replace(state, detail_letter=letter), None
    if key in ("ESC", "ENTER"):
        return state.close_all(), None
    if key in list_details(state, scene):
        return _replace(state, detail_letter=key), None
    scroll = _scroll(state.scroll, key, newest_first=state.page == MESSAGES_PAGE)
    if scroll is not None:
        return _replace(state, scroll=scroll), None
    next_state, _ = _handle_menu_key(state, scene, key)
    if next_state.page == state.page and next_state == state.close_all(page=state.page) and next_state is not state:
        return state.close_all(), None  # the key of this page
    if next_state.page and next_state.page != state.page:
        return next_state, None
    return _replace(state, notice=Message("footfall-ui-plain-close")), None


def _scroll(scroll: int, key: str, newest_first: bool) -> int | None:
    rows = {"UP": -1, "PAD8": -1, "k": -1, "DOWN": 1, "PAD2": 1, "j": 1}
    rows |= {"PGUP": -PAGE_ROWS, "PAD9": -PAGE_ROWS, "PGDN": PAGE_ROWS, "PAD3": PAGE_ROWS, "SPACE": PAGE_ROWS}
    if key in rows:
        return max(0, scroll + (-rows[key] if newest_first else rows[key]))
    ends = {"HOME": 0, "PAD7": 0, "END": 1 << 20, "PAD1": 1 << 20}
    if key in ends:
        return (1 << 20) - ends[key] if newest_first else ends[key]
    return None


# Questions of the rules.


def _handle_answer_key(state: UiState, scene: Scene, key: str) -> tuple[UiState, InputResult] | None:
    count = len(scene.answers)
    for index, (letter, _) in enumerate(assign_letters(scene.answers)):
        if key == letter:
            return state.close_all(), Answer(actor=scene.actor, choice=index)
    row = _move_selection(find_row(state, scene), key, count)
    if row is not None:
        return _replace(state, selected_row=row), None
    if key == "ENTER":
        return state.close_all(), Answer(actor=scene.actor, choice=min(find_row(state, scene), count - 1))
    refusal = next((n for n, choice in enumerate(scene.answers) if choice.value is False), None)
    if key == "ESC" and refusal is not None:
        return state.close_all(), Answer(actor=scene.actor, choice=refusal)
    return None


def find_cursor(state: UiState, scene: Scene) -> MapPosition | None:
    """Returns the position of the cursor; by default, a question for a cell puts it on its first option."""
    if state.cursor is None and scene.answers and scene.answer_kind is PromptKind.CELL:
        cells = (
            cell for cell in (scene.cursor, *(choice.value for choice in scene.answers)) if isinstance(cell, tuple)
        )
        return next(cells, None)
    return state.cursor


def _handle_answer_cell_key(state: UiState, scene: Scene, key: str) -> tuple[UiState, InputResult] | None:
    """Moves the cursor, or answers with its cell. TAB visits the options with a description, else all."""
    cursor = find_cursor(state, scene)
    state = _replace(state, cursor=cursor)
    if key in CONFIRM_KEYS and cursor is not None:
        return answer_cell(state, scene, cursor)
    if key == "ESC":
        index = next((n for n, choice in enumerate(scene.answers) if choice.letter == key), None)
        return state.close_all(), None if index is None else Answer(actor=scene.actor, choice=index)
    stops = [choice.value for choice in scene.answers if isinstance(choice.value, tuple)]
    moved = _move_cursor(state, scene, key, [cell for cell in stops if cell in scene.notes] or stops)
    return None if moved is state else (moved, None)


def answer_cell(state: UiState, scene: Scene, cell: MapPosition) -> tuple[UiState, InputResult]:
    for index, choice in enumerate(scene.answers):
        if choice.value == cell:
            answer = Answer(actor=scene.actor, choice=index)
            if choice.confirmation is None:
                return state.close_all(), answer
            return state.close_all(cursor=cell, confirmation=confirm_yes_no(choice.confirmation, answer)), None
    return _replace(state, cursor=cell, notice=Message("footfall-ui-not-a-target")), None


def _move_selection(row: int, key: str, count: int) -> int | None:
    rows = {"UP": -1, "PAD8": -1, "DOWN": 1, "PAD2": 1, "PGUP": -PAGE_ROWS, "PGDN": PAGE_ROWS}
    rows |= {"HOME": -count, "PAD7": -count, "END": count, "PAD1": count}
    if key in ("UP", "DOWN", "PAD8", "PAD2"):
        return (row + rows[key]) % max(1, count)
    return max(0, min(count - 1, row + rows[key])) if key in rows else None


# Commands with prompts.


def _begin_command(state: UiState, scene: Scene, binding: Binding, key: str = "") -> tuple[UiState, InputResult]:
    """Opens the first prompt, or builds the command; a digit that opens a text is its first character."""
    state, result = _continue_command(state.close_all(), PendingCommand(binding), scene)
    is_text = state.pending is not None and state.pending.prompt.kind is PromptKind.TEXT
    return (_replace(state, input_text=key) if is_text and key.isdecimal() else state), result


def _continue_command(state: UiState, pending: PendingCommand, scene: Scene) -> tuple[UiState, InputResult]:
    """Opens the next prompt, or builds the command."""
    binding = pending.binding
    if len(pending.answers) == len(binding.prompts):
        question = None if pending.is_confirmed else _find_confirmation(pending, scene)
        if question is not None:
            confirmed = msgspec.structs.replace(pending, is_confirmed=True)
            key = next(iter(state.keys.get(binding.label.id, binding.keys)), "")
            return state.close_all(confirmation=confirm_yes_no(question, confirmed, key)), None
        return state.close_all(), build_command(pending, scene)
    prompt = pending.prompt
    choices = scene.choices.get(prompt.choices, ())
    if prompt.is_automatic and len(choices) < 2:
        return fill_prompt(state, pending, scene, None)
    if prompt.kind is PromptKind.CHOICE and not choices:
        nothing = Message("footfall-ui-nothing-to-choose")
        return state.close_all(notice=scene.no_choices.get(prompt.choices, nothing)), None
    cursor: MapPosition | None = None
    if prompt.kind is PromptKind.CELL:
        if scene.cells is None:
            return state.close_all(notice=Message("footfall-ui-no-map")), None
        cursor = tuple(choices[0].value) if choices else scene.cells.focus
    return state.close_all(pending=pending, cursor=cursor), None


def build_command(pending: PendingCommand, scene: Scene) -> Command:
    """Builds the command of a binding whose prompts are answered."""
    binding = pending.binding
    pairs = zip(binding.prompts, pending.answers, strict=True)
    answers = {prompt.field: value for prompt, value in pairs if value is not None}
    return binding.command(actor=scene.actor, **{**binding.fields, **answers})


def preview_pending(state: UiState, scene: Scene) -> tuple[Message, ...]:
    """Returns the effects of the command with the open prompt at the cell under the cursor."""
    pending, cursor = state.pending, state.cursor
    if pending is None or cursor is None or pending.prompt.kind is not PromptKind.CELL:
        return ()
    complete = PendingCommand(pending.binding, (*pending.answers, cursor))
    is_last = len(complete.answers) == len(pending.binding.prompts)
    return scene.preview(build_command(complete, scene)) if is_last else ()


def _find_confirmation(pending: PendingCommand, scene: Scene) -> Message | None:
    """Returns the confirmation question of a complete command, if it needs one."""
    binding = pending.binding
    if binding.confirmation is not None:
        return binding.confirmation
    focus = scene.cells.focus if scene.cells is not None else None
    for prompt, value in zip(binding.prompts, pending.answers, strict=True):
        if prompt.kind is PromptKind.CELL and prompt.confirmation is not None and value == focus:
            return prompt.confirmation
        if prompt.kind is PromptKind.CHOICE:
            choice = next((c for c in scene.choices.get(prompt.choices, ()) if c.value == value), None)
            if choice is not None and choice.confirmation is not None:
                return choice.confirmation
    direction = binding.fields.get("direction")
    if focus is None or type(direction) is not int:
        return None
    dy, dx = DIRECTIONS[direction]
    return scene.confirmations.get((focus[0] + dy, focus[1] + dx))


def fill_prompt(state: UiState, pending: PendingCommand, scene: Scene, value: Any) -> tuple[UiState, InputResult]:
    return _continue_command(state, PendingCommand(pending.binding, (*pending.answers, value)), scene)


def _handle_prompt_key(state: UiState, pending: PendingCommand, scene: Scene, key: str) -> tuple[UiState, InputResult]:
    if key == "ESC":
        return state.close_all(), None
    prompt = pending.prompt
    if prompt.kind is PromptKind.DIRECTION:
        direction = _find_direction(state, scene, key)
        if direction is None:
            return _replace(state, notice=Message("footfall-ui-need-direction")), None
        return fill_prompt(state, pending, scene, direction)
    if prompt.kind is PromptKind.KEY:
        return fill_prompt(state, pending, scene, key)
    if prompt.kind is PromptKind.TEXT:
        return _handle_typed_key(state, pending, scene, key)
    choices = scene.choices.get(prompt.choices, ())
    if prompt.kind is PromptKind.CELL:
        is_same_key = build_keymap(state, scene).get(key) is pending.binding
        if key in CONFIRM_KEYS or (is_same_key and key != "TAB" and key not in list_direction_keys(state, scene)):
            return fill_prompt(state, pending, scene, state.cursor)
        cell_binding = _find_cell_binding(state, scene, key)
        if cell_binding is not None and key not in list_direction_keys(state, scene) and key not in ("TAB", "S-TAB"):
            return fill_prompt(state, PendingCommand(cell_binding), scene, state.cursor)
        return _move_cursor(state, scene, key, [tuple(choice.value) for choice in choices]), None
    for letter, choice in assign_letters(choices):
        if key == letter:
            return fill_prompt(state, pending, scene, choice.value)
    selected = find_row(state, scene)
    row = _move_selection(selected, key, len(choices))
    if row is not None:
        return _replace(state, selected_row=row), None
    if key == "ENTER":
        return fill_prompt(state, pending, scene, choices[min(selected, len(choices) - 1)].value)
    return _replace(state, notice=Message("footfall-ui-need-choice")), None


def _handle_typed_key(state: UiState, pending: PendingCommand, scene: Scene, key: str) -> tuple[UiState, InputResult]:
    """Adds a character to a text, or takes the last one away; ENTER ends it."""
    if key == "ENTER":
        return (
            fill_prompt(state, pending, scene, state.input_text)
            if state.input_text.strip()
            else (state.close_all(), None)
        )
    if key == "BACKSPACE":
        return _replace(state, input_text=state.input_text[:-1]), None
    if key == "TAB":
        options = sorted(scene.complete(pending.prompt.field, state.input_text))
        pairs = zip(options[0], options[-1], strict=False) if options else ()  # what these share, all share
        shared = "".join(one for one, other in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return (_replace(state, input_text=shared) if len(shared) > len(state.input_text) else state), None
    character = {"SPACE": " "}.get(key, key.removeprefix("PAD"))
    if len(character) != 1 or len(state.input_text) >= MAX_TYPED:
        return state, None
    return _replace(state, input_text=state.input_text + character), None


def _find_cell_binding(state: UiState, scene: Scene, key: str) -> Binding | None:
    """Returns the binding of a key, if it prompts for a cell only: it can take the one under the cursor."""
    binding = build_keymap(state, scene).get(key)
    prompts_for_cell = isinstance(binding, Binding) and [prompt.kind for prompt in binding.prompts] == [PromptKind.CELL]
    return binding if prompts_for_cell and isinstance(binding, Binding) else None


def _handle_look_key(state: UiState, scene: Scene, key: str) -> tuple[UiState, InputResult]:
    if key in ("ESC", "ENTER", "SPACE") or find_action(state, key) == "look":
        return state.close_all(), None
    if find_action(state, key) == "risk" and key not in build_keymap(state, scene):
        return _toggle_risk(state, scene), None
    binding = _find_cell_binding(state, scene, key)
    if binding is not None and key not in list_direction_keys(state, scene) and key not in ("TAB", "S-TAB"):
        return fill_prompt(state.close_all(), PendingCommand(binding), scene, state.cursor)
    moved = _move_cursor(state, scene, key, list_stops(scene))
    if moved is state and key in ("TAB", "S-TAB"):
        return _replace(state, notice=Message("footfall-ui-no-stop")), None
    return moved, None


def list_stops(scene: Scene) -> list[MapPosition]:
    """Returns the cells that TAB visits, by importance: creatures, sounds, then other things."""
    creatures = [thing.position for thing in scene.things if thing.awareness]
    sounds = [percept.estimate for percept in scene.percepts if percept.estimate is not None]
    others = [thing.position for thing in scene.things if not thing.awareness]
    return [*dict.fromkeys((*creatures, *sounds, *others))]


def _find_direction(state: UiState, scene: Scene, key: str) -> int | None:
    directions = list_direction_keys(state, scene)
    return next((directions[name] for name in keymap.list_lookup_names(key) if name in directions), None)


def _move_cursor(state: UiState, scene: Scene, key: str, stops: list[MapPosition]) -> UiState:
    """Moves the cursor one step, or with TAB to the next stop; it stays on the map."""
    cells, cursor = scene.cells, state.cursor
    if cells is None or cursor is None:
        return state
    if key in ("TAB", "S-TAB") and stops:
        step = 1 if key == "TAB" else -1
        if cursor in stops:
            return _replace(state, cursor=stops[(stops.index(cursor) + step) % len(stops)])
        return _replace(
            state, cursor=min(stops, key=lambda stop: (max(abs(stop[0] - cursor[0]), abs(stop[1] - cursor[1])), stop))
        )
    direction = _find_direction(state, scene, key)
    if direction is None:
        return state
    dy, dx = DIRECTIONS[direction]
    (top, left), (height, width) = cells.origin, cells.glyph.shape
    y = min(max(cursor[0] + dy, top), top + height - 1)
    x = min(max(cursor[1] + dx, left), left + width - 1)
    return _replace(state, cursor=(y, x))
