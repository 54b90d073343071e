"""The names of seats on the screen."""

from __future__ import annotations

import re
from typing import Any


def test_king_counts_seats_from_one(typed: Any) -> None:
    run = typed("n y W a ESC b ESC c ESC d ESC e ESC", "king", "--seed", 1, "--lessons", "off", "--option", "players=3")
    assert run.result.exit_code == 0
    shown = "\n".join(run.screens)
    assert "P2" in shown
    assert not re.findall(r"(?:seat|asiento|actor) \w+", shown)
