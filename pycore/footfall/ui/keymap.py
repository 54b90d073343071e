"""The current keys: of bindings, pages, directions and the UI's own actions."""

from __future__ import annotations

from footfall.api.scene import Binding, Scene

from . import key_names
from .ui_state import UI_ACTIONS, UiState


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
        "larger": not state.zooms,
        "smaller": not state.zooms,
    }
    if missing.get(action):
        return ()
    keymap = build_keymap(state, scene)
    keys = state.keys.get(f"footfall-ui-{action}", UI_ACTIONS[action])
    return tuple(key for key in keys if key not in keymap)


def find_first_key(state: UiState, scene: Scene, name: str) -> str:
    """Returns the first key of a binding, a page or a UI action as the help shows it; empty if it has none."""
    return key_names.format_key(find_key(state, scene, name))


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
    directions = dict(key_names.DIRECTION_KEYS)
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
