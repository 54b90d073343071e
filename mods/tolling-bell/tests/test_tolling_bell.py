"""The bell strikes on the hour, and tolls for the player's kills."""


def test_the_hours(footfall_scene) -> None:
    game = footfall_scene("@..", settings={"examples.tolling-bell.hour": 5})
    strokes = []
    for turn in range(1, 11):
        game.do(".")
        strokes += [turn] * game.messages.count("tolling-bell-hour")
    assert strokes == [5, 10]


def test_a_kill_is_heard(footfall_scene) -> None:
    game = footfall_scene("@E", actors={"E": {"hp": 1}})
    game.do("l", dice=["d6=6", "dmg=1"])
    assert "tolling-bell-toll" in game.messages
    assert "bell" in [noise.kind for noise in game.session.state.parts["world"].noises]
