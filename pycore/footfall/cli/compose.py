"""From command-line options to mods, sessions and replays; failures become `CliError`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

from footfall.diagnostics.files import expand_home, format_path
from footfall.diagnostics.findings import Finding, Severity
from footfall.engine.loop import RunawayError
from footfall.engine.problem_log import Problem, describe_error, find_problem_note
from footfall.engine.rules import Rules
from footfall.engine.saves.replay import Replay, read_replay
from footfall.engine.saves.replay_lines import ReplayHeader
from footfall.engine.session import GameOverError, Session
from footfall.i18n.system_language import find_system_language
from footfall.loader import LoadError, LoadResult, discover, load
from footfall.loader.discovery import LOST_CODES
from footfall.loader.isolation.watchdog import watch_for_hangs
from footfall.loader.load import describe_named_faults
from footfall.loader.profiles import user_choices
from footfall.loader.profiles.pointer import PROFILE_VARIABLE

from .options import CliError, parse_pairs
from .output import echo
from .replay_mods import describe_lost_mods, list_lost_mods

NO_FAILURES = frozenset(("bad-files", "twice", "not-approved"))
"""Errors about files that are no mod, and about mods that the user has not allowed to run."""

UNREADABLE_CODES = frozenset(("bad-manifest", "bad-files", "no-manifest", "twice"))
"""Findings about files and folders that cannot be read as a mod."""


def load_mods(
    game: str | None,
    *,
    mod_paths: Sequence[Path] = (),
    strict: bool = False,
    lang: str | None = None,
    preferred_language: str = "",
    settings: Iterable[str] = (),
    quiet: bool = False,
    safe_mode: bool = False,
    keeps_unknown: bool = False,
    keeps_off: bool = False,
    choices: user_choices.UserChoices | None = None,
) -> LoadResult:
    """Loads the mods and prints their findings to standard error.

    Args:
        preferred_language: used if `lang` is None; by default that of the system.
        safe_mode: load no mods except those of `mod_paths`.
        keeps_unknown: whether unknown settings are the caller's matter.
        keeps_off: whether mods of `mod_paths` that are off are.
        choices: mods switched on or off, and settings; None for the user's choices.

    Raises:
        CliError: the game cannot be loaded, ``--set`` is wrong, a mod that `mod_paths` names is off, or there is no
            profile of the name that was asked for.
    """
    missing = [path for path in mod_paths if not path.exists()]
    if missing:
        raise CliError(f"--mods {missing[0]}: there is no such file or folder")
    try:
        with redirect_mod_output():
            loaded = _load_restored(
                game,
                mods=mod_paths,
                only=() if safe_mode else None,
                strict=strict,
                language=lang or preferred_language or find_system_language(),
                settings=parse_pairs(settings, "set"),
                choices=user_choices.load_choices() if choices is None else choices,
            )
    except LoadError as error:
        raise CliError(str(error)) from None
    wrong = {"bad-setting"} | ({"bad-profile"} if os.environ.get(PROFILE_VARIABLE) else set())
    errors = [f for f in loaded.findings if f.code in wrong or (f.code == "no-setting" and not keeps_unknown)]
    if errors:
        raise CliError("\n".join(f.text.replace("; it is ignored", "") for f in errors))
    _check_named_files(mod_paths, loaded.findings)
    if not keeps_off and (faults := describe_named_faults(loaded, mod_paths)):
        raise CliError(faults)
    if lang is not None:
        _check_language(lang, loaded.catalog.list_languages())
    if not quiet:
        print_findings(f for f in loaded.findings if not (f.code == "no-setting" and keeps_unknown))
    return loaded


def _load_restored(game: str | None, **words: Any) -> LoadResult:
    """Loads the mods; once more if contents that the store lost are in an index on this computer."""
    try:
        loaded = load(game, **words)
    except LoadError as error:
        if not _restore_lost(error.findings):
            raise
    else:
        if not _restore_lost(loaded.findings):
            return loaded
    return load(game, **words)


def _restore_lost(findings: Iterable[Finding]) -> bool:
    """Restores the contents that the findings miss; returns whether there was any to restore."""
    if not any(finding.code in LOST_CODES for finding in findings):
        return False
    from footfall.app.profile_change import open_profile  # only here: a game in play needs no index
    from footfall.loader.profiles.pointer import ProfileError
    from footfall.sharing.index.format import IndexFileError

    try:
        notes = open_profile(offline=True)[2].sources.notes
    except (ProfileError, IndexFileError, OSError):
        return False
    for note in notes:
        echo(f"note: {note}", err=True)
    return bool(notes)


def _check_language(lang: str, known: Sequence[str]) -> None:
    """Checks the value of ``--lang``.

    Raises:
        CliError: neither the framework nor a mod has texts in it.
    """
    if lang.partition("-")[0] not in known and lang not in known:
        raise CliError(f"--lang {lang}: there are no texts in this language; known: {', '.join(known)}")


def _check_named_files(mod_paths: Iterable[Path], findings: Iterable[Finding]) -> None:
    """Checks that each file of ``--mods`` is a mod.

    Raises:
        CliError: a file does not exist or holds no mod.
    """
    files = {format_path(expand_home(path).absolute()) for path in mod_paths if not expand_home(path).is_dir()}
    for finding in findings:
        if finding.mod in files and finding.code in ("no-manifest", "bad-files"):
            raise CliError(f"--mods {finding.mod}: {finding.text}; {finding.fix}")


def exit_if_profile_unknown(findings: Iterable[Finding]) -> None:
    """Ends a command whose answer is about the installed mods with exit code 1 if they could not be read."""
    if any(finding.code == "bad-profile" for finding in findings):
        raise SystemExit(1)


def print_findings(findings: Iterable[Finding]) -> None:
    """Prints findings to standard error, except notes."""
    for finding in findings:
        if finding.severity > Severity.NOTE:
            echo(str(finding), err=True)


def redirect_mod_output() -> AbstractContextManager[Any]:
    """Sends what mods print to standard error while they run: standard output is the command's own."""
    return redirect_stdout(sys.stderr)


