"""``do.calm`` with turns: a creature that notices no other for a while, in the turn, in the odds and on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.plugins.stealth.model.phase import get_phase
from footfall.plugins.stealth.odds.exposure import STAY
from footfall.plugins.stealth.odds.screen import notice_permille
from footfall.testing import GameUnderTest, scene
from footfall.testing.backends import list_backends, use_backend

MANIFEST = (
    '[mod]\nid = "you.balm"\nversion = "1.0.0"\nname = "Balm"\ngames = ["stealth"]\n[requires]\n"core.stealth" = "*"\n'
)
RULE = """[hook.on_turn_end.balm]
when = "number == 1"
do.calm = { actor = "player.nearest_enemy(9)"%s }
"""
KEEN = {"stats": {"perception": 40, "fov": 9, "foh": 9, "cost": 10}, "mind": {"ai": "hostile", "mood": "aggravated"}}
LAST = 9


def set_scene(folder: Path, turns: str, **enemy: object) -> GameUnderTest:
    mod = folder / "balm"
    (mod / "content").mkdir(parents=True)
    (mod / "mod.toml").write_text(MANIFEST, "utf-8")
    (mod / "content" / "rules.toml").write_text(RULE % turns, "utf-8")
    actors = {"E": {**KEEN, **enemy}, "@": {"hp": 500, "hp_max": 500, "stats": {"fov": 9, "foh": 9, "stealth": -20}}}
    return scene("##########\n#@......E#\n##########", mods=[mod], actors=actors)


def list_moods(game: GameUnderTest) -> list[str]:
    moods = []
    for _ in range(LAST):
        game.do(".")
        moods.append(game.look("E.mood"))
    return moods


@pytest.mark.parametrize("backend", list_backends())
def test_a_soothed_creature_notices_nobody_until_the_turns_are_over(tmp_path: Path, backend: str) -> None:
    with use_backend(backend):
        at_once = list_moods(set_scene(tmp_path / "at-once", "")).index("aggravated")
        game = set_scene(tmp_path / "for-turns", ", turns = 4")
        assert weigh(game) == 1000
        game.do(".")
        assert "peace of mind" in "".join(map(game.translate, describe(game)))
        assert weigh(game) == 0
        moods = ["calm", *list_moods(game)]
    assert moods.index("aggravated") == at_once + 4


def describe(game: GameUnderTest) -> tuple[object, ...]:
    from footfall.plugins.stealth.scene.cells import describe_senses

    phase = get_phase(game.session.context())
    return describe_senses(phase, phase.world.actors[game.find_id("E")])


def weigh(game: GameUnderTest) -> int:
    phase = get_phase(game.session.context())
    odds = notice_permille(phase, phase.world.actors[game.find_id("E")], STAY)
    return odds.high + odds.comes_high


def test_a_blow_rouses_a_soothed_creature_all_the_same(tmp_path: Path) -> None:
    game = set_scene(tmp_path, ", turns = 9", at=[2, 1], hp=90, hp_max=90)
    game.do(".")
    assert game.look("E.mood") == "calm"
    game.do("l")
    assert game.look("E.mood") == "aggravated"


def test_a_calm_creature_is_soothed_as_well(tmp_path: Path) -> None:
    game = set_scene(tmp_path, ", turns = 3", mind={"ai": "passive", "mood": "calm"})
    game.do(".")
    assert game.look("E.effects") == {"core.stealth:soothed": 3}
