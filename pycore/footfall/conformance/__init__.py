"""Conformance checks: the tests that every mod must pass.

`prepare` finds the mod and its games, `harness` plays them, `checks` and `mod_tests` are the checks, and `run_checks`
runs them and collects the results.
"""

from .harness import CheckFailure, ConformanceRequest, Harness
from .prepare import NoGameError, list_active_games, prepare_harnesses
from .run_checks import CHECKS, CheckOutcome, ConformanceResult, get_failure_key, run_checks

__all__ = [
    "CHECKS",
    "CheckFailure",
    "CheckOutcome",
    "ConformanceRequest",
    "ConformanceResult",
    "Harness",
    "NoGameError",
    "get_failure_key",
    "list_active_games",
    "prepare_harnesses",
    "run_checks",
]
