"""It is a separate game, and the base game is unchanged."""

from pathlib import Path

from footfall.api import grid
from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import choose_random_command, play_turns

MOD = Path(__file__).parent.parent


def test_it_can_be_played() -> None:
    loaded = load("orchard", mods=[MOD], only_mods=(), strict=True)
    assert loaded.rules.mods == ("core.stealth", "examples.orchard")
    session = Session.begin(loaded.rules, 2, strict=True)
    for _ in play_turns(session, choose_random_command, 60):
        pass
    assert session.problems == []
    _, level, _ = grid.current_level(session.context())
    assert level.recipe == "core.stealth:cavern"


def test_the_base_game_is_unchanged() -> None:
    rules = load("stealth", mods=[MOD], only_mods=(), strict=True).rules
    assert rules.mods == ("core.stealth",)
    assert rules.records.table(object, "plan")["core.stealth:main"].last == 16
