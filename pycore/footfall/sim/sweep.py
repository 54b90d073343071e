"""Sweeps: the same games for every combination of some values."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import msgspec

from footfall.loader.json_file import parse_json_or_text

from .compare import compare_runs
from .run import SimulationRun
from .statistics import ShareDifference
from .summary import Summary


class Arm(msgspec.Struct, frozen=True):
    """One combination of a sweep.

    Attributes:
        values: by name.
        summary: of the run.
        against: difference in games won from the first arm; None for the first.
    """

    values: dict[str, Any]
    summary: Summary
    against: ShareDifference | None = None


def parse_values(text: str) -> list[Any]:
    """Parses the values of a sweep: separated by ``;`` if there is one, else by ``,``; JSON if valid, else text."""
    parts = text.split(";") if ";" in text else text.split(",")
    return [parse_json_or_text(part.strip()) for part in parts if part.strip()]


def list_combinations(sweeps: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    """Yields every combination; the first name varies slowest."""
    for values in product(*sweeps.values()):
        yield dict(zip(sweeps, values, strict=True))


def build_arm(values: dict[str, Any], summary: Summary, run: SimulationRun, first: SimulationRun | None) -> Arm:
    """Builds one arm of a sweep, compared with the first."""
    against = compare_runs(first, run).won if first is not None else None
    return Arm(values, summary, against)


def format_values(values: Mapping[str, Any]) -> str:
    """Formats a combination as ``name=value``."""
    return ", ".join(f"{name}={format_value(value)}" for name, value in values.items())


def format_value(value: Any) -> str:
    """Formats a value as on the command line."""
    return value if isinstance(value, str) else json.dumps(value)


def build_sweep_rows(arms: Iterable[Arm]) -> Iterator[dict[str, Any]]:
    """Yields the rows of a sweep table: values, share won with its interval, mean of every number."""
    for arm in arms:
        row: dict[str, Any] = {name: format_value(value) for name, value in arm.values.items()}
        summary = arm.summary
        row["games"] = summary.games
        if summary.won is not None:
            row |= {"won": summary.won.share, "won_low": summary.won.low, "won_high": summary.won.high}
        if arm.against is not None:
            difference = arm.against
            row |= {"change": difference.difference, "change_low": difference.low}
            row |= {"change_high": difference.high, "p": difference.p}
        for name, proportion in summary.outcomes.items():
            row[f"outcome {name}"] = proportion.share
        for number in summary.numbers:
            if number.all is not None:
                row[f"mean {number.column}"] = number.all.mean
        yield row
