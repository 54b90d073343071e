"""The line appears when the stairs are known, and shows the length of a known path."""

from __future__ import annotations

from pathlib import Path

from footfall.api import grid
from footfall.engine.session import Session
from footfall.loader import load

LOADED = load("stealth", mods=[Path(__file__).parent.parent], only=(), strict=True)


def test_it_shows_what_the_character_knows() -> None:
    session = Session.begin(LOADED.rules, 4, {"floor": 3}, strict=True)
    (hud,) = LOADED.rules.hud_lines
    ctx = session.context("examples.stairs-compass")
    _, level, _ = grid.current_level(ctx)
    assert hud.line.read(ctx) is None
    level.explored[level.arrivals["down"]] = True
    message = hud.line.read(ctx)
    assert message is not None
    assert message.id == "stairs-compass-unknown"
    level.explored[:] = True
    level.memory = level.tiles + 1
    message = hud.line.read(ctx)
    assert message is not None
    assert message.args["steps"] > 0