def summarize_problems(problems: Iterable[Problem]) -> list[str]:
    """Returns one line for each mod, hook and place that failed, with the first turn and the number of failures."""
    groups: dict[tuple[str, str, str], list[Problem]] = {}
    for problem in problems:
        groups.setdefault((problem.mod, problem.via, problem.where), []).append(problem)
    return [_summarize_group(group) for group in groups.values()]


def _summarize_group(group: Sequence[Problem]) -> str:
    first, count = group[0], len(group)
    times = "once" if count == 1 else f"{count} times"
    tail = ", suspended" if any(problem.suspended for problem in group) else ""
    place = format_path(first.where)
    return f"{first.mod}: {first.via} failed {times} at {place}: {first.error} [first in turn {first.turn}{tail}]"


def describe_strict_failure(error: BaseException) -> str:
    """Describes an error that stopped a strict session: with mod, hook, place and turn if a mod raised it."""
    return f"strict: {find_problem_note(error) or describe_error(error)}"


@contextmanager
def play_with_mods() -> Iterator[None]:
    """Runs code of mods: their output goes to standard error, hangs are named, what stops the game is one line.

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
    """Ends a command with exit code 1 if a mod failed in play, or failed to load; names what failed in play.

    Args:
        findings: of the loader, which `load_mods` has printed. What cannot be read as a mod at all is no failure.
    """
    lines = summarize_problems(problems)
    if lines:
        echo("\n".join(lines), err=True)
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    if lines or any(finding.code not in NO_FAILURES for finding in errors):
        raise SystemExit(1)


def begin_session(
    loaded: LoadResult, seed: int, options: Iterable[str], *, strict: bool = False, **keywords: Any
) -> Session:
    """Begins a new game.

    Raises:
        CliError: a setup option is unknown or has a wrong value, or a mod failed in a strict session.
    """
    try:
        with redirect_mod_output(), watch_for_hangs():
            return Session.begin(loaded.rules, seed, parse_pairs(options, "option"), strict=strict, **keywords)
    except Exception as error:
        if find_problem_note(error):
            raise CliError(describe_strict_failure(error)) from error
        if isinstance(error, (ValueError, RunawayError)):
            raise CliError(str(error)) from None
        raise


def read_replay_with_mods(
    path: Path, *, mod_paths: Sequence[Path], strict: bool, lang: str | None, quiet: bool = False
) -> tuple[Replay, LoadResult]:
    """Reads a replay and loads its game with the settings it was recorded with; reports its mods that are not on.

    Raises:
        ReplayError: the replay cannot be read, or was recorded with other mods.
        CliError: the game cannot be loaded.
    """
    loaded: list[LoadResult] = []

    def load_rules(header: ReplayHeader) -> Rules:
        settings = [f"{name}={json.dumps(value)}" for name, value in header.settings.items()]
        try:
            result = load_mods(
                header.game,
                mod_paths=mod_paths,
                strict=strict,
                lang=lang,
                settings=settings,
                quiet=quiet,
                keeps_unknown=True,
            )
        except CliError:
            known, _ = discover(mod_paths)
            _report_lost_mods(header, known, known, path)
            raise
        _report_lost_mods(header, [id for id, _, _ in result.rules.lock], result.available, path)
        _check_recorded_settings(header, result, path)
        loaded.append(result)
        return result.rules

    replay = read_replay(path, load_rules)
    if replay.damage is not None:
        echo(loaded[-1].catalog.translate(replay.damage), err=True)
    return replay, loaded[-1]


def _report_lost_mods(header: ReplayHeader, active: Collection[str], known: Collection[str], path: Path) -> None:
    lost = list_lost_mods(header, active)
    if lost:
        echo("\n".join(describe_lost_mods(lost, known, path)), err=True)


def _check_recorded_settings(header: ReplayHeader, loaded: LoadResult, path: Path) -> None:
    """Checks that there are the settings of a replay; those of a mod that is not on went with it.

    Raises:
        CliError: a mod has lost a setting.
    """
    owners = tuple(f"{id}." for id, _, _ in loaded.rules.lock)
    unknown = [name for name in header.settings if name not in loaded.settings and name.startswith(owners)]
    if unknown:
        raise CliError(f"{path}: was recorded with settings that no longer exist: {', '.join(unknown)}")
