"""``footfall mods remove``, ``undo`` and ``clean``: mods leave a profile; contents leave the store."""

from __future__ import annotations

import json
import sys

import click

from footfall.app.profile_change import open_installed
from footfall.diagnostics.plural import format_count
from footfall.loader import discover, select_mods
from footfall.loader.profiles import user_choices
from footfall.loader.profiles.pointer import get_profile_name, read_pointer
from footfall.sharing.cleaning import find_waste, sweep
from footfall.sharing.plans import ChangePlan, find_installed_id, plan_remove
from footfall.sharing.store import undo

from ..options import CliError, profile_option
from ..output import echo
from .changing import change_options, report_failures, run_plan


@click.command("remove")
@click.argument("mods", nargs=-1, required=True, metavar="ID...")
@change_options
@profile_option
def remove_mods(mods: tuple[str, ...], yes: bool, as_json: bool) -> None:
    """Remove mods from the profile, with what only they required. Saved games keep their content."""
    with report_failures():
        profile, base, shelf = open_installed()
        ids = [find_installed_id(shelf, word) for word in mods]
        plan = plan_remove(shelf, base, ids)
        run_plan(profile, shelf, plan, ask=False, yes=yes, as_json=as_json)


@click.command("undo")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@profile_option
def undo_change(as_json: bool) -> None:
    """Take back the last change of the profile. Repeat it to go further back."""
    with report_failures():
        profile = get_profile_name(read_pointer())
        before, after = undo(profile)
    steps = [str(step) for step in ChangePlan(before, after.mods, {}, "undo").steps]
    if as_json:
        echo(json.dumps({"profile": profile, "undone": before.cause, "steps": steps}, indent=2, ensure_ascii=False))
        return
    echo(f"taken back in the profile {profile}: {before.cause}")
    for step in steps:
        echo(f"    {step}")


@click.command("clean")
@change_options
@profile_option
def clean_store(yes: bool, as_json: bool) -> None:
    """Delete contents that nothing needs: of removed, updated and disabled mods, and broken downloads.

    What a profile in use, a save, a replay or a lock names is kept.
    """
    with report_failures():
        disabled = _list_disabled()
        waste = find_waste(disabled)
        rows = [{"mod": item.mod, "why": item.kind.value, "bytes": item.size, "file": item.path.name} for item in waste]
        if not as_json:
            for item in waste:
                echo(f"{item.mod or item.path.name}  {item.kind.value}, {item.size >> 10:,} KiB")
        if waste and not yes:
            if as_json or not sys.stdin.isatty():
                raise CliError("nothing was deleted; to delete this, add --yes")
            if not click.confirm("Delete this? It can be fetched again, but not undone", default=True, err=True):
                raise CliError("nothing was deleted")
        if waste:
            sweep(waste, disabled)
    total = sum(item.size for item in waste)
    if as_json:
        echo(json.dumps({"deleted": rows, "bytes": total}, indent=2, ensure_ascii=False))
    else:
        echo(
            f"deleted: {format_count(len(waste), 'file')}, {total >> 10:,} KiB"
            if waste
            else "there is nothing to delete"
        )


def _list_disabled() -> set[str]:
    """Returns the ids of installed mods that the player switched off and that no enabled mod requires.

    There are none while the content of an installed mod cannot be read: what it requires is unknown.
    """
    _, base, shelf = open_installed()
    choices = user_choices.load_choices()
    off = {mod.id for mod in base.mods if choices.switched.get(mod.id) is False}
    if off and shelf.lost:
        lost = ", ".join(sorted(shelf.lost))
        echo(f"note: mods that are switched off stay: what {lost} requires is unknown while it is damaged", err=True)
        return set()
    return off - select_mods(discover()[0], None, choices).keys()
