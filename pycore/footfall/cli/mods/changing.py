"""A change of a profile: failures, the preview, the question, progress, the result; and an offer before a game."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import msgspec

from footfall.app.files.resume import read_saved_header
from footfall.app.profile_change import PlanReport, list_obtainable, list_waiting, open_profile, prepare
from footfall.diagnostics import UserError
from footfall.diagnostics.plural import cut_list, format_count
from footfall.engine.model import Message
from footfall.loader import LoadResult
from footfall.loader.profiles.pointer import ModSet, get_profile_name, read_pointer
from footfall.sharing.candidates import Candidate
from footfall.sharing.carry_out import commit
from footfall.sharing.package_state import PackageState
from footfall.sharing.plans import ChangePlan, plan_install

from ..output import CliError, Report, echo, is_interactive, print_notes, require_consent, wants_json
from .approve import prompt_for_approvals
from .rule_sentences import describe_rule

MAX_LINES = 40
"""Lines of changed fields shown."""


yes_option = click.option("--yes", is_flag=True, help="Do it without a prompt.")


def open_indexes(profile: str = "") -> tuple[str, ModSet, PackageState]:
    """Reads the indexes for a profile, and prints what the player should know about reading them.

    Raises:
        ProfileError, IndexFileError, OSError: see `open_profile`.
    """
    name, base, packages = open_profile(profile)
    print_notes(packages.sources.sentences)
    return name, base, packages


def run_plan(
    profile: str,
    packages: PackageState,
    plan: ChangePlan,
    *,
    asks: bool = False,
    yes: bool = False,
    dry_run: bool = False,
) -> Report:
    """Fetches, shows and carries out a plan.

    Args:
        asks: whether it changes more than was asked for, so that the player decides.

    Raises:
        CliError: the player declined, or there is no terminal to ask on.
    """
    notes, report = plan.notes, None
    if plan.steps or plan.downloads:
        with _show_progress(plan) as on_progress:
            report = prepare(packages, plan, on_progress, list_rules)
    if report is None or not plan.steps:
        notes = (*notes, *report.notes) if report is not None else notes
        is_sure = not packages.sources.unused_indexes and not notes
        words = "nothing to do: everything is as it should be" if is_sure else "nothing was changed"
        if not wants_json():
            print_notes(notes)
        return Report({"profile": profile, "steps": [], "notes": (*packages.sources.sentences, *notes)}, [words])
    if not wants_json():
        print_notes(notes)
        print_report(report)
    if not dry_run:
        require_consent("Do this?", yes=yes or not asks, advice=": there is no terminal to ask on; to do it, add --yes")
        commit(profile, plan)
    steps = [
        {
            "id": step.id,
            "kind": step.kind,
            "before": step.before.version if step.before is not None else None,
            "after": step.after.version if step.after is not None else None,
            "hash": step.after.hash if step.after is not None else None,
        }
        for step in plan.steps
    ]
    waiting, all_notes = list_waiting(plan), (*packages.sources.sentences, *notes)
    data = {"profile": profile, "done": not dry_run, "steps": steps, "notes": all_notes, "waiting": waiting}
    lines: list[str] = []
    if not dry_run:
        other = "" if profile == get_profile_name(read_pointer()) else f" --profile {profile}"
        count = format_count(len(plan.steps), "change")
        lines.append(f"done: {count} in the profile {profile}; to undo: footfall mods undo{other}")
        for id in waiting:
            approve = f"footfall mods approve {id}{other}"
            lines.append(f"{id} has Python code, which stays off until you approve it: {approve}")
    return Report({**data, "report": msgspec.to_builtins(report)}, lines)


def list_rules(loaded: LoadResult, id: str) -> list[str]:
    """Returns the rules as data of a mod as sentences."""
    items = [item for items in loaded.hooks.values() for item in items if item.mod == id]
    sentences = (describe_rule(item.rule, loaded.catalog.has_message) for item in items if item.rule is not None)
    return [loaded.catalog.translate(sentence) for sentence in sentences]


def print_report(report: PlanReport) -> None:
    """Prints what a plan changes."""
    for change in report.mods:
        echo(change.step)
        if change.retraction:
            echo(f"    retracted by its publisher: {change.retraction}")
        if change.reach != change.reach_before:
            before = f" (before: {', '.join(change.reach_before) or 'nothing'})" if "->" in change.step else ""
            echo(f"    its Python code can access: {', '.join(change.reach) or 'nothing outside the game'}{before}")
        for line in change.changes.splitlines():
            echo(f"    {line}")
        for trouble in change.troubles:
            echo(f"    tests found trouble {trouble}")
    for game, fields in report.fields.items():
        echo(f"fields in {game}:")
        for line in cut_list(fields, MAX_LINES):
            echo(f"    {line}")
    for game, rules in report.rules.items():
        echo(f"rules in {game}:")
        for line in rules:
            echo(f"    {line}")
    for note in report.notes:
        echo(f"    {note}")


@contextmanager
def _show_progress(plan: ChangePlan) -> Iterator[Callable[[Candidate, int], None]]:
    """Shows a bar of the bytes, if there is a terminal to show it on."""
    total = sum(candidate.entry.archive.size for candidate in plan.downloads if candidate.entry is not None)
    if wants_json() or not sys.stderr.isatty() or not total:
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("fetching", total=total)
        sizes: dict[str, int] = {}

        def advance(candidate: Candidate, size: int) -> None:
            sizes[candidate.id] = size
            progress.update(task, completed=sum(sizes.values()), description=str(candidate))

        yield advance


def offer_missing_mods(path: Path) -> Message | None:
    """Offers to install the mods that the save at `path` misses, if there is a terminal; otherwise says how.

    Returns:
        The message in the log of the game about mods that were not installed, or None.
    """
    try:
        header = read_saved_header(path)
        profile, base, packages = open_profile(offline=True)
        rows = list_obtainable(packages, [header])
        if not rows:
            return None
        names = ", ".join(f"{id} {version}" for id, version, _ in rows)
        echo(f"the saved game needs {names}, which an index has", err=True)
        if is_interactive() and click.confirm("Install it now?", default=True, err=True):
            plan = plan_install(packages, base, [(id, version) for id, version, _ in rows])
            run_plan(profile, packages, plan, asks=len(plan.steps) > len(rows)).print(as_json=False)
            prompt_for_approvals(())
            return None
        words = " ".join(f"{id}@{version}" for id, version, _ in rows)
        echo(f"to install: footfall mods install {words}", err=True)
        return Message("footfall-mods-save-offer", {"mods": names})
    except (UserError, CliError, OSError) as error:  # the game goes on without them
        echo(f"note: {error}", err=True)
        return None
