"""Finds the mods that a failure needs, then the commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import msgspec

from footfall.diagnostics.toml import TomlError
from footfall.loader.manifest import ManifestError, read_manifest
from footfall.loader.order import collect_requirements

from .minimize import MemoizedTest, find_smallest_cause, minimize
from .repro import GameFailure, Repro
from .repro_replay import RuleKey, list_rules, replay_repro

OnProgress = Callable[[str, int], None]
"""Called before each replay with the number of mods or commands, and the index of the replay."""


class BisectResult(msgspec.Struct, frozen=True):
    """Result of a bisection.

    Attributes:
        failure: the failure with the culprits alone.
        culprits: ids in mod order; empty: the game fails without mods.
        active_mods: the culprits, their requirements, and the game's rule mods.
        commands: indices of the required commands.
        mod_replays, command_replays: number of replays of each search.
        rules: the rules as data of the culprits that the failure needs; empty if it needs their code or records alone.
    """

    failure: GameFailure
    culprits: tuple[str, ...]
    active_mods: tuple[str, ...]
    commands: tuple[int, ...]
    mod_replays: int
    command_replays: int
    rules: tuple[RuleKey, ...] = ()


def find_culprits(
    repro: Repro,
    paths: Mapping[str, Path],
    on_progress: OnProgress = lambda what, count: None,
    *,
    timeout: float = 60.0,
) -> BisectResult | None:
    """Finds a minimal set of mods, then a minimal list of commands, that reproduce a failure.

    Returns:
        None if the failure does not occur with all mods and commands.
    """
    needs = {id: _read_requirements(path) for id, path in paths.items()}

    def with_mods(mods: tuple[str, ...]) -> bool:
        on_progress(f"{len(mods)} mods", ask_mods.calls)
        return replay_repro(repro, paths, collect_requirements(mods, needs), timeout=timeout) is not None

    ask_mods = MemoizedTest(with_mods)
    movable = tuple(id for id in repro.mods if id not in repro.rules)
    if not ask_mods(movable):
        return None
    culprits = () if ask_mods(()) else find_smallest_cause(movable, ask_mods)
    mods = collect_requirements(culprits, needs)

    def with_commands(commands: tuple[int, ...]) -> bool:
        on_progress(f"{len(commands)} commands", ask_commands.calls)
        return replay_repro(repro, paths, mods, commands, timeout=timeout) is not None

    ask_commands = MemoizedTest(with_commands)
    commands = tuple(range(len(repro.commands)))
    failure = replay_repro(repro, paths, mods, commands, timeout=timeout)
    assert failure is not None
    head = commands[: failure.turn + 1]
    short = minimize(head if ask_commands(head) else commands, ask_commands)
    failure = replay_repro(repro, paths, mods, short, timeout=timeout) or failure
    rules = tuple(key for key in list_rules(repro, paths, mods) if key[0] in culprits)
    guilty = _find_guilty_rules(partial(replay_repro, repro, paths, mods, short, timeout=timeout), rules)
    active = tuple(id for id in repro.mods if id in mods or id in repro.rules)
    return BisectResult(failure, culprits, active, short, ask_mods.calls, ask_commands.calls, guilty)


def _find_guilty_rules(replay: Callable[..., GameFailure | None], rules: tuple[RuleKey, ...]) -> tuple[RuleKey, ...]:
    """Returns a minimal set of rules as data that the failure needs; empty if it needs none."""

    def with_rules(kept: tuple[RuleKey, ...]) -> bool:
        return replay(without=frozenset(rules) - frozenset(kept)) is not None

    ask = MemoizedTest(with_rules)
    return find_smallest_cause(rules, ask) if rules and not ask(()) else ()


def shorten_repro(repro: Repro, result: BisectResult) -> Repro:
    """Reduces a repro to the culprits and the required commands."""
    return msgspec.structs.replace(
        repro,
        failure=result.failure,
        commands=tuple(repro.commands[index] for index in result.commands),
        mods=result.active_mods,
    )


def _read_requirements(path: Path) -> tuple[str, ...]:
    try:
        manifest, _ = read_manifest(path.name, (path / "mod.toml").read_bytes())
    except (OSError, ManifestError, TomlError):
        return ()
    return tuple(manifest.requires)
