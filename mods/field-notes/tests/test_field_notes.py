"""The diary notes what happens in view."""


def test_a_new_kind_and_its_mood_are_noted(footfall_scene) -> None:
    game = footfall_scene("@+.E", actors={"E": {"mind": {"mood": "calm", "ai": "hostile"}}})
    game.do("l")
    assert "field-notes-new" in game.messages
    game.do("l")
    game.do("l")
    assert "field-notes-mood" in [line.message.id for line in game.session.log]


def test_a_creature_out_of_view_is_not_noted(footfall_scene) -> None:
    game = footfall_scene("@#.E", actors={"E": {"mind": {"mood": "aggravated", "lost": 99, "last_seen": [0, 2]}}})
    game.do(".")
    assert not [line for line in game.session.log if line.message.id.startswith("field-notes")]
