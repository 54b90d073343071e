"""A bitter potion costs a hit point; a throw that hits no creature clatters."""


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


def test_a_word_of_the_mod_does_what_its_rule_says(footfall_scene) -> None:
    bottle = {"name": "bottle", "kind": "examples.bitter-brews:firewater", "holder": "@"}
    game = footfall_scene("@..E", items=[bottle])
    game.do({"type": "core.stealth:activate", "item": "bottle"}, dice=["scald=3"])
    assert game.look("@.hp") == 7
    game = footfall_scene("@..E", items=[bottle])
    game.do({"type": "core.stealth:throw", "item": "bottle", "target": [3, 0]}, dice=["scald=4"])
    assert game.look("E.hp") == 6
