"""``footfall keys``: prints the key bindings of a game as an editable settings file."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from footfall.api.scene import Scene
from footfall.api.session_scene import build_session_scene
from footfall.disk import replace_file
from footfall.engine.model import Message
from footfall.engine.session import Session
from footfall.i18n.catalog import Catalog
from footfall.ui.keymap import find_page_label, list_action_keys
from footfall.ui.settings import find_settings_path, keep_usable_keys, load_ui_settings
from footfall.ui.ui_state import UI_ACTIONS, UiState

from .options import MODS, GameOptions, game_options
from .output import CliError, echo, report_write_errors


@click.command()
@click.argument("game", default="stealth")
@click.option("--write", is_flag=True, help="Write the settings file, unless it exists.")
@game_options(*MODS)
def keys(game: str, write: bool, setup: GameOptions) -> None:
    """Print all key bindings of GAME (default: stealth) as a settings file.

    Keep only the lines you change: a missing line keeps its default keys.
    """
    loaded = setup.load(game, quiet=True)
    scene = build_session_scene(Session.begin(loaded.rules, 0))
    ui_settings = keep_usable_keys(load_ui_settings(), scene)
    own = ui_settings.keys
    for problem in ui_settings.problems:
        echo(f"{problem}. The default is used.", err=True)
    path = find_settings_path()
    text = "\n".join(_format_settings_file(scene, own, loaded.catalog, path)) + "\n"
    if not write:
        echo(text, nl=False)
        return
    if path.exists():
        raise CliError(f"{path} exists already; edit it, or print the bindings with: footfall keys {game}")
    with report_write_errors(path):
        replace_file(path, [text.encode("utf-8", "backslashreplace")])  # the path in it may not be valid Unicode
    echo(f"written: {path}")


def _format_settings_file(
    scene: Scene, own_keys: Mapping[str, tuple[str, ...]], catalog: Catalog, path: Path
) -> Iterator[str]:
    """Yields the lines of the settings file, one per binding, with a description."""
    text = catalog.translate
    rows: dict[str, tuple[tuple[str, ...], str]] = {}
    for binding in scene.bindings:
        defaults = (*rows.get(binding.label.id, ((), ""))[0], *binding.keys)
        rows[binding.label.id] = (defaults, text(binding.label))
    for key, page in scene.page_keys.items():
        rows[f"page:{page}"] = ((*rows.get(f"page:{page}", ((), ""))[0], key), find_page_label(scene, page, text))
    for action in UI_ACTIONS:
        free_keys = list_action_keys(UiState(), scene, action)
        if free_keys:  # keys of the game take precedence
            rows[f"footfall-ui-{action}"] = (free_keys, text(Message(f"footfall-ui-{action}")))
    yield f"# Key bindings; save as {path}"
    yield "# A key is a character or a name (ESC ENTER TAB SPACE UP F1 PAD7 ...), with C- or A- for Ctrl or Alt."
    yield ""
    yield "[keys]"
    for name, (defaults, label) in rows.items():
        escaped = (key.replace("\\", "\\\\").replace('"', '\\"') for key in own_keys.get(name, defaults))
        key_list = ", ".join(f'"{key}"' for key in escaped)
        yield f'"{name}" = [{key_list}]  # {label}'
