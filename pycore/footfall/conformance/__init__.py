"""Free tests: what every mod must stand, whoever wrote it and whatever it does.

`bench` plays games with the mod; `checks` are the tests; `own` runs those the mod brings; `runs` is how
they are run and what they say.
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
