"""An invalid settings file costs one sentence on stderr, and the game runs with the defaults."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from footfall.ui.settings import find_settings_path

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


def _write_settings(content: bytes) -> None:
    path = find_settings_path()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


@pytest.mark.parametrize("name", INVALID)
def test_play_uses_the_defaults(typed: Any, home: Path, name: str) -> None:
    expected = typed("q", "stealth", "--seed", 3, "--lessons", "off")
    for file in home.rglob("core.stealth.*"):
        file.unlink()
    _write_settings(INVALID[name])
    run = typed("q", "stealth", "--seed", 3, "--lessons", "off")
    assert run.result.exit_code == expected.result.exit_code == 0
    assert run.screens == expected.screens  # q lights the lamp, as without the file
    lines = run.result.stderr.splitlines()
    assert len(lines) == 1
    assert "ui.toml" in lines[0]
    assert lines[0].endswith(("The default keys are used.", "The default settings are used."))
    assert not list(home.rglob("repros/*"))


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
