"""Stairs of the shipped game: who waits near them, who follows, what goes on meanwhile (P-STAIR)."""

from __future__ import annotations

from footfall.api.grid import chebyshev_distance, current_level
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.model.state import Mood, stealth_of


def test_nobody_arrives_near_the_stairs_of_a_new_floor() -> None:
    """P-STAIR-1, P-BORN-1"""
    rules, kinds = load("core.stealth", only_mods=()).rules, set()
    for seed in (11, 17, 21, 40):  # floors that had somebody awake three cells from the stairs by the design's figures
        for floor in (3, 5, 7):
            session = Session.begin(rules, seed, {"floor": floor, "course": "first"}, quiet=True)
            world, level, _ = current_level(session.context())
            minds = stealth_of(session.state).minds
            for id, actor in world.actors.items():
                if actor.side == "hostile" and id in minds:
                    assert min(chebyshev_distance(actor.at, cell) for cell in level.arrivals.values()) > 3, (
                        seed,
                        floor,
                    )
                    assert minds[id].mood is not Mood.AGGRAVATED
                    kinds.add(actor.kind)
    assert "core.stealth:slime" in kinds
