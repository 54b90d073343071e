"""The box at the end of a game is put away and comes back; pages at its end fit a small screen."""

from __future__ import annotations

import re
from typing import Any

import pytest

END = ("king", "--seed", 3, "--bots", "goal,goal,goal,goal", "--option", "profile=strict_p0", "--lessons", "off")


@pytest.mark.parametrize(
    ("language", "words", "back"),
    [
        ("en", "TAB shows what is behind", "TAB shows the end again"),
        ("es", "TAB ver lo que hay detrás", "TAB ver otra vez el final"),
    ],
)
def test_the_board_is_read_behind_the_end(typed: Any, language: str, words: str, back: str) -> None:
    game = typed("TAB TAB RIGHT ESC TAB", *END, "--lang", language)
    over, board, look, _, again = game.screens[1:6]
    flat = " ".join(re.sub("[│┃]", " ", over).split())
    assert words in flat
    assert "Kitchen" in board or "Cocina" in board
    assert back in board
    assert "Floor" in look or "Piso" in look
    assert " ".join(re.sub("[│┃]", " ", again).split()).count(words) == 1


def test_esc_brings_the_end_back_before_it_leaves(typed: Any) -> None:
    over, board, again, story = typed("TAB TAB ESC t", *END).screens[1:5]
    assert over != board
    assert again == over
    assert "What happened" in story


def test_a_finished_game_is_told_in_words(typed: Any) -> None:
    output = typed("TAB ENTER", *END).result.output
    assert "Too many keys have been destroyed: there is no way to leave. The King has won. Turn" in output
    assert "LOSE_" not in output


def test_a_finished_game_is_listed_with_its_day_and_result(typed: Any) -> None:
    typed("TAB ENTER", *END)
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
