"""The card is drawn in play, and its song reaches only the other players on the floor."""

from pathlib import Path

from footfall.engine.session import Session
from footfall.loader import load
from footfall.plugins.king.events import SanityGained
from footfall.plugins.king.hookspecs import Drawing
from footfall.sim.bots import choose_random_command, play_turns

LOADED = load("king", mods=[Path(__file__).parent.parent], only_mods=(), strict=True)


def test_the_song_reaches_only_the_floor() -> None:
    session = Session.begin(LOADED.rules, 5, {"profile": "full_game", "players": 4}, strict=True)
    souls = session.state.parts["core.king"].souls
    for soul, node in zip(souls, (1, 2, 3, 8), strict=True):
        soul.node = node
    (song,) = session.context().notify("core.king:on_card", Drawing(0, "examples.lullaby:LULLABY", "F1_R1"))
    assert [gain.amounts for gain in song.changes] == [((1, 1), (2, 1))]
    assert session.context().notify("core.king:on_card", Drawing(0, "CORPSE", "F1_R1")) == ()


def test_it_is_drawn_in_play() -> None:
    drawn = songs = 0
    for seed in range(40):
        session = Session.begin(LOADED.rules, seed, {"profile": "full_game", "players": 4}, strict=True)
        for result in play_turns(session, choose_random_command, 400):
            names = [type(event).__name__ for event in result.events if "LULLABY" in repr(event)]
            drawn += "CardDrawn" in names
            songs += "CardDrawn" in names and any(
                isinstance(event, SanityGained) and event.source == "rule" for event in result.events
            )
    assert drawn > 0
    assert songs > 0
