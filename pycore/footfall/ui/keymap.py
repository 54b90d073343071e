"""Key names, common to all front ends, and the current keys of bindings, pages, directions and UI actions.

A printable key is named by the character that it types, on any keyboard layout; ``SPACE`` is the space bar. Other
keys have the names below. The numeric pad has names of its own (``PAD7``), with or without NumLock. Prefixes are
``C-`` (control), ``A-`` (alt) and, for keys that type nothing, ``S-`` (shift), in this order.
"""

from collections.abc import Callable, Iterable
from functools import reduce
from operator import attrgetter

from footfall.api import Message
from footfall.api.scene import CLICK, Binding, Scene

from .ui_state import UI_ACTIONS, UiState

_NAMED_KEY_LIST = "ESC ENTER TAB BACKSPACE DEL INS HOME END PGUP PGDN UP DOWN LEFT RIGHT SPACE"
NAMED_KEYS = frozenset((*_NAMED_KEY_LIST.split(), *(f"F{n}" for n in range(1, 13))))
"""Keys that are not named by the character that they type."""

PAD_KEYS = frozenset(f"PAD{n}" for n in range(10))
"""Keys of the numeric pad."""

DIRECTION_KEYS: dict[str, int] = {
    "UP": 0, "PAD8": 0, "k": 0,
    "PGUP": 1, "PAD9": 1, "u": 1,
    "RIGHT": 2, "PAD6": 2, "l": 2,
    "PGDN": 3, "PAD3": 3, "n": 3,
    "DOWN": 4, "PAD2": 4, "j": 4,
    "END": 5, "PAD1": 5, "b": 5,
    "LEFT": 6, "PAD4": 6, "h": 6,
    "HOME": 7, "PAD7": 7, "y": 7,
}  # fmt: skip
"""Keys for directions (0 to 7, clockwise from north), valid in every prompt for a direction."""

FACT_KEY = ";"
"""The key before that of a fact that the front end tells in words."""

KEY_SYMBOLS = {"UP": "↑", "DOWN": "↓", "LEFT": "←", "RIGHT": "→"}
"""Signs of keys in the help."""


def is_key_name(name: str) -> bool:
    """Returns whether this is the name of a key, or `CLICK`."""
    if name == CLICK:
        return True
    rest = name
    for prefix in ("C-", "A-", "S-"):
        if rest.startswith(prefix) and len(rest) > 2:
            rest = rest[2:]
    return rest in NAMED_KEYS or rest in PAD_KEYS or (len(rest) == 1 and rest.isprintable() and rest != " ")


def list_lookup_names(name: str) -> tuple[str, ...]:
    """Returns the names to look up for a key press, best first.

    Terminals report the numeric pad as digits, so an unbound digit stands for its key on the pad.
    """
    return (name, f"PAD{name}") if len(name) == 1 and name in "0123456789" else (name,)


def format_key(name: str) -> Message | str:
    """Returns a key as screens show it: by a sign, or as the keyboard of the player's language has it."""
    return KEY_SYMBOLS.get(name) or (Message("footfall-ui-key", {"key": name}) if name in NAMED_KEYS else name)


def join_keys(names: Iterable[str]) -> Message | str:
    """Returns one or more keys in a list, as screens show them."""
    return reduce(
        lambda first, key: Message("footfall-ui-and-key", {"first": first, "key": key}), map(format_key, names)
    )


def build_keymap(state: UiState, scene: Scene) -> dict[str, Binding | str]:
    """Maps key names to current bindings and to ``page:NAME``."""
    keymap: dict[str, Binding | str] = {}
    for binding in scene.bindings:
        for key in state.keys.get(binding.label.id, binding.keys):
            keymap.setdefault(key, binding)
    for key, page in scene.page_keys.items():
        for name in state.keys.get(f"page:{page}", (key,)):
            keymap.setdefault(name, f"page:{page}")
    return keymap


