"""The mods screen: switching, order, problems, settings and their bounds, playable saves."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from footfall.app.screens.mods import step_size, step_value
from footfall.loader import Setting
from footfall.loader.profiles import user_choices

GOLDEN = Path(__file__).parent / "golden"
HALLS = """
[mod]
id = "you.halls"
version = "1.2.0"
name = "Halls"
summary = "Stone corridors carry sound."
authors = ["You"]
license = "MIT"
entry = "."
[optional]
"you.arches" = "*"
[settings.factor]
type = "float"
default = 2.0
min = 1.0
max = 4.0
label = "Echo factor"
[settings.model]
type = "str"
default = "plain"
choices = ["plain", "long", "short"]
[settings.word]
type = "str"
default = "hush"
scope = "player"
"""


@pytest.fixture
def mods(home: Path) -> Path:
    """Four mods: one with settings, one ordered before it, one disabled, one with an error."""
    folder = home / "mods"
    for name, manifest, code in (
        ("halls", HALLS, "from footfall.api import hook\n\n@hook\ndef on_hear(event):\n    return None\n"),
        ("arches", '[mod]\nid = "you.arches"\nversion = "2.0"\nname = "Arches"\nentry = "."\n', ""),
        ("quiet", '[mod]\nid = "you.quiet"\nversion = "0.1"\nenabled = false\n', None),
        ("wrong", '[mod]\nid = "you.wrong"\nversion = "0.1"\nentry = "."\n', "import nothing_of_the_kind\n"),
    ):
        (folder / name).mkdir(parents=True)
        (folder / name / "mod.toml").write_text(manifest)
        if code is not None:
            (folder / name / "__init__.py").write_text(code)
    return folder


def same_as_golden(name: str, screen: str) -> None:
    """Compares a screen with its golden; ``FOOTFALL_GOLDEN=write`` rewrites the golden."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("FOOTFALL_GOLDEN") == "write":
        GOLDEN.mkdir(exist_ok=True)
        path.write_text(screen, encoding="utf-8")
    assert screen == path.read_text(encoding="utf-8")


@pytest.mark.proof(0)
def test_order_and_problems_are_shown(typed: Callable[..., Any], mods: Path) -> None:
    played = typed(". F2 DOWN DOWN DOWN DOWN", "stealth", "--seed", 3)
    same_as_golden("mods", played.screen)
    assert "after you.arches (optional)" in played.screen
    wrong = typed("F2 PGDN", "stealth")
    assert "off: error" in wrong.screen
    assert "named 'nothing_of_the_kind'" in wrong.screen
    assert "mods/wrong/__init__.py:1" in wrong.screen


def test_a_mod_is_switched_for_the_next_start(typed: Callable[..., Any], mods: Path) -> None:
    downs = "DOWN " * 3
    first = typed(f"F2 {downs} SPACE", "stealth", "--seed", 3)
    assert "off at the next start" in first.screen
    assert user_choices.load_choices().switches == {"you.arches": False}
    again = typed("F2", "stealth")
    assert "you.arches 2.0 is missing" in again.result.output
    assert "Changes since this game was saved" in again.screen
    assert "you.arches 2.0 is missing" in again.screen
    row = next(line for line in again.screen.splitlines() if "Arches" in line)
    assert row.split()[-1] == "off"
    back = typed("F2 DOWN DOWN DOWN DOWN SPACE", "stealth")
    assert "on at the next start" in back.screen
    assert user_choices.load_choices().switches == {}


@pytest.mark.proof(0)
def test_a_new_run_uses_the_choices(typed: Callable[..., Any], mods: Path) -> None:
    played = typed("F2 DOWN DOWN DOWN DOWN ENTER RIGHT ESC ESC R n F2 DOWN DOWN DOWN DOWN", "stealth", "--seed", 3)
    assert user_choices.load_choices().settings == {"you.halls.factor": 2.2}
    assert "Echo factor  2.2  1..4  new" in played.screen


@pytest.mark.proof(0)
def test_settings_are_changed_within_their_bounds(typed: Callable[..., Any], mods: Path) -> None:
    right = "RIGHT " * 30
    played = typed(f". F2 DOWN DOWN DOWN DOWN ENTER {right} DOWN LEFT DOWN RIGHT", "stealth", "--seed", 3)
    assert user_choices.load_choices().settings == {"you.halls.factor": 4.0, "you.halls.model": "short"}
    same_as_golden("mods-settings", played.screen)
    assert "footfall mods set you.halls word" in played.screen
    least = typed("F2 DOWN DOWN DOWN DOWN ENTER " + "LEFT " * 40, "stealth")
    assert user_choices.load_choices().settings["you.halls.factor"] == 1.0
    assert "Echo factor  1  1..4  2 in this" in least.screen


def test_games_that_come_with_footfall_cannot_be_switched_off(typed: Callable[..., Any], mods: Path) -> None:
    played = typed("F2 SPACE", "stealth", "--seed", 3)
    assert "is part of Footfall" in played.screen
    assert user_choices.load_choices().switches == {}


def test_saves_say_whether_they_can_be_played(typed: Callable[..., Any], mods: Path, saves: Path) -> None:
    typed(".", "stealth", "--seed", 3)
    typed("n", "king", "--seed", 3)
    (saves / "core.king.save").write_bytes(b"nonsense")
    played = typed("F2 DOWN DOWN DOWN SPACE", "stealth")
    assert "core.stealth, turn 1: playable without you.arches" in " ".join(played.screen.split())
    assert "you.arches" in played.screen
    assert "core.king: damaged" in played.screen


@pytest.mark.proof(0)
def test_escape_leads_back_to_the_game(typed: Callable[..., Any], mods: Path) -> None:
    played = typed("F2 ENTER ESC ESC .", "stealth", "--seed", 3)
    assert "Mods" not in played.screen
    assert played.result.output.strip().splitlines()[-1].startswith("saved at turn 1")


def test_spanish(typed: Callable[..., Any], mods: Path) -> None:
    played = typed("F2 DOWN DOWN DOWN DOWN", "stealth", "--seed", 3, "--lang", "es")
    assert "para el próximo inicio y las partidas nuevas" in played.screen
    assert "después de you.arches" in played.screen


@pytest.mark.parametrize(
    ("setting", "value", "by", "next_value"),
    [
        (Setting("int", 3, 0, 5), 5, 1, 5),
        (Setting("int", 3, 0, 5), 0, -1, 0),
        (Setting("int", 3, 0, 1000), 3, 1, 53),
        (Setting("int", 3), 3, -1, 2),
        (Setting("float", 2.0), 2.0, 1, 2.1),
        (Setting("bool", True), True, 1, False),
        (Setting("str", "a", choices=("a", "b")), "b", 1, "a"),
        (Setting("str", "a"), "a", 1, None),
    ],
)
def test_steps_of_values(setting: Setting, value: Any, by: int, next_value: Any) -> None:
    assert step_value(setting, value, by) == next_value
    if next_value is not None:
        assert setting.find_problem(next_value) == ""
    if setting.type in ("int", "float"):
        assert step_size(setting) > 0
