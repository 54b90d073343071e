"""Output to the terminal: lines, tables, JSON, errors. Strings of mods cannot control the terminal."""

import errno
import functools
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import click
import msgspec

from footfall.app.files.paths import data_folder
from footfall.diagnostics.findings import Finding, Severity
from footfall.diagnostics.plural import cut_list
from footfall.loader.isolation import tripwire

F = TypeVar("F", bound=Callable[..., Any])

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters except tab and line feed, and controls of text direction."""

_AS_JSON = f"{__name__}.as_json"
"""Key in the context of click: whether the running command prints JSON."""

MAX_TRIPS_SHOWN = 10
"""Uses of files, processes or the network by mods that are printed at the end of a command."""


class CliError(click.ClickException):
    """An error the user can correct: a message on standard error, exit code 1."""

    exit_code = 1

    def __init__(self, message: str) -> None:
        super().__init__(escape_controls(message))


def escape_controls(text: str) -> str:
    r"""Shows control characters as escapes such as ``\u001b``, which JSON reads as the same character."""
    return _CONTROLS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def echo(text: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Prints text without control characters."""
    click.echo(escape_controls(str(text)), file=sys.stderr if err else sys.stdout, nl=nl)


def echo_json(data: Any, indent: int | None = 2) -> None:
    """Prints data as JSON."""
    echo(json.dumps(data, indent=indent, ensure_ascii=False))


def print_notes(notes: Iterable[str]) -> None:
    """Prints notes to standard error."""
    for note in notes:
        echo(f"note: {note}", err=True)


def print_findings(findings: Iterable[Finding]) -> None:
    """Prints findings to standard error, except notes."""
    for finding in findings:
        if finding.severity > Severity.NOTE:
            echo(str(finding), err=True)


class Report(msgspec.Struct, frozen=True):
    """The result of a command.

    Attributes:
        data: with ``--json``.
        lines: without it: lines and objects that print themselves, evaluated one by one.
        has_failed: whether the exit code is 1.
        indent: the indent of the JSON; None for one line.
    """

    data: Any
    lines: Iterable[object] = ()
    has_failed: bool = False
    indent: int | None = 2

    def print(self, as_json: bool) -> None:
        """Prints the data or the lines; ends the command with exit code 1 if it has failed."""
        if as_json:
            echo_json(self.data, self.indent)
        for line in () if as_json else self.lines:
            line.print() if hasattr(line, "print") else echo(line)
        if self.has_failed:
            raise SystemExit(1)


def prints_report(function: F) -> F:
    """Adds ``--json`` to a command, which returns a `Report`; None if it has printed everything itself."""

    @click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
    @functools.wraps(function)
    def run(*args: Any, as_json: bool, **keywords: Any) -> None:
        click.get_current_context().meta[_AS_JSON] = as_json
        report: Report | None = function(*args, **keywords)
        if report is not None:
            report.print(as_json)

    return cast(F, run)


def wants_json() -> bool:
    """Whether the command was called with ``--json``: a program reads its output."""
    return bool(click.get_current_context().meta.get(_AS_JSON))


def require_consent(
    question: str, *, yes: bool, advice: str, refusal: str = "nothing was changed", default: bool = True
) -> None:
    """Asks whether to go on.

    Args:
        yes: whether the command line has agreed with ``--yes``.
        advice: how to agree without a terminal; appended to `refusal`, so it begins with punctuation.
        refusal: the message if the user declines.

    Raises:
        CliError: the user declined, or there is no terminal to ask on.
    """
    if yes:
        return
    if wants_json() or not is_interactive():
        raise CliError(f"{refusal}{advice}")
    if not click.confirm(question, default=default, err=True):
        raise CliError(refusal)


def is_interactive() -> bool:
    """Whether a person answers questions here."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def report_tripwire() -> None:
    """Prints uses of files, processes or the network by mods."""
    for line in cut_list(map(str, tripwire.take_new_trips()), MAX_TRIPS_SHOWN):
        echo(f"tripwire: {line}", err=True)


def describe_os_error(error: OSError) -> str:
    """Describes a failed read or write in one line; if it is in the folder of saves, with advice."""
    try:
        os.getcwd()
    except OSError:
        return "the current folder no longer exists; change to another one and try again"
    reason = error.strerror or str(error) or type(error).__name__
    if not error.filename:
        return reason
    text, folder = f"{error.filename}: {reason}", data_folder()
    is_user_data = Path(str(error.filename)).is_relative_to(folder) or folder.is_relative_to(str(error.filename))
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM) and is_user_data:
        text += "; make this folder writable, or set XDG_DATA_HOME to a folder for saves and mods that is"
    return text


@contextmanager
def report_errors(*kinds: type[Exception]) -> Iterator[None]:
    """Turns errors of these types into a `CliError` with the same message."""
    try:
        yield
    except kinds as error:
        raise CliError(str(error)) from None


@contextmanager
def report_write_errors(path: Path) -> Iterator[None]:
    """Turns a failed write to `path` into a `CliError`."""
    try:
        yield
    except OSError as error:
        raise CliError(f"{path}: cannot be written ({error.strerror or error})") from error
