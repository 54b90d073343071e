"""Each course can be won: a recorded game of each carries the great bell home."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import msgspec
import pytest

from footfall.app.new_game import daily_seed
from footfall.engine.rules import Rules
from footfall.engine.saves.replay import play_back, read_replay
from footfall.engine.saves.replay_lines import ReplayHeader
from footfall.loader import load

WINS = Path(__file__).parents[1] / "data" / "stealth"

RENEW = "python benches/stealth/winning_replays.py"


COURSES = ("first", "whole", "daily")


def read_header(course: str) -> ReplayHeader:
    line = (WINS / f"{course}-win.replay").read_text("utf-8").partition("\n")[0]
    return msgspec.json.decode(line.partition(" ")[2], type=ReplayHeader)


def test_each_course_has_a_game_of_its_own_and_the_daily_one_is_that_of_a_day() -> None:
    assert len({read_header(course).seed for course in COURSES}) == len(COURSES), RENEW
    daily = read_header("daily")
    days = [date(2026, 1, 1) + timedelta(index) for index in range(200)]
    assert daily.seed in {daily_seed(daily, day) for day in days}, RENEW


@pytest.mark.parametrize("course", COURSES)
def test_a_recorded_game_of_each_course_is_won(course: str) -> None:
    path = WINS / f"{course}-win.replay"
    rules: list[Rules] = []

    def find_rules(header: ReplayHeader) -> Rules:
        assert header.options["course"] == course
        rules.append(load(header.game, settings=header.settings).rules)
        return rules[0]

    assert path.exists(), f"missing; make it with {RENEW}"
    replay = read_replay(path, find_rules)
    session = play_back(rules[0], replay, quiet=True)
    assert session.state.outcome == "won", f"rules have changed: {RENEW}"
    assert session.hash() == replay.marks[session.state.turn]
