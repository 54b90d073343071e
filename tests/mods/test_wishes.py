"""Thirty wishes of modders, written as rules as data, load without findings and take effect in played games."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from footfall import kernels
from footfall.engine.bots import list_legal_commands
from footfall.engine.session import Session
from footfall.loader import load
from footfall.testing import scene
from footfall.testing.spy import HookSpy

WriteRules = Callable[..., Path]
WISHES = Path(__file__).parent.parent / "data" / "wishes"
COUNTS = {"stealth": 20, "king": 7, "delve": 3}
LEAVING = ("LeaveFromHere", "EndTurn")
"""Commands that end a game or a turn at once."""

OPTIONS = {"stealth": {"floor": 6}, "king": {"players": 3, "profile": "full_game"}, "delve": {"mode": "table"}}


@pytest.mark.parametrize("game", COUNTS)
def test_all_wishes_are_rules_that_play(game: str) -> None:
    loaded = load(game, mods=[WISHES / game], only_mods=(), strict=True)
    assert loaded.findings == ()
    wishes = [rule for cause, rule in loaded.rules.hooks.rules.items() if cause.mod == f"wishes.{game}"]
    assert len(wishes) == COUNTS[game]
    hooks = {rule.hook for rule in wishes if rule.hook != "on_round_end"}
    heard: set[str] = set()
    for seed in range(6 if game == "delve" else 2):
        session = Session.begin(loaded.rules, seed, OPTIONS[game], strict=True)
        spies = {hook: HookSpy(session, hook) for hook in sorted(hooks)}
        for _ in range(200):
            legal = [command for command in list_legal_commands(session) if type(command).__name__ not in LEAVING]
            if not legal or session.state.outcome is not None:
                break
            session.submit(legal[kernels.mix(seed, session.state.turn) % len(legal)])
        heard |= {hook for hook, spy in spies.items() if spy.list_answers(f"wishes.{game}")}
        assert session.problems == []
    assert heard, "no wish took effect"


def test_a_monkey_steals_and_a_goblin_wakes_its_friend() -> None:
    items = [{"name": "apple", "kind": "core.stealth:ration", "holder": "@"}]
    items += [{"name": "knife", "kind": "core.stealth:dagger", "holder": "@", "worn": "weapon"}]
    stats = {"to_hit": 20, "strength": 0, "stamina_max": 3, "fov": 6, "foh": 6, "cost": 10}
    monkey = {"kind": "core.stealth:monkey", "stats": stats, "mind": {"ai": "hostile", "mood": "aggravated"}}
    game = scene("@E..", mods=[WISHES / "stealth"], actors={"E": monkey}, items=items)
    game.do(".")
    assert game.look("knife.holder") == game.find_id("E")
    assert "wishes-thief" in game.messages
    legend = {"F": {"tile": "core.stealth:floor", "actor": "F"}}
    asleep = {"mind": {"mood": "asleep"}, "stats": {"fov": 0, "foh": 0}}
    actors = {"E": {"mind": {"mood": "calm"}}, "F": asleep}
    game = scene("@E.F", mods=[WISHES / "stealth"], actors=actors, legend=legend)
    game.do("l")
    assert game.look("F.mood") == "calm"


HEADLAMP = """
[words]
use = ["switch"]

[item.headlamp]
name = "rules-headlamp"
glyph = "("
lasts = true
price = 12
uses = [{ do = "switch", low = 1, high = 1 }]

[hook."core.stealth:on_effect".switches]
when = "word == 'switch' and thing.kind == 'you.rules:headlamp'"
do.mark_item = { item = "thing", name = "lit", value = "1 - thing.mark('lit')" }
do.remember = { name = "worth", value = "memory.worth + 2 * thing.price" }
"""


def test_a_rule_knows_the_item_that_is_used_and_its_price(write_rules: WriteRules, tmp_path: Path) -> None:
    mod = write_rules(tmp_path, "stealth", HEADLAMP, "rules-headlamp = Headlamp\n")
    items = [{"name": name, "kind": "you.rules:headlamp", "holder": "@"} for name in ("first", "second")]
    game = scene("@..", mods=[mod], items=items)
    game.do({"type": "core.stealth:activate", "item": "second"})
    second = game.find_id("second")
    assert game.session.state.memory["you.rules"] == {f"item {second} lit": 1, "worth": 24}
