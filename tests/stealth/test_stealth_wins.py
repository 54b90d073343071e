"""Each course can be won: a recorded game of each carries the great bell home."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.engine.rules import Rules
from footfall.engine.saves.replay import play_back, read_replay
from footfall.engine.saves.replay_lines import ReplayHeader
from footfall.loader import load

WINS = Path(__file__).parents[1] / "data" / "stealth"

RENEW = "python benches/stealth/winning_replays.py"


@pytest.mark.parametrize("course", ["first", "whole", "daily"])
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
