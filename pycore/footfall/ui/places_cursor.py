"""The keyboard on a board of places: arrows move a cursor from place to place, ENTER goes there or chooses.

Below the lowest places it walks the lines of the tables. PGUP and PGDN scroll its notes.
"""

import msgspec

from footfall.api import Answer, Command, Message
from footfall.api.scene import DIRECTIONS, Place, Scene

from .drawing.place_words import find_place, list_table_lines
from .keymap import DIRECTION_KEYS, build_keymap, list_lookup_names
from .ui_state import CONFIRM_KEYS, InputResult, PendingCommand, UiState, confirm_yes_no

NOTE_ROWS = 5
"""Rows that PGUP and PGDN scroll the notes on a place or line."""


def list_place_answers(scene: Scene) -> dict[int, str]:
    """Returns the ids of the places that answer the open question, by the index of the answer."""
    clicks = [(place.click, place.id) for place in scene.places]
    return {click.choice: id for click, id in clicks if isinstance(click, Answer)} if scene.answers else {}


def handle_place_key(state: UiState, scene: Scene, key: str) -> tuple[UiState, InputResult] | None:
    """Moves the cursor or acts at it; None if the key means something else.

    The arrow keys begin at the place of the active player, unless the game or an open list has another use for them.
    """
    if not scene.places or (scene.answers and not list_place_answers(scene)):
        return None
    current, lines = find_place(scene, state.place), [*list_table_lines(scene)]
    if key in ("PGUP", "PGDN"):
        rows = NOTE_ROWS if key == "PGDN" else -NOTE_ROWS
        return (msgspec.structs.replace(state, scroll=max(0, state.scroll + rows)), None) if state.place else None
    direction = _find_direction(state, scene, key)
    start = current or find_place(scene, scene.place) or scene.places[0]
    if direction is not None and state.place in lines:
        row = lines.index(state.place) + direction[0]
        return _select(state, start.id if row < 0 else lines[min(row, len(lines) - 1)]), None
    if direction is not None:
        neighbor = find_neighbor(scene, start, direction)
        below = lines[0] if lines and direction == (1, 0) else start.id
        return _select(state, below if neighbor is None else neighbor.id), None
    if current is None and state.place not in lines:
        return None
    if key in ("TAB", "S-TAB"):
        stops = [place.id for place in scene.places if place.click is not None or place is current]
        stops = [*(stops if len(stops) > 1 else [place.id for place in scene.places]), *lines]
        return _select(state, stops[(stops.index(state.place) + (1 if key == "TAB" else -1)) % len(stops)]), None
    if key in CONFIRM_KEYS and current is not None:
        if current.click is None:
            return _select(state, current.id, Message("footfall-ui-place-no-way")), None
        return give_clicked(state, scene, current.click)
    return (state.close_all(), None) if key == "ESC" or key in CONFIRM_KEYS else None


def give_clicked(state: UiState, scene: Scene, command: Command) -> tuple[UiState, InputResult]:
    """Gives the command of a click, after the question of its key."""
    for binding in scene.bindings:
        if binding.confirmation is None or binding.prompts or type(command) is not binding.command:
            continue
        if command == binding.command(actor=command.actor, **binding.fields):
            pending = PendingCommand(binding, is_confirmed=True)
            return state.close_all(confirmation=confirm_yes_no(binding.confirmation, pending)), None
    return state.close_all(), command


def start_looking(state: UiState, scene: Scene) -> UiState:
    """Puts the cursor on the place of the active player, or takes it away."""
    start = find_place(scene, scene.place) or scene.places[0]
    return state.close_all() if state.place else _select(state, start.id)


def _select(state: UiState, place: str, notice: Message | None = None) -> UiState:
    return state.close_all(place=place, notice=notice)


def _find_direction(state: UiState, scene: Scene, key: str) -> tuple[int, int] | None:
    """Returns the offset of a direction key; letters belong to the commands of the game."""
    if len(key) == 1 or key in build_keymap(state, scene):
        return None
    names = (name for name in list_lookup_names(key) if name in DIRECTION_KEYS and len(name) > 1)
    return next((DIRECTIONS[DIRECTION_KEYS[name]] for name in names), None)


def find_neighbor(scene: Scene, start: Place, step: tuple[int, int]) -> Place | None:
    """Returns the nearest place in a direction, as the boxes lie on the screen: the levels side by side."""
    columns = max(place.column + place.width for place in scene.places)

    def locate(place: Place) -> tuple[float, float]:
        return place.row + place.height / 2, place.level * columns + place.column + place.width / 2

    y, x = locate(start)
    found = []
    for place in scene.places:
        dy, dx = locate(place)[0] - y, locate(place)[1] - x
        along, across = dy * step[0] + dx * step[1], abs(dy * step[1] - dx * step[0])
        if place is not start and along > 0 and across <= 2 * along:
            found.append((along + 2 * across, place.id, place))
    return min(found, key=lambda each: each[:2])[2] if found else None
