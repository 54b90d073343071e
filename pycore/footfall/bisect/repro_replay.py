"""Replays a repro with some of its mods and commands."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

import msgspec

from footfall.engine.codec import index_command_types, parse_command
from footfall.engine.declarations.rules import Rules
from footfall.engine.explanations.drawing import SCENE, draw_scene, read_hud_lines
from footfall.engine.session import Session
from footfall.loader import LoadError, LoadResult, load
from footfall.loader.isolation.watchdog import run_with_timeout

from .repro import GameFailure, Repro, build_crash_failure, build_failure

RuleKey: TypeAlias = tuple[str, str]
"""The mod of a rule as data, and its hook and name: ``("you.mod", "on_hear.screams_carry")``."""

TIMEOUT_TEXT = "it did not finish"


def replay_repro(
    repro: Repro,
    paths: Mapping[str, Path],
    mods: Iterable[str],
    commands: Iterable[int] | None = None,
    *,
    without: Collection[RuleKey] = (),
    timeout: float = 60.0,
) -> GameFailure | None:
    """Replays a repro until its failure occurs.

    Refused and unknown commands are skipped.

    Args:
        paths: paths of the mods by id.
        mods: ids of the mods to load, in addition to the game's rule mods.
        commands: indices of the commands to submit, in order; None: all.
        without: rules as data of these mods to leave out.
        timeout: seconds; a longer replay counts as hanging.

    Returns:
        The failure in this replay; None if it does not occur.
    """
    loaded = _load_mods(repro, paths, mods)
    if loaded is None:
        return None
    indices = range(len(repro.commands)) if commands is None else commands
    expected = normalize_error(repro.failure.error)

    def play() -> GameFailure | None:
        for failure in _list_failures(loaded.rules, repro, indices, without):
            if normalize_error(failure.error) == expected:
                return msgspec.structs.replace(failure, place=_shorten_location(failure.place, paths.values()))
        return None

    try:
        return run_with_timeout(play, timeout, "the replay")
    except TimeoutError as error:
        return GameFailure(str(error), is_crash=True) if TIMEOUT_TEXT in repro.failure.error else None


def list_rules(repro: Repro, paths: Mapping[str, Path], mods: Iterable[str]) -> list[RuleKey]:
    """Returns the rules as data of some mods, in calling order."""
    loaded, owners = _load_mods(repro, paths, mods), frozenset(mods)
    implementations = [impl for impls in loaded.hooks.values() for impl in impls] if loaded is not None else []
    return [impl.key for impl in implementations if impl.rule is not None and impl.mod in owners]


def _load_mods(repro: Repro, paths: Mapping[str, Path], mods: Iterable[str]) -> LoadResult | None:
    mod_paths = [paths[id] for id in dict.fromkeys((*repro.rules, *mods))]
    try:
        return load(repro.game, mods=mod_paths, only_mods=(), settings=repro.settings)
    except LoadError:
        return None


def _shorten_location(place: str, mods: Iterable[Path]) -> str:
    """Returns ``file:line`` relative to the mod that has the file."""
    path = Path(place).absolute()
    folders = (mod.absolute() if mod.is_dir() else mod.absolute().parent for mod in mods)
    return next((path.relative_to(f).as_posix() for f in folders if place and path.is_relative_to(f)), place)


def normalize_error(error: str) -> str:
    """First line of an error without its numbers and addresses; equal for the same failures."""
    return re.sub(r"0x[0-9a-fA-F]+|\d+", "#", error.splitlines()[0]) if error else ""


def _list_failures(
    rules: Rules, repro: Repro, indices: Iterable[int], without: Collection[RuleKey]
) -> Iterable[GameFailure]:
    """Yields the failures of a game in order."""
    known = index_command_types([*rules.commands, *rules.console, *Session.builtin_commands])
    turn, reported = 0, 0
    must_draw = repro.failure.is_crash or repro.failure.via == SCENE

    def list_new_failures() -> Iterator[GameFailure]:
        """Draws what the failure needs, and yields the failures since the last call."""
        nonlocal reported
        read_hud_lines(session)
        if must_draw:
            draw_scene(session)
        new = session.problems[reported:]
        reported += len(new)
        return map(build_failure, new)

    try:
        session = Session.begin(rules, repro.seed, repro.options, without)
        session.console_enabled = True  # recorded console commands were permitted
        yield from list_new_failures()
        for index in indices:
            if session.state.outcome is not None:
                return
            try:
                command = parse_command(repro.commands[index], known)
            except ValueError:  # unknown here
                continue
            turn = session.state.turn
            session.submit(command)
            yield from list_new_failures()
    except Exception as error:
        yield build_crash_failure(error, turn)
