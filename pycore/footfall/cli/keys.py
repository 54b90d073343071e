"""``footfall keys``: the keys of a game as a settings file, ready to be edited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from footfall.api.scene import Scene
from footfall.app.game_view import build_session_scene
from footfall.engine.model import Message
from footfall.engine.session import Session
from footfall.i18n.catalog import Catalog
from footfall.ui.interaction import UI_ACTIONS, UiState, list_action_keys
from footfall.ui.pages import find_page_label
from footfall.ui.settings import UiSettingsError, find_settings_path, load_ui_settings

from .compose import load_mods
from .options import CliError, mod_options


@click.command()
@click.argument("game", default="stealth")
@click.option(
    "--write", is_flag=True, help="Write the file where the game looks for it, if there is none yet."
)
@mod_options
def keys(game: str, write: bool, mod_paths: tuple[Path, ...], strict: bool, lang: str | None) -> None:
    """Print all keys of GAME (by default stealth) as the settings file that changes them.

    Delete what you leave as it is: a line that is missing keeps the usual keys.
    """
    loaded = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang, quiet=True)
    try:
        own = load_ui_settings().keys
    except UiSettingsError as error:
        raise CliError(str(error)) from None
    scene = build_session_scene(Session.begin(loaded.rules, 0))
    path = find_settings_path()
    text = "\n".join(_format_settings_file(scene, own, loaded.catalog, path)) + "\n"
    if not write:
        click.echo(text, nl=False)
        return
    if path.exists():
        raise CliError(f"{path} exists already; edit it, or look at `footfall keys {game}` without --write")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    click.echo(f"written: {path}")


def _format_settings_file(
    scene: Scene, own: Mapping[str, tuple[str, ...]], catalogue: Catalog, path: Path
) -> Iterator[str]:
    """The lines of the file: a binding each, with what it does."""
    text = catalogue.translate
    rows: dict[str, tuple[tuple[str, ...], str]] = {}
    for binding in scene.bindings:
        usual = (*rows.get(binding.label.id, ((), ""))[0], *binding.keys)
        rows[binding.label.id] = (usual, text(binding.label))
    for key, page in scene.page_keys.items():
        rows[f"page:{page}"] = (
            (*rows.get(f"page:{page}", ((), ""))[0], key),
            find_page_label(scene, page, text),
        )
    for action in UI_ACTIONS:
        free = list_action_keys(UiState(), scene, action)
        if free:  # the game's own keys go first
            rows[f"footfall-ui-{action}"] = (free, text(Message(f"footfall-ui-{action}")))
    yield f"# Keys, for {path}"
    yield "# A key is the sign it types, a name (ESC ENTER TAB SPACE UP F1 PAD7 ...), after C- or A- if need be."
    yield ""
    yield "[keys]"
    for name, (usual, label) in rows.items():
        chosen = ", ".join(f'"{_escape_toml(key)}"' for key in own.get(name, usual))
        yield f'"{name}" = [{chosen}]  # {label}'


def _escape_toml(key: str) -> str:
    """A key name inside a TOML string."""
    return key.replace("\\", "\\\\").replace('"', '\\"')
