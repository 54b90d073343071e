"""One door in three creaks, by the rule's own dice; the latch clicks for the player."""


def test_one_door_in_three_creaks(footfall_scene) -> None:
    for die, creaks in ((1, True), (2, False), (3, False)):
        game = footfall_scene("@+.")
        game.do("l", dice=[f"on_open.creak={die}"])
        assert ("creaky-hinges-creak" in game.messages) is creaks


def test_the_latch_clicks(footfall_scene) -> None:
    game = footfall_scene("@/.")
    game.do("c east")
    assert "creaky-hinges-latch" in game.messages
