"""Running the free tests: a row of figures for each, and its faults."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from enum import Enum
from time import perf_counter

import msgspec

from footfall.loader.watchdog import patrol

from . import checks
from .bench import Bench, Fault
from .checks import Check
from .own import own

CHECKS: dict[str, Check] = {
    "loads": checks.loads,
    "own": own,
    "seeds": checks.seeds,
    "twice": checks.twice,
    "saves": checks.saves,
    "removed": checks.removed,
    "orders": checks.orders,
    "settings": checks.settings,
    "time": checks.time,
}
"""All tests in the order they run; the docstring of each says what it is about."""

MOST = 5
"""Kinds of faults of one test that are kept; the rest are counted."""


class Outcome(Enum):
    """How a test came out."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


class Row(msgspec.Struct, frozen=True):
    """What one test came to.

    Attributes:
        said: figures, or why it was skipped.
        faults: the first of each kind, of so many kinds at most.
        count: how many there were in all.
    """

    game: str
    check: str
    outcome: Outcome
    said: str
    seconds: float
    faults: tuple[Fault, ...] = ()
    count: int = 0


def run(
    bench: Bench, names: Iterable[str] = CHECKS, told: Callable[[str], None] = lambda check: None
) -> list[Row]:
    """Runs tests one after the other.

    Args:
        told: is told before each.
    """
    rows = []
    for name in names:
        told(name)
        begin = perf_counter()
        with patrol():
            faults, said = _drained(CHECKS[name](bench))
        skipped = said.startswith("-") and not faults
        outcome = Outcome.FAILED if faults else Outcome.SKIPPED if skipped else Outcome.PASSED
        rows.append(
            Row(
                bench.game.id,
                name,
                outcome,
                said.removeprefix("- "),
                round(perf_counter() - begin, 3),
                _distinct(faults)[:MOST],
                len(faults),
            )
        )
    return rows


def kind_of(fault: Fault) -> tuple[str, str, str]:
    """What makes two faults one, whatever the seed."""
    return fault.mod, fault.text, fault.where


def _distinct(faults: list[Fault]) -> tuple[Fault, ...]:
    return tuple({kind_of(fault): fault for fault in reversed(faults)}.values())[::-1]


def _drained(check: Generator[Fault, None, str]) -> tuple[list[Fault], str]:
    faults: list[Fault] = []
    while True:
        try:
            faults.append(next(check))
        except StopIteration as end:
            return faults, str(end.value)
