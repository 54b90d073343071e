"""Comparisons of runs with the same seeds and different values: two runs in pairs, and sweeps over many values.

Dice are keyed by purpose, not by order, so paired games are equal until the changed value first matters.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import msgspec

from footfall.loader.json_file import parse_json_or_text

from .game_batch import FAILED
from .plan import format_value
from .run import SimulationRun
from .statistics import MeanDifference, ShareDifference, compare_paired_numbers, compare_paired_shares
from .summary import SUMMARIZED_COLUMNS, Summary


class Comparison(msgspec.Struct, frozen=True):
    """Differences between two runs, second minus first.

    Attributes:
        pairs: number of pairs in which neither game failed.
        same: pairs with equal final states.
        wins: share of games won; None if the game declares no winning outcomes.
        numbers: means by column, over the pairs in which both games have a number.
    """

    pairs: int
    same: int
    wins: ShareDifference | None = msgspec.field(name="won")
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
        values = [(first.columns[name][i], second.columns[name][i]) for i in valid] if name in second.columns else []
        pairs = [pair for pair in values if all(type(value) in (int, float) for value in pair)]
        difference = compare_paired_numbers(pairs)
        if difference is not None:
            numbers[name] = difference

    def compare_share(names: set[str]) -> ShareDifference:
        gains = sum(after[i] in names and before[i] not in names for i in valid)
        losses = sum(before[i] in names and after[i] not in names for i in valid)
        return compare_paired_shares(gains, losses, len(valid))

    names = Counter(before[i] for i in valid) + Counter(after[i] for i in valid)
    return Comparison(
        len(valid),
        same,
        compare_share(wins) if wins else None,
        {name: compare_share({name}) for name, _ in names.most_common()},
        numbers,
    )


class Arm(msgspec.Struct, frozen=True):
    """One combination of a sweep.

    Attributes:
        change: difference in games won from the first arm; None for the first.
    """

    values: dict[str, Any]
    summary: Summary
    change: ShareDifference | None = msgspec.field(default=None, name="against")


def parse_values(text: str) -> list[Any]:
    """Parses the values of a sweep: separated by ``;`` if there is one, else by ``,``; JSON if valid, else text."""
    parts = text.split(";") if ";" in text else text.split(",")
    return [parse_json_or_text(part.strip()) for part in parts if part.strip()]


def list_combinations(sweeps: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    """Yields every combination; the first name varies slowest."""
    for values in product(*sweeps.values()):
        yield dict(zip(sweeps, values, strict=True))


def build_sweep_rows(arms: Iterable[Arm]) -> Iterator[dict[str, Any]]:
    """Yields the rows of a sweep table: values, share won with its interval, mean of every number."""
    for arm in arms:
        row: dict[str, Any] = {name: format_value(value) for name, value in arm.values.items()}
        summary = arm.summary
        row["games"] = summary.games
        if summary.wins_share is not None:
            share = summary.wins_share
            row |= {"won": share.share, "won_low": share.low, "won_high": share.high}
        if arm.change is not None:
            difference = arm.change
            row |= {"change": difference.difference, "change_low": difference.low}
            row |= {"change_high": difference.high, "p": difference.p}
        for name, proportion in summary.outcomes.items():
            row[f"outcome {name}"] = proportion.share
        for number in summary.numbers:
            if number.games is not None:
                row[f"mean {number.column}"] = number.games.mean
        yield row
