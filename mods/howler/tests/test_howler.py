"""A howler howls when it hears the player before it hunts; one that hunts already is silent."""


def test_it_howls_when_it_hears_you_and_does_not_hunt_yet(footfall_scene) -> None:
    for mood, howls in (("calm", 1), ("aggravated", 0)):
        beast = {"kind": "examples.howler:howler", "mind": {"ai": "hostile", "mood": mood}}
        game = footfall_scene("@+....E", actors={"E": beast})
        game.do("l")
        kinds = [noise.kind for noise in game.session.state.parts["world"].noises]
        assert kinds.count("howl") == howls


def test_other_creatures_do_not_howl(footfall_scene) -> None:
    game = footfall_scene("@+....E", actors={"E": {"mind": {"ai": "hostile", "mood": "calm"}}})
    game.do("l")
    assert "howl" not in [noise.kind for noise in game.session.state.parts["world"].noises]
