"""Waiting in the dark is a bet: light, ears at doors, and searches in pairs find who stands still (P-WATCH)."""

from __future__ import annotations

from typing import Any

import pytest

from footfall.api.session_scene import build_session_scene
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.model.play_state import LOST, play_of
from footfall.plugins.stealth.model.state import Mood, stealth_of
from footfall.plugins.stealth.odds.screen import STAY, notice_permille
from footfall.testing import GameUnderTest, scene

CLASSIC = {"core.stealth.rules": "classic"}
HIDDEN = {"stats": {"stealth": 3, "luck": 0, "foh": 8}}
DULL = {"fov": 4, "foh": 0, "perception": 0}


def mood_of(game: GameUnderTest, name: str = "E") -> Mood:
    return stealth_of(game.session.state).minds[game.find_id(name)].mood


def set_bearer(kind: str, steps: int, stats: dict[str, int], settings: dict[str, Any]) -> GameUnderTest:
    """The character next to a wall in the dark, and a calm creature some steps away that stays where it is."""
    mind = {"ai": "still", "mood": "calm"}
    return scene(
        "#" * 9 + "\n#@" + "." * (steps - 1) + "E" + "." * (6 - steps) + "#\n" + "#" * 9,
        actors={"@": HIDDEN, "E": {"kind": f"core.stealth:{kind}", "stats": stats, "mind": mind}},
        settings=settings,
    )


def test_the_odds_know_of_the_light() -> None:
    """P-WATCH-1"""
    odds = []
    for settings in (CLASSIC, {}):
        game = set_bearer("cultist", 2, {"fov": 4, "foh": 0}, settings)
        phase = get_phase(game.session.context())
        odds.append(notice_permille(phase, phase.world.actors[game.find_id("E")], STAY).low)
    assert odds[0] < odds[1]


@pytest.mark.parametrize(
    ("kind", "steps", "settings", "noticed"),
    [
        ("cultist", 2, {}, True),
        ("cultist", 3, {}, False),
        ("warden", 3, {}, True),
        ("goblin", 2, {}, False),
        ("cultist", 2, CLASSIC, False),
    ],
)
def test_who_stands_still_beside_a_wall_is_found_by_light(
    kind: str, steps: int, settings: dict[str, Any], noticed: bool
) -> None:
    """P-WATCH-1: FOV 4 less STEALTH 4 reaches no cell, two less in the light reach two or three."""
    stats = DULL | {"fov": 5 if kind == "warden" else 4}
    game = set_bearer(kind, steps, stats, settings)
    told = [message.id for message in build_session_scene(game.session).notes.get((1, 1 + steps), ())]
    assert ("stealth-look-light" in told) is (kind != "goblin" and not settings)
    game.do(".")
    assert (mood_of(game) is Mood.AGGRAVATED) is noticed


DOOR = {"+": {"tile": "core.stealth:door"}}


@pytest.mark.parametrize(
    ("roll", "at", "settings", "comes"),
    [(5, 6, {}, True), (4, 6, {}, False), (6, 9, {}, True), (6, 14, {}, False), (6, 6, CLASSIC, False)],
)
def test_a_creature_listens_at_the_door_before_it_opens_it(
    roll: int, at: int, settings: dict[str, Any], comes: bool
) -> None:
    """P-WATCH-2"""
    row = list("#...E+...........#")
    row[at] = "@"
    mind = {"ai": "guard", "mood": "calm", "post": [1, 7]}
    game = scene(
        "#" * 18 + "\n" + "".join(row) + "\n" + "#" * 18,
        actors={"@": HIDDEN, "E": {"kind": "core.stealth:orc", "stats": DULL | {"perception": 3}, "mind": mind}},
        legend=DOOR,
        settings=settings,
    )
    game.do(".", dice=[f"listen={roll}"] if at < 12 and not settings else [])
    inquiry = play_of(game.session.state).inquiries.get(game.find_id("E"))
    assert (inquiry is not None) is comes
    assert inquiry is None or inquiry.at == (1, at)
    assert ("stealth-door-listened" in game.messages) is (at < 12 and not settings)


@pytest.mark.parametrize(("distance", "ears", "joins"), [(4, 8, True), (4, 2, False), (10, 12, False)])
def test_a_companion_joins_a_search_on_the_far_side(distance: int, ears: int, joins: bool) -> None:
    """P-WATCH-3"""
    stats = {"fov": 1, "foh": ears, "perception": 0, "aggressivity": 0}
    searching = {"ai": "hostile", "mood": "aggravated", "marked": True, "lost": 3, "last_seen": [1, 8]}
    calm = {"ai": "hostile", "mood": "calm"}
    row = "#@" + "." * 4 + "E" + "." * 20 + "#"
    wall = "#" * len(row)
    game = scene(
        f"{wall}\n{row}\n{wall}",
        actors={
            "@": HIDDEN,
            "E": {"kind": "core.stealth:goblin", "stats": stats | {"foh": 0}, "mind": searching},
            "F": {"kind": "core.stealth:goblin", "at": [6 + distance, 1], "stats": stats, "mind": calm},
        },
    )
    game.do(".")
    inquiries = play_of(game.session.state).inquiries
    assert mood_of(game) is Mood.CALM
    assert inquiries[game.find_id("E")].kind == LOST
    partner = inquiries.get(game.find_id("F"))
    assert (partner is not None) is joins
    assert partner is None or (partner.kind, partner.at) == (LOST, (1, 12))
