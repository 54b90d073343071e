"""The whole hunt: which mods a failure needs, and then which commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from footfall.content.toml import BadToml
from footfall.loader.manifest import BadManifest, read_manifest

from .attempt import attempt
from .repro import Failure, Repro
from .search import Asked, fewest, shortest

Told = Callable[[str, int], None]
"""Is told before each replay: with how many mods or commands, and the how-manieth replay it is."""


class Found(msgspec.Struct, frozen=True):
    """What a hunt found.

    Attributes:
        failure: the failure as it comes about with the guilty mods alone.
        mods: the guilty, in mod order; empty: the game fails by itself.
        played: they, what they require, and the game's own rules.
        commands: indices of the commands it takes.
        mod_replays, command_replays: how many replays each search took.
    """

    failure: Failure
    mods: tuple[str, ...]
    played: tuple[str, ...]
    commands: tuple[int, ...]
    mod_replays: int
    command_replays: int


def hunt(
    repro: Repro, paths: Mapping[str, Path], told: Told = lambda what, count: None, *, patience: float = 60.0
) -> Found | None:
    """Finds the fewest mods, then the fewest commands, with which a repro fails as it says.

    Returns:
        None if it does not fail even with everything.
    """
    needs = {id: _requires(path) for id, path in paths.items()}

    def with_mods(mods: tuple[str, ...]) -> bool:
        told(f"{len(mods)} mods", ask_mods.count)
        return attempt(repro, paths, _closed(mods, needs), patience=patience) is not None

    ask_mods = Asked(with_mods)
    movable = tuple(id for id in repro.mods if id not in repro.rules)
    if not ask_mods(movable):
        return None
    guilty = () if ask_mods(()) else fewest(movable, ask_mods)
    chosen = _closed(guilty, needs)

    def with_commands(commands: tuple[int, ...]) -> bool:
        told(f"{len(commands)} commands", ask_commands.count)
        return attempt(repro, paths, chosen, commands, patience=patience) is not None

    ask_commands = Asked(with_commands)
    commands = tuple(range(len(repro.commands)))
    failure = attempt(repro, paths, chosen, commands, patience=patience)
    assert failure is not None
    short = shortest(_cut(commands, failure, ask_commands), ask_commands)
    failure = attempt(repro, paths, chosen, short, patience=patience) or failure
    played = tuple(id for id in repro.mods if id in chosen or id in repro.rules)
    return Found(failure, guilty, played, short, ask_mods.count, ask_commands.count)


def _cut(
    commands: tuple[int, ...], failure: Failure, ask: Callable[[tuple[int, ...]], bool]
) -> tuple[int, ...]:
    """What comes after the failure is not needed."""
    head = commands[: failure.turn + 1]
    return head if ask(head) else commands


def shortened(repro: Repro, found: Found) -> Repro:
    """The repro with the guilty mods and the needed commands only."""
    return msgspec.structs.replace(
        repro,
        failure=found.failure,
        commands=tuple(repro.commands[index] for index in found.commands),
        mods=found.played,
    )


def _requires(path: Path) -> tuple[str, ...]:
    try:
        manifest, _ = read_manifest(path.name, (path / "mod.toml").read_bytes())
    except (OSError, BadManifest, BadToml):
        return ()
    return tuple(manifest.requires)


def _closed(mods: tuple[str, ...], needs: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The mods and all that they require."""
    found: dict[str, None] = {}
    todo = list(reversed(mods))
    while todo:
        id = todo.pop()
        if id in needs and id not in found:
            found[id] = None
            todo += needs[id]
    return tuple(found)
