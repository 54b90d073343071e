"""What the commands that change a profile share: messages for failures, the preview, progress, and the result."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click
import msgspec

from footfall.app.profile_change import PlanReport, list_waiting, open_profile, prepare
from footfall.diagnostics.files import ModFilesError
from footfall.diagnostics.plural import cut_list, format_count
from footfall.loader import LoadResult
from footfall.loader.profiles.pointer import ModSet, ProfileError, get_profile_name, read_pointer
from footfall.sharing.candidates import Offer
from footfall.sharing.carry_out import commit
from footfall.sharing.index.format import IndexFileError
from footfall.sharing.locks import LockFileError
from footfall.sharing.network.fetch import FetchError
from footfall.sharing.package_state import Shelf
from footfall.sharing.plans import ChangePlan, PlanError
from footfall.sharing.resolve import UnresolvableError
from footfall.sharing.sources import Sources
from footfall.sharing.store import StoreError

from ..options import CliError
from ..output import echo
from .rule_sentences import describe_rule

F = TypeVar("F", bound=Callable[..., Any])

FAILURES = (
    FetchError,
    IndexFileError,
    LockFileError,
    ModFilesError,
    PlanError,
    ProfileError,
    StoreError,
    UnresolvableError,
)
"""What can go wrong with indexes and the store; each message is for the player."""

MAX_LINES = 40
"""Lines of changed fields shown."""


def change_options(function: F) -> F:
    """``--yes`` and ``--json``."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print as JSON."),
        click.option("--yes", is_flag=True, help="Do it without a prompt."),
    ):
        function = option(function)
    return function


@contextmanager
def report_failures() -> Iterator[None]:
    """Turns failures of sharing into one message with exit code 1."""
    try:
        yield
    except FAILURES as error:
        raise CliError(str(error)) from None


def open_indexes(profile: str = "") -> tuple[str, ModSet, Shelf]:
    """Reads the indexes for a profile, and prints what the player should know about reading them.

    Raises:
        ProfileError, IndexFileError, OSError: see `open_profile`.
    """
    name, base, shelf = open_profile(profile)
    _print_notes(shelf.sources.sentences)
    return name, base, shelf


def require_all_indexes(sources: Sources) -> None:
    """Ends a command whose answer is about all indexes with exit code 1 if one of them was not used."""
    if sources.unused:
        raise SystemExit(1)


def run_plan(
    profile: str, shelf: Shelf, plan: ChangePlan, *, ask: bool, yes: bool, as_json: bool, dry_run: bool = False
) -> None:
    """Fetches, shows and carries out a plan.

    Args:
        ask: whether it changes more than was asked for, so that the player decides.
        dry_run: change nothing.

    Raises:
        CliError: the player declined, or there is no terminal to ask on.
    """
    if not plan.steps and not plan.downloads:
        _report_nothing(profile, shelf.sources, plan.notes, as_json)
        return
    with _show_progress(plan, as_json) as on_progress:
        report = prepare(shelf, plan, on_progress, list_rules)
    if not plan.steps:
        _report_nothing(profile, shelf.sources, (*plan.notes, *report.notes), as_json)
        return
    if not as_json:
        _print_notes(plan.notes)
        print_report(report)
    if not dry_run:
        if ask and not yes:
            _ask(as_json)
        commit(profile, plan)
    if as_json:
        _print_json(profile, plan, report, (*shelf.sources.sentences, *plan.notes), done=not dry_run)
    elif not dry_run:
        other = "" if profile == get_profile_name(read_pointer()) else f" --profile {profile}"
        count = format_count(len(plan.steps), "change")
        echo(f"done: {count} in the profile {profile}; to undo: footfall mods undo{other}")
        for id in list_waiting(plan):
            echo(f"{id} has Python code, which stays off until you approve it: footfall mods approve {id}{other}")


def _report_nothing(profile: str, sources: Sources, notes: tuple[str, ...], as_json: bool) -> None:
    if as_json:
        facts = {"profile": profile, "steps": [], "notes": (*sources.sentences, *notes)}
        echo(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    _print_notes(notes)
    is_sure = not sources.unused and not notes
    echo("nothing to do: everything is as it should be" if is_sure else "nothing was changed")


def _ask(as_json: bool) -> None:
    """Asks whether to go on.

    Raises:
        CliError: the player declined, or there is no terminal to ask on.
    """
    if as_json or not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise CliError("nothing was changed: there is no terminal to ask on; to do it, add --yes")
    if not click.confirm("Do this?", default=True, err=True):
        raise CliError("nothing was changed")


def list_rules(loaded: LoadResult, id: str) -> list[str]:
    """Returns the rules as data of a mod as sentences."""
    items = [item for items in loaded.hooks.values() for item in items if item.mod == id]
    sentences = (describe_rule(item.rule, loaded.catalog.has_message) for item in items if item.rule is not None)
    return [loaded.catalog.translate(sentence) for sentence in sentences]


def _print_notes(notes: tuple[str, ...]) -> None:
    for note in notes:
        echo(f"note: {note}", err=True)


def print_report(report: PlanReport) -> None:
    """Prints what a plan changes."""
    for change in report.mods:
        echo(change.step)
        if change.retracted:
            echo(f"    retracted by its publisher: {change.retracted}")
        if change.reach != change.reach_before:
            before = f" (before: {', '.join(change.reach_before) or 'nothing'})" if "->" in change.step else ""
            echo(f"    its Python can reach: {', '.join(change.reach) or 'nothing outside the game'}{before}")
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


def _print_json(profile: str, plan: ChangePlan, report: PlanReport, notes: tuple[str, ...], *, done: bool) -> None:
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
    facts = {"profile": profile, "done": done, "steps": steps, "notes": notes, "waiting": list_waiting(plan)}
    echo(json.dumps({**facts, "report": msgspec.to_builtins(report)}, indent=2, ensure_ascii=False))


@contextmanager
def _show_progress(plan: ChangePlan, as_json: bool) -> Iterator[Callable[[Offer, int], None]]:
    """Shows a bar of the bytes, if there is a terminal to show it on."""
    total = sum(offer.entry.archive.size for offer in plan.downloads if offer.entry is not None)
    if as_json or not sys.stderr.isatty() or not total:
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("fetching", total=total)
        sizes: dict[str, int] = {}

        def advance(offer: Offer, size: int) -> None:
            sizes[offer.id] = size
            progress.update(task, completed=sum(sizes.values()), description=str(offer))

        yield advance
