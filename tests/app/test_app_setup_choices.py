"""The choices before a new game, from the key press on the title screen to the saved game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from footfall.engine.declarations.game import BOTS_OPTION
from footfall.engine.saves.replay_lines import scan_replay

Played = Callable[..., Any]

CAUTIOUS_FOR_P2 = "2 a b q"
"""Opens the line of the second seat, who plays it, and takes the first bot; back to the title."""

END_TURN = "ESC n y"


def read_options(saves: Path) -> dict[str, Any]:
    (replay,) = saves.glob("*.replay")
    header = scan_replay(replay).header
    assert header is not None
    return header.options


def test_each_seat_has_a_line(typed: Played) -> None:
    screen = typed("", "king", "--title", "--seed", 3).screen
    players = ("you", *("Key seeker",) * 3)
    seats = [f"{number}) P{number}: {name}, a soul drawn by lot" for number, name in enumerate(players, 1)]
    assert all(line in screen for line in ("Rules: First game", "Players: 4", "Seed: 3", *seats))


def test_the_line_of_the_first_seat_opens_a_list_as_others_do(typed: Played) -> None:
    _, first, _, second = typed("1 ESC 2", "king", "--title", "--seed", 3, "--lang", "es").screens
    for number, screen in enumerate((first, second), 1):
        rows = [row for row in screen.splitlines() if "│" in row]
        assert f"P{number}" in rows[0]
        assert len(rows) > 2


def test_a_new_player_begins_the_first_game_with_bots(typed: Played, saves: Path) -> None:
    typed("n", "king", "--title")
    options = read_options(saves)
    assert (options["profile"], options["party"]) == ("first_game", "")
    assert options[BOTS_OPTION] == ",".join(("me", *("core.king:goal",) * 3))


def test_what_the_command_line_says_is_not_proposed_otherwise(typed: Played, saves: Path) -> None:
    typed("n", "king", "--title", "--bots", "me,me", "--option", "profile=strict_p0")
    options = read_options(saves)
    assert options["profile"] == "strict_p0"
    assert "goal" not in options.get(BOTS_OPTION, "")


def test_a_bot_is_chosen_and_kept_with_the_save(typed: Played, saves: Path) -> None:
    played = typed(f"{CAUTIOUS_FOR_P2} n", "king", "--title")
    assert "P2: Cautious, a soul drawn by lot" in played.screens[4]
    assert read_options(saves)[BOTS_OPTION] == "me,core.king:cautious,core.king:goal,core.king:goal"
    assert any("P2 has played" in screen for screen in typed(END_TURN, "king", "--continue").screens)


def test_the_bots_are_kept_by_the_replay_alone(typed: Played, saves: Path) -> None:
    typed(f"{CAUTIOUS_FOR_P2} n ESC m ENTER", "king", "--title", "--seed", 3)
    (saves / "core.king.save").unlink()
    assert "P2 has played" in typed("n y", "king", "--continue").screen


def test_the_next_game_keeps_the_seats(typed: Played, saves: Path) -> None:
    typed(f"{CAUTIOUS_FOR_P2} n N y", "king", "--title")
    assert read_options(saves)[BOTS_OPTION] == "me,core.king:cautious,core.king:goal,core.king:goal"


def test_the_next_start_proposes_the_choices_of_the_last_game(typed: Played, saves: Path) -> None:
    """Those of the command line are made; a bot that is gone is not proposed."""
    typed(f"a c {CAUTIOUS_FOR_P2} n Q y", "king", "--title")
    again = typed("n y Q y", "king", "--title").screens[0]
    assert all(line in again for line in ("Rules: The whole board game", "P2: Cautious", "P3: Key seeker"))
    assert read_options(saves)[BOTS_OPTION] == "me,core.king:cautious,core.king:goal,core.king:goal"
    given = typed("", "king", "--title", "--bots", "me,me", "--option", "players=2").screens[0]
    assert all(line in given for line in ("Rules: The whole board game", "Players: 2", "P2: you"))


def test_number_rules_and_souls_reach_the_game(typed: Played, saves: Path) -> None:
    """Three players by the whole game, the first a Scout: the others are drawn among the other roles."""
    played = typed("a c b b 1 b e q n", "king", "--title")
    assert "4) P4" not in played.screens[4]
    options = read_options(saves)
    assert (options["profile"], options["players"], options["party"]) == ("full_game", 3, "SCOUT,?,?")
    assert played.screen.count("Scout") >= 1
    assert "P1 Scout" in played.screen


def test_a_choice_is_told_and_left_alone_with_esc(typed: Played) -> None:
    played = typed("2 a DOWN ESC ESC", "king", "--title")
    assert "waits at the Threshold" in played.screens[2], "the cursor begins on the current choice"
    assert "needs a moment to think" in played.screens[3]
    assert "P2: Key seeker" in played.screen


def test_the_command_line_names_the_bots_of_a_new_game(typed: Played, saves: Path) -> None:
    typed("", "king", "--new", "--seed", 3, "--bots", "me,goal,-")
    assert read_options(saves)[BOTS_OPTION] == "me,core.king:goal,me"


def test_a_new_game_without_a_seed_is_the_one_that_the_title_proposes(
    typed: Played, saves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("footfall.cli.play.confirm", lambda question, translate: True)
    typed("", "king", "--new")
    first = read_options(saves)
    assert (first["profile"], first[BOTS_OPTION]) == ("first_game", "me,core.king:goal,core.king:goal,core.king:goal")
    typed("", "king", "--new", "--bots", "goal,me", "--option", "profile=full_game")
    typed("", "king", "--new", "--seed", 3)
    assert read_options(saves) == first, "a seed begins the same game on every machine"
    typed("", "king", "--new", "--seed", 3, "--option", "profile=full_game", "--bots", "me")
    assert read_options(saves)[BOTS_OPTION] == "me"
    typed("", "king", "--new", "--bots", "me,me,goal")
    again = read_options(saves)
    assert (again["profile"], again[BOTS_OPTION]) == ("full_game", "me,me,core.king:goal")


@pytest.mark.parametrize("count", ["many", "1000000000"])
def test_a_wrong_number_of_players_is_refused_in_words(typed: Played, count: str) -> None:
    result = typed("", "king", "--new", "--option", f"players={count}").result
    assert result.exit_code == 1
    assert result.output.startswith("Error: ")
    assert count in result.output


def test_the_command_line_and_the_title_begin_the_same_game(typed: Played, saves: Path) -> None:
    typed("s 2 7 ENTER n Q y", "king", "--title")
    proposed = read_options(saves)
    for path in saves.iterdir():
        path.unlink()
    typed("", "king", "--seed", 27)
    assert read_options(saves) == proposed
    assert proposed["profile"] == "first_game"


@pytest.mark.parametrize("game", ["stealth", "delve"])
def test_other_games_begin_as_the_title_proposes(typed: Played, saves: Path, game: str) -> None:
    proposed = typed("s 2 7 ENTER n", game, "--title", "--lessons", "off").screen
    for path in saves.iterdir():
        path.unlink()
    assert typed("", game, "--lessons", "off", "--seed", 27).screen == proposed


def test_a_bot_of_the_command_line_plays_a_saved_game_once(typed: Played, saves: Path) -> None:
    typed("", "king", "--new", "--seed", 3, "--bots", "me")
    assert "P2 has played" in typed(END_TURN, "king", "--continue", "--bots", ",goal").screen
    assert read_options(saves)[BOTS_OPTION] == "me"


def test_a_bot_that_is_gone_leaves_its_seat_to_a_person(typed: Played) -> None:
    played = typed(END_TURN, "king", "--new", "--seed", 3, "--option", "bots=me,gone")
    assert "P2 was played by gone" in played.screen
    assert "P2 has played" not in played.screen


@pytest.mark.parametrize("game", ["stealth", "delve"])
def test_a_game_without_seats_has_no_bots_to_keep(typed: Played, game: str) -> None:
    played = typed("", game, "--new", "--option", "bots=goal")
    assert "has no setup option 'bots'" in played.result.output


OWN_CHOICE = """
from footfall.api import SetupChoice, SetupValue


def list_choices(records, settings, options):
    values = (SetupValue(9, "nine"), SetupValue(5, "five", (Message("game-begin"),)))
    return [SetupChoice("top", Message("game-title"), values)]
"""


def test_the_game_of_a_mod_asks_for_its_own_options(
    typed: Played, footfall: Callable[..., Result], saves: Path
) -> None:
    footfall("mods", "new", "you.game", "--game")
    file = Path("mods/game/__init__.py")
    code = file.read_text(encoding="utf-8")
    code = code.replace("\n\nclass Secret", f"{OWN_CHOICE}\n\nclass Secret", 1)
    code = code.replace("statistics=won)", 'statistics=won, options={"top": 9}, choices=list_choices)', 1)
    file.write_text(code, encoding="utf-8")
    words = ("you.game", "--mods", "mods/game", "--trust")
    assert ": nine" in typed("", *words, "--title").screen
    typed("a b n", *words, "--title")
    assert read_options(saves) == {"top": 5}
