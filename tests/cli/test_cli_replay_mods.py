"""A replay whose mods are not here names them, with version and content, and how to get them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    folder = tmp_path / "elsewhere" / "odd"
    folder.mkdir(parents=True)
    (folder / "mod.toml").write_text(
        '[mod]\nid = "you.odd"\nversion = "1.2.3"\ngames = ["king"]\nenabled = false\n'
        '[settings.size]\ntype = "int"\ndefault = 2\nlabel = "size"\n'
    )
    return folder


def read_lock(path: Path) -> dict[str, str]:
    return {id: content for id, _, content in json.loads(path.read_text().splitlines()[0][9:])["lock"]}


@pytest.mark.parametrize("command", ["replay", "why"])
def test_a_missing_mod_is_named(footfall: Any, odd: Path, tmp_path: Path, command: str) -> None:
    assert footfall("run", "king", "--turns", 5, "--mods", odd, "--record", "a.replay").exit_code == 0
    content = read_lock(tmp_path / "a.replay")["you.odd"]
    alone = footfall(command, "a.replay")
    assert f"you.odd 1.2.3, missing here (content {content})" in alone.stderr
    assert "footfall mods install --from" in alone.stderr
    assert "no setting" not in alone.stderr
    assert "you.odd" not in footfall(command, "a.replay", "--mods", odd).stderr


def test_a_mod_that_is_off_is_named(footfall: Any, odd: Path, tmp_path: Path) -> None:
    footfall("run", "king", "--turns", 5, "--mods", odd, "--record", "a.replay")
    odd.parent.rename(tmp_path / "mods")
    done = footfall("replay", "a.replay")
    assert "you.odd 1.2.3, off here" in done.stderr
    assert "footfall mods on ID" in done.stderr
    assert "missing here" not in done.stderr


def test_a_missing_game_is_named_with_its_mod(footfall: Any, tmp_path: Path) -> None:
    mods = Path(__file__).parents[1] / "data" / "mods" / "climb"
    assert footfall("run", "climb", "--turns", 3, "--mods", mods, "--record", "a.replay").exit_code == 0
    done = footfall("replay", "a.replay")
    assert done.exit_code == 1
    assert "tests.climb" in done.stderr
    assert "missing here (content " in done.stderr
    assert "there is no game 'tests.climb'" in done.stderr


def test_a_setting_that_no_longer_exists_is_named(footfall: Any, odd: Path) -> None:
    footfall("run", "king", "--turns", 5, "--mods", odd, "--record", "a.replay")
    manifest = odd / "mod.toml"
    manifest.write_text(manifest.read_text().replace("settings.size", "settings.weight"))
    done = footfall("replay", "a.replay", "--mods", odd)
    assert done.exit_code == 1
    assert "was recorded with settings that no longer exist: you.odd.size" in done.stderr
