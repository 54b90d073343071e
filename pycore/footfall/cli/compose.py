"""Composition: from options to a session, with every failure turned into words."""

from __future__ import annotations

import locale
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from footfall.diagnostics.findings import Finding, Severity
from footfall.engine.loop import RunawayError
from footfall.engine.session import Session
from footfall.loader import LoadError, LoadResult, load
from footfall.loader import user_choices as user_choices

from .options import CliError, parse_pairs


def detect_language(requested: str | None) -> str:
    """The language asked for, else that of the environment, else English."""
    if requested:
        return requested
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return value.split(".")[0].split("_")[0].lower() if value not in ("C", "POSIX") else "en"
    found = locale.getlocale()[0]
    return found.split("_")[0].lower() if found else "en"


def load_mods(
    game: str | None,
    *,
    mod_paths: Sequence[Path] = (),
    strict: bool = False,
    lang: str | None = None,
    settings: Iterable[str] = (),
    quiet: bool = False,
    safe_mode: bool = False,
    choices: user_choices.UserChoices | None = None,
) -> LoadResult:
    """Loads the mods and says on standard error what was wrong with them.

    Args:
        safe: leave out all mods but those of `mod_paths`.
        choices: what is on and off, and values of settings; None: what the user chose.

    Raises:
        Trouble: the game cannot be played, or a ``--set`` does not fit.
    """
    missing = [path for path in mod_paths if not path.exists()]
    if missing:
        raise CliError(f"--mods {missing[0]}: there is no such file or folder")
    try:
        loaded = load(
            game,
            mods=mod_paths,
            only=() if safe_mode else None,
            strict=strict,
            language=detect_language(lang),
            settings=parse_pairs(settings, "set"),
            choices=user_choices.load_choices() if choices is None else choices,
        )
    except LoadError as error:
        raise CliError(str(error)) from None
    wrong = [f for f in loaded.findings if f.code in ("no-setting", "bad-setting")]
    if wrong:
        raise CliError("\n".join(f.text.replace("; it is ignored", "") for f in wrong))
    if not quiet:
        print_findings(loaded.findings)
    return loaded


def print_findings(findings: Iterable[Finding]) -> None:
    """Prints findings to standard error; notes stay unsaid."""
    for finding in findings:
        if finding.severity > Severity.NOTE:
            click.echo(str(finding), err=True)


def begin_session(loaded: LoadResult, seed: int, options: Iterable[str], **keywords: Any) -> Session:
    """Begins a new game.

    Raises:
        Trouble: an unknown setup option, or one that does not fit.
    """
    try:
        return Session.begin(loaded.rules, seed, parse_pairs(options, "option"), **keywords)
    except (ValueError, RunawayError) as error:
        raise CliError(str(error)) from None
