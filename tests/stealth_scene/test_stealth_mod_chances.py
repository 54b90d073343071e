"""The cursor shows the odds of rules of mods: of steps, blows and doors that the character knows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

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
