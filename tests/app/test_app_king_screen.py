"""Keys that games without a map ignore, and the names of seats on the screen."""

from __future__ import annotations

import re
from typing import Any


def test_a_game_without_a_map_offers_no_look(typed: Any, footfall: Any) -> None:
    run = typed("x ? ESC", "king", "--seed", 1, "--lessons", "off")
    assert run.result.exit_code == 0
    before, after, page, _ = run.screens
    assert "x look" not in before
    assert "This game has no map to point at." in after
    assert "look around" not in page
    assert "footfall-ui-look" not in footfall("keys", "king").stdout


def test_king_counts_seats_from_one(typed: Any) -> None:
    run = typed("n W a ESC b ESC c ESC d ESC e ESC", "king", "--seed", 1, "--lessons", "off", "--option", "players=3")
    assert run.result.exit_code == 0
    shown = "\n".join(run.screens)
    assert "P2" in shown
    assert not re.findall(r"(?:seat|asiento|actor) \w+", shown)
