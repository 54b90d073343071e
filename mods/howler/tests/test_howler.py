"""A howler howls once per hunt."""

from __future__ import annotations

from pathlib import Path

from footfall.api import grid
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth.commands import Wait
from footfall.plugins.stealth.state import Mood

LOADED = load("stealth", mods=[Path(__file__).parent.parent], only=(), strict=True)


def count_howls(session: Session) -> int:
    """Counts the howls during one wait."""
    result = session.submit(Wait(actor=session.state.parts["world"].player))
    return sum(isinstance(event, grid.NoiseMade) and event.noise.kind == "howl" for event in result.events)


def test_it_howls_when_it_starts_to_hunt_and_only_then() -> None:
    session = Session.begin(LOADED.rules, 3, {"floor": 4}, strict=True)
    world, level, _ = grid.current_level(session.context())
    hero = world.actors[world.player]
    hero.hp = hero.hp_max = 1000
    beast = next(actor for actor in world.actors.values() if actor.level == level.id and actor.side == "hostile")
    beast.kind = "examples.howler:howler"
    mind = session.state.parts["core.stealth"].minds[beast.id]
    mind.mood = Mood.ASLEEP
    assert count_howls(session) == 0
    mind = session.state.parts["core.stealth"].minds[beast.id]
    mind.mood = Mood.AGGRAVATED
    assert [count_howls(session), count_howls(session)] == [1, 0]
