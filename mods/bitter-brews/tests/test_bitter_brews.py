"""A bitter potion costs a hit point; a throw that hits nobody clatters."""

from __future__ import annotations


def test_a_potion_tastes_bitter(footfall_scene) -> None:
    for kind, hp in (("power_potion", 9), ("stamina_potion", 10)):
        game = footfall_scene("@..", items=[{"name": "potion", "kind": f"core.stealth:{kind}", "holder": "@"}])
        game.do({"type": "core.stealth:activate", "item": "potion"})
        assert game.look("@.hp") == hp


def test_a_missed_throw_clatters(footfall_scene) -> None:
    for picture, clatters in (("@...", True), ("@..E", False)):
        game = footfall_scene(picture, items=[{"name": "knife", "kind": "core.stealth:dagger", "holder": "@"}])
        game.do({"type": "core.stealth:throw", "item": "knife", "target": [3, 0]})
        kinds = [noise.kind for noise in game.session.state.parts["world"].noises]
        assert ("clatter" in kinds) is clatters
