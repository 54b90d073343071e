"""Options shared by several commands, and the parsing of their values."""

from __future__ import annotations

import errno
import functools
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from footfall.app.files.paths import data_folder
from footfall.diagnostics.plural import cut_list
from footfall.engine.native import COMPILED_MODES, COMPILED_VARIABLE
from footfall.loader.isolation import tripwire
from footfall.loader.isolation.trust import TRUST_VARIABLE, Trust, TrustError, resolve_trust
from footfall.loader.json_file import parse_json_or_text
from footfall.loader.profiles.pointer import PROFILE_VARIABLE, ProfileError, get_profile_name, read_pointer

from .output import echo, escape_controls

F = TypeVar("F", bound=Callable[..., Any])


class CliError(click.ClickException):
    """An error the user can correct: a message on standard error, exit code 1."""

    exit_code = 1

    def __init__(self, message: str) -> None:
        super().__init__(escape_controls(message))


def describe_os_error(error: OSError) -> str:
    """Describes a failed read or write in one line, for the folder of saves with what to do."""
    try:
        os.getcwd()
    except OSError:
        return "the current folder no longer exists; change to another one and try again"
    reason = error.strerror or str(error) or type(error).__name__
    if not error.filename:
        return reason
    text = f"{error.filename}: {reason}"
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM) and _is_user_data(str(error.filename)):
        text += "; make this folder writable, or set XDG_DATA_HOME to a folder for saves and mods that is"
    return text


def describe_encoding_error(error: UnicodeEncodeError) -> str:
    """Describes a text that cannot be encoded in one line; as a rule it is a path."""
    return f"{error.object!a} is not valid text; if this is the path of a file or folder, rename it"


def _is_user_data(path: str) -> bool:
    """Whether a path is the data folder, in it, or a folder that it would be created in."""
    folder = data_folder()
    return Path(path).is_relative_to(folder) or folder.is_relative_to(path)


def report_tripwire() -> None:
    """Prints uses of files, processes or the network by mods."""
    trips = tripwire.take_new_trips()
    for line in cut_list(map(str, trips), MAX_TRIPS_SHOWN):
        echo(f"tripwire: {line}", err=True)


MAX_TRIPS_SHOWN = 10
"""Trips printed at the end of a command."""


@contextmanager
def report_write_errors(path: Path) -> Iterator[None]:
    """Turns a failed write to `path` into a `CliError`."""
    try:
        yield
    except OSError as error:
        raise CliError(f"{path}: cannot be written ({error.strerror or error})") from error


def set_trust(context: click.Context, trust: Trust) -> None:
    """Sets the trust level of this command and its child processes; never lowers ``FOOTFALL_TRUST=all``."""
    if os.environ.get(TRUST_VARIABLE, "").strip().lower() != Trust.ALL.value:
        set_variable(context, TRUST_VARIABLE, trust.value)


def current_trust() -> Trust:
    """Returns the trust level of the running command.

    Raises:
        click.UsageError: ``FOOTFALL_TRUST`` has an invalid value.
    """
    try:
        return resolve_trust(Trust.APPROVED)
    except TrustError as error:
        raise click.UsageError(str(error)) from None


def _apply_trust_flag(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value:
        set_trust(context, Trust.NAMED)


def check_compiled_variable() -> None:
    """Checks the value of ``FOOTFALL_COMPILED``.

    Raises:
        click.UsageError: it is not in `COMPILED_MODES`.
    """
    value = os.environ.get(COMPILED_VARIABLE)
    if value and value not in COMPILED_MODES:
        raise click.UsageError(f"{COMPILED_VARIABLE}={value}: allowed values: {', '.join(COMPILED_MODES)}")


def trust_option(function: F) -> F:
    """``--trust``."""
    return click.option(
        "--trust",
        is_flag=True,
        expose_value=False,
        callback=_apply_trust_flag,
        help="Run the Python code of the named mods without approval, this once.",
    )(function)


def set_variable(context: click.Context, name: str, value: str) -> None:
    """Sets an environment variable for this command and its child processes."""
    before = os.environ.get(name)

    def restore() -> None:
        if before is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = before

    context.call_on_close(restore)
    os.environ[name] = value


def _apply_profile(context: click.Context, parameter: click.Parameter, value: str) -> None:
    if not value:
        return
    set_variable(context, PROFILE_VARIABLE, value)
    try:
        get_profile_name(read_pointer())
    except ProfileError as error:
        context.close()  # a command whose options are wrong is not run, and closes nothing
        raise CliError(str(error)) from None


def profile_option(function: F) -> F:
    """``--profile``."""
    return click.option(
        "--profile",
        expose_value=False,
        metavar="NAME",
        callback=_apply_profile,
        help="Use the installed mods and choices of this profile, this once.",
    )(function)


def mod_options(function: F) -> F:
    """``--mods``, ``--profile``, ``--trust``, ``--strict`` and ``--lang``."""
    for option in (
        trust_option,
        profile_option,
        click.option(
            "--mods",
            "mod_paths",
            multiple=True,
            type=click.Path(path_type=Path),
            help="Also load this mod or folder of mods. Repeatable.",
        ),
        play_options,
    ):
        function = option(function)
    return function


def play_options(function: F) -> F:
    """``--strict`` and ``--lang``."""
    for option in (
        click.option("--strict", is_flag=True, help="Stop at the first failure of a mod."),
        click.option("--lang", metavar="CODE", default=None, help="Language: en or es. Default: that of the system."),
    ):
        function = option(function)
    return function


def screen_option(function: F) -> F:
    """``--screen``."""
    from footfall.ui.frontend import AUTO, FRONTENDS  # only here: most commands need no screen

    return click.option(
        "--screen",
        type=click.Choice([AUTO, *FRONTENDS]),
        default=AUTO,
        help="Where to play. auto, the default: a window if there is a display, else the terminal;"
        " plain: lines of text for screen readers.",
    )(function)


def setup_options(function: F) -> F:
    """``--seed``, ``--option`` and ``--set``."""
    function = value_options(function)
    return click.option("--seed", type=int, default=None, help="The seed; equal seeds give equal games.")(function)


def course_option(function: F) -> F:
    """``--course``, another way to write ``--option course=NAME``; the outermost of the options."""

    @functools.wraps(function)
    def run(*args: Any, course: str | None, options: tuple[str, ...], **keywords: Any) -> Any:
        if course is not None:
            options = (*options, f"course={json.dumps(course)}")
        return function(*args, options=options, **keywords)

    text = "The way through the game. Stealth: first (eight floors), whole (sixteen), daily."
    return cast(F, click.option("--course", metavar="NAME", default=None, help=text)(run))


def value_options(function: F) -> F:
    """``--option`` and ``--set``."""
    for option in (
        click.option(
            "--option",
            "options",
            multiple=True,
            metavar="NAME=VALUE",
            help="Set a setup option of the game (players=3). Repeatable.",
        ),
        click.option(
            "--set",
            "settings",
            multiple=True,
            metavar="NAME=VALUE",
            help="Set a world setting by its full name (core.stealth.rules=classic). Repeatable.",
        ),
    ):
        function = option(function)
    return function


def parse_pairs(items: Iterable[str], option: str) -> dict[str, Any]:
    """Parses ``name=value`` items; a value is JSON if it parses as such, else text.

    Raises:
        click.UsageError: an item without ``=``.
    """
    pairs = {}
    for item in items:
        name, equals, text = item.partition("=")
        if not equals or not name:
            raise click.UsageError(f"--{option} takes NAME=VALUE, got {item!r}")
        pairs[name] = parse_json_or_text(text)
    return pairs
