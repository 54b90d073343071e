"""The card is in the deck, and its song reaches only the other players on the floor."""

from __future__ import annotations

from pathlib import Path

from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import choose_random_command, play_turns

LOADED = load("king", mods=[Path(__file__).parent.parent], only=(), strict=True)


def test_the_song_reaches_only_the_floor() -> None:
    session = Session.begin(LOADED.rules, 5, {"profile": "full_game", "players": 4}, strict=True)
    ctx = session.context("examples.lullaby")
    souls = session.state.parts["core.king"].souls
    for soul, node in zip(souls, (1, 2, 3, 8), strict=True):
        soul.node = node
    (gain,) = LOADED.rules.steps["examples.lullaby:sing"].run(ctx, 0, 1, "LULLABY")
    assert gain.amounts == ((1, 1), (2, 1))


def test_it_is_drawn_in_play() -> None:
    count = 0
    for seed in range(40):
        session = Session.begin(LOADED.rules, seed, {"profile": "full_game", "players": 4}, strict=True)
        for result in play_turns(session, choose_random_command, 400):
            count += sum("LULLABY" in repr(event) for event in result.events)
    assert count > 0
