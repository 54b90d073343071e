"""Makes the shared modules of these tests importable, and has the checkers of PettingZoo."""

import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def checkers() -> Any:
    """Returns the module of PettingZoo's checkers; since 1.27 it imports a game by a way that it calls deprecated."""
    pytest.importorskip("pettingzoo", reason="needs the extra rl")
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        import pettingzoo.test

        return pettingzoo.test
