"""The turns of bots are shown one by one: a key goes on, another runs on to the player's turn, as a setting does."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from footfall.ui.settings import find_settings_path

GAME = ("king", "--lang", "en", "--lessons", "off", "--bots", "me,goal,goal,goal")
OWN_TURN = "end the turn"


def find_last_row(screen: str) -> str:
    return screen.rstrip("\n").splitlines()[-1]


def test_each_turn_of_a_bot_waits_for_a_key(typed: Callable[..., Any]) -> None:
    played = typed("n y SPACE ENTER", *GAME, "--seed", 6)
    start, asked, *stops = played.screens
    assert "2 actions are left. End the turn?" in asked
    assert OWN_TURN in find_last_row(start)
    for seat, screen in enumerate(stops, 2):
        assert f"P{seat} has played: go on" in find_last_row(screen), screen
        assert "B the reasons of the bots" in find_last_row(screen)
        assert OWN_TURN not in find_last_row(screen)
        assert f"P{seat} goes to" in screen or f"P{seat} draws" in screen, "the log tells what it did"


def test_a_key_runs_on_to_the_players_turn(typed: Callable[..., Any]) -> None:
    played = typed("n y TAB", *GAME, "--seed", 6)
    stop, own = played.screens[2:]
    assert "P2 has played" in find_last_row(stop)
    assert OWN_TURN in find_last_row(own)


@pytest.mark.parametrize("keys", ["n y m u 1 3", "n y ; s d"])
def test_no_command_of_the_game_is_possible_meanwhile(typed: Callable[..., Any], keys: str) -> None:
    played = typed(keys, *GAME, "--seed", 6)
    assert all("P2 has played" in find_last_row(screen) for screen in played.screens[2:])


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_key_shows_the_reasons_of_the_bots(typed: Callable[..., Any], language: str) -> None:
    played = typed("B n y B", "king", "--lang", language, *GAME[3:], "--seed", 6)
    _, before, _, _, page = played.screens
    because = "because" if language == "en" else "porque"
    assert because not in before
    assert page.count(because) >= 2
    assert "P2" in page
    assert "-reason-" not in page


def test_the_setting_lets_bots_run_through(typed: Callable[..., Any], home: Path) -> None:
    path = find_settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("[play]\nbot_stops = false\n", "utf-8")
    played = typed("n y", *GAME, "--seed", 6)
    assert OWN_TURN in find_last_row(played.screen)


def test_stops_leave_no_trace(typed: Callable[..., Any], saves: Path, footfall: Callable[..., Any]) -> None:
    """The game is the same with and without them, and its replay never stops."""
    stepped = typed("n y SPACE SPACE TAB n y TAB", *GAME, "--seed", 6)
    path = find_settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("[play]\nbot_stops = false\n", "utf-8")
    shutil.rmtree(saves)
    run = typed("n y n y", *GAME, "--seed", 6)
    assert stepped.screen == run.screen
    replays = sorted(saves.rglob("*.replay"))
    assert replays
    verified = footfall("replay", replays[0])
    assert verified.exit_code == 0, verified.output
