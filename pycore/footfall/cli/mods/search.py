"""``footfall mods search`` and ``show``: what the indexes have."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click
import msgspec
from rich.markup import escape
from rich.table import Table

from footfall.diagnostics.plural import cut_list, format_count
from footfall.sharing.index.build import describe_tests
from footfall.sharing.index.format import IndexedMod, IndexedVersion
from footfall.sharing.package_state import Shelf
from footfall.sharing.plans import find_id
from footfall.sharing.signatures import describe_key

from ..options import CliError, profile_option
from ..output import echo
from ..safe_console import SafeConsole
from .changing import open_indexes, report_failures, require_all_indexes

MAX_ROWS = 50
MAX_VERSIONS = 10


@click.command("search")
@click.argument("words", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@profile_option
def search_mods(words: tuple[str, ...], as_json: bool) -> None:
    """List the mods of all indexes whose id, name, summary or authors contain every word."""
    with report_failures():
        _, _, shelf = open_indexes()
        found = shelf.sources.search(" ".join(words))
    if as_json:
        rows = [_describe_row(shelf, mod) for mod in found]
        echo(json.dumps({"mods": rows, "notes": shelf.sources.sentences}, indent=2, ensure_ascii=False))
    else:
        _print_found(shelf, found)
    require_all_indexes(shelf.sources)


def _print_found(shelf: Shelf, found: Sequence[IndexedMod]) -> None:
    if not shelf.sources.indexes and not shelf.sources.unused:
        raise CliError("there is no index to search; add one: footfall mods index add ADDRESS")
    table = Table(box=None, pad_edge=False)
    for column in ("id", "version", "here", "kind", "summary"):
        table.add_column(column, overflow="fold")
    for mod in found[:MAX_ROWS]:
        row = _describe_row(shelf, mod)
        row["version"] += " (retracted)" if row["retracted"] else ""
        table.add_row(*(escape(str(row[key])) for key in ("id", "version", "installed", "kind", "summary")))
    if found:
        SafeConsole().print(table)
    more = f"; the first {MAX_ROWS} are listed" if len(found) > MAX_ROWS else ""
    echo(f"{format_count(len(found), 'mod')}{more}")


@click.command("show")
@click.argument("mod")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@profile_option
def show_mod(mod: str, as_json: bool) -> None:
    """Show what the index says about a mod: versions, requirements, reach, tests."""
    with report_failures():
        _, _, shelf = open_indexes()
        id = find_id(shelf, mod)
        entry = shelf.find_entry(id)
    if entry is None:
        raise CliError(f"{id} is installed, but no index has it")
    if as_json:
        facts = {**_describe_row(shelf, entry), "entry": msgspec.to_builtins(entry)}
        echo(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    for line in _describe_mod(shelf, entry):
        echo(line)


def _describe_row(shelf: Shelf, mod: IndexedMod) -> dict[str, Any]:
    installed, here, index = shelf.installed.get(mod.id), shelf.here.get(mod.id), shelf.find_index(mod.id)
    return {
        "id": mod.id,
        "name": mod.name,
        "version": mod.shown.version,
        "retracted": mod.shown.retracted,
        "installed": installed.version if installed is not None else here.version if here is not None else "",
        "kind": mod.shown.kind.value,
        "summary": mod.summary,
        "index": index.pin.name if index is not None else "",
    }


def _describe_version(version: IndexedVersion) -> str:
    retracted = f"  retracted: {version.retracted}" if version.retracted else ""
    return f"{version.version}  {version.archive.size >> 10:,} KiB  {version.content[:12]}{retracted}"


def _describe_mod(shelf: Shelf, mod: IndexedMod) -> list[str]:
    row = _describe_row(shelf, mod)
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
    lines += [
        f"conflicts: {id} {c.version}" + (f" ({c.reason})" if c.reason else "") for id, c in newest.conflicts.items()
    ]
    lines.append("versions:")
    lines += [f"    {line}" for line in cut_list(map(_describe_version, mod.versions), MAX_VERSIONS)]
    lines += ["changes:", *(f"    {line}" for line in newest.changes.splitlines())] if newest.changes else []
    lines.append(f"to install it: footfall mods install {mod.id}")
    return list(filter(None, lines))
