"""Options that several commands share, and how their values are read."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from footfall.loader.trust import TRUST_VARIABLE, Trust, TrustError, resolve_trust

F = TypeVar("F", bound=Callable[..., Any])


class CliError(click.ClickException):
    """Something a user can do something about: one message on standard error, exit code 1."""

    exit_code = 1


def set_trust(context: click.Context, trust: Trust) -> None:
    """Trusts so in this command and in the processes it starts; one that was told more by its user stays so."""
    before = os.environ.get(TRUST_VARIABLE)
    if (before or "").strip().lower() == Trust.ALL.value:
        return

    def restore() -> None:
        if before is None:
            os.environ.pop(TRUST_VARIABLE, None)
        else:
            os.environ[TRUST_VARIABLE] = before

    context.call_on_close(restore)
    os.environ[TRUST_VARIABLE] = trust.value


def current_trust() -> Trust:
    """Whom the running command trusts.

    Raises:
        Trouble: ``FOOTFALL_TRUST`` says nonsense.
    """
    try:
        return resolve_trust(Trust.APPROVED)
    except TrustError as error:
        raise CliError(str(error)) from None


def _apply_trust_flag(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    if value:
        set_trust(context, Trust.NAMED)


def trust_option(function: F) -> F:
    """``--trust``."""
    return click.option(
        "--trust",
        is_flag=True,
        expose_value=False,
        callback=_apply_trust_flag,
        help="Run the Python of the mods named here without approval, this once.",
    )(function)


def mod_options(function: F) -> F:
    """``--mods``, ``--trust``, ``--strict`` and ``--lang``."""
    for option in (
        trust_option,
        click.option(
            "--mods",
            "mod_paths",
            multiple=True,
            type=click.Path(path_type=Path),
            help="A mod, or a folder of mods, to load as well. May be given several times.",
        ),
        click.option("--strict", is_flag=True, help="Stop at the first failure of a mod."),
        click.option(
            "--lang", metavar="CODE", default=None, help="Language: en, es. Default: that of the system."
        ),
    ):
        function = option(function)
    return function


def setup_options(function: F) -> F:
    """``--seed``, ``--option`` and ``--set``."""
    for option in (
        click.option("--seed", type=int, default=None, help="The seed; the same one gives the same game."),
        click.option(
            "--option",
            "options",
            multiple=True,
            metavar="NAME=VALUE",
            help="A setup option of the game (players=3, profile=full_game).",
        ),
        click.option(
            "--set",
            "settings",
            multiple=True,
            metavar="NAME=VALUE",
            help="A world setting by its full name (core.stealth.melee.cap_defense=4).",
        ),
    ):
        function = option(function)
    return function


def parse_pairs(items: Iterable[str], option: str) -> dict[str, Any]:
    """Reads ``name=value`` items; a value is JSON where it can be, else a word.

    Raises:
        click.UsageError: an item without ``=``.
    """
    found = {}
    for item in items:
        name, equals, text = item.partition("=")
        if not equals or not name:
            raise click.UsageError(f"--{option} takes NAME=VALUE, got {item!r}")
        try:
            found[name] = json.loads(text)
        except json.JSONDecodeError:
            found[name] = text
    return found
