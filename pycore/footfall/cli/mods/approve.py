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

from footfall.diagnostics.files import ModFilesError, format_path
from footfall.loader import Mod, Trust, discover, select_mods, trust, user_choices
from footfall.loader.capabilities import Capability, find_capabilities

from ..mod_lookup import find_mod
from ..options import CliError, current_trust

MAX_DIFF_LINES = 60
"""Lines of a diff that are shown before somebody asks for all of it."""


class ApprovalAnswer(Enum):
    """What one may say to the question."""

    YES = "y"
    NO = "n"
    OWN = "o"


RIGHTS_WARNING = (
    "Approved, it runs with your rights: it can read your files and use your network like any program."
)


@click.command("approve")
@click.argument("mod", required=False)
@click.option("--yes", is_flag=True, help="Approve without asking.")
@click.option(
    "--own", is_flag=True, help="I write this mod: its changes do not ask, as long as it lies there."
)
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def approve_mod(mod: str | None, yes: bool, own: bool, as_json: bool) -> None:
    """Look at what MOD (an id, or a path) reaches for and what changed, and approve its Python.

    Without MOD: list the mods that wait for it.
    """
    if mod is None:
        _list_unapproved(as_json)
        return
    found = find_mod(mod)
    try:
        report = _build_report(found)
        if as_json:
            if yes or own:
                _save_approval(found, own)
            click.echo(json.dumps({**report, "approved": trust.can_run(found, Trust.APPROVED)}, indent=2))
            return
        if not trust.has_code(found):
            click.echo(f"{found.id} is a mod of data: it runs nothing and needs no approval")
        elif trust.can_run(found, Trust.APPROVED) and not own:
            click.echo(f"{found.id} {found.version} may run already")
        else:
            _print_review(found)
            if not (yes or own):
                if not _is_interactive():
                    raise CliError("not approved: there is no terminal to ask on; if it may run, add --yes")
                answer = _ask(found)
                if answer is ApprovalAnswer.NO:
                    raise CliError(f"not approved: {found.id} stays off")
                own = answer is ApprovalAnswer.OWN
            _save_approval(found, own)
    except ModFilesError as error:
        raise CliError(f"{found.id}: {error}") from None


@click.command("revoke")
@click.argument("mod")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def revoke_approval(mod: str, as_json: bool) -> None:
    """Take back what was approved of MOD, whichever version."""
    id = mod if trust.load_approval(mod) else None
    if id is None:
        known = [each.id for each in trust.list_approvals()]
        short = [each for each in known if each.rpartition(".")[2] == mod]
        id = (
            short[0]
            if len(short) == 1
            else mod
            if mod in trust.load_own_places().values()
            else find_mod(mod).id
        )
    had = trust.revoke(id)
    if as_json:
        click.echo(json.dumps({"mod": id, "revoked": had}))
    else:
        click.echo(f"{id}: not approved any more" if had else f"{id} was not approved; nothing was changed")


def prompt_for_approvals(mod_paths: Iterable[Path]) -> None:
    """Asks, where there is a terminal, about each mod that waits for approval."""
    if not _is_interactive():
        return
    for mod in find_unapproved_mods(mod_paths):
        try:
            _print_review(mod)
            answer = _ask(mod)
            if answer is ApprovalAnswer.NO:
                click.echo(f"{mod.id} stays off; the game starts without it", err=True)
            else:
                _save_approval(mod, own=answer is ApprovalAnswer.OWN)
        except ModFilesError:  # the load says so
            continue


def find_unapproved_mods(mod_paths: Iterable[Path] = ()) -> list[Mod]:
    """The mods that are on but for their approval."""
    found, _ = discover(list(mod_paths))
    here = current_trust()
    out = []
    for mod in select_mods(found, None, user_choices.load_choices()).values():
        try:
            if not trust.can_run(mod, here):
                out.append(mod)
        except ModFilesError:  # the load says so
            continue
    return out


def _list_unapproved(as_json: bool) -> None:
    mods = find_unapproved_mods()
    if as_json:
        click.echo(json.dumps({"waiting": [_build_report(mod) for mod in mods]}, indent=2))
    elif not mods:
        click.echo("no mod waits for approval")
    for mod in [] if as_json else mods:
        click.echo(
            f"{mod.id} {mod.version}  {format_path(mod.files.path)}\n  footfall mods approve {trust.get_mod_argument(mod)}"
        )


def _save_approval(mod: Mod, own: bool) -> None:
    try:
        trust.approve(mod)
        if own:
            trust.mark_own(mod.files.path, mod.id)
    except OSError as error:
        raise CliError(
            f"the approval cannot be written to {trust.approvals_folder()} ({error.strerror})"
        ) from None
    words = "yours, whatever changes" if own else f"content {mod.hash[:12]}"
    click.echo(f"approved: {mod.id} {mod.version} ({words})", err=True)


def _build_report(mod: Mod) -> dict[str, Any]:
    approval = trust.load_approval(mod.id)
    return {
        "mod": mod.id,
        "version": mod.version,
        "hash": mod.hash,
        "path": format_path(mod.files.path),
        "code": trust.has_code(mod),
        "reaches": [msgspec.to_builtins(reach) for reach in find_capabilities(mod.files)],
        "changed": [] if approval is None else trust.diff_approval(approval, mod),
    }


def _print_review(mod: Mod) -> None:
    """What there is to know before one says yes."""
    approval = trust.load_approval(mod.id)
    names = [name for name in mod.files.names if name.endswith(".py")]
    lines = sum(mod.files.read(name).count(b"\n") for name in names)
    title = f"{mod.id} {mod.version} ({format_path(mod.files.path)})"
    files = f"{len(names)} file{'' if len(names) == 1 else 's'}"
    click.echo(
        f"{click.style(trust.escape_unprintable(title), bold=True)} has Python code: {lines} lines in {files}.",
        err=True,
    )
    click.echo(RIGHTS_WARNING, err=True)
    found = find_capabilities(mod.files)
    if not found:
        click.echo("Its code names nothing beyond the game. (That is what it says, not a proof.)", err=True)
    else:
        click.echo("Its code names, beyond the game:", err=True)
        for line in _format_reaches(found):
            click.echo(line, err=True)
    if approval is not None:
        diff = trust.diff_approval(approval, mod)
        click.echo(f"Changed since you approved {approval.version}:", err=True)
        for line in diff[:MAX_DIFF_LINES]:
            click.echo(f"  {_colorize(line)}", err=True)
        if len(diff) > MAX_DIFF_LINES:
            click.echo(f"  ... {len(diff) - MAX_DIFF_LINES} more lines: answer s to see them", err=True)


def _format_reaches(found: list[Capability]) -> list[str]:
    rows = [
        (trust.escape_unprintable(each.what), each.why, trust.escape_unprintable(each.where))
        for each in found
    ]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return [f"  {what:<{widths[0]}}  {why:<{widths[1]}}  {where}" for what, why, where in rows]


def _colorize(line: str) -> str:
    colour = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1])
    return click.style(line, fg=colour) if colour else line


def _ask(mod: Mod) -> ApprovalAnswer:
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
            return ApprovalAnswer(answer)
        approval = trust.load_approval(mod.id)
        lines = trust.diff_approval(approval, mod) if approval is not None else trust.list_code(mod)
        click.echo_via_pager("\n".join(lines) + "\n")


def _is_interactive() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()
