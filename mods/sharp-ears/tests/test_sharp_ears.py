"""The player learns that a creature in view has heard the door; a collapse echoes once."""

from footfall.plugins.stealth.hook_events import Inquiring


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


def test_an_echo_holds_nobody_for_long(footfall_scene) -> None:
    listener = {"E": {"mind": {"ai": "guard", "mood": "calm"}}}
    strong = {"@": {"stats": {"to_hit": 9, "strength": 99, "fov": 0}}}
    game = footfall_scene("@+.......E", actors={**listener, **strong})
    game.do({"type": "core.stealth:strike", "direction": 2})
    kinds = [noise.kind for noise in game.session.state.parts["world"].noises]
    assert "echo" in kinds
    event = Inquiring(2, 0, "echo", 2, 8, (0, 1))
    ctx = game.session.context()
    assert ctx.fold("core.stealth:on_inquire", event, {"patience": 4})["patience"] == 1
