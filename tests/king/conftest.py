"""Makes the shared case runner importable, and loads the game once."""

import sys
from pathlib import Path

import pytest

from footfall.engine.declarations.rules import Rules
from footfall.loader import load

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def rules() -> Rules:
    return load("core.king", only_mods=[]).rules
