"""Control characters in the strings of mods never reach the terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

EVIL = r"\u001b]0;owned\u0007\u009b31m\u202e"
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")


@pytest.fixture
def evil(tmp_path: Path, footfall: Any) -> Path:
    """A mod with escape sequences in its name, in a setting, and in the errors of a hook."""
    folder = tmp_path / "mods" / "evil"
    folder.mkdir(parents=True)
    (folder / "mod.toml").write_text(
        f'[mod]\nid = "you.evil"\nname = "{EVIL}"\nversion = "1.0"\ngames = ["stealth"]\nentry = "."\n'
        f'"{EVIL}" = 1\n'
        f'[settings.size]\ntype = "int"\ndefault = 2\nlabel = "{EVIL}"\n'
    )
    (folder / "__init__.py").write_text(
        f'from footfall.api import hook\n\n\n@hook\ndef on_turn_end(event):\n    raise ValueError("{EVIL}")\n'
    )
    return folder


@pytest.mark.proof(6)
@pytest.mark.parametrize("key", [True, False], ids=["unknown-key", "valid"])
@pytest.mark.parametrize(
    "words",
    [
        ("mods", "list"),
        ("mods", "list", "--json"),
        ("mods", "check", "mods/evil"),
        ("mods", "set", "you.evil"),
        ("doctor",),
        ("mods", "pack", "mods/evil"),
        ("run", "stealth", "--turns", 5),
        ("run", "stealth", "--turns", 5, "--to", "log"),
        ("run", "stealth", "--turns", 5, "--strict"),
        ("simulate", "stealth", "--games", 1, "--max-commands", 5, "--workers", 0, "--mods", "mods"),
    ],
    ids=lambda words: " ".join(str(word) for word in words[:3]),
)
def test_no_control_reaches_the_terminal(footfall: Any, evil: Path, words: tuple[object, ...], key: bool) -> None:
    if not key:
        manifest = evil / "mod.toml"
        manifest.write_text(manifest.read_text().replace(f'"{EVIL}" = 1\n', ""))
    done = footfall(*words)
    assert done.exception is None or isinstance(done.exception, SystemExit)
    assert CONTROLS.search(done.output) is None
    if "--json" in words:
        json.loads(done.stdout)
