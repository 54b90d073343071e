"""``mods check`` warns of values of records that have no effect; those that it does not warn of count in play."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from footfall.cli import main
from footfall.testing import scene

MANIFEST = """[mod]
id = "you.haste"
version = "1.0.0"
api = "1"
name = "Haste"
games = ["stealth"]
[requires]
"core.stealth" = "*"
"""

CONTENT = """[effect.haste]
name = "haste-haste"
bonus = { cost = -3, noise = -1, damage = 1 }
fixed = { aggressivity = 2, fov = 3 }

[item.hat]
name = "haste-hat"
glyph = "["
slot = "head"
[item.hat.bonus]
damage = 1
hp_max = 4
"""


def write_mod(folder: Path, content: str) -> Path:
    mod = folder / "haste"
    (mod / "content").mkdir(parents=True)
    (mod / "locale" / "en").mkdir(parents=True)
    (mod / "mod.toml").write_text(MANIFEST, "utf-8")
    (mod / "content" / "haste.toml").write_text(content, "utf-8")
    (mod / "locale" / "en" / "haste.ftl").write_text("haste-haste = haste\nhaste-hat = a hat\n", "utf-8")
    return mod


def test_stats_that_a_record_cannot_change_are_named_with_their_line(tmp_path: Path) -> None:
    mod = write_mod(tmp_path, CONTENT)
    shown = CliRunner().invoke(main, ["mods", "check", str(mod)]).output.replace("\\", "/")
    lines = [line for line in shown.splitlines() if "has no effect" in line]
    named = {
        word: next(line for line in lines if f"{word} has no effect" in line)
        for word in (
            "bonus.cost",
            "bonus.damage",
            "fixed.aggressivity",
            "bonus.hp_max",
        )
    }
    assert len(lines) == len(named), shown
    assert "content/haste.toml:3" in named["bonus.cost"]
    assert "R-TIME-3" in named["bonus.cost"]
    assert "an effect does not change damage" in named["bonus.damage"]
    assert "content/haste.toml:4" in named["fixed.aggressivity"]
    assert "content/haste.toml:12" in named["bonus.hp_max"]


def test_a_patch_of_another_mods_record_is_checked_too(tmp_path: Path) -> None:
    patch = '[patch.effect."core.stealth:confused"]\nset.bonus.cost = -3\n'
    shown = CliRunner().invoke(main, ["mods", "check", str(write_mod(tmp_path, patch))]).output
    assert "bonus.cost has no effect" in shown, shown


def test_the_noise_of_an_effect_changes_the_step(tmp_path: Path) -> None:
    mod = write_mod(tmp_path, CONTENT)
    for effects, noise in (({}, 1), ({"you.haste:haste": 5}, 0)):
        game = scene("@..", mods=[mod], actors={"@": {"effects": effects}})
        game.do("l")
        assert game.look("@.noise") == noise
