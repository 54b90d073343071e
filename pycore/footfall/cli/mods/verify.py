"""``footfall mods verify``: compares the contents of the store with their hashes."""

from __future__ import annotations

import datetime
import json

import click

from footfall.app.profile_change import restore_mods
from footfall.diagnostics.plural import format_count
from footfall.loader.profiles.pointer import ProfileError, describe_reinstall, find_pointer_loss, read_pointer
from footfall.sharing.carry_out import StoredContent, check_contents
from footfall.sharing.sources import Sources, open_sources

from ..output import echo
from .changing import report_failures


@click.command("verify")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def verify_store(as_json: bool) -> None:
    """Compare all installed mods with their hashes, and fetch damaged ones again from the indexes.

    Exit code 1 if some remain damaged.
    """
    with report_failures():
        if loss := find_pointer_loss():
            raise ProfileError(loss)
        pointer = read_pointer()
        before = check_contents(pointer)
        lost = [row.mod for row in before if row.mod is not None and not row.is_whole]
        sources = open_sources(datetime.date.today()) if lost else Sources()
        notes = [*sources.sentences, *restore_mods(sources, lost)]
        rows = check_contents(pointer) if lost else before
    damaged = [row for row in rows if not row.is_whole]
    if as_json:
        facts = [{"mod": name_content(row), "hash": row.hash, "whole": row.is_whole} for row in rows]
        echo(json.dumps({"contents": facts, "notes": notes}, indent=2, ensure_ascii=False))
    else:
        for note in notes:
            echo(f"note: {note}", err=True)
        for row in damaged:
            echo(f"{name_content(row)}: damaged or lost{explain_absence(sources, row) or describe_return(row)}")
        echo(f"{format_count(len(rows), 'content')} in the store, {len(damaged)} damaged")
    if damaged:
        raise SystemExit(1)


def name_content(row: StoredContent) -> str:
    """Returns what a content is called: its mod and version, or its hash."""
    return f"{row.mod.id} {row.mod.version}" if row.mod is not None else row.hash


def explain_absence(sources: Sources, row: StoredContent) -> str:
    """Returns why no index brought a content back and what helps; ``""`` if none should have it, or a note says why."""
    mod = row.mod
    if mod is None or not row.is_used or not mod.index or sources.find_by_content(row.hash) is not None:
        return ""
    drop = f"to do without it: footfall mods remove {mod.id}"
    if sources.unused:
        names = ", ".join(index.name for index in sources.unused)
        return f", and no index that can be used has it; once {names} can be used again: footfall mods verify; {drop}"
    if sources.find_mod(mod.id) is not None:
        return f", and no index has it; to take another version: footfall mods update {mod.id}; {drop}"
    return f", and no index has it; add the one that has: footfall mods index add ADDRESS; {drop}"


def describe_return(row: StoredContent) -> str:
    """Returns what brings a damaged content back."""
    if row.mod is not None and row.is_used:
        return f"; to bring it back: {describe_reinstall(row.mod)}"
    return "; no profile has it; a saved game may: footfall mods install --from FILE; otherwise: footfall mods clean"
