"""A scene of the game has what a game has: stairs that lead on, the charges of records, dealt looks."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.api import Message
from footfall.loader import LoadError
from footfall.testing import begin, scene

FRAME = "#######\n#@>..E#\n#######"


def test_stairs_of_a_picture_lead_to_a_new_floor_and_back() -> None:
    game = scene(FRAME)
    game.do("l")
    game.do({"type": "core.stealth:stairs"})
    assert game.look("world/current") != 1
    game.do({"type": "core.stealth:stairs"})
    assert game.look("world/current") == 1
    assert game.look("@.at") == [2, 1]


def test_an_item_has_the_charges_of_its_record() -> None:
    sand = {"kind": "core.stealth:sand_bag", "holder": "@"}
    game = scene(FRAME, items=[{"name": "full", **sand}, {"name": "last", **sand, "charges": 1}])
    assert [game.look(f"{name}.charges") for name in ("full", "last")] == [4, 1]


def test_looks_are_dealt() -> None:
    game = scene(FRAME, items=[{"name": "potion", "kind": "core.stealth:poison_potion", "holder": "@"}])
    looks = game.look("core.stealth.lore/looks")
    assert game.translate(Message(looks["core.stealth:poison_potion"])) in game.screen("inventory")


def test_a_mod_of_another_game_is_named(tmp_path: Path) -> None:
    manifest = '[mod]\nid = "you.crypt"\nversion = "1.0"\ngames = ["delve"]\n[requires]\n"core.delve" = "*"\n'
    (tmp_path / "mod.toml").write_text(manifest)
    with pytest.raises(LoadError, match=r'you.crypt is for delve, not for core.stealth: begin\("delve"\) loads it'):
        scene(FRAME, mods=[tmp_path])
    assert "you.crypt" in begin("delve", mods=[tmp_path]).session.rules.mod_names
