"""The title screen, by the keys that players press."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from footfall.app.files.finished_games import FinishedGame, append_game
from footfall.app.files.resume import read_saved_header
from footfall.app.screens.title import name_replay
from footfall.app.startup import choose_seed, daily_seed, follow_course, list_courses
from footfall.engine.saves.replay_lines import scan_replay
from footfall.loader import load

Played = Callable[..., Any]


def test_a_new_player_is_offered_the_lessons_first(typed: Played, saves: Path) -> None:
    played = typed("ENTER j", "--title")
    assert "›a) New here? Seven lessons" in played.screens[0]
    assert "A game of hearing and being heard." in played.screens[0]
    assert "LESSON 1 OF 7" in played.screen


def test_after_a_finished_game_the_first_descent_comes_first(typed: Played, saves: Path) -> None:
    facts = {"game": "core.stealth", "outcome": "died", "hash": "0", "version": "0"}
    append_game(FinishedGame(format=1, seed=1, turn=9, is_won=False, **facts))
    played = typed("ENTER j j", "--title")
    assert "›n) Begin: First descent" in played.screens[0]
    assert "copper bell" in played.screens[0]
    assert "The elder says the Bell hangs at depth 7" in played.screen
    assert read_saved_header(saves / "core.stealth.save").turn == 2


@pytest.mark.parametrize(
    ("outcome", "told"), [("learned", ", finished,"), ("died", ", lost,"), ("won-copper", ", won,")]
)
def test_a_finished_lesson_is_neither_won_nor_lost(tmp_path: Path, outcome: str, told: str) -> None:
    loaded, replay = load("stealth", only_mods=()), tmp_path / "core.stealth-7-108.replay"
    rules: Any = loaded.rules
    replay.write_bytes(b"")
    game: Any = {
        "game": "core.stealth",
        "outcome": outcome,
        "is_won": outcome in rules.game.statistics.winning_outcomes,
    }
    named = name_replay(replay, [FinishedGame(format=1, seed=7, turn=9, hash="0", version="0", **game)], loaded)
    assert f"{told} turn 9, seed 7," in loaded.catalog.translate(named)
    assert ", seed 7," in loaded.catalog.translate(name_replay(replay, [], loaded))


def test_another_course_and_a_seed_are_chosen(typed: Played, saves: Path) -> None:
    digits = typed("s 1 2 3 ENTER", "--title")
    assert "1_" in digits.screens[2]  # the first one opens the line and stands in it
    assert "Seed: 123" in digits.screen
    played = typed("s ENTER 1 2 3 ENTER d b j", "--title")
    assert "Seed: 123" in played.screens[6]
    assert "b) The whole undercroft" in played.screens[7]
    assert "depth 15" in played.screen
    assert read_saved_header(saves / "core.stealth.save").seed == 123


def test_a_seed_is_a_number(typed: Played) -> None:
    played = typed("s ENTER x ENTER ESC ESC", "--title")
    assert "A seed is a number from 0 to 4294967295." in played.screens[-2]


@pytest.mark.proof(0)
def test_a_saved_game_is_continued_or_replaced_after_a_question(typed: Played, saves: Path) -> None:
    typed("j j j", "--new", "--seed", 5)
    played = typed("c j", "--title")
    assert "Continue the saved game: First descent (turn 3)" in played.screens[0]
    assert read_saved_header(saves / "core.stealth.save").turn == 4
    kept = typed("n n q", "--title")
    assert "The saved game will be lost." in kept.screens[1]
    assert "c) Continue the saved game" in kept.screens[1]
    assert read_saved_header(saves / "core.stealth.save").turn == 4
    typed("n y j", "--title")
    assert read_saved_header(saves / "core.stealth.save").turn == 1


def test_the_saved_game_is_named_before_another_mode_replaces_it(typed: Played) -> None:
    typed("n j", "delve", "--title")
    asked = typed("a c", "delve", "--title")
    assert "c) Continue the saved game: On foot (turn" in asked.screens[1]
    assert "take the stairs" in asked.screen


def test_language_settings_and_mods_are_reached_and_left(typed: Played) -> None:
    played = typed("o ESC m ESC l b q", "--title")
    assert "hints for new players  on" in played.screens[1]
    assert "Saved in" in played.screens[1]
    assert "MODS" in played.screens[3]
    assert "Español" in played.screens[5]
    assert "¿Qué quieres hacer?" in played.screen


def test_leaving_begins_nothing(typed: Played, saves: Path) -> None:
    assert typed("q", "--title").result.exit_code == 0
    assert typed("ESC", "--title").result.exit_code == 0
    assert not (saves / "core.stealth.save").exists()


def test_a_finished_game_can_be_watched(typed: Played, footfall: Callable[..., Result], home: Path) -> None:
    runs = home / "xdg_data_home" / "footfall" / "runs"
    runs.mkdir(parents=True)
    done = footfall("run", "stealth", "--seed", 4, "--turns", 5, "--record", runs / "one.replay")
    assert done.exit_code == 0, done.output
    played = typed("r ENTER RIGHT Q q", "--title")
    assert "one" in played.screens[1]


@pytest.mark.proof(0)
def test_a_pipe_and_a_new_game_skip_the_title(typed: Played) -> None:
    """Without a keyboard at the input, nothing asks what to do."""
    assert "What would you like to do?" not in typed("j", "--new", "--course", "whole").screens[0]
    assert "What would you like to do?" not in typed("j").screens[0]


def test_a_saved_game_without_a_turn_is_replaced_unasked(typed: Played, saves: Path) -> None:
    for keys, is_asked in (("", False), ("m 1", False), ("", True)):
        asked, *_ = typed(f"n {keys}", "king", "--title", "--option", "players=2").screens[1:]
        assert ("will be lost" in asked) == is_asked


def test_a_game_without_courses_has_a_title_too(typed: Played) -> None:
    played = typed("n", "king", "--title")
    assert "New game" in played.screens[0]
    assert len(played.screens) == 2


def test_the_seed_of_a_day_is_that_of_the_date_and_the_rules() -> None:
    """P-COURSE-3"""
    rules = load("core.stealth", only_mods=()).rules
    changed = load("core.stealth", only_mods=(), settings={"core.stealth.hit.die": 8}).rules
    days = [date(2031, 5, day) for day in (1, 2)]
    seeds = [daily_seed(rules, day) for day in days]
    assert seeds[0] != seeds[1]
    assert seeds == [daily_seed(rules, day) for day in days]
    assert daily_seed(changed, days[0]) != seeds[0]
    assert choose_seed(rules, {"course": "daily"}) == choose_seed(rules, {"course": "core.stealth:daily"})
    assert choose_seed(rules, {"course": "first"}) != choose_seed(rules, {"course": "first"})


def test_classic_rules_have_no_courses_to_choose() -> None:
    assert list_courses(load("core.stealth", only_mods=(), settings={"core.stealth.rules": "classic"}).rules) == ()
    assert list_courses(load("core.king", only_mods=()).rules) == ()


def test_a_lesson_is_begun_from_the_title(typed: Played) -> None:
    played = typed("a j", "--title")
    assert "LESSON 1 OF 7" in played.screen
    assert "Wait four times next to the door." in played.screen


def test_a_lesson_leads_to_another_course() -> None:
    rules = load("core.stealth", only_mods=()).rules
    assert follow_course(rules, {"course": "first", "floor": 1}) == {"course": "first", "floor": 1}
    assert follow_course(rules, {"course": "guided", "floor": 1}) == {"course": "core.stealth:first", "floor": 1}


def test_seed_and_course_are_in_the_replay(typed: Played, saves: Path) -> None:
    typed("j", "--course", "daily")
    (replay,) = saves.glob("*.replay")
    header = scan_replay(replay).header
    assert header is not None
    assert header.options["course"] == "daily"
    assert header.seed == choose_seed(load("core.stealth", only_mods=()).rules, {"course": "daily"})


@pytest.mark.parametrize(("keys", "titles"), [("n E y ESC n", 2), ("n E y C-c", 1), ("n j q y", 1)])
def test_after_the_end_of_a_game_the_title_comes_back(typed: Played, keys: str, titles: int) -> None:
    """Not after a game that was left before its end, nor after the key that interrupts."""
    played = typed(keys, "delve", "--title")
    assert sum("What would you like to do?" in screen for screen in played.screens) == titles
    assert "have left the dungeon" not in played.screens[-1] or titles == 1
    assert played.result.exit_code == 0


@pytest.mark.proof(0)
def test_after_the_end_of_a_game_without_a_title_the_program_ends(typed: Played) -> None:
    assert "What would you like to do?" not in typed("E y ENTER n", "delve", "--new").screens[-1]


@pytest.mark.parametrize(("language", "current"), [("en", "(current)"), ("es", "(actual)")])
def test_the_cursor_of_a_box_begins_on_the_current_choice(typed: Played, language: str, current: str) -> None:
    """ENTER there changes nothing; in plain lines it is the one that is read."""
    box = "a UP ENTER a"
    played = typed(box, "king", "--title", "--lang", language)
    rows = [line for line in played.screen.splitlines() if "›" in line]
    assert len(rows) == 1
    assert current in rows[0]
    again = typed(f"{box} ENTER a", "king", "--title", "--lang", language)
    assert again.screen == played.screen
