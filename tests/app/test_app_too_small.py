"""A screen that is too small takes no keys but those that leave: the player sees nothing of what they would do."""

from __future__ import annotations

from importlib import import_module

import pytest
from click.testing import CliRunner

from footfall.cli import main

from .conftest import TypingScreen


@pytest.mark.parametrize(("shape", "turn"), [((20, 60), 0), ((24, 80), 3)])
def test_keys_on_a_screen_that_is_too_small_do_nothing(
    home: object, monkeypatch: pytest.MonkeyPatch, shape: tuple[int, int], turn: int
) -> None:
    screen = TypingScreen([".", ".", "."], shape)
    monkeypatch.setattr(import_module("footfall.cli.play"), "choose_frontend", lambda *args, **options: screen)
    result = CliRunner().invoke(main, ["play", "stealth", "--seed", "3"])
    assert result.exit_code == 0
    assert f"saved at turn {turn}:" in result.output
    assert ("This screen has" in screen.screens[-1]) is (turn == 0)


@pytest.mark.parametrize("key", ["C-c", "Q"])
def test_a_screen_that_is_too_small_can_be_left(home: object, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    screen = TypingScreen([".", key, "."], (20, 60))
    monkeypatch.setattr(import_module("footfall.cli.play"), "choose_frontend", lambda *args, **options: screen)
    result = CliRunner().invoke(main, ["play", "stealth", "--seed", "3"])
    assert "saved at turn 0:" in result.output
    assert screen.keys == ["."], "no question, which the player would not see"
