"""The box at the end of a game stays until a key that it names; pages at its end fit a small screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from footfall.app.game_view import GameView
from footfall.loader import load
from footfall.ui.loop import ExitReason, run_ui_loop

from .conftest import TypingScreen

END = ("king", "--seed", 3, "--bots", "goal,goal,goal,goal", "--option", "profile=strict_p0", "--lessons", "off")


ENDINGS = (
    ("stealth", {"floor": 5}, "brawler", 3),
    ("delve", {"mode": "walk"}, "party", 0),
    ("delve", {"mode": "table", "party": "alone"}, "party", 0),
    ("king", {}, "goal", 1),
)
LEAVES = {"en": "ESC leaves", "es": "ESC salir"}
BEHIND = {"en": "x looks at what is behind", "es": "x mirar lo que hay detrás"}


def find_translate(game: str, language: str) -> Callable[[Any], str]:
    catalog = load(game, mods=[], only_mods=()).catalog
    catalog.set_language(language)
    return catalog.translate


def flatten(screen: str) -> str:
    return " ".join(re.sub("[│┃]", " ", screen).split())


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("ending", ENDINGS, ids=["stealth", "walk", "table", "king"])
def test_the_keys_of_a_fight_leave_the_end_alone(
    load_script: Callable[[str], ModuleType], ending: tuple[Any, ...], language: str
) -> None:
    plain = load_script("tests/ui/prove_plain_games.py")
    session = plain.play_with_bot(plain.Ending(*ending[:3], ""), ending[3])[1]
    translate = find_translate(ending[0], language)
    screen = TypingScreen(["TAB", "ENTER", "SPACE", "ENTER", "TAB", "x", "ESC", "ESC"], (24, 80))
    assert run_ui_loop(screen, GameView(session, translate)) is ExitReason.GAME_OVER
    over = screen.screens[0]
    assert LEAVES[language] in flatten(over)
    assert BEHIND[language] in flatten(over)
    assert [shown == over for shown in screen.screens] == [True] * 6 + [False, True]


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_board_is_read_behind_the_end(typed: Any, language: str) -> None:
    over, board, look, again, story = typed("TAB x RIGHT ESC t", *END, "--lang", language).screens[1:6]
    assert LEAVES[language] in flatten(over)
    assert "Kitchen" in board or "Cocina" in board
    assert LEAVES[language] not in flatten(board)
    assert "Floor" in look or "Piso" in look
    assert again == over
    assert ("What happened" if language == "en" else "Lo que pasó") in story


def test_a_finished_game_is_told_in_words(typed: Any) -> None:
    output = typed("TAB ESC", *END).result.output
    assert "Too many keys have been destroyed: there is no way to leave. The King has won. Turn" in output
    assert "LOSE_" not in output


def test_a_finished_game_is_listed_with_its_day_and_result(typed: Any) -> None:
    typed("TAB ESC", *END)
    line = r"The King's House, lost, turn \d+, seed 3, 20\d\d-\d\d-\d\d \d\d:\d\d"
    assert re.search(line, typed("r", "king", "--title").screen)
    assert re.search(line, typed("r", "delve", "--title").screen)
    assert "La casa del Rey, perdida" in typed("r", "delve", "--title", "--lang", "es").screen


def test_the_story_keeps_its_columns_on_a_small_screen(typed: Any) -> None:
    page = typed("TAB t PGDN", *END, shape=(24, 80)).screen
    rows = [line for line in page.splitlines() if "falls" in line and "lost" not in line]
    assert rows
    assert all(line.index(" falls") >= 31 for line in rows)


@pytest.mark.parametrize(("language", "words"), [("en", "Begin another game?"), ("es", "¿Empezar otra partida?")])
def test_the_habit_of_ending_turns_begins_no_game(typed: Any, language: str, words: str) -> None:
    over, first, second, asked, _, _, new = typed("TAB n n R ESC R s", *END, "--lang", language).screens[1:8]
    assert over == first == second
    assert words in asked
    assert "3 lost" not in new
