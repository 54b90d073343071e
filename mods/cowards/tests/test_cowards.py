"""A wounded creature stays; a healthy one comes."""

HUNTER = {"mind": {"ai": "hostile", "mood": "aggravated"}}


def test_only_the_wounded_stay(footfall_scene) -> None:
    for hp, moves in ((10, True), (2, False)):
        game = footfall_scene("@....E", actors={"E": {**HUNTER, "hp": hp}})
        before = game.look("E.at")
        game.do(".")
        assert (game.look("E.at") != before) is moves
