"""Playing a repro again with some of its mods and some of its commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from footfall.engine.codec import index_command_types, parse_command
from footfall.engine.rules import Rules
from footfall.engine.session import Session
from footfall.loader import LoadError, load
from footfall.loader.watchdog import run_with_timeout

from .repro import GameFailure, Repro, build_crash_failure, build_failure

TIMEOUT_TEXT = "it did not finish"


def replay_repro(
    repro: Repro,
    paths: Mapping[str, Path],
    mods: Iterable[str],
    commands: Iterable[int] | None = None,
    *,
    timeout: float = 60.0,
) -> GameFailure | None:
    """Plays a repro until it fails as it is said to.

    Commands that are refused, or that nobody knows any more, are passed over.

    Args:
        paths: where the mods lie.
        mods: ids of those to play with; the game's own rules always take part.
        commands: indices of the commands to give, in order; None: all.
        patience: seconds; a replay that takes longer has failed by hanging.

    Returns:
        The same failure, as it came about here; None if it did not.
    """
    chosen = [paths[id] for id in dict.fromkeys((*repro.rules, *mods))]
    try:
        loaded = load(repro.game, mods=chosen, only=(), settings=repro.settings)
    except LoadError:
        return None
    given = range(len(repro.commands)) if commands is None else commands
    wanted = normalize_error(repro.failure.error)

    def play() -> GameFailure | None:
        for failure in _list_failures(loaded.rules, repro, given):
            if normalize_error(failure.error) == wanted:
                return failure
        return None

    try:
        return run_with_timeout(play, timeout, "the replay")
    except TimeoutError as error:
        return GameFailure(str(error), crash=True) if TIMEOUT_TEXT in repro.failure.error else None


def normalize_error(error: str) -> str:
    """What makes two failures the same: the first line without its numbers."""
    return re.sub(r"\d+", "#", error.splitlines()[0]) if error else ""


def _list_failures(rules: Rules, repro: Repro, given: Iterable[int]) -> Iterable[GameFailure]:
    """The failures of a game in the order they come."""
    known = index_command_types([*rules.commands, *rules.console, *Session.builtin_commands])
    turn, told = 0, 0
    try:
        session = Session.begin(rules, repro.seed, repro.options)
        session.console_enabled = True  # what was recorded had been allowed
        yield from map(build_failure, session.problems)
        told = len(session.problems)
        for index in given:
            if session.state.outcome is not None:
                return
            command = _read_known_command(repro.commands[index], known)
            if command is None:
                continue
            turn = session.state.turn
            session.submit(command)
            yield from map(build_failure, session.problems[told:])
            told = len(session.problems)
            if repro.failure.crash:
                rules.game.presentation.scene(session.context())
    except Exception as error:
        yield build_crash_failure(error, turn)


def _read_known_command(command: dict[str, Any], known: Mapping[str, Any]) -> Any:
    try:
        return parse_command(command, known)
    except ValueError:
        return None
