"""Deeds that do nothing say why: in scenes, in ``footfall why`` and on the why page of modders."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from footfall.app.why_page import build_why_page
from footfall.cli import main
from footfall.testing import begin, scene

MANIFEST = """[mod]
id = "you.idle"
version = "1.0.0"
api = "1"
name = "Idle"
games = ["stealth"]
[requires]
"core.stealth" = "*"
"""

FRAME = "#####\n#@.E#\n#####"


@pytest.fixture
def mod(tmp_path: Path) -> Path:
    (tmp_path / "idle" / "content").mkdir(parents=True)
    (tmp_path / "idle" / "mod.toml").write_text(MANIFEST, "utf-8")
    return tmp_path / "idle"


def write_rule(mod: Path, deed: str) -> Path:
    (mod / "content" / "rules.toml").write_text(f"[hook.on_turn_end.tries]\n{deed}\n", "utf-8")
    return mod


@pytest.mark.proof(4)
@pytest.mark.parametrize(
    ("deed", "reason"),
    [
        ("do.set_tile = { at = 'player.cell.shift(-1, 0)', tile = 'core.stealth:floor' }", "at the edge of the level"),
        ("do.set_tile = { at = 'player.cell.shift(-5, 0)', tile = 'core.stealth:floor' }", "outside the level"),
        ("do.set_tile = { at = 'player.cell', tile = 'core.stealth:wall' }", "could not stay there"),
        ("do.call = { creature = 'core.stealth:goblin', at = \"stairs('up')\" }", "does not exist"),
        ("do.call = { creature = 'core.stealth:goblin', at = 'player.cell.shift(-1, 0)' }", "nothing can stand"),
        ("do.move = { actor = 'player', to = 'player.cell.shift(0, 2)' }", "not free"),
        ("do.wake = 'player.nearest_enemy(5)'", "in a mood"),
        ("do.wake = '77'", "its actor is not in the game"),
        ("do.noise = { at = \"stairs('up')\", loudness = 3 }", "refer to nothing that exists"),
        ("do.hand = { actor = 'player', item = \"player.worn('ring1').kind\" }", "a word that it reads"),
        ("do.heal = '77'", "its actor is not in the game"),
    ],
)
def test_a_scene_tells_which_deeds_did_nothing(mod: Path, deed: str, reason: str) -> None:
    game = scene(FRAME, mods=[write_rule(mod, deed)])
    game.do(".")
    (told,) = game.unchanged
    assert told.startswith(f"on_turn_end.tries: {deed.partition(' ')[0]}: ")
    assert reason in told


def test_a_deed_that_changes_something_is_not_told(mod: Path) -> None:
    game = scene(
        "#####\n#@..#\n#####", mods=[write_rule(mod, "do.move = { actor = 'player', to = 'player.cell.shift(0, 1)' }")]
    )
    game.do(".")
    assert game.unchanged == []
    assert game.look("@.at") == [2, 1]


def test_a_deed_takes_a_word_that_a_field_or_reading_has(mod: Path) -> None:
    rule = "do.hand = { actor = 'player', item = \"player.worn('ring1').kind\" }"
    ring = {"name": "ring", "kind": "core.stealth:plain_ring", "holder": "@", "worn": "ring1"}
    game = scene(FRAME, mods=[write_rule(mod, rule)], items=[ring])
    game.do(".")
    held = [item.kind for item in game.session.state.parts["world"].items.values()]
    assert held == [ring["kind"]] * 2


def test_footfall_why_and_the_page_of_modders_name_the_rule(mod: Path, tmp_path: Path) -> None:
    write_rule(mod, "do.call = { creature = 'core.stealth:goblin', at = \"stairs('up')\" }")
    game = begin("stealth", mods=[mod], seed=3)
    game.play_turns(2)
    replay = game.record(tmp_path / "game.replay")
    for flags in ((), ("--raw",)):
        shown = CliRunner().invoke(main, ["why", str(replay), "--mods", str(mod), *flags])
        assert "do.call of on_turn_end.tries did nothing: its cell, actor or item does not exist" in shown.output
        assert "content/rules.toml:1" in shown.output.replace("\\", "/")
    assert "unchanged" in CliRunner().invoke(main, ["why", str(replay), "--mods", str(mod), "--json"]).output

    def list_details(raw: bool) -> list[str]:
        _, choices = build_why_page(game.session, 1, raw=raw)
        return [game.translate(line) for choice in choices for line in choice.detail]

    assert any("do.call of on_turn_end.tries did nothing" in line for line in list_details(raw=True))
    assert not any("did nothing" in line for line in list_details(raw=False))