def list_action_keys(state: UiState, scene: Scene, action: str) -> tuple[str, ...]:
    """Returns the keys of a UI action that no binding takes; an action that the scene does not offer has none."""
    missing = {
        "look": scene.cells is None and not scene.places,
        "risk": scene.cells is None or scene.cells.ask_risk is None,
        "restart": not scene.can_restart,
        "save": not scene.can_save,
        "larger": not state.can_zoom,
        "smaller": not state.can_zoom,
    }
    if missing.get(action):
        return ()
    keymap = build_keymap(state, scene)
    keys = state.keys.get(f"footfall-ui-{action}", UI_ACTIONS[action])
    return tuple(key for key in keys if key not in keymap)


def list_facts(keys: Iterable[str], scene: Scene) -> list[str]:
    """Returns the keys of facts, without those of sounds and chances that the game has not."""
    has_map = scene.cells is not None
    has_risk = scene.cells is not None and scene.cells.ask_risk is not None
    present = {"s": has_map, "o": scene.ask_odds is not None, "v": has_risk}
    return [key for key in keys if present.get(key, True)]


def find_first_key(state: UiState, scene: Scene, name: str) -> str:
    """Returns the first key of a binding, a page or a UI action, arrows as signs; empty if it has none."""
    key = find_key(state, scene, name)
    return KEY_SYMBOLS.get(key, key)


def find_key(state: UiState, scene: Scene, name: str) -> str:
    """Returns the name of the first key of a binding, a page (``page:NAME``) or a UI action; empty if it has none."""
    keys: tuple[str, ...] = ()
    action = name.removeprefix("footfall-ui-")
    if action in UI_ACTIONS:
        keys = list_action_keys(state, scene, action)
    elif name.startswith("page:"):
        defaults = tuple(key for key, page in scene.page_keys.items() if f"page:{page}" == name)
        keys = state.keys.get(name, defaults)
    else:
        keymap = build_keymap(state, scene)
        bindings = [binding for binding in scene.bindings if binding.label.id == name]
        defaults = state.keys.get(name, tuple(key for binding in bindings for key in binding.keys))
        keys = tuple(key for key in defaults if any(keymap.get(key) is binding for binding in bindings))
    return keys[0] if keys else ""


def list_direction_keys(state: UiState, scene: Scene) -> dict[str, int]:
    """Returns the keys that mean a direction: the default ones and those of the game's moves."""
    directions = dict(DIRECTION_KEYS)
    for key, target in build_keymap(state, scene).items():
        if isinstance(target, Binding) and type(target.fields.get("direction")) is int:
            directions[key] = target.fields["direction"]
    return directions


def find_action(state: UiState, key: str) -> str | None:
    """Returns the UI action of a key; bindings of the game take precedence."""
    for action, defaults in UI_ACTIONS.items():
        if key in state.keys.get(f"footfall-ui-{action}", defaults):
            return action
    return None


def list_key_groups(
    state: UiState, scene: Scene, translate: Callable[[Message | str], str]
) -> dict[str, list[tuple[list[str], str]]]:
    """Returns keys with their labels by heading: those of the game, then those of pages and UI actions."""
    keymap = build_keymap(state, scene)
    groups: dict[str, list[tuple[list[str], str]]] = {}

    def add(group: Message | str, keys: Iterable[str], label: str) -> None:
        if names := list(keys):
            groups.setdefault(translate(group), []).append((names, label))

    for key in list_facts(state.fact_keys, scene):
        add(Message("footfall-ui-facts"), [f"{FACT_KEY} {key}"], translate(Message(f"footfall-ui-plain-fact-{key}")))
    for binding in filter(attrgetter("is_listed"), scene.bindings):
        keys = (key for key in state.keys.get(binding.label.id, binding.keys) if keymap.get(key) is binding)
        add(binding.group or Message("footfall-ui-keys"), keys, translate(binding.label))
    screen = Message("footfall-ui-screen")
    for key, page in scene.page_keys.items():
        add(screen, state.keys.get(f"page:{page}", (key,)), find_page_label(scene, page, translate))
    for action in UI_ACTIONS:
        label = "leave" if action == "quit" and not scene.can_save else action
        add(screen, list_action_keys(state, scene, action), translate(Message(f"footfall-ui-{label}")))
    return groups


def find_page_label(scene: Scene, page: str, translate: Callable[[Message | str], str]) -> str:
    """Returns the label of a page in the help."""
    panel = scene.pages.get(page)
    words = None if panel is None else panel.label or panel.title
    return translate(words) if words is not None else page
