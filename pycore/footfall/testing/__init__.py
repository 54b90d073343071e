"""The test kit that ships with Footfall: scenarios as data, forced dice.

from footfall.testing import read_all, run

@pytest.mark.parametrize("scenario", read_all(Path("tests/data")), ids=str)
def test_scenario(scenario):
    run(scenario)
"""

from .dice import Forced, WrongDie
from .run import Unmet, look, run, run_file
from .scenario import BadScenario, Case, Fixture, Scenario, Step, read, read_all
from .stage import Stage

__all__ = [
    "BadScenario",
    "Case",
    "Fixture",
    "Forced",
    "Scenario",
    "Stage",
    "Step",
    "Unmet",
    "WrongDie",
    "look",
    "read",
    "read_all",
    "run",
    "run_file",
]
