"""Aiming at a cell that is refused tells why, and leaves the prompt open for another cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def test_a_throw_that_is_refused_asks_for_another_cell(typed: Callable[..., Any]) -> None:
    played = typed("t b h h h h h h h h h ENTER l ESC l", "stealth", "--seed", 3)
    refused, moved = played.screens[12:14]
    assert "! That is too far away." in refused
    assert "7 away, range" in moved
    assert "ENTER here, ESC cancels" in moved
    assert "turn 1 " in played.screen
