"""Failing and printing mods on the command line: summaries, exit codes, and clean standard output."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

HEAD = 'from footfall.api import hook\n\nMOD = "you.odd"\nprint("imported")\n\n\n@hook\n'
FAILS = HEAD + 'def on_turn_end(event):\n    print("called")\n    return {}["stone"]\n'
PRINTS = HEAD + 'def on_turn_end(event):\n    print("called")\n'


@pytest.fixture
def odd(tmp_path: Path, footfall: Any) -> Path:
    """A failing mod of one file in the project."""
    (tmp_path / "mods").mkdir()
    path = tmp_path / "mods" / "odd.py"
    path.write_text(FAILS)
    return path


def run(footfall: Any, *words: object) -> Any:
    return footfall("run", "stealth", "--seed", 1, "--turns", 6, *words)


def test_failures_are_summarized_and_the_exit_code_is_1(footfall: Any, odd: Path) -> None:
    done = run(footfall, "--to", "json")
    assert done.exit_code == 1
    [line] = [line for line in done.stderr.splitlines() if "failed" in line]
    assert line.startswith("you.odd: on_turn_end failed 3 times at mods/odd.py:10: KeyError: 'stone'")
    assert line.endswith("[first in turn 1, suspended]")
    assert len(json.loads(done.stdout)["problems"]) == 3
    odd.write_text(PRINTS)
    assert run(footfall).exit_code == 0


def test_strict_names_the_mod_the_place_and_the_turn(footfall: Any, odd: Path) -> None:
    done = run(footfall, "--strict")
    assert done.exit_code == 1
    line = done.stderr.splitlines()[-1]
    assert line.startswith("Error: strict: you.odd: on_turn_end failed at ")
    assert "mods/odd.py:10: KeyError: 'stone' [turn 1, seed 1]" in line


def test_strict_names_the_mod_that_fails_before_the_first_turn(footfall: Any, odd: Path) -> None:
    odd.write_text(FAILS.replace("on_turn_end(event)", "on_turn_start(event)"))
    done = run(footfall, "--strict")
    assert done.exit_code == 1
    assert "Error: strict: you.odd: on_turn_start failed at " in done.stderr
    assert "mods/odd.py:10" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("run", "stealth", "--turns", 2, "--to", "json"),
        ("simulate", "stealth", "--games", 1, "--max-commands", 5, "--workers", 0, "--mods", "mods", "--json"),
        ("mods", "profile", "stealth", "--turns", 2, "--games", 1, "--json"),
        ("mods", "check", "mods/odd.py", "--json"),
        ("mods", "list", "--json"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_prints_of_mods_go_to_standard_error(footfall: Any, odd: Path, words: tuple[object, ...]) -> None:
    odd.write_text(PRINTS)
    done = footfall(*words)
    json.loads(done.stdout)


def test_prints_of_mods_in_workers_go_to_standard_error(
    footfall: Any, odd: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    odd.write_text(PRINTS)
    words = ("--games", 2, "--max-commands", 5, "--workers", 2, "--mods", "mods")
    done = footfall("simulate", "stealth", *words, "--json")
    json.loads(done.stdout)
    assert "imported" not in capfd.readouterr().out
