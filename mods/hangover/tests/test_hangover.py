"""Power is announced, and followed by confusion."""

from __future__ import annotations


def test_power_ends_in_confusion(footfall_scene) -> None:
    game = footfall_scene("@..", items=[{"name": "potion", "kind": "core.stealth:power_potion", "holder": "@"}])
    game.do({"type": "core.stealth:activate", "item": "potion"})
    assert "hangover-warning" in game.messages
    game.put("@.effects", {"core.stealth:power": 1})
    game.do(".")
    assert game.look("@.effects") == {"core.stealth:confused": 3}
