"""``footfall mods approve``: gives and withdraws the permission of a mod to run Python code."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
import msgspec

from footfall.diagnostics.files import ModFilesError, format_path
from footfall.diagnostics.plural import join_list
from footfall.loader import Mod, Trust, discover, select_mods
from footfall.loader.isolation import trust
from footfall.loader.isolation.capabilities import find_capabilities
from footfall.loader.isolation.trust import read_hidden_files
from footfall.loader.profiles import user_choices

from ..mod_lookup import find_mod
from ..options import current_trust, profile_option
from ..output import CliError, Report, is_interactive, prints_report, wants_json

MAX_DIFF_LINES = 60
"""Lines of a diff shown at first."""

MAX_HIDDEN_NAMES = 10
"""Names of hidden files shown."""


RIGHTS_WARNING = (
    "Once approved, it runs with your rights: it can read your files and use your network like any program."
)


@click.command("approve")
@click.argument("mod", required=False)
@click.option("--yes", is_flag=True, help="Approve without a prompt.")
@click.option("--own", "is_own", is_flag=True, help="This mod is mine: never ask again about this folder.")
@click.option("--revoke", is_flag=True, help="Instead: withdraw the approval of MOD and all its versions.")
@prints_report
@profile_option
def approve_mod(mod: str | None, yes: bool, is_own: bool, revoke: bool) -> Report | None:
    """Review the Python code of MOD (an id or a path): its capabilities and changes. Then approve it.

    Without MOD, lists the mods that wait for approval.
    """
    if mod is None:
        if revoke:
            raise click.UsageError("--revoke needs MOD")
        return _list_unapproved()
    if revoke:
        return _revoke(mod)
    target = find_mod(mod)
    try:
        data = _build_data(target)
        if wants_json():
            if yes or is_own:
                _save_approval(target, is_own)
            return Report({**data, "approved": trust.can_run(target, Trust.APPROVED)})
        if not trust.has_code(target):
            click.echo(f"{target.id} has no Python code and needs no approval")
        elif trust.can_run(target, Trust.APPROVED) and not is_own:
            click.echo(f"{target.id} {target.version} is already approved")
        else:
            _print_review(target)
            if not (yes or is_own):
                if not is_interactive():
                    raise CliError("not approved: there is no terminal for the prompt; to approve it anyway, add --yes")
                answer = _ask(target)
                if answer == "n":
                    raise CliError(f"not approved: {target.id} stays off")
                is_own = answer == "o"
            _save_approval(target, is_own)
    except ModFilesError as error:
        raise CliError(f"{target.id}: {error}") from None
    return None


def _revoke(word: str) -> Report:
    """Withdraws an approval, named by id in full or by its last part; also that of a mod that is no longer here."""
    ids = [approval.id for approval in trust.list_approvals()]
    matches = [id for id in ids if id.rpartition(".")[2] == word]
    if word in ids or word in trust.load_own_places().values():
        id = word
    else:
        id = matches[0] if len(matches) == 1 else find_mod(word).id
    is_revoked = trust.revoke(id)
    text = f"{id}: approval withdrawn" if is_revoked else f"{id} was not approved; nothing was changed"
    return Report({"mod": id, "revoked": is_revoked}, [text], indent=None)


def prompt_for_approvals(mod_paths: Iterable[Path]) -> bool:
    """Asks about each mod that waits for approval, if there is a terminal; returns whether the user declined one."""
    is_declined = False
    if not is_interactive():
        return False
    for mod in find_unapproved_mods(mod_paths):
        try:
            _print_review(mod)
            answer = _ask(mod)
            if answer == "n":
                is_declined = True
                click.echo(f"{mod.id} stays off; the game starts without it", err=True)
            else:
                _save_approval(mod, is_own=answer == "o")
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


def _list_unapproved() -> Report:
    mods = find_unapproved_mods()
    lines = []
    for mod in mods:
        lines.append(f"{mod.id} {mod.version}  {format_path(mod.files.path)}")
        lines.append(f"  footfall mods approve {trust.get_mod_argument(mod)}")
    data = {"waiting": [_build_data(mod) for mod in mods]}
    return Report(data, lines or ["no mods are waiting for approval"])


def _save_approval(mod: Mod, is_own: bool) -> None:
    try:
        trust.approve(mod)
        if is_own:
            trust.mark_own(mod.files.path, mod.id)
    except OSError as error:
        raise CliError(f"the approval cannot be written to {trust.approvals_folder()} ({error.strerror})") from None
    scope = "your own, all versions" if is_own else f"content {mod.hash[:12]}"
    click.echo(f"approved: {mod.id} {mod.version} ({scope})", err=True)


def _build_data(mod: Mod) -> dict[str, Any]:
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
        escape = trust.escape_unprintable
        rows = [(escape(item.name), item.why, escape(item.place)) for item in capabilities]
        widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
        for what, why, where in rows:
            click.echo(f"  {what:<{widths[0]}}  {why:<{widths[1]}}  {where}", err=True)
    if approval is not None:
        diff = trust.diff_approval(approval, mod)
        click.echo(f"Changed since you approved {approval.version}:", err=True)
        for line in diff[:MAX_DIFF_LINES]:
            color = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1])
            click.echo(f"  {click.style(line, fg=color) if color else line}", err=True)
        if len(diff) > MAX_DIFF_LINES:
            click.echo(f"  ... {len(diff) - MAX_DIFF_LINES} more lines; answer s to see all", err=True)


def _ask(mod: Mod) -> str:
    """Asks whether a mod may run: ``y``, ``n``, or ``o`` for the player's own; ``s`` shows its code or the diff."""
    while True:
        answer: str = click.prompt(
            "May it run?  y: yes  n: no  s: show its code  o: yes, it is mine: never ask about this folder",
            type=click.Choice(["y", "n", "s", "o"]),
            default="n",
            show_choices=False,
            err=True,
        )
        if answer != "s":
            return answer
        approval = trust.load_approval(mod.id)
        lines = trust.diff_approval(approval, mod) if approval is not None else trust.list_code(mod)
        click.echo_via_pager("\n".join(lines) + "\n")
