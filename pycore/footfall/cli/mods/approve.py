"""``footfall mods approve`` and ``revoke``: which mods may run Python code."""

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
from footfall.diagnostics.plural import join_list
from footfall.loader import Mod, Trust, discover, select_mods
from footfall.loader.isolation import trust
from footfall.loader.isolation.capabilities import Capability, find_capabilities
from footfall.loader.isolation.trust import read_hidden_files
from footfall.loader.profiles import user_choices

from ..mod_lookup import find_mod
from ..options import CliError, current_trust, profile_option

MAX_DIFF_LINES = 60
"""Lines of a diff shown at first."""

MAX_HIDDEN_NAMES = 10
"""Names of hidden files shown."""


class ApprovalAnswer(Enum):
    """Answers to the approval prompt."""

    YES = "y"
    NO = "n"
    OWN = "o"


RIGHTS_WARNING = (
    "Once approved, it runs with your rights: it can read your files and use your network like any program."
)


@click.command("approve")
@click.argument("mod", required=False)
@click.option("--yes", is_flag=True, help="Approve without a prompt.")
@click.option("--own", is_flag=True, help="This mod is mine: never ask again about this folder.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@profile_option
def approve_mod(mod: str | None, yes: bool, own: bool, as_json: bool) -> None:
    """Review the Python code of MOD (an id or a path): what it accesses and what changed. Then approve it.

    Without MOD, lists the mods that wait for approval.
    """
    if mod is None:
        _list_unapproved(as_json)
        return
    target = find_mod(mod)
    try:
        report = _build_report(target)
        if as_json:
            if yes or own:
                _save_approval(target, own)
            click.echo(json.dumps({**report, "approved": trust.can_run(target, Trust.APPROVED)}, indent=2))
            return
        if not trust.has_code(target):
            click.echo(f"{target.id} has no Python code and needs no approval")
        elif trust.can_run(target, Trust.APPROVED) and not own:
            click.echo(f"{target.id} {target.version} is already approved")
        else:
            _print_review(target)
            if not (yes or own):
                if not _is_interactive():
                    raise CliError("not approved: there is no terminal for the prompt; to approve it anyway, add --yes")
                answer = _ask(target)
                if answer is ApprovalAnswer.NO:
                    raise CliError(f"not approved: {target.id} stays off")
                own = answer is ApprovalAnswer.OWN
            _save_approval(target, own)
    except ModFilesError as error:
        raise CliError(f"{target.id}: {error}") from None


@click.command("revoke")
@click.argument("mod")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def revoke_approval(mod: str, as_json: bool) -> None:
    """Withdraw the approval of MOD (an id or a path) and all its versions."""
    id = _find_approved_id(mod)
    revoked = trust.revoke(id)
    if as_json:
        click.echo(json.dumps({"mod": id, "revoked": revoked}))
    else:
        click.echo(f"{id}: approval withdrawn" if revoked else f"{id} was not approved; nothing was changed")


def _find_approved_id(word: str) -> str:
    """Returns the id of an approval, given in full or by its last part; also for removed mods."""
    ids = [approval.id for approval in trust.list_approvals()]
    if word in ids or word in trust.load_own_places().values():
        return word
    matches = [id for id in ids if id.rpartition(".")[2] == word]
    return matches[0] if len(matches) == 1 else find_mod(word).id


def prompt_for_approvals(mod_paths: Iterable[Path]) -> bool:
    """Asks about each mod that waits for approval, if there is a terminal; returns whether the user declined one."""
    is_declined = False
    if not _is_interactive():
        return False
    for mod in find_unapproved_mods(mod_paths):
        try:
            _print_review(mod)
            answer = _ask(mod)
            if answer is ApprovalAnswer.NO:
                is_declined = True
                click.echo(f"{mod.id} stays off; the game starts without it", err=True)
            else:
                _save_approval(mod, own=answer is ApprovalAnswer.OWN)
        except ModFilesError:  # reported by the load
            continue
    return is_declined


def find_unapproved_mods(mod_paths: Iterable[Path] = ()) -> list[Mod]:
    """Returns the mods that are enabled but not approved."""
    discovered, _ = discover(list(mod_paths))
    level = current_trust()
    unapproved = []
    for mod in select_mods(discovered, None, user_choices.load_choices()).values():
        try:
            if not trust.can_run(mod, level):
                unapproved.append(mod)
        except ModFilesError:  # reported by the load
            continue
    return unapproved


def _list_unapproved(as_json: bool) -> None:
    mods = find_unapproved_mods()
    if as_json:
        click.echo(json.dumps({"waiting": [_build_report(mod) for mod in mods]}, indent=2))
    elif not mods:
        click.echo("no mods are waiting for approval")
    for mod in [] if as_json else mods:
        click.echo(f"{mod.id} {mod.version}  {format_path(mod.files.path)}")
        click.echo(f"  footfall mods approve {trust.get_mod_argument(mod)}")


def _save_approval(mod: Mod, own: bool) -> None:
    try:
        trust.approve(mod)
        if own:
            trust.mark_own(mod.files.path, mod.id)
    except OSError as error:
        raise CliError(f"the approval cannot be written to {trust.approvals_folder()} ({error.strerror})") from None
    scope = "your own, all versions" if own else f"content {mod.hash[:12]}"
    click.echo(f"approved: {mod.id} {mod.version} ({scope})", err=True)


def _build_report(mod: Mod) -> dict[str, Any]:
    approval = trust.load_approval(mod.id)
    return {
        "mod": mod.id,
        "version": mod.version,
        "hash": mod.hash,
        "path": format_path(mod.files.path),
        "code": trust.has_code(mod),
        "hidden": sorted(read_hidden_files(mod)),
        "reaches": [msgspec.to_builtins(reach) for reach in find_capabilities(mod.files)],
        "changed": [] if approval is None else trust.diff_approval(approval, mod),
    }


def _print_review(mod: Mod) -> None:
    """Prints the facts to review before approving a mod."""
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
    from footfall.sharing.signatures import compare_signers  # only here: slow to import

    if signer := compare_signers(mod):
        click.echo(f"It is {signer}. (A signature tells who made it, not what it does.)", err=True)
    hidden = sorted(read_hidden_files(mod))
    if hidden:
        listing = join_list(hidden, MAX_HIDDEN_NAMES)
        text = f"It also has hidden files or caches, which were not scanned: {listing}"
        click.echo(click.style(trust.escape_unprintable(text), fg="yellow"), err=True)
    capabilities = find_capabilities(mod.files)
    if not capabilities:
        click.echo("Its code refers to nothing outside the game. (This is a scan, not a proof.)", err=True)
    else:
        click.echo("Its code refers to these outside the game:", err=True)
        for line in _format_capabilities(capabilities):
            click.echo(line, err=True)
    if approval is not None:
        diff = trust.diff_approval(approval, mod)
        click.echo(f"Changed since you approved {approval.version}:", err=True)
        for line in diff[:MAX_DIFF_LINES]:
            click.echo(f"  {_colorize(line)}", err=True)
        if len(diff) > MAX_DIFF_LINES:
            click.echo(f"  ... {len(diff) - MAX_DIFF_LINES} more lines; answer s to see all", err=True)


def _format_capabilities(capabilities: list[Capability]) -> list[str]:
    rows = [
        (trust.escape_unprintable(item.what), item.why, trust.escape_unprintable(item.where)) for item in capabilities
    ]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return [f"  {what:<{widths[0]}}  {why:<{widths[1]}}  {where}" for what, why, where in rows]


def _colorize(line: str) -> str:
    color = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1])
    return click.style(line, fg=color) if color else line


def _ask(mod: Mod) -> ApprovalAnswer:
    """Asks whether a mod may run; ``s`` shows its code, or the diff to the approved version."""
    while True:
        answer = click.prompt(
            "May it run?  y: yes  n: no  s: show its code  o: yes, it is mine: never ask about this folder",
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
