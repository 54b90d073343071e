"""Runs conformance checks and collects their results."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from time import perf_counter

import msgspec

from footfall.loader.isolation.watchdog import watch_for_hangs

from . import checks
from .checks import Check
from .harness import CheckFailure, Harness
from .mod_tests import check_mod_tests

CHECKS: dict[str, Check] = {
    "loading": checks.check_loading,
    "mod-tests": check_mod_tests,
    "seeds": checks.check_seeds,
    "determinism": checks.check_determinism,
    "saves": checks.check_saves,
    "removal": checks.check_removal,
    "load-order": checks.check_load_order,
    "settings": checks.check_settings,
    "performance": checks.check_performance,
}
"""All checks by name, in the order they run."""

MAX_FAILURES = 5
"""Distinct failures of one check that a result keeps; the others are only counted."""


class CheckOutcome(Enum):
    """Outcome of a check."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"


class ConformanceResult(msgspec.Struct, frozen=True):
    """Result of one check in one game.

    Attributes:
        summary: figures, or the reason why the check was skipped.
        seconds: elapsed time.
        failures: the first `MAX_FAILURES` distinct failures.
        failure_count: number of all failures.
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
    """Runs checks in order.

    Args:
        on_check: called with the name of each check before it runs.
    """
    results = []
    for name in names:
        on_check(name)
        harness.check = name
        start = perf_counter()
        failures: list[CheckFailure] = []
        check = CHECKS[name](harness)
        with watch_for_hangs():
            while True:
                try:
                    failures.append(next(check))
                except StopIteration as end:
                    summary = str(end.value)
                    break
        is_skipped = summary.startswith("-") and not failures
        outcome = CheckOutcome.FAILED if failures else CheckOutcome.SKIPPED if is_skipped else CheckOutcome.PASSED
        distinct = tuple({get_failure_key(failure): failure for failure in reversed(failures)}.values())[::-1]
        results.append(
            ConformanceResult(
                harness.game.id,
                name,
                outcome,
                summary.removeprefix("- "),
                round(perf_counter() - start, 3),
                distinct[:MAX_FAILURES],
                len(failures),
            )
        )
    return results


def get_failure_key(failure: CheckFailure) -> tuple[str, str, str]:
    """Key that is equal for failures with the same cause, regardless of the seed."""
    return failure.mod, failure.text, failure.place
