"""The mouse over the map and over other parts of the screen does the same as keys."""

import msgspec

from footfall.api import Command
from footfall.api.scene import CLICK, DIRECTIONS, Binding, PromptKind, Scene

from .drawing.canvas import LookAt, SelectPlace, Target
from .drawing.screen import DrawnFrame
from .frontend import InputEvent, KeyPress, Pointer
from .interaction import answer_cell, fill_prompt, find_cursor, handle_key, handle_told_key
from .keymap import build_keymap
from .places_cursor import give_clicked
from .ui_state import InputResult, MapPosition, PendingCommand, UiState


def handle_pointer(
    state: UiState, scene: Scene, position: MapPosition | None, click: bool = False
) -> tuple[UiState, InputResult]:
    """Handles the mouse over a map position, or outside the map.

    A click moves the cursor there; a click on the cursor confirms its cell, and at a prompt for a direction it gives
    that of the cell. While nothing is open, a click runs the command that the game binds to it.
    """
    if position is None or scene.cells is None:
        return msgspec.structs.replace(state, mouse_position=None, mouse_target=None), None
    state = msgspec.structs.replace(state, mouse_position=position, mouse_target=None)
    if not click:
        return state, None
    if state.pending is not None and state.pending.prompt.kind is PromptKind.DIRECTION:
        direction = find_direction_towards(scene.cells.focus, position)
        return (state, None) if direction is None else fill_prompt(state, state.pending, scene, direction)
    cursor = find_cursor(state, scene)
    if cursor is not None:
        if position == cursor and state.pending is not None:
            return fill_prompt(state, state.pending, scene, position)
        if position == cursor and scene.answers:
            return answer_cell(state, scene, position)
        return msgspec.structs.replace(state, cursor=position), None
    binding = build_keymap(state, scene).get(CLICK)
    if isinstance(binding, Binding) and not (
        state.page or state.pending or state.confirmation or scene.answers or scene.farewell
    ):
        return fill_prompt(state.close_all(), PendingCommand(binding), scene, position)
    return state, None


def handle_target(state: UiState, scene: Scene, target: Target, click: bool) -> tuple[UiState, InputResult]:
    """Handles the mouse over a part of the screen; keys do the same."""
    if not click or target.press is None:
        return msgspec.structs.replace(state, mouse_position=None, mouse_target=target.rect[:2]), None
    state = msgspec.structs.replace(state, mouse_position=None, mouse_target=None, notice=None)
    match target.press:
        case LookAt(position):
            return state.close_all(cursor=position), None
        case SelectPlace(place):
            return state.close_all(place=place), None
        case Command() as command:
            return give_clicked(state, scene, command)
        case keys:
            result: InputResult = None
            for key in keys:
                state, result = handle_key(state, scene, str(key))
            return state, result


def find_direction_towards(start: MapPosition, end: MapPosition) -> int | None:
    """Returns the nearest of the eight directions; None at the same cell."""
    dy, dx = end[0] - start[0], end[1] - start[1]
    step = (
        0 if 2 * abs(dy) < abs(dx) else (dy > 0) - (dy < 0),
        0 if 2 * abs(dx) < abs(dy) else (dx > 0) - (dx < 0),
    )
    return DIRECTIONS.index(step) if step != (0, 0) else None


def handle_input(state: UiState, scene: Scene, event: InputEvent, frame: DrawnFrame) -> tuple[UiState, InputResult]:
    """Returns the next UI state and the result of an input on the screen that shows the frame."""
    if isinstance(event, KeyPress):
        return handle_told_key(state, scene, event.name)
    if isinstance(event, Pointer):
        target = frame.find_target(event.y, event.x)
        if target is not None:
            return handle_target(state, scene, target, event.is_click)
        return handle_pointer(state, scene, frame.find_position(event.y, event.x), event.is_click)
    return state, None
