"""Fog takes from noise, and from sight beyond the next cell."""


def test_a_step_is_quieter(footfall_scene) -> None:
    game = footfall_scene("@..")
    game.do("l")
    game.why("on_move", "noise").check(base=1, parts={"examples.thick-fog": "-1"}, final=0)


def test_fog_hides_from_far_away(footfall_scene) -> None:
    for picture, parts in (("@...E", {"examples.thick-fog": "-2"}), ("@E", {})):
        game = footfall_scene(picture, actors={"E": {"mind": {"ai": "hostile", "mood": "calm"}}})
        game.do(".")
        game.why("core.stealth:on_notice", "engage", sense="sight").check(parts=parts)
