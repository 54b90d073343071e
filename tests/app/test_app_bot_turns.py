"""The turns of bots are shown one by one: a key goes on, another runs on to the player's turn, as a setting does."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from footfall.app.game_view import Continue, GameView
from footfall.app.setup_choices import find_seat_bots
from footfall.engine.bots import BotContext, list_legal_commands
from footfall.engine.session import Session
from footfall.loader import load
from footfall.sim.bots import find_bot
from footfall.ui.settings import find_settings_path

GAME = ("king", "--lang", "en", "--lessons", "off", "--bots", "me,goal,goal,goal")
OWN_TURN = "end the turn"


def find_last_row(screen: str) -> str:
    return screen.rstrip("\n").splitlines()[-1]


def test_each_turn_of_a_bot_waits_for_a_key(typed: Callable[..., Any]) -> None:
    played = typed("n y SPACE ENTER SPACE", *GAME, "--seed", 6)
    start, asked, *stops, end = played.screens
    assert "2 actions are left. End the turn?" in asked
    assert OWN_TURN in find_last_row(start)
    assert "Round over: go on" in find_last_row(end)
    assert all("Round 2 begins" not in screen for screen in stops)
    for seat, screen in enumerate(stops, 2):
        assert f"P{seat} has played: go on" in find_last_row(screen), screen
        assert "B the reasons of the bots" in find_last_row(screen)
        assert OWN_TURN not in find_last_row(screen)
        assert f"P{seat} goes to" in screen or f"P{seat} draws" in screen, "the log tells what it did"


@pytest.mark.parametrize(("language", "over"), [("en", "Round over: go on"), ("es", "Fin de ronda: seguir")])
def test_bots_wait_when_the_round_is_over(typed: Callable[..., Any], language: str, over: str) -> None:
    """A bot that is asked in the middle of the round's end does not stop it; one that begins the next round waits."""
    yes = "y" if language == "en" else "s"
    words = ("king", "--lang", language, *GAME[3:], "--seed", 77)
    *_, end, turn = typed(f"n {yes} SPACE SPACE SPACE SPACE", *words, shape=(24, 80)).screens
    begins = "Round 2 begins with P2." if language == "en" else "La ronda 2 empieza con P2."
    assert over in find_last_row(end)
    assert "r report" in find_last_row(end) or "r informe" in find_last_row(end)
    assert begins in end
    before = "lines before these: M" if language == "en" else "líneas antes de estas: M"
    assert before in end, "the table stays, and the log says how to read the rest"
    assert "P2 draws" not in end
    assert "P2 saca" not in end
    assert "P2" in find_last_row(turn)


@pytest.mark.parametrize(
    ("language", "yes", "words", "setup"),
    [
        (
            "en",
            "y",
            "in the Pantry, the Wardrobe and the Terrace.",
            "Rules: First game; P1: you; P2: Key seeker; P3:",
        ),
        ("es", "s", "en la Despensa, el Ropero y la Azotea.", "Reglas: Primera partida; P1: tú; P2: Buscallaves; P3:"),
    ],
)
def test_the_log_begins_with_the_rules_and_the_players(
    typed: Callable[..., Any], language: str, yes: str, words: str, setup: str
) -> None:
    options = ("king", "--lang", language, *GAME[3:], "--seed", 77, "--option", "profile=first_game")
    start, *_, end = typed(f"n {yes} SPACE SPACE SPACE", *options, shape=(40, 130)).screens
    assert setup in start
    assert words in end, "the genders of places"


def test_bots_wait_when_a_person_has_ended_the_round(typed: Callable[..., Any]) -> None:
    words = ("king", "--lang", "en", "--lessons", "off", "--bots", "goal,goal,me", "--option", "players=3", "--seed", 6)
    *_, stop, _ = typed("SPACE SPACE n SPACE", *words).screens
    assert "Round over: go on" in find_last_row(stop)
    assert "Round 2 begins with P2." in stop
    assert "P2 goes" not in stop.partition("Round 2 begins")[2]


