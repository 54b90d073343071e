"""The kit as a modder uses it: expectations pass, or fail with the actual values."""

from __future__ import annotations

from pathlib import Path

import pytest

from footfall.api.grid import Cell
from footfall.testing import ExpectationError, GameUnderTest, ScenarioError, WrongDieError, begin, load_fixture, scene

ECHO = """\
MOD = "you.echo"
from footfall.api import hook, mul, Remember
@hook
def on_hear(event):
    return [mul("range", 2, reason="everything carries")]
@hook
def on_turn_end(event, ctx):
    return [Remember("you.echo", "turns", ctx.recall("turns", 0) + 1)]
"""

ROOM = """
    #######
    #@+..E#
    #######
"""


@pytest.fixture
def echo(tmp_path: Path) -> Path:
    path = tmp_path / "echo.py"
    path.write_text(ECHO)
    return path


def test_a_picture_is_the_whole_level() -> None:
    game = scene(ROOM)
    level = game.session.state.parts["world"].levels[1]
    assert level.tiles.shape == (3, 7)
    assert game.look("@.at") == [1, 1]
    at: Cell = game.session.state.parts["world"].actors[game.find_id("E")].at
    assert at == (1, 5)
    game.do("l")
    assert game.look("tile 2,1") == "core.stealth:door_open"


def test_why_names_every_part_and_shows_the_chain_when_it_fails(echo: Path) -> None:
    game = scene(ROOM, mods=[echo])
    game.do("l")
    why = game.why("on_hear")
    assert (why.term, why.final, why.list_proposals("you.echo")) == ("range", 2 * why.base, ("×2",))
    assert why.parts[0].reason == "everything carries"
    why.check(base=60, final=120, parts={"you.echo": "×2"})
    with pytest.raises(ExpectationError, match=r"(?s)final: expected 60, got 120.*×2 you.echo .*echo.py:3"):
        why.check(final=60)
    with pytest.raises(ExpectationError, match=r"parts: expected \{\}"):
        why.check(parts={})
    assert game.why("on_hear", kind="door", listener=game.find_id("E")) == why
    with pytest.raises(ExpectationError, match=r"was not called with \{'kind': 'scream'\}, but with"):
        game.why("on_hear", kind="scream")
    with pytest.raises(ExpectationError, match="has no term 'rang'; it has: range"):
        game.why("on_hear", "rang")
    game.do(".")
    with pytest.raises(
        ExpectationError, match="on_attack was not called in the last command, or no mod listens to it; called for"
    ):
        game.why("on_attack", "to_hit")


def test_a_spy_sees_each_call_and_changes_nothing(echo: Path) -> None:
    watched, plain = scene(ROOM, mods=[echo]), scene(ROOM, mods=[echo])
    hear, move = watched.spy("on_hear"), watched.spy("on_move")
    for game in (watched, plain):
        game.do("l", times=2)
    assert watched.session.hash() == plain.session.hash()
    assert {event.kind for event in hear.events} == {"door"}
    assert len(hear.list_answers("you.echo")) == len(hear) == 2
    assert len(move) > 0, "calls are recorded without implementations"
    assert move.list_answers("you.echo") == []
    hear.clear()
    assert list(hear) == []


@pytest.mark.parametrize(
    ("hook", "said"),
    [("on_haer", "there is no hook 'on_haer', did you mean 'on_hear'"), ("on_generate", "is called at start")],
)
def test_a_spy_needs_a_hook_that_runs_during_play(hook: str, said: str) -> None:
    with pytest.raises(ExpectationError, match=said):
        scene("@").spy(hook)


def test_dice_are_forced_or_free() -> None:
    game = scene("@E")
    game.do("l", dice=["d6=4", "dmg=2"])
    assert game.look("E.hp") == 7
    game.session.state.parts["world"].actors[game.find_id("E")].effects["you.wild:wet"] = 2
    assert game.look("E.effects/you.wild:wet") == 2
    assert game.messages == ["stealth-you-hit"]
    with pytest.raises(WrongDieError, match="the next forced die is 'dmg'"):
        scene("@E").do("l", dice=["dmg=2"])
    with pytest.raises(ScenarioError, match="a die is written purpose=value, such as d6=3, not 'd6'"):
        scene("@E").do("l", dice=["d6"])
    free = [scene("@E") for _ in range(2)]
    for game in free:
        game.do("l")
    assert free[0].session.hash() == free[1].session.hash()


def test_refusals_are_free_and_named() -> None:
    game = scene("@#")
    assert game.expect_refusal("l") == "R-MOVE-5"
    with pytest.raises(ExpectationError, match="should be refused, but it was accepted"):
        game.expect_refusal(".")
    with pytest.raises(ExpectationError, match="'l' is refused by R-MOVE-5"):
        game.do("l")


def test_a_game_without_tiles_begins_and_is_played_on() -> None:
    game = begin("king", seed=3)
    game.play_turns(20)
    assert game.look("turn") == 20
    with pytest.raises(ExpectationError, match="only a scene has aliases"):
        game.do("l")
    with pytest.raises(ExpectationError, match="works only in a scene"):
        game.put("turn", 1)


def test_the_first_error_of_a_mod_is_raised(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text(ECHO.replace("return [mul", "raise RuntimeError('oops')\n    return [mul"))
    with pytest.raises(RuntimeError, match="oops"):
        scene(ROOM, mods=[path]).do("l")


def test_invalid_arguments_are_reported(echo: Path) -> None:
    with pytest.raises(ValueError, match=r"no setting 'you.echo.factor'"):
        begin("stealth", mods=[echo], settings={"you.echo.factor": 3})
    with pytest.raises(ScenarioError, match="no such mod"):
        load_fixture("stealthy")
    with pytest.raises(ScenarioError, match=r"a scene is for games on tiles; use begin\(\)"):
        scene("@", game="king")
    with pytest.raises(ExpectationError, match="nothing here is named 'X'; named: @"):
        scene("@").find_id("X")


def test_memory_of_the_mod_can_be_looked_at(echo: Path) -> None:
    game: GameUnderTest = scene(ROOM, mods=[echo])
    game.do(".")
    assert game.look("memory/you.echo/turns") >= 1
