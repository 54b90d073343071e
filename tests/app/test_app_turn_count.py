"""One count of turns: the title, the log, the saved game and the messages about it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest


@pytest.mark.proof(1)
@pytest.mark.parametrize("game", ["stealth", "delve"])
def test_title_and_report_agree(footfall: Any, game: str) -> None:
    for turns in (1, 40, 150):
        run = footfall("run", game, "--seed", 2, "--turns", turns, "--size", "120x50")
        assert run.exit_code == 0, run.output
        title = re.search(r"turn (\d+)", run.stdout.splitlines()[0])
        report = re.search(r"^turn (\d+), seed", run.stdout, re.MULTILINE)
        assert title
        assert report
        assert title[1] == report[1]


@pytest.mark.proof(0)
def test_a_stopped_program_has_the_turn_to_which_it_resumes(
    typed: Any, footfall: Any, saves: Path, tmp_path: Path
) -> None:
    options = ("stealth", "--seed", 3, "--lessons", "off")
    assert typed("", *options).result.exit_code == 0
    save = saves / "core.stealth.save"
    shutil.copy(save, tmp_path / "first.save")
    assert typed(". " * 11, "stealth", "--lessons", "off").result.exit_code == 0
    shutil.copy(tmp_path / "first.save", save)  # as if the program had been killed at turn 11
    refused = footfall("play", *options)
    assert "turn 11," in refused.output
    assert "turn 11," in footfall("doctor").output
    run = typed("C-o ESC", "stealth", "--lessons", "off")
    assert "turn 11" in run.screens[0].splitlines()[0]
    assert not [text for text in run.screens if "turn 0" in text]
