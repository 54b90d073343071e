"""Conformance checks: what every mod must pass.

`harness` plays games with the mod, `checks` holds the checks, `mod_tests` runs the mod's own tests, and
`run_checks` runs them all and collects the results.
"""

from .harness import CheckFailure, ConformanceRequest, Harness, NoGameError, prepare_harnesses
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
    "prepare_harnesses",
    "run_checks",
]
