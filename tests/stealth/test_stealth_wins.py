"""Each course can be won: a recorded game of each carries the great bell home."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from types import ModuleType

import pytest

from footfall.app.startup import daily_seed
from footfall.engine.session import Session
from footfall.loader import load

WINS = Path(__file__).parents[1] / "data" / "stealth"
COURSES = ("first", "whole", "daily")
RENEW = "python benches/stealth/winning_replays.py"


@pytest.fixture(scope="module")
def wins(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("benches/stealth/winning_replays.py")


def test_each_course_has_a_game_of_its_own_and_the_daily_one_is_that_of_a_day(wins: ModuleType) -> None:
    headers = {course: wins.read_win(WINS / f"{course}-win.txt")[0] for course in COURSES}
    assert len({header.seed for header in headers.values()}) == len(COURSES), RENEW
    days = [date(2026, 1, 1) + timedelta(index) for index in range(200)]
    assert headers["daily"].seed in {daily_seed(headers["daily"], day) for day in days}, RENEW


@pytest.mark.proof(0)
@pytest.mark.parametrize("course", COURSES)
def test_a_recorded_game_of_each_course_is_won(wins: ModuleType, course: str) -> None:
    header, lines = wins.read_win(WINS / f"{course}-win.txt")
    assert header.options["course"] == course
    rules = load(header.game, only_mods=()).rules
    session = Session.begin(rules, header.seed, header.options, quiet=True)
    for turn, hash, words in lines:
        for word in words:
            assert session.submit(wins.read_command(rules, word)).refusal is None, f"rules have changed: {RENEW}"
        assert (session.state.turn, session.hash()) == (turn, hash), f"rules have changed: {RENEW}"
    assert session.state.outcome == "won"
