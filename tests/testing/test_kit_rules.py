"""Scenes of mods of rules: faulty rules, the dice of each rule, letters of actors, commands that stand for many."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from footfall.loader import LoadError
from footfall.testing import ExpectationError, ScenarioError, WrongDieError, begin, scene
from footfall.testing.scenario_game import DroppedRuleWarning

MANIFEST = (
    '[mod]\nid = "you.two"\nversion = "1.0.0"\nname = "Two"\ngames = ["stealth"]\n[requires]\n"core.stealth" = "*"\n'
)
FAULTY = """[hook.on_attack.first]
when = "roll(1, 10) == 1"
add.to_hit = -3

[hook.on_attack.wrong]
when = "atacker.hp > 3"
add.to_hit = 1
"""
SECOND = """
[hook.on_attack.second]
when = "roll(1, 6) == 6"
add.to_hit = 0
"""


def write_mod(folder: Path, rules: str, manifest: str = MANIFEST) -> Path:
    mod = folder / "two"
    (mod / "content").mkdir(parents=True)
    (mod / "mod.toml").write_text(manifest, "utf-8")
    (mod / "content" / "rules.toml").write_text(rules, "utf-8")
    return mod


def test_a_faulty_rule_fails_no_test_of_another(tmp_path: Path) -> None:
    mod = write_mod(tmp_path, FAULTY)
    with pytest.warns(DroppedRuleWarning, match=r"(?s)'wrong'.*atacker.*attacker.*rules\.toml:6"):
        first = scene("@E", mods=[mod])
    for game in (first, scene("@E", mods=[mod])):  # the second takes the loaded mod from the cache
        game.do("l", dice=["on_attack.first=1", "d6=1"])
        game.why("on_attack", "to_hit").check(parts={"you.two": "-3"})
    with pytest.warns(DroppedRuleWarning, match="atacker"):
        begin("stealth", mods=[mod])


def test_another_error_of_a_mod_still_fails_its_tests(tmp_path: Path) -> None:
    mod = write_mod(tmp_path, FAULTY.replace("[hook.on_attack.wrong]", "[itme.sword]"))
    with pytest.raises(LoadError, match="itme"):
        scene("@E", mods=[mod])


def test_the_warning_is_shown_by_pytest(tmp_path: Path) -> None:
    mod = write_mod(tmp_path, FAULTY)
    (mod / "tests").mkdir()
    (mod / "tests" / "test_two.py").write_text(
        "def test_a(footfall_scene):\n    footfall_scene('@E').do('l')\n", "utf-8"
    )
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "footfall.testing.plugin",
        str(mod),
    ]
    done = subprocess.run(command, cwd=mod, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout
    assert "a rule is not used" in done.stdout
    assert "atacker" in done.stdout


def test_dice_of_a_rule_that_is_not_named_are_rolled(tmp_path: Path) -> None:
    first = FAULTY.partition("\n\n")[0]
    alone = scene("@E", mods=[write_mod(tmp_path / "one", first)])
    both = scene("@E", mods=[write_mod(tmp_path / "both", first + "\n" + SECOND)])
    for game in (alone, both):
        game.do("l", dice=["on_attack.first=1", "d6=1"])
        game.why("on_attack", "to_hit").check(final=game.why("on_attack", "to_hit").base - 3)
    both = scene("@E", mods=[write_mod(tmp_path / "again", first + "\n" + SECOND)])
    both.do("l", dice=["on_attack.first=1", "on_attack.second=6", "d6=1"])
    assert both.why("on_attack", "to_hit").list_proposals("you.two") == ("-3", "+0")
    with pytest.raises(WrongDieError, match=r"never rolled: on_attack\.third"):
        both.do("l", dice=["d6=1", "on_attack.third=1"])


def test_a_short_name_of_a_die_of_a_games_hook_is_told_the_whole_one(tmp_path: Path) -> None:
    rule = '[hook."core.stealth:on_strike".cuts]\nwhen = "roll(1, 6) > 9"\ndo.hurt = { actor = "player", amount = 1 }'
    game = scene("@E", mods=[write_mod(tmp_path, rule)])
    with pytest.raises(WrongDieError, match=r"never rolled: on_strike\.cuts = 1; .*: core\.stealth:on_strike\.cuts"):
        game.do("l", dice=["d6=6", "dmg=1", "on_strike.cuts=1"])


def test_the_letter_of_an_actor_needs_no_legend() -> None:
    game = scene("#####\n#@.F#\n#####", actors={"F": {"hp": 4}})
    assert (game.look("F.at"), game.look("F.hp")) == ([3, 1], 4)
    assert game.look("tile 3,1") == "core.stealth:floor"


def test_a_scene_has_a_floor() -> None:
    game = scene("@ F", actors={"F": {}}, floor="core.stealth:moss")
    assert [game.look(f"tile {x},0") for x in range(3)] == ["core.stealth:moss"] * 3


def test_a_thing_outside_the_picture_is_told_in_words() -> None:
    with pytest.raises(ScenarioError, match=r"actor 'F' is at 3,0, outside the level of 3 x 2"):
        scene("@..\n...", actors={"F": {"at": [3, 0]}})
    with pytest.raises(ScenarioError, match=r"item 'knife' is at 0,-1, outside the level of 3 x 1"):
        scene("@..", items=[{"name": "knife", "kind": "core.stealth:dagger", "at": [0, -1]}])


def test_a_refused_command_is_told_before_its_dice() -> None:
    game = scene("@E", actors={"@": {"fighter": {"stamina": 0}}})
    with pytest.raises(ExpectationError, match=r"'l' is refused by R-"):
        game.do("l", dice=["d6=6", "dmg=2"])


def test_a_rule_of_the_end_of_a_round_sees_what_another_remembered(tmp_path: Path) -> None:
    second = 'when = "memory.count == 1"\ndo.remember = { name = "seen", value = "1" }'
    rules = f"""
[hook.on_round_end.first]
do.remember = {{ name = "count", value = "memory.count + 1" }}
[hook.on_round_end.second]
{second}
[hook.on_turn_end.third]
do.remember = {{ name = "turns", value = "memory.turns + 1" }}
[hook.on_turn_end.fourth]
{second.replace("count", "turns").replace("seen", "late")}
"""
    game = scene("@.", mods=[write_mod(tmp_path, rules)])
    game.do(".")
    assert game.look("memory/you.two") == {"count": 1, "seen": 1, "turns": 1}


def test_a_command_that_stands_for_many_is_played_whole() -> None:
    game = begin("stealth", seed=1, options={"floor": 2})
    game.do({"type": "core.stealth:explore"})
    assert game.session.state.turn > 3
    assert game.messages
    stairs = {">": {"tile": "core.stealth:stairs_down"}}
    game = scene("#########\n#@.....>#\n#########", legend=stairs, actors={"@": {"stats": {"fov": 9, "foh": 6}}})
    game.do(".")
    game.do({"type": "core.stealth:go-to-stairs", "down": True})
    assert game.look("@.at") == [7, 1]


def test_a_command_that_stands_for_none_says_why() -> None:
    with pytest.raises(ExpectationError, match="stands for no command here"):
        scene("####\n#@.#\n####").do({"type": "core.stealth:go-to-stairs", "down": True})
