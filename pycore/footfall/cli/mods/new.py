"""``footfall mods new``: creates a mod from a template; it is ready to run and has a test."""

import re
import sys
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory

import click

from footfall.diagnostics.plural import format_count
from footfall.disk import make_folder, move_file, replace_file, write_file
from footfall.loader import LoadError, load
from footfall.loader.isolation import trust
from footfall.loader.manifest import find_id_fault

from ..data import SCHEMA_FOLDER, write_schemas
from ..output import CliError, Report, echo, prints_report, report_write_errors

TEMPLATES = files("footfall.cli") / "templates"
TEMPLATE_SUFFIX = ".tmpl"

GAMES = ("stealth", "king", "delve")
"""The games for which there is a template of a rule as data."""

NEXT_COMMANDS = ("footfall mods run {folder} --watch{options}", "footfall mods test {folder} --quick")

FIRST_SIGHT = {"data": " --seed 4 --option floor=2"}
"""Options of a game in which the first turns show what the mod adds, by kind of template."""

FIRST_HINTS = {"data": "press o to explore, again where it asks: the new creature comes into view"}


COLLECTION = "collection"

ASK = "ask"
"""The form of a rule if the command line names none."""

RULE_TEMPLATES = {"data": "rules-data", "python": "rules"}
"""The template of a rule, by its form."""


@click.command("new")
@click.argument("id", metavar="AUTHOR.NAME")
@click.argument("members", nargs=-1, metavar="[MOD]...")
@click.option("--data", "kind", flag_value="data", help="Records and texts without Python.")
@click.option("--rules", "form", flag_value=ASK, help="A rule on a hook; asks whether as data or in Python.")
@click.option("--rules-data", "form", flag_value="data", help="A rule as data.")
@click.option("--rules-python", "form", flag_value="python", help="A rule in Python; this is the default.")
@click.option(
    "--for", "game", type=click.Choice(GAMES), default=None, help="The game of a rule as data. Default: stealth."
)
@click.option("--game", "kind", flag_value="game", help="A whole game.")
@click.option(
    "--collection",
    "kind",
    flag_value=COLLECTION,
    help="A collection of installed mods: of MODs and their requirements, or of the whole profile.",
)
@click.option(
    "--dir",
    "parent",
    type=click.Path(path_type=Path),
    default=None,
    help="The folder in which to create the mod. Default: mods; for a collection, this one.",
)
@prints_report
def create_mod(
    id: str, members: tuple[str, ...], kind: str | None, form: str | None, game: str | None, parent: Path | None
) -> Report:
    """Create a mod that is ready to run, with a test. Its code is yours and needs no approval here."""
    if members and kind != COLLECTION:
        raise click.UsageError("only --collection takes MODs")
    if form is not None and kind is not None:
        raise click.UsageError(f"give either --rules or --{kind}")
    if fault := find_id_fault(id):
        better = re.sub(r"[^a-z0-9.]+", "-", id.lower()).strip("-.") or "mod"
        better = better if "." in better else f"you.{better}"
        advice = "" if find_id_fault(better) else f"; use author.name, such as {better}"
        raise CliError(f"{id!r} is not a mod id: it {fault}{advice}")
    slug = id.rpartition(".")[2]
    folder = (parent or Path("" if kind == COLLECTION else "mods")) / slug
    if folder.exists():
        raise CliError(f"{folder} exists already; nothing was written")
    if kind == COLLECTION:
        return _create_collection(id, members, folder)
    if form == ASK:
        form = _ask_form()
    kind = kind or RULE_TEMPLATES[form or ("python" if game is None else "data")]
    if game is not None and kind != RULE_TEMPLATES["data"]:
        raise click.UsageError("--for names the game of a rule as data: --rules-data --for king")
    game = game or GAMES[0]
    author = id.partition(".")[0]
    words = {"id": id, "slug": slug, "name": slug.replace("-", " ").title(), "author": author}
    with report_write_errors(folder):
        _write_mod(TEMPLATES / (kind if game == GAMES[0] else f"{kind}-{game}"), folder, words, game)
    try:
        trust.mark_own(folder, id)
    except OSError as error:
        echo(f"{trust.approvals_folder()} cannot be written ({error.strerror}): its code will need approval", err=True)
    commands = [line.format(folder=folder, options=FIRST_SIGHT.get(kind, "")) for line in NEXT_COMMANDS]
    lines = [f"created {folder}; to play it while you edit it, and to test it:", *(f"  {line}" for line in commands)]
    lines += [FIRST_HINTS[kind]] if kind in FIRST_HINTS else []
    return Report({"mod": id, "folder": str(folder), "kind": kind, "try": commands}, lines)


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


def _create_collection(id: str, words: tuple[str, ...], folder: Path) -> Report:
    from footfall.app.profile_change import open_installed  # only here: slow to import
    from footfall.sharing.locks import LOCK_NAME, format_manifest, format_members
    from footfall.sharing.plans import find_installed_id

    _, base, packages = open_installed()
    if not base.mods:
        raise CliError("nothing is installed in this profile; a collection is made of installed mods")
    pending = [find_installed_id(packages, word) for word in words] or list(packages.installed)
    chosen: set[str] = set()
    while pending:
        next_id = pending.pop()
        if next_id in packages.lost:
            raise CliError(f"{next_id} is damaged or lost, so what it requires is unknown; see: footfall doctor --fix")
        if next_id in packages.installed and next_id not in chosen:
            chosen.add(next_id)
            pending += packages.contents[next_id].manifest.requires
    members = [mod for mod in base.mods if mod.id in chosen]
    replace_file(folder / LOCK_NAME, [format_members(members).encode()])
    replace_file(folder / "mod.toml", [format_manifest(id, members).encode()])
    data = {"mod": id, "folder": str(folder), "mods": [mod.id for mod in members]}
    advice = f"created {folder} with {format_count(len(members), 'mod')}; edit its mod.toml, then:"
    return Report(data, [advice, f"  footfall mods pack {folder} --relock"])


def _write_mod(template: Traversable, folder: Path, words: dict[str, str], game: str) -> None:
    """Writes the whole mod with the schemas of a game, or nothing: it is moved to its place when it is complete."""
    make_folder(folder.parent)
    with TemporaryDirectory(prefix=".new-", dir=folder.parent) as place:
        draft = Path(place) / folder.name
        _copy_template(template, draft, words)
        with suppress(LoadError):  # schemas for editors are optional
            loaded = load(game, only_mods=())
            for kind in ("manifest", "content"):
                write_schemas(loaded, draft / SCHEMA_FOLDER, kind)
            write_file(draft / SCHEMA_FOLDER / ".gitignore", "*\n")  # they can be generated again
        move_file(draft, folder)


def _copy_template(source: Traversable, target: Path, words: dict[str, str]) -> None:
    make_folder(target)
    for entry in sorted(source.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            _copy_template(entry, target / entry.name, words)
        elif entry.name.endswith(TEMPLATE_SUFFIX):
            text = Template(entry.read_text(encoding="utf-8")).substitute(words)
            write_file(target / entry.name.removesuffix(TEMPLATE_SUFFIX), text)
