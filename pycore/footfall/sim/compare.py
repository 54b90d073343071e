"""Paired comparison of two runs with the same seeds and different values.

Dice are keyed by purpose, not by order, so paired games are equal until the changed value first matters.
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
    """Differences between two runs, second minus first.

    Attributes:
        pairs: number of pairs in which neither game failed.
        same: pairs with equal final states.
        won: share of games won; None if the game declares no winning outcomes.
        outcomes: shares by outcome.
        numbers: means by column, over pairs that both have a number.
    """

    pairs: int
    same: int
    won: ShareDifference | None
    outcomes: dict[str, ShareDifference]
    numbers: dict[str, MeanDifference]


def compare_runs(first: SimulationRun, second: SimulationRun) -> Comparison:
    """Compares two runs game by game.

    Raises:
        ValueError: the seeds differ.
    """
    if first.columns["seed"] != second.columns["seed"]:
        raise ValueError("only runs with the same seeds can be compared")
    before, after = first.columns["outcome"], second.columns["outcome"]
    valid = [i for i in range(len(first)) if FAILED not in (before[i], after[i])]
    hashes = zip(first.columns["hash"], second.columns["hash"], strict=True)
    same = sum(a == b != "" for a, b in hashes)
    wins = set(second.plan.wins)
    numbers: dict[str, MeanDifference] = {}
    for name in (*SUMMARIZED_COLUMNS, *first.own_columns):
        difference = _compare_column(first.columns[name], second.columns.get(name, ()), valid)
        if difference is not None:
            numbers[name] = difference
    names = Counter(before[i] for i in valid) + Counter(after[i] for i in valid)
    return Comparison(
        len(valid),
        same,
        _compare_outcome(before, after, valid, wins) if wins else None,
        {name: _compare_outcome(before, after, valid, {name}) for name, _ in names.most_common()},
        numbers,
    )


def _compare_outcome(before: Sequence[str], after: Sequence[str], valid: list[int], names: set[str]) -> ShareDifference:
    gained = sum(after[i] in names and before[i] not in names for i in valid)
    lost = sum(before[i] in names and after[i] not in names for i in valid)
    return compare_paired_shares(gained, lost, len(valid))


def _compare_column(before: Sequence[Any], after: Sequence[Any], valid: list[int]) -> MeanDifference | None:
    if not after:
        return None
    kinds = (int, float)
    return compare_paired_numbers(
        [(before[i], after[i]) for i in valid if type(before[i]) in kinds and type(after[i]) in kinds]
    )
