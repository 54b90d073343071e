"""The readings that other mods use: complete, and without effect on the game."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

from footfall.api import collect_readings
from footfall.api.grid import get_world
from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.stealth import api
from footfall.sim.bots import choose_random_command, play_turns

READINGS = collect_readings(api)
BUILDERS = {"make_noise", "spend_turn", "base_game"}
SAMPLES = {"stat": "fov", "tag": "stairs", "effect": "core.stealth:confused"}
EMPTY = (None, 0, "", False, (), api.LastAction.NONE)


@pytest.fixture(scope="module")
def session() -> Session:
    session = Session.begin(load("stealth", only_mods=()).rules, 5, {"floor": 3}, strict=True)
    for _ in play_turns(session, choose_random_command, 30):
        pass
    return session


def test_every_public_function_is_a_reading_or_a_builder() -> None:
    functions = {
        name
        for name, value in inspect.getmembers(api, inspect.isfunction)
        if value.__module__ == api.__name__ and not name.startswith("_")
    }
    assert functions == set(READINGS) | BUILDERS
    assert set(api.__all__) >= BUILDERS


@pytest.mark.parametrize("name", READINGS)
def test_a_reading_changes_nothing(session: Session, name: str) -> None:
    ctx, before = session.context(), session.hash()
    reading = READINGS[name]
    actors = list(get_world(session.state).actors)
    for actor in [*actors, 9999]:
        values = {"actor": actor, "other": actors[0], "cell": (10, 10), "item": 9999, **SAMPLES}
        result = reading.read(ctx, **{parameter: values[parameter] for parameter in reading.parameters})
        if actor == 9999 and "actor" in reading.parameters:
            assert result in EMPTY
        if isinstance(result, np.ndarray):
            assert not result.flags.writeable
    assert session.hash() == before


def test_values(session: Session) -> None:
    ctx = session.context()
    world = get_world(session.state)
    assert api.player_id(ctx) == world.player in api.actors_here(ctx)
    assert api.turn_of(ctx) == session.state.parts["core.stealth"].turn == 30
    assert api.mood_of(ctx, world.player) is None
    moods = {id: mind.mood for id, mind in session.state.parts["core.stealth"].minds.items()}
    assert {id for id in moods if api.is_hunting(ctx, id)} == {
        id for id, mood in moods.items() if mood is api.Mood.AGGRAVATED
    }
    assert api.base_stat(ctx, world.player, "fov") == world.actors[world.player].stats["fov"]
    assert api.can_see(ctx, world.player, world.actors[world.player].at)
    noise = api.make_noise(ctx, "howl", (4, 4), 3, 2, world.player).noise
    assert (noise.level, noise.loudness, noise.source) == (world.current, 3, world.player)
    assert api.base_game().id == api.ID
