"""Running the free tests: a row of figures for each, and its faults."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from enum import Enum
from time import perf_counter

import msgspec

from footfall.loader.watchdog import watch_for_hangs

from . import checks
from .checks import Check
from .harness import CheckFailure, Harness
from .mod_tests import check_own_tests

CHECKS: dict[str, Check] = {
    "loads": checks.check_loading,
    "own": check_own_tests,
    "seeds": checks.check_seeds,
    "twice": checks.check_determinism,
    "saves": checks.check_saves,
    "removed": checks.check_removal,
    "orders": checks.check_orders,
    "settings": checks.check_settings,
    "time": checks.check_time,
}
"""All tests in the order they run; the docstring of each says what it is about."""

MAX_FAILURES = 5
"""Kinds of faults of one test that are kept; the rest are counted."""


class CheckOutcome(Enum):
    """How a test came out."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


class ConformanceResult(msgspec.Struct, frozen=True):
    """What one test came to.

    Attributes:
        said: figures, or why it was skipped.
        faults: the first of each kind, of so many kinds at most.
        count: how many there were in all.
    """

    game: str
    check: str
    outcome: CheckOutcome
    summary: str
    seconds: float
    failures: tuple[CheckFailure, ...] = ()
    failure_count: int = 0


def run_checks(
    harness: Harness, names: Iterable[str] = CHECKS, on_check: Callable[[str], None] = lambda check: None
) -> list[ConformanceResult]:
    """Runs tests one after the other.

    Args:
        told: is told before each.
    """
    rows = []
    for name in names:
        on_check(name)
        begin = perf_counter()
        with watch_for_hangs():
            faults, said = _collect_failures(CHECKS[name](harness))
        skipped = said.startswith("-") and not faults
        outcome = CheckOutcome.FAILED if faults else CheckOutcome.SKIPPED if skipped else CheckOutcome.PASSED
        rows.append(
            ConformanceResult(
                harness.game.id,
                name,
                outcome,
                said.removeprefix("- "),
                round(perf_counter() - begin, 3),
                _select_distinct(faults)[:MAX_FAILURES],
                len(faults),
            )
        )
    return rows


def get_failure_key(failure: CheckFailure) -> tuple[str, str, str]:
    """What makes two faults one, whatever the seed."""
    return failure.mod, failure.text, failure.where


def _select_distinct(faults: list[CheckFailure]) -> tuple[CheckFailure, ...]:
    return tuple({get_failure_key(fault): fault for fault in reversed(faults)}.values())[::-1]


def _collect_failures(check: Generator[CheckFailure, None, str]) -> tuple[list[CheckFailure], str]:
    faults: list[CheckFailure] = []
    while True:
        try:
            faults.append(next(check))
        except StopIteration as end:
            return faults, str(end.value)
