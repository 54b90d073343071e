"""``footfall mods search`` and ``footfall mods index``: mods that can be installed, and the indexes that have them."""

import datetime
from typing import Any

import click
import msgspec

from footfall.diagnostics.files import expand_home
from footfall.diagnostics.plural import cut_list, format_count
from footfall.sharing.index.build import describe_tests
from footfall.sharing.index.format import IndexedMod
from footfall.sharing.package_state import PackageState
from footfall.sharing.pins import add_pin, load_pins, remove_pin
from footfall.sharing.plans import find_id
from footfall.sharing.signatures import describe_key, read_public_key
from footfall.sharing.sources import read_new_index

from ..options import MODS, GameOptions, check_profile_name, game_options, profile_option
from ..output import CliError, Report, echo, prints_report, require_consent, wants_json
from ..tables import build_table
from .changing import open_indexes
from .explanation import report_changes

MAX_ROWS = 50
MAX_VERSIONS = 10


@click.command("search")
@click.argument("words", nargs=-1)
@prints_report
@profile_option
def search_mods(words: tuple[str, ...]) -> Report:
    """List the mods of all indexes whose id, name, summary or authors contain every word.

    Exit code 1 if an index could not be read.
    """
    _, _, packages = open_indexes()
    rows = [_describe_row(packages, mod) for mod in packages.sources.search(" ".join(words))]
    if not (packages.sources.indexes or packages.sources.unused_indexes or wants_json()):
        raise CliError("there is no index to search; add one: footfall mods index add ADDRESS")
    cells = []
    for row in rows[:MAX_ROWS]:
        version = f"{row['version']} (retracted)" if row["retracted"] else row["version"]
        cells.append((row["id"], version, row["installed"], row["kind"], row["summary"]))
    lines: list[object] = [build_table(("id", "version", "here", "kind", "summary"), cells)] if rows else []
    more = f"; the first {MAX_ROWS} are listed" if len(rows) > MAX_ROWS else ""
    data = {"mods": rows, "notes": packages.sources.sentences}
    lines.append(f"{format_count(len(rows), 'mod')}{more}")
    return Report(data, lines, has_failed=bool(packages.sources.unused_indexes))


@click.command("show")
@click.argument("mod")
@click.option(
    "--changes", is_flag=True, help="Explain in sentences the changes of MOD: rules, records, settings, texts."
)
@click.option("--game", default=None, help="The game of the changes; by default the first one of the mod.")
@prints_report
@game_options(*MODS)
def show_mod(mod: str, changes: bool, game: str | None, setup: GameOptions) -> Report:
    """Show a mod: of a path, its changes; of an id, the entry of the index: versions, requirements, reach, tests.

    Only changes as data are explained; of a mod with Python, the hooks it implements are named.
    """
    if changes or game is not None or expand_home(mod).exists():
        return report_changes(mod, game, setup)
    _, _, packages = open_indexes()
    id = find_id(packages, mod)
    entry = packages.find_entry(id)
    if entry is None:
        raise CliError(f"{id} is installed, but no index has it; to see its changes: footfall mods show {id} --changes")
    row = _describe_row(packages, entry)
    return Report({**row, "entry": msgspec.to_builtins(entry)}, _describe_entry(entry, row))


def _describe_row(packages: PackageState, mod: IndexedMod) -> dict[str, Any]:
    installed, here, index = (
        packages.installed.get(mod.id),
        packages.local_mods.get(mod.id),
        packages.find_index(mod.id),
    )
    return {
        "id": mod.id,
        "name": mod.name,
        "version": mod.shown.version,
        "retracted": mod.shown.retraction,
        "installed": installed.version if installed is not None else here.version if here is not None else "",
        "kind": mod.shown.kind.value,
        "summary": mod.summary,
        "index": index.pin.name if index is not None else "",
    }


