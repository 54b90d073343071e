"""AC-15 (R-STAIRS-1): stairs lead to the next floor; other tiles refuse the command."""

from __future__ import annotations

from footfall.api import grid
from footfall.engine.codec import index_command_types, parse_command
from footfall.engine.session import Session
from footfall.loader import load


def test_ac_15_stairs_take_one_turn_and_only_stairs_lead_on() -> None:
    """AC-15: R-STAIRS-1, 2"""
    rules = load("core.stealth", only_mods=(), settings={"core.stealth.rules": "classic"}).rules
    session = Session.begin(rules, 3, {"floor": 3}, strict=True)
    world, level, ground = grid.current_level(session.context())
    player = world.actors[world.player]
    stairs = parse_command(
        {"type": "core.stealth:stairs", "actor": player.id}, index_command_types(session.rules.commands)
    )
    before = session.hash()
    refused = session.submit(stairs).refusal
    assert refused is not None
    assert refused.rule == "R-STAIRS-1"
    assert session.hash() == before

    ground.remove_actor(player.at)
    player.at = level.arrivals["down"]
    ground.place_actor(player.id, player.at)
    assert session.submit(stairs).refusal is None
    below = world.levels[world.current]
    assert below.floor == 4
    assert player.level == below.id
    assert session.state.parts["core.stealth"].turn == 1

    # And back: the same staircase, the same floor (R-STAIRS-2).
    assert session.submit(stairs).refusal is None
    assert world.current == level.id
    assert player.at == level.arrivals["down"]
