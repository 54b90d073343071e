"""``footfall mods new``: a mod to begin with, which runs at once and has a test."""

from __future__ import annotations

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template

import click

from footfall.loader.manifest import ID

from .options import Trouble

TEMPLATES = files("footfall.cli") / "templates"
SUFFIX = ".tmpl"

RUN = {
    "data": "footfall play --mods {folder}",
    "rules": "footfall play --mods {folder}",
    "game": "footfall play {id} --mods {folder}",
}


@click.command("new")
@click.argument("id", metavar="AUTHOR.NAME")
@click.option("--data", "kind", flag_value="data", help="Records and texts, no Python.")
@click.option("--rules", "kind", flag_value="rules", default=True, help="A hook (the default).")
@click.option("--game", "kind", flag_value="game", help="A whole game.")
@click.option("--in", "where", type=click.Path(path_type=Path), default=Path("mods"), show_default=True)
def new(id: str, kind: str, where: Path) -> None:
    """Begin a mod: a folder that runs at once, with a test."""
    if not ID.fullmatch(id):
        better = re.sub(r"[^a-z0-9.]+", "-", id.lower()).strip("-.") or "mod"
        raise Trouble(
            f"{id!r} is no id; take author.name, such as {better if '.' in better else 'you.' + better}"
        )
    slug = id.rpartition(".")[2]
    folder = where / slug
    if folder.exists():
        raise Trouble(f"{folder} is there already; nothing was written")
    words = {"id": id, "slug": slug, "name": slug.replace("-", " ").title()}
    _write(TEMPLATES / kind, folder, words)
    click.echo(f"{folder} is there. Try it, and its test:")
    click.echo("  " + RUN[kind].format(folder=folder, id=id))
    click.echo(f"  python -m pytest {folder}")


def _write(source: Traversable, target: Path, words: dict[str, str]) -> None:
    target.mkdir(parents=True)
    for entry in sorted(source.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            _write(entry, target / entry.name, words)
        elif entry.name.endswith(SUFFIX):
            text = Template(entry.read_text(encoding="utf-8")).substitute(words)
            (target / entry.name.removesuffix(SUFFIX)).write_text(text, encoding="utf-8")
