"""Moss makes the player and creatures slip, as often as the cursor says; the why page shows the die."""

import pytest

from footfall.app.why_page import build_why_page

MOSS = {'"': {"tile": "core.stealth:moss"}}
HUNTER = {"E": {"mind": {"ai": "hostile", "mood": "aggravated"}}}


@pytest.mark.parametrize(("die", "turns"), [(1, 2), (2, 1)])
def test_who_slips_loses_a_turn(footfall_scene, die: int, turns: int) -> None:
    game = footfall_scene('@".', legend=MOSS)
    game.do("l", dice=[f"on_move.slip={die}"])
    assert game.look("turn") == turns


@pytest.mark.parametrize(("die", "distance"), [(1, 4), (2, 3)])
def test_a_hunter_slips(footfall_scene, die: int, distance: int) -> None:
    game = footfall_scene('@..."E', legend=MOSS, actors=HUNTER)
    game.do(".", dice=[f"on_move.slip={die}"])
    game.do(".")
    actors = game.session.state.parts["world"].actors
    assert actors[game.find_id("E")].at[1] - actors[game.find_id("@")].at[1] == distance


@pytest.mark.parametrize(("luck", "percent"), [(0, 17), (4, 10), (-3, 17)])
def test_the_cursor_shows_the_odds(footfall_scene, luck: int, percent: int) -> None:
    game = footfall_scene('@"E', legend=MOSS, actors={"@": {"stats": {"luck": luck}}})
    assert f"May slip and fall: {percent} % if you step there" in game.screen(cursor=(1, 0))
    assert "May slip and fall: 0 to 17 % on its next step" in game.screen(cursor=(2, 0))


@pytest.mark.parametrize("die", [1, 2])
def test_one_that_has_slipped_takes_no_next_step(footfall_scene, die: int) -> None:
    game = footfall_scene('@...""E', legend=MOSS, actors=HUNTER)
    game.do(".", dice=[f"on_move.slip={die}"])
    assert ("on its next step" in game.screen(cursor=(5, 0))) == (die == 2)


@pytest.mark.parametrize(("die", "count"), [(1, 1), (2, 0)])
def test_the_why_page_shows_the_die_of_the_log_line(footfall_scene, die: int, count: int) -> None:
    game = footfall_scene('@..."E', legend=MOSS, actors=HUNTER)
    game.do(".", dice=[f"on_move.slip={die}"])
    _, choices = build_why_page(game.session, 1, raw=False)
    told = [choice for choice in choices if choice.label.id == "slippery-moss-falls"]
    assert len(told) == count
    for choice in told:
        (why,) = choice.detail
        assert (why.id, why.args["what"].id) == ("footfall-why-chance", "slippery-moss-slip")
        facts = why.args["dice"].args
        assert [facts[key] for key in ("name", "face", "part", "high")] == ["slips", 1, 1, 6]
