"""``footfall mods list``: all mods, in load order, with their state."""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.markup import escape
from rich.table import Table

from footfall.app.startup import refresh_retractions
from footfall.diagnostics.files import ModFilesError
from footfall.loader import LoadResult, Mod, Source, select_active_mods
from footfall.loader.profiles import user_choices
from footfall.loader.profiles.pointer import ProfileError, get_profile, get_profile_name, read_pointer
from footfall.loader.profiles.retractions import iter_retracted

from ..compose import exit_if_profile_unknown, load_mods, print_findings
from ..options import mod_options
from ..output import echo
from ..safe_console import SafeConsole


@click.command("list")
@click.option("--game", default=None, help="Show which mods are active in this game.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@mod_options
def list_mods(game: str | None, as_json: bool, mod_paths: tuple[Path, ...], strict: bool, lang: str | None) -> None:
    """List all mods in load order, with state and problems."""
    refresh_retractions()
    loaded = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang, quiet=True, keeps_off=True)
    rows = _collect_rows(loaded)
    if as_json:
        problems = [str(finding) for finding in loaded.findings]
        echo(json.dumps({"mods": rows, "problems": problems}, indent=2, ensure_ascii=False))
        exit_if_profile_unknown(loaded.findings)
        return
    table = Table(box=None, pad_edge=False)
    for column in ("#", "id", "version", "state", "source", "summary"):
        table.add_column(column, overflow="fold")
    for row in rows:
        state = f"{row['state']}: {row['reason']}" if row["reason"] else row["state"]
        state = f"{state}; retracted: {row['retracted']}" if row["retracted"] else state
        version = f"{row['version']} (pinned)" if row["pinned"] else row["version"]
        cells = (row["place"], row["id"], version, state, row["source"], row["summary"])
        table.add_row(*(escape(str(cell)) for cell in cells))
    SafeConsole().print(table)
    print_findings(loaded.findings)
    exit_if_profile_unknown(loaded.findings)


def _collect_rows(loaded: LoadResult) -> list[dict[str, object]]:
    order = {mod.id: place for place, mod in enumerate(loaded.mods, 1)}
    active = None
    if loaded.game is not None:
        active = {mod.id for mod in select_active_mods(loaded.game, loaded.mods, loaded.games)}
    waiting = {finding.mod for finding in loaded.findings if finding.code == "not-approved"}
    switched = user_choices.load_choices().switched
    pinned = _list_pinned()
    retracted = {mod.id: why for mod, why in iter_retracted(loaded.available.values())}
    rows: list[dict[str, object]] = []
    for id, mod in sorted(
        loaded.available.items(), key=lambda item: (item[0] not in order, order.get(item[0], 0), item[0])
    ):
        state = "off" if id not in order else "on" if active is None or id in active else "not in this game"
        state = "not approved" if id in waiting else state
        reason = _explain_off(mod, switched.get(id)) if state == "off" else ""
        rows.append(
            {
                "place": order.get(id, "-"),
                "id": id,
                "version": mod.version,
                "state": state,
                "reason": reason,
                "source": mod.source.name.lower(),
                "summary": mod.info.summary,
                "hash": _get_hash(mod),
                "retracted": retracted.get(id, ""),
                "pinned": id in pinned and mod.source is Source.STORE,
            }
        )
    return rows


def _list_pinned() -> set[str]:
    """Returns the ids of the pinned mods of the profile in use."""
    try:
        pointer = read_pointer()
        return {mod.id for mod in get_profile(pointer, get_profile_name(pointer)).now.mods if mod.is_pinned}
    except ProfileError:  # one of the problems that are printed
        return set()


def _get_hash(mod: Mod) -> str:
    """Returns the hash of a mod, or ``""`` if its files cannot be read."""
    try:
        return mod.hash
    except ModFilesError:
        return ""


def _explain_off(mod: Mod, switched: bool | None) -> str:
    """Why a mod is off."""
    if switched is False:
        return "switched off by you"
    if not mod.is_on_by_default and switched is None:
        return "by default"
    return "see the problems below"
