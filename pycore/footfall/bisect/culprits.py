"""Finds the mods that a failure needs, then the commands.

The searches are pure functions that call an expensive test as rarely as possible.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TypeVar

import msgspec

from footfall.diagnostics.toml import TomlError
from footfall.loader.manifest import ManifestError, read_manifest
from footfall.loader.order import collect_requirements

from .repro import GameFailure, Repro, RuleKey, list_rules, replay_repro

T = TypeVar("T", bound=Hashable)

FailureTest = Callable[[tuple[T, ...]], bool]


def find_smallest_cause(items: Sequence[T], fails: FailureTest[T]) -> tuple[T, ...]:
    """Returns items that fail together and of which none can be left out.

    If additional items never hide the failure, the k culprits among n items are found by binary search over
    prefixes, with about k * log2(n) tests in all (compare QuickXplain: U. Junker, AAAI 2004). Otherwise the search may
    find items that do not fail, and `minimize` takes over.

    Args:
        items: all items, which must fail; their order is kept.
        fails: whether a part of the items, in order, fails.
    """
    order = tuple(items)
    position = {item: index for index, item in enumerate(order)}

    def restore_order(part: Sequence[T]) -> tuple[T, ...]:
        return tuple(sorted(part, key=position.__getitem__))

    culprits: list[T] = []
    candidates = order
    while not fails(restore_order(culprits)):
        if not candidates:
            return minimize(order, fails)
        low, high = 1, len(candidates)  # the first `high` candidates suffice, the first `low - 1` do not
        while low < high:
            middle = (low + high) // 2
            if fails(restore_order([*culprits, *candidates[:middle]])):
                high = middle
            else:
                low = middle + 1
        culprits.append(candidates[low - 1])
        candidates = candidates[: low - 1]
    return minimize(restore_order(culprits), fails)


def minimize(items: Sequence[T], fails: FailureTest[T]) -> tuple[T, ...]:
    """Returns a part of a list from which no item can be left out, by delta debugging (ddmin).

    Source: A. Zeller and R. Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE TSE 2002.

    Args:
        items: the list, which must fail.
        fails: whether a part of the list, in order, fails.
    """
    current = tuple(items)
    parts = 2
    while len(current) >= 2:
        size = -(-len(current) // parts)
        for start in range(0, len(current), size):
            rest = current[:start] + current[start + size :]
            if fails(rest):
                current, parts = rest, max(parts - 1, 2)
                break
        else:
            if size == 1:
                break
            parts = min(len(current), 2 * parts)
    if len(current) == 1 and fails(()):
        return ()
    return current


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
    """Finds a minimal set of mods, then a minimal list of commands, that reproduce a failure; None if nothing does."""
    needs = {id: _read_requirements(path) for id, path in paths.items()}
    play = partial(replay_repro, repro, paths, timeout=timeout)

    @cache
    def mods_test(mods: tuple[str, ...]) -> bool:
        on_progress(f"{len(mods)} mods", mods_test.cache_info().misses)
        return play(collect_requirements(mods, needs)) is not None

    removable = tuple(id for id in repro.mods if id not in repro.rules)
    if not mods_test(removable):
        return None
    culprits = () if mods_test(()) else find_smallest_cause(removable, mods_test)
    mods = collect_requirements(culprits, needs)

    @cache
    def commands_test(commands: tuple[int, ...]) -> bool:
        on_progress(f"{len(commands)} commands", commands_test.cache_info().misses)
        return play(mods, commands) is not None

    commands, failure = tuple(range(len(repro.commands))), play(mods)
    assert failure is not None
    head = commands[: failure.turn + 1]
    short = minimize(head if commands_test(head) else commands, commands_test)
    failure = play(mods, short) or failure
    rules = tuple(key for key in list_rules(repro, paths, mods) if key[0] in culprits)
    rules_test = cache(lambda kept: play(mods, short, without=frozenset(rules) - frozenset(kept)) is not None)
    guilty = find_smallest_cause(rules, rules_test) if rules and not rules_test(()) else ()
    active = tuple(id for id in repro.mods if id in mods or id in repro.rules)
    replays = mods_test.cache_info().misses, commands_test.cache_info().misses
    return BisectResult(failure, culprits, active, short, *replays, guilty)


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
