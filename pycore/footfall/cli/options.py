"""Options that several commands share, and how their values are read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


class Trouble(click.ClickException):
    """Something a user can do something about: one message on standard error, exit code 1."""

    exit_code = 1


def mod_options(function: F) -> F:
    """``--mods``, ``--strict`` and ``--lang``."""
    for option in (
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


def pairs(items: Iterable[str], what: str) -> dict[str, Any]:
    """Reads ``name=value`` items; a value is JSON where it can be, else a word.

    Raises:
        click.UsageError: an item without ``=``.
    """
    found = {}
    for item in items:
        name, equals, text = item.partition("=")
        if not equals or not name:
            raise click.UsageError(f"--{what} takes NAME=VALUE, got {item!r}")
        try:
            found[name] = json.loads(text)
        except json.JSONDecodeError:
            found[name] = text
    return found