def test_a_key_runs_on_to_the_players_turn(typed: Callable[..., Any]) -> None:
    played = typed("n y TAB", *GAME, "--seed", 6)
    stop, own = played.screens[2:]
    assert "P2 has played" in find_last_row(stop)
    assert OWN_TURN in find_last_row(own)


@pytest.mark.parametrize(
    ("language", "yes", "words"),
    [("en", "y", "First SPACE: the game goes on."), ("es", "s", "Antes, ESPACIO: la partida sigue.")],
)
def test_a_key_of_the_game_says_meanwhile_which_key_goes_on(
    typed: Callable[..., Any], language: str, yes: str, words: str
) -> None:
    game = ("king", "--lang", language, *GAME[3:], "--seed", 6)
    stop, *rest = typed(f"n {yes} m u 1 ; s TAB", *game).screens[2:]
    assert "P2" in find_last_row(stop)
    assert [words in find_last_row(screen) for screen in rest] == [*(True for _ in rest[1:]), False]


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_key_shows_the_reasons_of_the_bots(typed: Callable[..., Any], language: str) -> None:
    yes = "y" if language == "en" else "s"
    played = typed(f"B n {yes} TAB B", "king", "--lang", language, *GAME[3:], "--seed", 6)
    before, page = played.screens[1], played.screen
    because = "because" if language == "en" else "porque"
    assert because not in before
    assert page.count(because) >= 2
    reasons = re.findall(rf" {{11}}{because} (.*)", page)
    assert all(one != other for one, other in pairwise(reasons)), "choices in a row share their reason"
    assert len(reasons) < len(re.findall(r"^ +\d+  P\d  ", page, re.MULTILINE))
    assert "P2" in page
    assert "-reason-" not in page


def test_there_is_no_advice_on_a_question_that_is_still_to_come() -> None:
    """Bots have led to a question of the person, which the screen shows only after a key."""
    loaded, options = load("king", only_mods=()), {"players": 3, "profile": "first_game", "bots": "me,goal,goal"}
    session, bot = Session.begin(loaded.rules, 12, options), find_bot(loaded.rules, "goal")
    view = GameView(session, loaded.catalog.translate, bots=find_seat_bots(loaded.rules, options))
    question = session.state.question
    while question is not None and (question.actor or question.kind == "turn"):
        view.submit(bot.decide(BotContext(session, bot.id, question.actor), list_legal_commands(session)))
        question = session.state.question

    def list_hints() -> str:
        page = view.build_scene().pages.get("hint")
        return "" if page is None else str(page.lines)

    assert not view.build_scene().answers
    assert "footfall-hint-advice" not in list_hints()
    view.submit(Continue(actor=0))
    assert view.build_scene().answers
    assert "footfall-hint-advice" in list_hints()


@pytest.mark.parametrize(("language", "yes"), [("en", "y"), ("es", "s")])
def test_a_long_choice_goes_on_below_its_words(typed: Callable[..., Any], language: str, yes: str) -> None:
    words = ("king", "--lang", language, *GAME[3:], "--seed", 6)
    page = typed(f"n {yes} SPACE SPACE B", *words, shape=(24, 80)).screen
    rows = [row.removeprefix("  ") for row in page.splitlines()[3:-1]]
    heads = [row for row in rows if re.match(r" +\d+  P\d  ", row)]
    assert heads
    assert any(not row.strip().startswith(("because", "porque")) for row in rows if row.startswith(" " * 11))
    assert all(row in heads or row.startswith(" " * 11) for row in rows if row)


def test_the_setting_lets_bots_run_through(typed: Callable[..., Any], home: Path) -> None:
    path = find_settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("[play]\nbot_stops = false\n", "utf-8")
    played = typed("n y", *GAME, "--seed", 6)
    assert OWN_TURN in find_last_row(played.screen)


def test_stops_leave_no_trace(typed: Callable[..., Any], saves: Path, footfall: Callable[..., Any]) -> None:
    """The game is the same with and without them, and its replay never stops."""
    stepped = typed("n y SPACE SPACE SPACE TAB n y TAB", *GAME, "--seed", 6)
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
