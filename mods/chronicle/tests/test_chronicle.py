"""The chronicle tells of the King and of time."""


def test_a_game_has_a_chronicle(footfall_begin) -> None:
    game = footfall_begin("king", seed=3, options={"players": 3, "profile": "full_game"})
    game.play_turns(400)
    told = {line.message.id for line in game.session.log if line.message.id.startswith("chronicle-")}
    assert {"chronicle-steps", "chronicle-hours", "chronicle-calm"} <= told
    assert game.session.problems == []
