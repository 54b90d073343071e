"""``footfall mods update`` and ``outdated``: newer versions, and what they change. Nothing updates by itself."""

from __future__ import annotations

import json

import click

from footfall.sharing.candidates import Stock
from footfall.sharing.package_state import Shelf, make_stock
from footfall.sharing.plans import explain_held_back, find_installed_id, is_outdated, plan_update

from ..options import profile_option
from ..output import echo
from .changing import change_options, open_indexes, report_failures, require_all_indexes, run_plan


@click.command("update")
@click.argument("mods", nargs=-1, metavar="[ID]...")
@click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
@change_options
@profile_option
def update_mods(mods: tuple[str, ...], dry_run: bool, yes: bool, as_json: bool) -> None:
    """Update installed mods, by default all of them, after showing what changes."""
    with report_failures():
        profile, base, shelf = open_indexes()
        plan = plan_update(shelf, base, [find_installed_id(shelf, word) for word in mods])
        run_plan(profile, shelf, plan, ask=True, yes=yes, as_json=as_json, dry_run=dry_run)
    require_all_indexes(shelf.sources)


@click.command("outdated")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@profile_option
def list_outdated(as_json: bool) -> None:
    """List installed mods with a newer or a retracted version, and what holds them back."""
    with report_failures():
        profile, base, shelf = open_indexes()
        plan = plan_update(shelf, base, ())
        updated = {mod.id: mod.version for mod in plan.mods}
        withdrawn = shelf.list_withdrawn(id for id in shelf.installed if id in updated)
        own_notes = [*shelf.list_replaced(shelf.installed), *withdrawn, *shelf.list_moved(plan.mods)]
        notes = (*shelf.sources.sentences, *own_notes)
        stock = make_stock(shelf, list(shelf.installed))
        described = (_describe_mod(shelf, id, updated.get(id, ""), stock) for id in shelf.installed)
        rows = [row for row in described if row is not None]
    if as_json:
        echo(json.dumps({"profile": profile, "mods": rows, "notes": notes}, indent=2, ensure_ascii=False))
    else:
        for note in own_notes:
            echo(f"note: {note}", err=True)
        for row in rows:
            newest = f" -> {row['newest']}" if row["newest"] else ""
            echo(f"{row['id']} {row['version']}{newest}" + (f"  {row['why']}" if row["why"] else ""))
        if not rows and not own_notes and not shelf.sources.unused:
            echo("all installed mods are up to date")
    require_all_indexes(shelf.sources)


def _describe_mod(shelf: Shelf, id: str, updated: str, stock: Stock) -> dict[str, str] | None:
    """Returns what is to say about an installed mod; None if it is up to date.

    Args:
        updated: its version after an update.
    """
    version, entry = shelf.installed[id].version, shelf.find_entry(id)
    newest = entry.newest.version if entry is not None and entry.newest is not None else ""
    retracted = shelf.find_retraction(id)
    if not retracted and not is_outdated(shelf, id):
        return None
    why = [f"retracted: {retracted}"] if retracted else []
    why += [explain_held_back(shelf, id, stock)] if updated == version else []
    return {"id": id, "version": version, "newest": newest, "update": updated, "why": "; ".join(why)}
