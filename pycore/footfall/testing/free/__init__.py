"""Free tests: what every mod must stand, whoever wrote it and whatever it does.

`bench` plays games with the mod; `checks` are the tests; `own` runs those the mod brings; `runs` is how
they are run and what they say.
"""

from .bench import Bench, Fault, Unplayable, Wanted, prepared
from .runs import CHECKS, Outcome, Row, kind_of, run

__all__ = ["CHECKS", "Bench", "Fault", "Outcome", "Row", "Unplayable", "Wanted", "kind_of", "prepared", "run"]
