"""Running the code of mods: their output and their failures."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, redirect_stdout
from typing import Any

from footfall.diagnostics.files import format_path
from footfall.diagnostics.findings import Finding, Severity
from footfall.engine.guards.problem_log import Problem, describe_error, find_problem_note
from footfall.engine.loop import RunawayError
from footfall.engine.session import GameOverError
from footfall.loader.isolation.watchdog import watch_for_hangs

from .output import CliError, echo

NO_FAILURES = frozenset(("bad-files", "twice", "not-approved"))
"""Errors about files that are not mods, and about mods that the user has not allowed to run."""


def redirect_mod_output() -> AbstractContextManager[Any]:
    """Sends what mods print to standard error while they run: standard output is the command's own."""
    return redirect_stdout(sys.stderr)


def describe_strict_failure(error: BaseException) -> str:
    """Describes an error that stopped a strict session: with mod, hook, place and turn if a mod raised it."""
    return f"strict: {find_problem_note(error) or describe_error(error)}"


@contextmanager
def play_with_mods() -> Iterator[None]:
    """Runs code of mods: their output goes to standard error, hangs are named, and an end of the game is one line.

    Raises:
        CliError: a mod failed in a strict session, or the game cannot go on.
    """
    try:
        with watch_for_hangs(), redirect_mod_output():
            yield
    except Exception as error:
        if find_problem_note(error):
            raise CliError(describe_strict_failure(error)) from error
        if isinstance(error, (GameOverError, RunawayError)):
            raise CliError(str(error)) from None
        raise


def exit_if_mods_failed(problems: Iterable[Problem], findings: Iterable[Finding] = ()) -> None:
    """Ends a command with exit code 1 if a mod failed in play, or failed to load; names the failures in play.

    Args:
        findings: findings of the loader, which have been printed. A file that cannot be read as a mod at all is not a
            failure.
    """
    groups: dict[tuple[str, str, str], list[Problem]] = {}
    for problem in problems:
        groups.setdefault((problem.mod, problem.via, problem.location), []).append(problem)
    lines = []
    for group in groups.values():
        first, count = group[0], len(group)
        times = "once" if count == 1 else f"{count} times"
        tail = ", suspended" if any(problem.is_suspended for problem in group) else ""
        failure = f"{first.mod}: {first.via} failed {times} at {format_path(first.location)}: {first.error}"
        lines.append(f"{failure} [first in turn {first.turn}{tail}]")
    if lines:
        echo("\n".join(lines), err=True)
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    if lines or any(finding.code not in NO_FAILURES for finding in errors):
        raise SystemExit(1)
