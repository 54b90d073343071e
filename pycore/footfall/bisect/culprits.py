"""The whole hunt: which mods a failure needs, and then which commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from footfall.diagnostics.toml import TomlError
from footfall.loader.manifest import ManifestError, read_manifest

from .minimize import MemoizedTest, find_smallest_cause, minimize
from .repro import GameFailure, Repro
from .repro_replay import replay_repro

OnProgress = Callable[[str, int], None]
"""Is told before each replay: with how many mods or commands, and the how-manieth replay it is."""


class BisectResult(msgspec.Struct, frozen=True):
    """What a hunt found.

    Attributes:
        failure: the failure as it comes about with the guilty mods alone.
        mods: the guilty, in mod order; empty: the game fails by itself.
        played: they, what they require, and the game's own rules.
        commands: indices of the commands it takes.
        mod_replays, command_replays: how many replays each search took.
    """

    failure: GameFailure
    culprits: tuple[str, ...]
    active_mods: tuple[str, ...]
    commands: tuple[int, ...]
    mod_replays: int
    command_replays: int


def find_culprits(
    repro: Repro,
    paths: Mapping[str, Path],
    on_progress: OnProgress = lambda what, count: None,
    *,
    timeout: float = 60.0,
) -> BisectResult | None:
    """Finds the fewest mods, then the fewest commands, with which a repro fails as it says.

    Returns:
        None if it does not fail even with everything.
    """
    needs = {id: _read_requirements(path) for id, path in paths.items()}

    def with_mods(mods: tuple[str, ...]) -> bool:
        on_progress(f"{len(mods)} mods", ask_mods.calls)
        return replay_repro(repro, paths, _add_requirements(mods, needs), timeout=timeout) is not None

    ask_mods = MemoizedTest(with_mods)
    movable = tuple(id for id in repro.mods if id not in repro.rules)
    if not ask_mods(movable):
        return None
    guilty = () if ask_mods(()) else find_smallest_cause(movable, ask_mods)
    chosen = _add_requirements(guilty, needs)

    def with_commands(commands: tuple[int, ...]) -> bool:
        on_progress(f"{len(commands)} commands", ask_commands.calls)
        return replay_repro(repro, paths, chosen, commands, timeout=timeout) is not None

    ask_commands = MemoizedTest(with_commands)
    commands = tuple(range(len(repro.commands)))
    failure = replay_repro(repro, paths, chosen, commands, timeout=timeout)
    assert failure is not None
    short = minimize(_cut_after_failure(commands, failure, ask_commands), ask_commands)
    failure = replay_repro(repro, paths, chosen, short, timeout=timeout) or failure
    played = tuple(id for id in repro.mods if id in chosen or id in repro.rules)
    return BisectResult(failure, guilty, played, short, ask_mods.calls, ask_commands.calls)


def _cut_after_failure(
    commands: tuple[int, ...], failure: GameFailure, ask: Callable[[tuple[int, ...]], bool]
) -> tuple[int, ...]:
    """What comes after the failure is not needed."""
    head = commands[: failure.turn + 1]
    return head if ask(head) else commands


def shorten_repro(repro: Repro, result: BisectResult) -> Repro:
    """The repro with the guilty mods and the needed commands only."""
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


def _add_requirements(mods: tuple[str, ...], needs: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The mods and all that they require."""
    found: dict[str, None] = {}
    todo = list(reversed(mods))
    while todo:
        id = todo.pop()
        if id in needs and id not in found:
            found[id] = None
            todo += needs[id]
    return tuple(found)
