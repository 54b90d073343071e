"""Power is announced, and followed by confusion, unless the player has drunk water."""

import pytest


@pytest.mark.parametrize(("choice", "effects"), [(0, {"core.stealth:confused": 3}), (1, {})])
def test_power_ends_in_confusion(footfall_scene, choice: int, effects: dict[str, int]) -> None:
    game = footfall_scene("@..", items=[{"name": "potion", "kind": "core.stealth:power_potion", "holder": "@"}])
    game.do({"type": "core.stealth:activate", "item": "potion"})
    assert "hangover-warning" in game.messages
    game.do({"type": "footfall:answer", "choice": choice})
    game.put("@.effects", {"core.stealth:power": 1})
    game.do(".")
    assert game.look("@.effects") == effects
