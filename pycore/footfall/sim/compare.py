"""Two runs of the same games under different values: each game with its own twin.

Both arms play the same seeds, so what differs is the change and what it led to. Dice are keyed by
what they are for, not by how many fell before, so games stay alike until the change makes itself felt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from .game_batch import FAILED
from .run import SimulationRun
from .statistics import MeanDifference, ShareDifference, compare_paired_numbers, compare_paired_shares
from .summary import SUMMARIZED_COLUMNS


class Comparison(msgspec.Struct, frozen=True):
    """What changed from the first arm to the second.

    Attributes:
        pairs: games that neither arm failed in.
        same: pairs that ended in the very same state.
        won: None if the game does not say what winning is.
        outcomes: by outcome.
        numbers: by column, over pairs in which both have a number.
    """

    pairs: int
    same: int
    won: ShareDifference | None
    outcomes: dict[str, ShareDifference]
    numbers: dict[str, MeanDifference]


def compare_runs(first: SimulationRun, second: SimulationRun) -> Comparison:
    """Compares two runs game by game.

    Raises:
        ValueError: they are not of the same seeds.
    """
    if first.columns["seed"] != second.columns["seed"]:
        raise ValueError("only runs of the same seeds can be compared game by game")
    before, after = first.columns["outcome"], second.columns["outcome"]
    kept = [i for i in range(len(first)) if FAILED not in (before[i], after[i])]
    hashes = zip(first.columns["hash"], second.columns["hash"], strict=True)
    same = sum(a == b != "" for a, b in hashes)
    wins = set(second.plan.wins)
    numbers: dict[str, MeanDifference] = {}
    for name in (*SUMMARIZED_COLUMNS, *first.own_columns):
        shift = _compare_column(first.columns[name], second.columns.get(name, ()), kept)
        if shift is not None:
            numbers[name] = shift
    names = Counter(before[i] for i in kept) + Counter(after[i] for i in kept)
    return Comparison(
        len(kept),
        same,
        _compare_outcome(before, after, kept, wins) if wins else None,
        {name: _compare_outcome(before, after, kept, {name}) for name, _ in names.most_common()},
        numbers,
    )


def _compare_outcome(
    before: Sequence[str], after: Sequence[str], kept: list[int], names: set[str]
) -> ShareDifference:
    gained = sum(after[i] in names and before[i] not in names for i in kept)
    lost = sum(before[i] in names and after[i] not in names for i in kept)
    return compare_paired_shares(gained, lost, len(kept))


def _compare_column(before: Sequence[Any], after: Sequence[Any], kept: list[int]) -> MeanDifference | None:
    if not after:
        return None
    kinds = (int, float)
    return compare_paired_numbers(
        [(before[i], after[i]) for i in kept if type(before[i]) in kinds and type(after[i]) in kinds]
    )
