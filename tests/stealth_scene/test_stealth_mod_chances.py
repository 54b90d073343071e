"""The cursor shows the odds of rules of mods: of steps, blows and doors that the character knows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from footfall.api import events
from footfall.plugins.stealth.scene import build_scene
from footfall.testing import scene

MOD = """
[hook.on_attack.slips]
when = "attacker == player"
odds = "test-slips"
dice = [{ name = "slips", chance = [1, 4] }, { when = "slips" }]
add.to_hit = -2

[hook.on_open.jams]
odds = "test-jams"
dice = [{ name = "a", roll = [1, 6] }, { name = "b", roll = [1, 6] }, { when = "a + b == 12" }]
do.noise = { at = "at", loudness = 3, kind = "thud" }

[hook.on_move.sinks]
when = "target.tile == 'core.stealth:sand'"
odds = "test-sinks"
dice = [{ name = "deep", roll = [1, 2_000_000] }, { when = "deep == 1" }]
do.hurt = { actor = "actor", amount = 1 }

[hook.on_move.tires]
when = "target.tile == 'core.stealth:sand'"
odds = "test-tires"
dice = [{ name = "tired", chance = [500_000, 2_000_000] }, { when = "tired" }]
do.hurt = { actor = "actor", amount = 1 }
"""


def write_mod(folder: Path) -> Path:
    (folder / "content").mkdir(parents=True)
    (folder / "mod.toml").write_text('[mod]\nid = "test.odds"\nversion = "1.0"\napi = "1"\ngames = ["stealth"]\n')
    (folder / "content" / "rules.toml").write_text(MOD)
    return folder


def look(game: Any, dx: int) -> list[tuple[str, str, int, int]]:
    """What the cursor shows some cells to the right of the character: text, deed, lowest and highest percent."""
    y, x = game.session.state.parts["world"].actors[game.find_id("@")].at
    shown = build_scene(game.session.context()).foretell((y, x + dx))
    facts = [message.args for message in shown if message.id == "stealth-mod-chance"]
    return [(f["what"].id, f["deed"], f["chance"].args["low"], f["chance"].args["high"]) for f in facts]


def test_the_cursor_shows_what_may_happen(tmp_path: Path) -> None:
    sand = {"s": {"tile": "core.stealth:sand"}}
    asleep = {"E": {"mind": {"mood": "asleep"}}}
    game = scene("@E+.s#.", mods=[write_mod(tmp_path / "odds")], legend=sand, actors=asleep)
    turn = game.session.hash()
    assert look(game, 1) == [("test-slips", "blow", 25, 25)]
    assert look(game, 2) == [("test-jams", "open", 3, 3)]
    assert look(game, 3) == look(game, 4) == look(game, 6) == []  # unknown ground
    assert game.session.hash() == turn
    assert game.session.problems == []
    game = scene("@.s", mods=[tmp_path / "odds"], legend=sand)
    assert look(game, 2) == [("test-tires", "walk", 25, 25)]  # two million faces are not counted, a chance is


def test_the_cursor_reads_no_ground_out_of_view(tmp_path: Path) -> None:
    sand = {"s": {"tile": "core.stealth:sand"}}
    mod = write_mod(tmp_path / "odds")
    for fov, shown in ((2, []), (9, [("test-tires", "step", 0, 25)])):
        game = scene("@.Es", mods=[mod], legend=sand, actors={"@": {"stats": {"fov": fov}}})
        assert [row for row in look(game, 2) if row[1] == "step"] == shown


LEAKS = {
    "target.tiles_within('water', 9) > 0": "@.E#w",
    "actor.allies_within(9) > 0": "@.E#F",
    "actor.nearest_ally(9) != 0": "@.E#F",
    "creature_count > 1": "@.E#F",
    "target.shift(0, 1).occupant.is_asleep": "@.E#F",
    "actor.cell.shift(0, 2).has_tag('water')": "@.E#w",
    "actor.cell.shift(0, 1).tile == 'core.stealth:secret_wall'": "@.ES",
    "actor.cell.is_near('fragile', 1)": "@.ES",
    "actor.cell.shift(0, 3).open_neighbors > 0": "@.E#..",
    "actor.can_see(actor.cell.shift(0, 2))": "@.E..",
    "actor.goal.x == 3": "@.E.",
    "actor.next_step.x == 3": "@.E.",
    "actor.target_of_search.x == 3": "@.E.",
    "actor.post.x == 3": "@.E.",
    "actor.is_on_path(actor.cell.neighbor(2))": "@.E.",
    "actor.behavior == 'passive'": "@.E",
    "actor.carries('core.stealth:dagger')": "@.E",
    "actor.cell.walk_distance(actor.cell.shift(0, 2)) > 0": "@.E+.",
    "actor.cell.sound_distance(actor.cell.shift(0, 2)) > 0": "@.E+.",
    "actor.cell.shift(0, 2).items > 0": "@.E#i",
}  # fmt: skip
"""Conditions that hold, although the character cannot know that, each with a picture."""


@pytest.mark.proof(3)
@pytest.mark.parametrize("condition", LEAKS)
def test_the_screen_tells_by_no_rule_what_the_character_cannot_know(condition: str, tmp_path: Path) -> None:
    """A rule that is asked for the screen is silent, and in play it takes effect."""
    mod = write_mod(tmp_path / "odds")
    rule = f'[hook.on_move.loud]\nwhen = "{condition}"\nadd.noise = 5\n'
    (mod / "content" / "rules.toml").write_text(rule, encoding="utf-8")
    marks = {"w": "core.stealth:water", "F": "core.stealth:floor", "i": "core.stealth:floor"}
    legend: dict[str, Any] = {mark: {"tile": tile} for mark, tile in marks.items()}
    legend["F"]["actor"] = "F"
    picture = LEAKS[condition]
    plans = {"ai": "passive", "path": [[0, 3]], "goal": [0, 3], "last_seen": [0, 3], "post": [0, 3]}
    actors = {"@": {"stats": {"fov": 3}}, "E": {"mind": {"mood": "calm", **plans}}}
    items = [{"name": "knife", "kind": "core.stealth:dagger", "holder": "E"}]
    if "F" in picture:
        actors["F"] = {"mind": {"mood": "asleep"}}
    if "i" in picture:
        items.append({"name": "apple", "kind": "core.stealth:ration", "at": [picture.index("i"), 0]})
    game = scene([picture], mods=[mod], legend=legend, actors=actors, items=items)
    ctx, id = game.session.context(), game.find_id("E")
    event = events.Moving(id, (0, 2), (0, 3))
    assert ctx.foresee("on_move", event, {"noise": 1}).apply({"noise": 1}) == {"noise": 1}
    assert ctx.fold("on_move", event, {"noise": 1})["noise"] == 6
