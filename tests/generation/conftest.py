"""Makes the shared helpers importable and loads the game once."""

import sys
from pathlib import Path

import pytest

from footfall.engine.declarations.rules import Rules
from footfall.loader import load

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session", params=["classic", "shipped"])
def rules(request: pytest.FixtureRequest) -> Rules:
    """The figures of the design, to which the acceptance cases refer, and those of the shipped game."""
    return load("core.stealth", only_mods=(), settings={"core.stealth.rules": request.param}).rules
