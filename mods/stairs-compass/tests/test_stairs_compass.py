"""The line appears when the stairs are known, and shows the length of a known path."""

from collections.abc import Callable
from pathlib import Path

from footfall.api import grid
from footfall.engine.session import Session
from footfall.loader import load
from footfall.testing import GameUnderTest

LOADED = load("stealth", mods=[Path(__file__).parent.parent], only_mods=(), strict=True)


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


def test_the_line_is_on_the_screen(footfall_begin: Callable[..., GameUnderTest]) -> None:
    game = footfall_begin("stealth", seed=4, options={"floor": 3})
    _, level, _ = grid.current_level(game.session.context("examples.stairs-compass"))
    before = game.screen()
    level.explored[level.arrivals["down"]] = True
    assert "stairs: no known path" not in before.lower()
    assert "stairs: no known path" in game.screen().lower()
