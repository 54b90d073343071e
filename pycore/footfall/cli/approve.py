"""``footfall mods approve`` and ``revoke``: whose Python may run here."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import Any

import click
import msgspec

from footfall.content.files import BadFiles, show
from footfall.loader import Mod, Trust, choices, chosen, discover, trust
from footfall.loader.reach import Reach, reaches

from .named import find_mod
from .options import Trouble, trust_of_command

SHOWN = 60
"""Lines of a diff that are shown before somebody asks for all of it."""


class Answer(Enum):
    """What one may say to the question."""

    YES = "y"
    NO = "n"
    OWN = "o"


RIGHTS = "Approved, it runs with your rights: it can read your files and use your network like any program."


@click.command("approve")
@click.argument("mod", required=False)
@click.option("--yes", is_flag=True, help="Approve without asking.")
@click.option(
    "--own", is_flag=True, help="I write this mod: its changes do not ask, as long as it lies there."
)
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def approve(mod: str | None, yes: bool, own: bool, as_json: bool) -> None:
    """Look at what MOD (an id, or a path) reaches for and what changed, and approve its Python.

    Without MOD: list the mods that wait for it.
    """
    if mod is None:
        _list(as_json)
        return
    found = find_mod(mod)
    try:
        report = _report(found)
        if as_json:
            if yes or own:
                _approve(found, own)
            click.echo(json.dumps({**report, "approved": trust.may_run(found, Trust.APPROVED)}, indent=2))
            return
        if not trust.runs_code(found):
            click.echo(f"{found.id} is a mod of data: it runs nothing and needs no approval")
        elif trust.may_run(found, Trust.APPROVED) and not own:
            click.echo(f"{found.id} {found.version} may run already")
        else:
            _tell(found)
            if not (yes or own):
                if not _terminal():
                    raise Trouble("not approved: there is no terminal to ask on; if it may run, add --yes")
                answer = _asked(found)
                if answer is Answer.NO:
                    raise Trouble(f"not approved: {found.id} stays off")
                own = answer is Answer.OWN
            _approve(found, own)
    except BadFiles as error:
        raise Trouble(f"{found.id}: {error}") from None


@click.command("revoke")
@click.argument("mod")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def revoke(mod: str, as_json: bool) -> None:
    """Take back what was approved of MOD, whichever version."""
    id = mod if trust.approval_of(mod) else None
    if id is None:
        known = [each.id for each in trust.approvals()]
        short = [each for each in known if each.rpartition(".")[2] == mod]
        id = short[0] if len(short) == 1 else mod if mod in trust.own_places().values() else find_mod(mod).id
    had = trust.revoke(id)
    if as_json:
        click.echo(json.dumps({"mod": id, "revoked": had}))
    else:
        click.echo(f"{id}: not approved any more" if had else f"{id} was not approved; nothing was changed")


def ask_for(mod_paths: Iterable[Path]) -> None:
    """Asks, where there is a terminal, about each mod that waits for approval."""
    if not _terminal():
        return
    for mod in waiting(mod_paths):
        try:
            _tell(mod)
            answer = _asked(mod)
            if answer is Answer.NO:
                click.echo(f"{mod.id} stays off; the game starts without it", err=True)
            else:
                _approve(mod, own=answer is Answer.OWN)
        except BadFiles:  # the load says so
            continue


def waiting(mod_paths: Iterable[Path] = ()) -> list[Mod]:
    """The mods that are on but for their approval."""
    found, _ = discover(list(mod_paths))
    here = trust_of_command()
    out = []
    for mod in chosen(found, None, choices.read()).values():
        try:
            if not trust.may_run(mod, here):
                out.append(mod)
        except BadFiles:  # the load says so
            continue
    return out


def _list(as_json: bool) -> None:
    mods = waiting()
    if as_json:
        click.echo(json.dumps({"waiting": [_report(mod) for mod in mods]}, indent=2))
    elif not mods:
        click.echo("no mod waits for approval")
    for mod in [] if as_json else mods:
        click.echo(
            f"{mod.id} {mod.version}  {show(mod.files.path)}\n  footfall mods approve {trust.name_for(mod)}"
        )


def _approve(mod: Mod, own: bool) -> None:
    try:
        trust.approve(mod)
        if own:
            trust.own(mod.files.path, mod.id)
    except OSError as error:
        raise Trouble(f"the approval cannot be written to {trust.folder()} ({error.strerror})") from None
    words = "yours, whatever changes" if own else f"content {mod.hash[:12]}"
    click.echo(f"approved: {mod.id} {mod.version} ({words})", err=True)


def _report(mod: Mod) -> dict[str, Any]:
    approval = trust.approval_of(mod.id)
    return {
        "mod": mod.id,
        "version": mod.version,
        "hash": mod.hash,
        "path": show(mod.files.path),
        "code": trust.runs_code(mod),
        "reaches": [msgspec.to_builtins(reach) for reach in reaches(mod.files)],
        "changed": [] if approval is None else trust.difference(approval, mod),
    }


def _tell(mod: Mod) -> None:
    """What there is to know before one says yes."""
    approval = trust.approval_of(mod.id)
    names = [name for name in mod.files.names if name.endswith(".py")]
    lines = sum(mod.files.read(name).count(b"\n") for name in names)
    title = f"{mod.id} {mod.version} ({show(mod.files.path)})"
    files = f"{len(names)} file{'' if len(names) == 1 else 's'}"
    click.echo(
        f"{click.style(trust.plain(title), bold=True)} has Python code: {lines} lines in {files}.", err=True
    )
    click.echo(RIGHTS, err=True)
    found = reaches(mod.files)
    if not found:
        click.echo("Its code names nothing beyond the game. (That is what it says, not a proof.)", err=True)
    else:
        click.echo("Its code names, beyond the game:", err=True)
        for line in _table(found):
            click.echo(line, err=True)
    if approval is not None:
        diff = trust.difference(approval, mod)
        click.echo(f"Changed since you approved {approval.version}:", err=True)
        for line in diff[:SHOWN]:
            click.echo(f"  {_coloured(line)}", err=True)
        if len(diff) > SHOWN:
            click.echo(f"  ... {len(diff) - SHOWN} more lines: answer s to see them", err=True)


def _table(found: list[Reach]) -> list[str]:
    rows = [(trust.plain(each.what), each.why, trust.plain(each.where)) for each in found]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return [f"  {what:<{widths[0]}}  {why:<{widths[1]}}  {where}" for what, why, where in rows]


def _coloured(line: str) -> str:
    colour = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1])
    return click.style(line, fg=colour) if colour else line


def _asked(mod: Mod) -> Answer:
    """Asks whether it may run; ``s`` shows its code, or all that changed."""
    while True:
        answer = click.prompt(
            "May it run?  y: yes  n: no  s: show its code  o: yes, I write it: never ask about this place",
            type=click.Choice(["y", "n", "s", "o"]),
            default="n",
            show_choices=False,
            err=True,
        )
        if answer != "s":
            return Answer(answer)
        approval = trust.approval_of(mod.id)
        lines = trust.difference(approval, mod) if approval is not None else trust.listing(mod)
        click.echo_via_pager("\n".join(lines) + "\n")


def _terminal() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()
