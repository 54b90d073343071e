"""The toy game of these tests: ``tests/data/mods/climb``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from footfall.engine.declarations.rules import Rules
from footfall.sim.plan import Plan, resolve_plan

CLIMB_MOD = Path(__file__).parent.parent / "data" / "mods" / "climb"


@pytest.fixture
def plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Plan, Rules]]:
    """Prepares a plan for the toy game, without mods of the user."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "user"))
    monkeypatch.delenv("FOOTFALL_MODS", raising=False)

    def make(**values: Any) -> tuple[Plan, Rules]:
        return resolve_plan(Plan(**{"game": "climb", "mods": (str(CLIMB_MOD),), "seed": 5, **values}))

    return make
