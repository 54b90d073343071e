"""Playing a repro again with some of its mods and some of its commands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from footfall.engine.codec import command_types, read_command
from footfall.engine.rules import Rules
from footfall.engine.session import Session
from footfall.loader import LoadError, load
from footfall.loader.watchdog import limited

from .repro import Failure, Repro, crash_of, failure_of

HANGS = "it did not finish"


def attempt(
    repro: Repro,
    paths: Mapping[str, Path],
    mods: Iterable[str],
    commands: Iterable[int] | None = None,
    *,
    patience: float = 60.0,
) -> Failure | None:
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
    wanted = gist(repro.failure.error)

    def play() -> Failure | None:
        for failure in _failures(loaded.rules, repro, given):
            if gist(failure.error) == wanted:
                return failure
        return None

    try:
        return limited(play, patience, "the replay")
    except TimeoutError as error:
        return Failure(str(error), crash=True) if HANGS in repro.failure.error else None


def gist(error: str) -> str:
    """What makes two failures the same: the first line without its numbers."""
    return re.sub(r"\d+", "#", error.splitlines()[0]) if error else ""


def _failures(rules: Rules, repro: Repro, given: Iterable[int]) -> Iterable[Failure]:
    """The failures of a game in the order they come."""
    known = command_types([*rules.commands, *rules.console, *Session.builtin_commands])
    turn, told = 0, 0
    try:
        session = Session.begin(rules, repro.seed, repro.options)
        session.console = True  # what was recorded had been allowed
        yield from map(failure_of, session.problems)
        told = len(session.problems)
        for index in given:
            if session.state.outcome is not None:
                return
            command = _read(repro.commands[index], known)
            if command is None:
                continue
            turn = session.state.turn
            session.step(command)
            yield from map(failure_of, session.problems[told:])
            told = len(session.problems)
            if repro.failure.crash:
                rules.game.scene(session.play())
    except Exception as error:
        yield crash_of(error, turn)


def _read(command: dict[str, Any], known: Mapping[str, Any]) -> Any:
    try:
        return read_command(command, known)
    except ValueError:
        return None
