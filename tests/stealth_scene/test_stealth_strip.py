"""The row of panels on a small screen names the most dangerous first (P-ODDS-2)."""

from __future__ import annotations

from typing import Any

import pytest

from footfall.api.session_scene import build_session_scene
from footfall.loader import load
from footfall.plugins.stealth.model.state import HeardSound, stealth_of
from footfall.testing import GameUnderTest, scene
from footfall.testing.game_under_test import Canvas, canvas_to_text, draw_screen
from footfall.ui.ui_state import UiState

HALL = "\n".join(["#" * 13, "#@...E...F..#", *["###.#########"] * 4])
DULL = {"fov": 0, "foh": 0, "cost": 900}


def begin(mood: str, **stats: int) -> GameUnderTest:
    """A hall with a slime that perceives nothing, a goblin behind it, and a corridor."""
    foes: dict[str, Any] = {
        "E": {"kind": "core.stealth:slime", "mind": {"ai": "still", "mood": "calm"}, "stats": DULL},
        "F": {"kind": "core.stealth:goblin", "mind": {"ai": "still", "mood": mood}, "stats": {**DULL, **stats}},
    }
    return scene(HALL, actors={"@": {"stats": {"fov": 12, "foh": 12, "stealth": 5}}, **foes})


def read_strip(game: GameUnderTest, language: str) -> list[str]:
    canvas = Canvas(24, 80)
    translate = load("core.stealth", only_mods=(), language=language).catalog.translate
    draw_screen(canvas, build_session_scene(game.session), UiState(), translate)
    row = canvas_to_text(canvas).replace("\N{NO-BREAK SPACE}", " ").splitlines()[1]
    return [part.strip() for part in row.split("│")]


@pytest.mark.parametrize(("language", "hunting", "heard"), [("en", "hunting", "steps"), ("es", "te persigue", "pasos")])
def test_the_row_names_the_most_dangerous_first(language: str, hunting: str, heard: str) -> None:
    game = begin("aggravated")
    game.do(".")
    strip = read_strip(game, language)
    assert hunting in strip[2]
    assert strip[3].startswith("°")

    game = begin("calm", fov=12, perception=15)
    game.do(".")
    assert "8" in read_strip(game, language)[2]  # the one that may see

    game.put("F.at", [3, 5])  # it left the view, and what is heard may come
    game.do(".")
    part = stealth_of(game.session.state)
    part.heard_sounds = [HeardSound("step", 4, 20, 3, (5, 3), part.turn, 99)]
    strip = read_strip(game, language)
    assert heard in strip[2]
    assert "%" in strip[2]
