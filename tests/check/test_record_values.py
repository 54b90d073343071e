"""``mods check`` warns of values of records that have no effect; those that it does not warn of count in play."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from footfall.cli import main
from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.odds.watchers import Watcher
from footfall.testing import scene
from footfall.testing.backends import list_backends, use_backend

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
bonus = { cost = -3, noise = -1, damage = 1, satiety = 2 }
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
            "bonus.satiety",
            "bonus.damage",
            "fixed.aggressivity",
            "bonus.hp_max",
        )
    }
    assert len(lines) == len(named), shown
    assert "content/haste.toml:3" in named["bonus.satiety"]
    assert "an effect does not change damage" in named["bonus.damage"]
    assert "content/haste.toml:4" in named["fixed.aggressivity"]
    assert "content/haste.toml:12" in named["bonus.hp_max"]


def test_a_patch_of_another_mods_record_is_checked_too(tmp_path: Path) -> None:
    patch = '[patch.effect."core.stealth:confused"]\nset.bonus.hp_max = -3\n'
    shown = CliRunner().invoke(main, ["mods", "check", str(write_mod(tmp_path, patch))]).output
    assert "bonus.hp_max has no effect" in shown, shown


def test_the_noise_of_an_effect_changes_the_step(tmp_path: Path) -> None:
    mod = write_mod(tmp_path, CONTENT)
    for effects, noise in (({}, 1), ({"you.haste:haste": 5}, 0)):
        game = scene("@..", mods=[mod], actors={"@": {"effects": effects}})
        game.do("l")
        assert game.look("@.noise") == noise


PACES = """[effect.quick]
name = "haste-haste"
bonus = { cost = -5 }

[effect.slow]
name = "haste-hat"
bonus = { cost = 10 }
"""


@pytest.mark.proof(4)
@pytest.mark.parametrize("backend", list_backends())
@pytest.mark.parametrize(
    ("who", "effect", "steps", "counts"),
    [
        ("E", "quick", 3, (1, 2)), ("E", "slow", 1, (0, 1)), ("@", "quick", 1, (0, 1)), ("@", "slow", 4, (2,)),
        ("@", "none", 2, (1,)),
    ],
)  # fmt: skip
def test_an_effect_changes_the_pace(
    tmp_path: Path, backend: str, who: str, effect: str, steps: int, counts: tuple[int, ...]
) -> None:
    """The creature acts that often in two turns of the character, and the odds know it."""
    mod = write_mod(tmp_path, PACES)
    actors = {
        "@": {"stats": {"fov": 9, "foh": 9, "stealth": -20}},
        "E": {
            "kind": "core.stealth:orc",
            "stats": {"perception": 40, "fov": 12},
            "mind": {"ai": "hostile", "mood": "aggravated"},
        },
    }
    actors[who]["effects"] = {f"you.haste:{effect}": -1}
    with use_backend(backend):
        game = scene("############\n#@........E#\n############", mods=[mod], actors=actors)
        phase = get_phase(game.session.context())
        assert Watcher(phase, phase.world.actors[game.find_id("E")]).counts == counts
        for _ in range(2):
            game.do(".")
        assert 10 - game.look("E.at")[0] == steps
