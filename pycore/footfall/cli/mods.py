"""``footfall mods``: what is active, in which order, and why not."""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from footfall.loader import Loaded, Mod, active_in, choices

from .approve import approve, revoke
from .check import check_command
from .compose import load_mods, say
from .conflicts import conflicts
from .doctor import doctor
from .lock import lock
from .options import mod_options
from .order import order
from .pack import pack
from .profile import profile
from .scaffold import new
from .setting import set_setting, switch_off, switch_on
from .tested import test
from .workshop import run


@click.group()
def mods() -> None:
    """What mods there are; begin one, pack one."""


mods.add_command(new)
mods.add_command(check_command)
mods.add_command(pack)
mods.add_command(conflicts)
mods.add_command(approve)
mods.add_command(revoke)
for command in (test, run, profile, order, doctor, lock, set_setting, switch_on, switch_off):
    mods.add_command(command)


@mods.command("list")
@click.option("--game", default=None, help="Only what is active in this game.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
@mod_options
def list_mods(
    game: str | None, as_json: bool, mod_paths: tuple[Path, ...], strict: bool, lang: str | None
) -> None:
    """List all mods in the order they run, and what is wrong with any."""
    loaded = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang, quiet=True)
    rows = _rows(loaded)
    if as_json:
        problems = [str(finding) for finding in loaded.problems]
        click.echo(json.dumps({"mods": rows, "problems": problems}, indent=2, ensure_ascii=False))
        return
    table = Table(box=None, pad_edge=False)
    for column in ("#", "id", "version", "state", "source", "summary"):
        table.add_column(column, overflow="fold")
    for row in rows:
        state = f"{row['state']}: {row['because']}" if row["because"] else row["state"]
        cells = (row["place"], row["id"], row["version"], state, row["source"], row["summary"])
        table.add_row(*(escape(str(cell)) for cell in cells))
    Console().print(table)
    say(loaded.problems)


def _rows(loaded: Loaded) -> list[dict[str, object]]:
    on = {mod.id: place for place, mod in enumerate(loaded.mods, 1)}
    active = None
    if loaded.game is not None:
        active = {mod.id for mod in active_in(loaded.game, loaded.mods, loaded.games)}
    waiting = {finding.mod for finding in loaded.problems if finding.code == "not-approved"}
    switched = choices.read().switched
    rows: list[dict[str, object]] = []
    for id, mod in sorted(loaded.available.items(), key=lambda item: (on.get(item[0], 1 << 30), item[0])):
        state = "off" if id not in on else "on" if active is None or id in active else "not in this game"
        state = "not approved" if id in waiting else state
        because = _because(mod, switched.get(id)) if state == "off" else ""
        rows.append(
            {
                "place": on.get(id, "-"),
                "id": id,
                "version": mod.version,
                "state": state,
                "because": because,
                "source": mod.source.name.lower(),
                "summary": mod.about.summary,
                "hash": mod.hash,
            }
        )
    return rows


def _because(mod: Mod, switched: bool | None) -> str:
    """Why a mod is off."""
    if switched is False:
        return "you switched it off"
    if not mod.about.enabled and switched is None:
        return "until named"
    return "see below"
