"""Every maze is connected, with both stairs."""

from pathlib import Path

import pytest

from footfall.api import grid
from footfall.engine.session import Session
from footfall.loader import load

LOADED = load("stealth", mods=[Path(__file__).parent.parent], only_mods=(), strict=True)


@pytest.mark.parametrize("seed", range(12))
def test_the_maze_is_connected(seed: int) -> None:
    options = {"floor": 3 + seed, "generator": "labyrinth"}
    session = Session.begin(LOADED.rules, seed, options, strict=True)
    _, level, index = grid.current_level(session.context())
    assert level.recipe == "examples.labyrinth:labyrinth"
    labels, _ = grid.kernels.regions(index.grid.walkable, 4)
    assert int(labels.max()) == 1
    assert {"up", "down"} <= set(level.arrivals) or {"start", "down"} <= set(level.arrivals)


def test_it_is_in_the_plan() -> None:
    plan = LOADED.rules.records.table(object, "plan")["core.stealth:main"]
    assert plan.usual.recipes["examples.labyrinth:labyrinth"] == 11
