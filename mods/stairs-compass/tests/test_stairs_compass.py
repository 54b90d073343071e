"""The line appears once the stairs are known, and tells the length of a way that exists."""

from __future__ import annotations

from pathlib import Path

from footfall.api import grid
from footfall.engine.session import Session
from footfall.loader import load

LOADED = load("stealth", mods=[Path(__file__).parent.parent], only=(), strict=True)


def test_it_tells_what_the_character_knows() -> None:
    session = Session.begin(LOADED.rules, 4, {"floor": 3}, strict=True)
    (one,) = LOADED.rules.hud_lines
    ctx = session.context("examples.stairs-compass")
    _, level, _ = grid.current_level(ctx)
    assert one.line.read(ctx) is None
    level.explored[level.arrivals["down"]] = True
    said = one.line.read(ctx)
    assert said is not None
    assert said.id == "stairs-compass-unknown"
    level.explored[:] = True
    said = one.line.read(ctx)
    assert said is not None
    assert said.args["steps"] > 0
