"""``footfall keys``: the keys of a game as a settings file, ready to be edited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from footfall.api.scene import Scene
from footfall.content.catalogue import Catalogue
from footfall.engine.model import Message
from footfall.engine.session import Session
from footfall.ui.interaction import ACTIONS, View, action_keys
from footfall.ui.pages import page_label
from footfall.ui.settings import SettingsError, load_settings, settings_path

from .compose import load_mods
from .options import Trouble, mod_options
from .view import scene_of


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
        own = load_settings().keys
    except SettingsError as error:
        raise Trouble(str(error)) from None
    scene = scene_of(Session.begin(loaded.rules, 0))
    path = settings_path()
    text = "\n".join(_file(scene, own, loaded.catalogue, path)) + "\n"
    if not write:
        click.echo(text, nl=False)
        return
    if path.exists():
        raise Trouble(f"{path} exists already; edit it, or look at `footfall keys {game}` without --write")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    click.echo(f"written: {path}")


def _file(
    scene: Scene, own: Mapping[str, tuple[str, ...]], catalogue: Catalogue, path: Path
) -> Iterator[str]:
    """The lines of the file: a binding each, with what it does."""
    text = catalogue.text
    rows: dict[str, tuple[tuple[str, ...], str]] = {}
    for binding in scene.bindings:
        usual = (*rows.get(binding.label.id, ((), ""))[0], *binding.keys)
        rows[binding.label.id] = (usual, text(binding.label))
    for key, page in scene.page_keys.items():
        rows[f"page:{page}"] = ((*rows.get(f"page:{page}", ((), ""))[0], key), page_label(scene, page, text))
    for action in ACTIONS:
        free = action_keys(View(), scene, action)
        if free:  # the game's own keys go first
            rows[f"footfall-ui-{action}"] = (free, text(Message(f"footfall-ui-{action}")))
    yield f"# Keys, for {path}"
    yield "# A key is the sign it types, a name (ESC ENTER TAB SPACE UP F1 PAD7 ...), after C- or A- if need be."
    yield ""
    yield "[keys]"
    for name, (usual, label) in rows.items():
        chosen = ", ".join(f'"{_quoted(key)}"' for key in own.get(name, usual))
        yield f'"{name}" = [{chosen}]  # {label}'


def _quoted(key: str) -> str:
    """A key name inside a TOML string."""
    return key.replace("\\", "\\\\").replace('"', '\\"')
