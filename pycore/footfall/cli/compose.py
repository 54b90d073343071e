"""Composition: from options to a session, with every failure turned into words."""

from __future__ import annotations

import locale
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from footfall.content.findings import Finding, Level
from footfall.engine.loop import Runaway
from footfall.engine.session import Session
from footfall.loader import Loaded, LoadError, load
from footfall.loader import choices as chosen

from .options import Trouble, pairs


def language(wanted: str | None) -> str:
    """The language asked for, else that of the environment, else English."""
    if wanted:
        return wanted
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
    safe: bool = False,
    choices: chosen.Choices | None = None,
) -> Loaded:
    """Loads the mods and says on standard error what was wrong with them.

    Args:
        safe: leave out all mods but those of `mod_paths`.
        choices: what is on and off, and values of settings; None: what the user chose.

    Raises:
        Trouble: the game cannot be played, or a ``--set`` does not fit.
    """
    missing = [path for path in mod_paths if not path.exists()]
    if missing:
        raise Trouble(f"--mods {missing[0]}: there is no such file or folder")
    try:
        loaded = load(
            game,
            mods=mod_paths,
            only=() if safe else None,
            strict=strict,
            language=language(lang),
            settings=pairs(settings, "set"),
            choices=chosen.read() if choices is None else choices,
        )
    except LoadError as error:
        raise Trouble(str(error)) from None
    wrong = [f for f in loaded.problems if f.code in ("no-setting", "bad-setting")]
    if wrong:
        raise Trouble("\n".join(f.text.replace("; it is ignored", "") for f in wrong))
    if not quiet:
        say(loaded.problems)
    return loaded


def say(findings: Iterable[Finding]) -> None:
    """Prints findings to standard error; notes stay unsaid."""
    for finding in findings:
        if finding.level > Level.NOTE:
            click.echo(str(finding), err=True)


def begin(loaded: Loaded, seed: int, options: Iterable[str], **keywords: Any) -> Session:
    """Begins a new game.

    Raises:
        Trouble: an unknown setup option, or one that does not fit.
    """
    try:
        return Session.begin(loaded.rules, seed, pairs(options, "option"), **keywords)
    except (ValueError, Runaway) as error:
        raise Trouble(str(error)) from None
