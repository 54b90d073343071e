"""Beginning another game over a saved one: the question speaks the language of the game."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from footfall.app.startup import count_failed_starts

QUESTIONS = {
    "en": ("will be lost. Begin a new game? [y/N]", "The saved game is kept."),
    "es": ("se perderá. ¿Empezar otra? [s/N]", "La partida guardada se conserva."),
}


def play(language: str, keys: str) -> subprocess.CompletedProcess[str]:
    words = ("play", "--plain", "--sound", "off", "--lang", language, "--seed", "3")
    return subprocess.run(
        [sys.executable, "-m", "footfall", *words], input=keys, capture_output=True, text=True, env=os.environ.copy()
    )


@pytest.mark.proof(1)
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_question_follows_the_language(home: Path, language: str) -> None:
    assert play(language, "l\n").returncode == 0
    question, kept = QUESTIONS[language]
    asked = play(language, "quizá\ns\n")
    assert asked.returncode == 1
    assert asked.stdout.count(question) == 1  # the lines after one that is not an answer are keys
    assert kept in asked.stderr
    assert play(language, "").returncode == 1
    assert count_failed_starts() == 0  # declining does not count
    if language == "es":
        assert play(language, "sí\nl\n").returncode == 0


@pytest.mark.proof(1)
def test_a_game_without_a_turn_is_lost_unasked(home: Path) -> None:
    assert play("en", "").returncode == 0
    again = play("en", "l\n")
    assert (again.returncode, "will be lost" in again.stdout) == (0, False)
    assert play("en", "").returncode == 1


@pytest.mark.proof(0)
def test_a_wrong_option_is_told_before_the_question(home: Path) -> None:
    assert play("en", "l\n").returncode == 0
    words = ("play", "--plain", "--sound", "off", "--course", "nowhere")
    result = subprocess.run([sys.executable, "-m", "footfall", *words], input="y\n", capture_output=True, text=True)
    assert result.returncode == 1
    assert "option course must be one of" in result.stderr
    assert "will be lost" not in result.stdout
