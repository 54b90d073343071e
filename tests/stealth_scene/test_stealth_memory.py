"""The map in memory: whole, fading with time, with fires and the risk of remembered sleepers; the cursor agrees."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from footfall.api import Command, Message
from footfall.api.scene import Cells, Scene
from footfall.api.session_scene import build_session_scene
from footfall.engine.bots import RunningMacro
from footfall.testing import GameUnderTest, scene
from footfall.ui.interaction import handle_key
from footfall.ui.ui_state import UiState
from footfall.world.state import forget_lying_items

CORE = "core.stealth:"
HALL = "\n".join(
    (
        "####################",
        "#@................'#",
        "#####.##############",
        "#...#.#............#",
        "#.E...#............#",
        "####################",
    )
)
LEGEND = {"'": {"tile": f"{CORE}door_open"}}
STILL = {"stats": {"fov": 0, "foh": 0}, "mind": {"ai": "still", "mood": "asleep"}}


def begin(kind: str, **extra: Any) -> GameUnderTest:
    return scene(
        HALL,
        actors={"@": {"stats": {"fov": 3, "stealth": 0}}, "E": {"kind": CORE + kind, **extra}},
        legend=LEGEND,
    )


def look_at(game: GameUnderTest) -> tuple[Scene, Cells]:
    shown = build_session_scene(game.session)
    assert shown.cells is not None
    return shown, shown.cells


def walk(game: GameUnderTest, *cells: list[int]) -> None:
    for cell in cells:
        game.put("@.at", cell)
        game.do(".")


def test_all_that_was_seen_stays_and_fades() -> None:
    """P-MEM-4"""
    game = begin("goblin", **STILL)
    game.do(".")
    game.put("@.at", [18, 1])
    for _ in range(40):
        game.do(".")
    shown, cells = look_at(game)
    assert chr(cells.glyph[1, 1]) == "·"
    assert "remembered" in shown.notes[1, 1][0].id
    assert cells.age is not None
    assert cells.age[1, 1] == 40
    assert cells.age[1, 17] == 0
    game.put("@.stats", {"fov": 3, "map_memory": 1})
    assert look_at(game)[1].age is None


def test_a_thing_that_was_moved_is_remembered_where_it_was_seen_last() -> None:
    """P-MEM-1: its old place comes into view when the new one is out of view."""
    cap = {"name": "cap", "kind": f"{CORE}leather_cap", "at": [2, 1]}
    game = scene(
        HALL, actors={"@": {"stats": {"fov": 3}}, "E": {"kind": f"{CORE}goblin", **STILL}}, legend=LEGEND, items=[cap]
    )
    walk(game, [1, 1], [8, 1])
    game.put("cap.at", [10, 1])
    forget_lying_items(game.session.state.parts["world"])
    for key in ".hhhhh.":
        game.do(key)
    cells = look_at(game)[1]
    assert [chr(cells.glyph[1, x]) for x in (2, 10)] == ["·", "]"]


def test_a_fire_out_of_sight_is_remembered_until_it_is_seen_to_be_gone() -> None:
    """P-MEM-5"""
    game = begin("campfire")
    walk(game, [5, 4], [18, 1])
    shown, cells = look_at(game)
    assert not cells.visible[4, 2]
    assert chr(cells.glyph[4, 2]) != "·"
    fire = Message("stealth-remembered", {"name": Message("stealth-creature-campfire")})
    assert shown.notes[4, 2] == (fire, Message("stealth-tile-floor"))  # the ground does not say it again
    game.put("E.at", [1, 3])
    walk(game, [5, 4], [18, 1])
    assert chr(look_at(game)[1].glyph[4, 2]) == "·"


@pytest.mark.parametrize("kind", ["goblin", "adventurer"])
def test_the_overlay_counts_remembered_sleepers(kind: str) -> None:
    """P-ODDS-6"""
    game = begin(kind, **STILL)
    walk(game, [5, 4], [18, 1])
    _, cells = look_at(game)
    assert not cells.visible[4, 2]
    assert cells.risk is not None
    assert bool(cells.risk[3:5, 1:4].any()) == (kind == "goblin")
    game.put("E.at", [1, 3])  # it is still believed to lie where it was
    assert np.array_equal(look_at(game)[1].risk, cells.risk)


def test_travel_and_the_cursor_agree() -> None:
    game = scene(
        "####################\n#@.................#\n####################",
        actors={"@": {"stats": {"fov": 2}}},
        legend={"<": {"tile": f"{CORE}stairs_up"}},
    )
    game.do(".")
    shown, cells = look_at(game)
    _, order = handle_key(UiState(), shown, "<")
    assert isinstance(order, Command)
    told = RunningMacro(game.session, order, {}).next_command()
    assert isinstance(told, Message)
    assert not any("stairs" in str(note) for notes in shown.notes.values() for note in notes)
    assert cells.glyph[1, 18] == 32
