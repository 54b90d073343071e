"""``footfall mods new``: a mod to begin with, which runs at once and has a test."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template

import click

from footfall.content.records import Records
from footfall.loader import LoadError, load, trust
from footfall.loader.manifest import MOD_ID_PATTERN

from ..data.schema import SCHEMA_FOLDER as SCHEMAS
from ..data.schema import write_schemas
from ..options import CliError

TEMPLATES = files("footfall.cli") / "templates"
TEMPLATE_SUFFIX = ".tmpl"

NEXT_COMMANDS = ("footfall mods run {folder} --watch", "footfall mods test {folder} --quick")


@click.command("new")
@click.argument("id", metavar="AUTHOR.NAME")
@click.option("--data", "kind", flag_value="data", help="Records and texts, no Python.")
@click.option("--rules", "kind", flag_value="rules", default=True, help="A hook (the default).")
@click.option("--game", "kind", flag_value="game", help="A whole game.")
@click.option(
    "--dir",
    "where",
    type=click.Path(path_type=Path),
    default=Path("mods"),
    show_default=True,
    help="Folder of mods it is put into.",
)
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def create_mod(id: str, kind: str, where: Path, as_json: bool) -> None:
    """Begin a mod: a folder that runs at once, with a test. It is yours: its code runs here without approval."""
    if not MOD_ID_PATTERN.fullmatch(id):
        better = re.sub(r"[^a-z0-9.]+", "-", id.lower()).strip("-.") or "mod"
        raise CliError(
            f"{id!r} is no id; take author.name, such as {better if '.' in better else 'you.' + better}"
        )
    slug = id.rpartition(".")[2]
    folder = where / slug
    if folder.exists():
        raise CliError(f"{folder} is there already; nothing was written")
    author = id.partition(".")[0]
    words = {"id": id, "slug": slug, "name": slug.replace("-", " ").title(), "author": author}
    _copy_template(TEMPLATES / kind, folder, words)
    _write_schemas(folder)
    try:
        trust.mark_own(folder, id)
    except OSError as error:
        click.echo(
            f"{trust.approvals_folder()} cannot be written ({error.strerror}): its code will ask", err=True
        )
    tries = [line.format(folder=folder) for line in NEXT_COMMANDS]
    if as_json:
        click.echo(json.dumps({"mod": id, "folder": str(folder), "kind": kind, "try": tries}, indent=2))
        return
    click.echo(f"{folder} is there. Try it out while you write, and test it:")
    for line in tries:
        click.echo(f"  {line}")


def _write_schemas(folder: Path) -> None:
    """Schemas for the completion of editors; they are made anew at will, so that version control leaves them out."""
    try:
        records: Records = load(SCHEMA_GAME, only=()).rules.records
    except LoadError:  # a mod can be written without them
        return
    for kind in ("manifest", "content"):
        write_schemas(records, folder / SCHEMAS, kind)
    (folder / SCHEMAS / ".gitignore").write_text("*\n", encoding="utf-8")


SCHEMA_GAME = "stealth"
"""The game whose records a new mod is offered."""


def _copy_template(source: Traversable, target: Path, words: dict[str, str]) -> None:
    target.mkdir(parents=True)
    for entry in sorted(source.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            _copy_template(entry, target / entry.name, words)
        elif entry.name.endswith(TEMPLATE_SUFFIX):
            text = Template(entry.read_text(encoding="utf-8")).substitute(words)
            (target / entry.name.removesuffix(TEMPLATE_SUFFIX)).write_text(text, encoding="utf-8")
