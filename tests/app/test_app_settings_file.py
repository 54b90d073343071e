"""A wrong value in the settings file costs a line in the log of the game, and has its default."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from footfall.ui.settings import find_settings_path, load_ui_settings

INVALID = {
    "two bindings on one key": b'[keys]\n"stealth-key-explore" = ["z"]\n"stealth-key-lamp" = ["z"]\n',
    "a key of another binding": b'[keys]\n"stealth-key-lamp" = ["o"]\n',
    "a key of no keyboard": b'[keys]\n"stealth-key-lamp" = ["hop"]\n',
    "not UTF-8": b'[keys]\n"stealth-key-lamp" = ["\xff"]\n',
    "not TOML": b"[keys\n",
    "a section that is a number": b"terminal = 3\n",
    "keys that are a list": b"keys = []\n",
    "a key that is a number": b'[keys]\n"stealth-key-lamp" = 5\n',
    "a color that is a list": b'[terminal]\ncolor = ["none"]\n',
    "a height that is a word": b'[window]\ncell = "big"\n',
    "a switch that is a number": b"[play]\nlessons = 1\n",
}


LAMP = "The lamp is of no use in daylight."


def _write_settings(content: bytes) -> None:
    path = find_settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


@pytest.mark.proof(5)
@pytest.mark.parametrize("name", INVALID)
def test_play_uses_the_defaults_and_the_log_says_so(typed: Any, home: Path, name: str) -> None:
    _write_settings(INVALID[name])
    run = typed("q M", "stealth", "--seed", 3, "--lessons", "off")
    assert run.result.exit_code == 0
    assert run.result.stderr == ""
    assert LAMP in run.screens[1]  # q lights the lamp, as without the file
    log = "".join(run.screen.split())
    assert re.search(r"ui\.toml:[12]:.*Thedefaultisused\.", log), run.screen
    assert not list(home.rglob("repros/*"))


MIXED = b"""[terminal]
color = "pink"
[play]
lessons = 3
motion = false
[noises]
[keys]
"stealth-key-lamp" = ["hop"]
"stealth-key-explore" = ["z"]
"page:inventory" = ["F5"]
"stealth-key-rest" = ["q"]
"""


def test_each_wrong_value_is_named_and_the_others_count(typed: Any) -> None:
    _write_settings(MIXED)
    run = typed("q F5 ESC M", "stealth", "--seed", 3, "--lessons", "off")
    log = "".join(run.screen.split())
    assert [int(line) for line in re.findall(r"ui\.toml:(\d+):", log)] == [2, 4, 6, 8, 11]
    assert LAMP in run.screens[1]  # the default key, not the one of rest
    assert run.screens[2] != run.screens[1]  # the page opens with its own key
    settings = load_ui_settings()
    assert settings.has_motion is False
    assert settings.keys == {"stealth-key-explore": ("z",), "page:inventory": ("F5",), "stealth-key-rest": ("q",)}


@pytest.mark.proof(5)
@pytest.mark.parametrize("name", INVALID)
def test_keys_prints_the_defaults(footfall: Any, name: str) -> None:
    expected = footfall("keys", "stealth")
    _write_settings(INVALID[name])
    run = footfall("keys", "stealth")
    assert run.exit_code == expected.exit_code == 0
    assert run.stdout == expected.stdout
    assert len(run.stderr.splitlines()) == 1


def test_lessons_name_the_keys_in_use(typed: Any, home: Path) -> None:
    _write_settings(b'[keys]\n"stealth-key-explore" = ["Y"]\n"stealth-key-lamp" = ["Y"]\n')
    run = typed("q", "stealth", "--seed", 3)
    assert run.result.exit_code == 0
    assert not [text for text in run.screens if "[Y]" in text]
