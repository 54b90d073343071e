"""Statistics of finished games: kept by the program, shown from the title screen and by ``footfall stats``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import Result

from footfall.app.files.finished_games import FinishedGame, add_up, append_game, read_games, results_path
from footfall.loader import load

Played = Callable[..., Any]
Run = Callable[..., Result]

LESSONS = (
    "l l l l l . . . . l l l k k k" + 9 * " l" + " l l l l b j j j j n g n g" + 7 * " l" + " t c ENTER"
    " . . . . l l l l l u y l n" + 10 * " l" + " u l l l l l l l l"
    " u u l u . . . ." + 8 * " F l . ." + 8 * " l" + " SPACE"
)  # fmt: skip
"""Keys that finish the guided floor of seed 7."""

BOTS = ("king", "--new", "--seed", 3, "--bots", "goal,goal,goal,goal")
"""Bots play this game to its end."""


def make_game(**changes: Any) -> FinishedGame:
    scores = {"course": "stealth-start-first", "ending": "stealth-score-died", "killer": "stealth-creature-goblin"}
    fields = {"format": 1, "game": "core.stealth", "seed": 1, "turn": 100, "outcome": "died", "is_won": False}
    own = {"hash": str(changes), "version": "0", "scores": {**scores, "deepest": 2, **changes.pop("scores", {})}}
    return FinishedGame(**{**fields, **own, **changes})


def win(**changes: Any) -> FinishedGame:
    scores = {"ending": "stealth-score-won", "killer": "", **changes.pop("scores", {})}
    return make_game(outcome="won", is_won=True, scores=scores, **changes)


@pytest.mark.proof(0)
def test_a_game_that_ends_is_counted_once(typed: Played, footfall: Run) -> None:
    played = typed(LESSONS + " ENTER", "--new", "--seed", 7, "--course", "guided")
    assert "finished the lessons" in played.result.output
    (game,), problems = read_games()
    assert problems == []
    assert (game.game, game.seed, game.outcome, game.is_won) == ("core.stealth", 7, "learned", False)
    assert game.scores["course"] == "stealth-start-guided"
    assert game.scores["ending"] == "stealth-score-learned"
    again = footfall("stats")
    assert again.exit_code == 0, again.output
    assert len(read_games()[0]) == 1
    assert "Seven lessons      1    0" in again.output


def test_an_unfinished_game_and_one_with_the_console_are_not_counted(typed: Played) -> None:
    typed("j j", "--new", "--seed", 3)
    assert "Replay: " in typed("f ENTER", *BOTS, "--console").result.output
    assert read_games() == ([], [])


def test_the_title_screen_shows_them(typed: Played) -> None:
    for game in (make_game(), win(turn=900, scores={"deepest": 7}), win(turn=800, scores={"deepest": 7})):
        append_game(game)
    append_game(make_game(game="core.king", seed=8))
    played = typed("t DOWN ESC q", "--title")
    assert "Statistics" in played.screens[0]
    shown = played.screens[1]
    for words in ("First descent", "great bell brought home", "goblin", "800 turns", "One finished game of"):
        assert words in shown, (words, shown)
    assert shown.index("800 turns") < shown.index("900 turns") < shown.index("100 turns")
    assert "First descent      3" not in played.screens[2]  # it begins with the next part
    assert "What would you like to do?" in played.screens[3]


def test_the_title_screen_of_a_new_player_says_so(typed: Played) -> None:
    assert "No game has been finished yet." in typed("t ESC q", "king", "--title").screens[1]


@pytest.mark.parametrize(("game", "language", "words"), [("king", "en", "escaped"), ("delve", "es", "a pie")])
def test_other_games_have_statistics_of_their_own(
    footfall: Run, home: Path, game: str, language: str, words: str
) -> None:
    scores = {
        "king": {"profile": "king-score-full-game", "ending": "king-score-win", "rounds": 9},
        "delve": {"mode": "delve-score-walk", "ending": "delve-score-quest", "rooms": 9},
    }
    append_game(make_game(game=f"core.{game}", outcome="WIN", is_won=True, scores=scores[game]))
    append_game(make_game())
    for arguments in ((game,), ()):
        shown = footfall("stats", *arguments, "--lang", language)
        assert shown.exit_code == 0, shown.output
        assert words in shown.output
        assert "score-" not in shown.output
    assert ("goblin" in footfall("stats", game).output) is False


@pytest.mark.proof(0)
def test_every_score_has_a_name_in_both_languages() -> None:
    """Values name messages too: of each outcome that a game can have."""
    outcomes = {
        "stealth": ("won", "won-copper", "won-silver", "won-gold", "died", "learned"),
        "king": ("win", "lose-all-minus5", "lose-keys", "timeout"),
        "delve": ("quest", "left", "died", "exhausted", "stopped"),
    }
    for name, endings in outcomes.items():
        for language in ("en", "es"):
            loaded = load(name, only_mods=(), language=language)
            ids = [score.label.id for score in loaded.rules.game.statistics.scores]
            for id in (*ids, *(f"{name}-score-{ending}" for ending in endings)):
                assert loaded.catalog.translate(type(loaded.rules.game.presentation.title)(id)) != id


def test_numbers_add_up_by_group() -> None:
    statistics = load("stealth", only_mods=()).rules.game.statistics
    other = {"course": "stealth-start-whole", "deepest": 9, "slain": 4}
    games = [make_game(scores={"slain": 3}), make_game(turn=7, scores={"slain": 2}), win(scores=other, turn=50)]
    sums = add_up(statistics, games)
    assert [(row.name, row.games, row.wins, row.turns) for row in sums.groups] == [
        ("stealth-start-first", 2, 0, 107),
        ("stealth-start-whole", 1, 1, 50),
    ]
    assert (sums.total.values["deepest"], sums.total.values["slain"]) == (9, 9)
    assert sums.tallies["killer"] == {"stealth-creature-goblin": 2}
    assert sums.best[0].is_won
    assert [game.turn for game in sums.best[1:]] == [100, 7]


def test_damaged_lines_are_named_and_skipped(footfall: Run, home: Path) -> None:
    append_game(make_game())
    path = results_path()
    with path.open("ab") as file:
        file.write(b'{"format":1,"game":"core.stea')  # a crash in the middle of a line
    append_game(make_game(seed=2))
    with path.open("ab") as file:
        file.write(b"\xff\xfe\n[1]\n" + b"x" * 100_000 + b"\n")
    append_game(make_game(seed=3, game="gone.mod"))
    games, problems = read_games()
    assert [game.seed for game in games] == [1, 2, 3]
    assert [problem.split(":")[1] for problem in problems] == ["2", "4", "5", "6"]
    shown = footfall("stats", "--json")
    assert shown.exit_code == 0, shown.output
    report = json.loads(shown.stdout)
    assert report["games"]["core.stealth"]["total"]["games"] == 2
    assert any("gone.mod" in problem for problem in report["problems"])
    assert footfall("stats").stderr.count("the line is skipped") == 4


def test_a_line_of_a_later_version_counts(home: Path) -> None:
    later = {**msgspec.to_builtins(make_game()), "format": 2, "weather": "rain"}
    path = results_path()
    path.parent.mkdir(parents=True)
    path.write_bytes(msgspec.json.encode(later) + b"\n")
    assert [game.format for game in read_games()[0]] == [2]


def test_a_full_disk_leaves_the_game_alone(typed: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(game: FinishedGame) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("footfall.app.files.run_files.append_game", refuse)
    played = typed("f M", *BOTS)
    assert "missing from the statistics: No space left" in " ".join(played.screen.split())
