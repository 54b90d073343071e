"""``footfall mods new``: creates a mod from a template; it is ready to run and has a test."""

from __future__ import annotations

import json
import re
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory

import click

from footfall.loader import LoadError, load
from footfall.loader.isolation import trust
from footfall.loader.manifest import find_id_fault

from ..data.schema import SCHEMA_FOLDER, write_schemas
from ..options import CliError, report_write_errors
from ..output import echo

TEMPLATES = files("footfall.cli") / "templates"
TEMPLATE_SUFFIX = ".tmpl"

SCHEMA_GAME = "stealth"
"""The game whose record schemas a new mod gets."""

NEXT_COMMANDS = ("footfall mods run {folder} --watch{options}", "footfall mods test {folder} --quick")

FIRST_SIGHT = {"data": " --seed 4 --option floor=2"}
"""Options of a game in which the first turn shows what the mod adds, by kind of template."""

FIRST_HINTS = {"data": "press o to explore: the first turn shows the new creature"}


ASK = "ask"
"""The form of a rule if the command line names none."""

RULE_TEMPLATES = {"data": "rules-data", "python": "rules"}
"""The template of a rule, by its form."""


@click.command("new")
@click.argument("id", metavar="AUTHOR.NAME")
@click.option("--data", "kind", flag_value="data", help="Records and texts without Python.")
@click.option("--rules", "form", flag_value=ASK, help="A rule on a hook; asks whether as data or in Python.")
@click.option("--rules-data", "form", flag_value="data", help="A rule as data.")
@click.option("--rules-python", "form", flag_value="python", help="A rule in Python; this is the default.")
@click.option("--game", "kind", flag_value="game", help="A whole game.")
@click.option(
    "--dir",
    "where",
    type=click.Path(path_type=Path),
    default=Path("mods"),
    show_default=True,
    help="The folder in which to create the mod.",
)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def create_mod(id: str, kind: str | None, form: str | None, where: Path, as_json: bool) -> None:
    """Create a mod that is ready to run, with a test. Its code is yours and needs no approval here."""
    if fault := find_id_fault(id):
        better = re.sub(r"[^a-z0-9.]+", "-", id.lower()).strip("-.") or "mod"
        better = better if "." in better else f"you.{better}"
        advice = "" if find_id_fault(better) else f"; use author.name, such as {better}"
        raise CliError(f"{id!r} is not a mod id: it {fault}{advice}")
    slug = id.rpartition(".")[2]
    folder = where / slug
    if folder.exists():
        raise CliError(f"{folder} exists already; nothing was written")
    if form is not None and kind is not None:
        raise click.UsageError(f"give either --rules or --{kind}")
    kind = kind or RULE_TEMPLATES[_ask_form() if form == ASK else form or "python"]
    author = id.partition(".")[0]
    words = {"id": id, "slug": slug, "name": slug.replace("-", " ").title(), "author": author}
    with report_write_errors(folder):
        _write_mod(TEMPLATES / kind, folder, words)
    try:
        trust.mark_own(folder, id)
    except OSError as error:
        echo(f"{trust.approvals_folder()} cannot be written ({error.strerror}): its code will need approval", err=True)
    commands = [line.format(folder=folder, options=FIRST_SIGHT.get(kind, "")) for line in NEXT_COMMANDS]
    if as_json:
        echo(json.dumps({"mod": id, "folder": str(folder), "kind": kind, "try": commands}, indent=2))
        return
    echo(f"created {folder}; to play it while you edit it, and to test it:")
    for line in commands:
        echo(f"  {line}")
    if kind in FIRST_HINTS:
        echo(FIRST_HINTS[kind])


def can_ask() -> bool:
    """Whether a person answers questions here."""
    return sys.stdin.isatty()


def _ask_form() -> str:
    """Asks in which form the rule is written; a program that cannot be asked gets Python."""
    if not can_ask():
        return "python"
    echo("data: conditions and numbers, needs no approval; python: anything, needs approval")
    form: str = click.prompt("a rule as", type=click.Choice(list(RULE_TEMPLATES)), default="data")
    return form


def _write_mod(template: Traversable, folder: Path, words: dict[str, str]) -> None:
    """Writes the whole mod or nothing: it gets its place when it is complete.

    Raises:
        OSError: it cannot be written.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".new-", dir=folder.parent) as place:
        draft = Path(place) / folder.name
        _copy_template(template, draft, words)
        _write_schemas(draft)
        draft.rename(folder)


def _write_schemas(folder: Path) -> None:
    """Writes JSON Schemas for editors. They can be regenerated, so version control ignores them."""
    try:
        loaded = load(SCHEMA_GAME, only=())
    except LoadError:  # the schemas are optional
        return
    for kind in ("manifest", "content"):
        write_schemas(loaded, folder / SCHEMA_FOLDER, kind)
    (folder / SCHEMA_FOLDER / ".gitignore").write_text("*\n", encoding="utf-8")


def _copy_template(source: Traversable, target: Path, words: dict[str, str]) -> None:
    target.mkdir(parents=True)
    for entry in sorted(source.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            _copy_template(entry, target / entry.name, words)
        elif entry.name.endswith(TEMPLATE_SUFFIX):
            text = Template(entry.read_text(encoding="utf-8")).substitute(words)
            (target / entry.name.removesuffix(TEMPLATE_SUFFIX)).write_text(text, "utf-8", newline="\n")