def _describe_entry(mod: IndexedMod, row: dict[str, Any]) -> list[str]:
    newest = mod.shown
    here = f", installed is {row['installed']}" if row["installed"] else ""
    lines = [f"{mod.id}: {mod.name}", mod.summary, f"index: {row['index']}; newest {row['version']}{here}"]
    lines.append(f"kind: {newest.kind.value}" + (f"; can reach: {', '.join(newest.reach)}" if newest.reach else ""))
    facts = {
        "games": ", ".join(newest.games),
        "authors": ", ".join(mod.authors),
        "license": newest.license,
        "languages": ", ".join(newest.languages),
        "reports": mod.issues,
        "signed by": describe_key(newest.author) if newest.author else "",
        "tests": describe_tests(newest.tests) if newest.tests is not None else "",
    }
    lines += [f"{name}: {value}" for name, value in facts.items() if value]
    for table in ("requires", "optional"):
        lines += [f"{table}: {id} {versions}" for id, versions in getattr(newest, table).items()]
    for id, conflict in newest.conflicts.items():
        lines.append(f"conflicts: {id} {conflict.version}" + (f" ({conflict.reason})" if conflict.reason else ""))
    lines.append("versions:")
    versions = (
        f"{version.version}  {version.archive.size >> 10:,} KiB  {version.content[:12]}"
        + (f"  retracted: {version.retraction}" if version.retraction else "")
        for version in mod.versions
    )
    lines += [f"    {line}" for line in cut_list(versions, MAX_VERSIONS)]
    lines += ["changes:", *(f"    {line}" for line in newest.changes.splitlines())] if newest.changes else []
    lines.append(f"to install it: footfall mods install {mod.id}")
    return [line for line in lines if line]


@click.command("add")
@click.argument("address", metavar="URL|FOLDER")
@click.option("--key", default="", metavar="KEY|FILE", help="The publisher's public key, if you know it.")
@click.option("--name", default="", help="How to call it. Default: the last part of its address.")
@click.option("--yes", is_flag=True, help="Trust the key that it names, without a prompt.")
@prints_report
def add(address: str, key: str, name: str, yes: bool) -> Report:
    """Add an index: an https address, a folder, or http to this machine.

    The key that signs it is pinned: later, only an index that the same key signed is used.
    """
    if name:
        check_profile_name(name, "an index")
    new = read_new_index(address, name, read_public_key(key) if key else "", datetime.date.today())
    pin = new.pin
    is_shown = not wants_json()
    if pin.key and not key:
        if is_shown:
            echo(f"{pin.address} is signed by {describe_key(pin.key)}")
            echo("Compare these words with what its publisher says elsewhere: nothing else proves them now.")
        advice = "; to trust this key, add --yes, or give it with --key"
        require_consent("Are they the same?", yes=yes, advice=advice, default=False)
    elif not pin.key and is_shown:
        echo(f"{pin.address} is not signed: what is in that folder is believed")
    add_pin(pin, new.data, new.signature)
    data = {"index": msgspec.to_builtins(pin)}
    return Report(data, [f"added: {pin.name}; to look into it: footfall mods search"])


@click.command("list")
@prints_report
def list_indexes() -> Report:
    """List the indexes, with their keys in words."""
    pins = load_pins()
    lines = [f"{pin.name}  {pin.address}  {describe_key(pin.key) if pin.key else 'not signed'}" for pin in pins]
    lines = lines or ["there is no index; to add one: footfall mods index add ADDRESS"]
    return Report({"indexes": msgspec.to_builtins(pins)}, lines)


@click.command("remove")
@click.argument("name")
@prints_report
def remove(name: str) -> Report:
    """Forget an index and its key. Mods that were installed from it stay."""
    if not remove_pin(name):
        known = ", ".join(pin.name for pin in load_pins()) or "none"
        raise CliError(f"there is no index {name!r}; indexes: {known}")
    return Report({"removed": name}, [f"removed: {name}"], indent=None)
