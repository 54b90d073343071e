"""A creature that hunts an adventurer is not said to hunt the character."""

from __future__ import annotations

import pytest

from footfall.api.grid import get_world
from footfall.api.session_scene import build_session_scene
from footfall.testing import GameUnderTest, scene


def set_brawl(hunter: tuple[int, int], other: tuple[int, int]) -> GameUnderTest:
    """A hunter between the character and an adventurer, who is nearer or farther."""
    return scene(
        "@.......\n........",
        actors={
            "@": {"stats": {"stealth": 30, "fov": 9}},
            "E": {"at": list(hunter), "mind": {"ai": "still", "mood": "aggravated"}, "stats": {"fov": 5}},
            "A": {"at": list(other), "kind": "core.stealth:adventurer", "side": "adventurer"},
        },
    )


@pytest.mark.parametrize(
    ("hunter", "other", "sign", "listed", "told"),
    [
        ((6, 1), (5, 1), "×", "hunting another", "hunting another"),
        ((2, 0), (6, 1), "!", "hunting", "hunting"),
    ],
)
def test_the_prey_decides_what_a_hunter_is_called(
    hunter: tuple[int, int], other: tuple[int, int], sign: str, listed: str, told: str
) -> None:
    """On the map, in the list, under the cursor and in a close look."""
    game = set_brawl(hunter, other)
    actor = get_world(game.session.state).actors[game.find_id("E")]
    shown = build_session_scene(game.session)
    assert shown.cells is not None
    assert chr(shown.cells.mark[actor.at]) == sign
    assert ("hunting another" in game.translate(shown.notes[actor.at][0])) is (sign == "×")
    assert f" {listed}\n" in game.screen().replace(" \n", "\n")
    game.do({"type": "core.stealth:inspect", "target": list(hunter)})
    looks = [game.translate(line.message) for line in game.session.log if line.message.id == "stealth-see-creature"]
    assert told in looks[0]
