"""A wounded or sleeping target is easier prey; a fresh and wary one is not."""


def test_the_wounded_are_hit_more_easily(footfall_scene) -> None:
    for hp, bonus in ((10, {}), (5, {"examples.dirty-fighting": "+1"})):
        game = footfall_scene("@E", actors={"E": {"hp": hp}})
        game.do("l")
        game.why("on_attack", "to_hit").check(parts=bonus)


def test_the_sleeping_are_hurt_more(footfall_scene) -> None:
    for mood, bonus in (("aggravated", {}), ("asleep", {"examples.dirty-fighting": "+2"})):
        game = footfall_scene("@E", actors={"E": {"mind": {"mood": mood}}})
        game.do("l", dice=["d6=6", "dmg=1"])
        game.why("on_damage", "damage").check(parts=bonus)
