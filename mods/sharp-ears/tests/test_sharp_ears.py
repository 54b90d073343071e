"""The player learns that a creature in view has heard the door; a collapse echoes once."""

from __future__ import annotations


def test_a_creature_in_view_pricks_its_ears(footfall_scene) -> None:
    hunter = {"E": {"mind": {"ai": "hostile", "mood": "calm"}}}
    for picture, heard in (("@+.\n...\n..E", True), ("@+.\n###\n..E", False)):
        game = footfall_scene(picture, actors=hunter)
        game.do("l")
        assert ("sharp-ears-pricked" in game.messages) is heard


def test_a_loud_noise_echoes_once(footfall_scene) -> None:
    game = footfall_scene("@+.", actors={"@": {"stats": {"to_hit": 9, "strength": 99}}})
    game.do({"type": "core.stealth:strike", "direction": 2})
    kinds = [noise.kind for noise in game.session.state.parts["world"].noises]
    assert (kinds.count("collapse"), kinds.count("echo")) == (1, 1)
