"""Rules as data read the fields of commands, with the types of the game that they play."""

from __future__ import annotations

from pathlib import Path

from footfall.loader import load
from footfall.testing import scene

MANIFEST = """[mod]
id = "you.orders"
version = "1.0.0"
api = "1"
name = "Orders"
games = ["stealth"]
[requires]
"core.stealth" = "*"
"""

RULES = """
[hook.can_act.clumsy]
when = "command.item.kind == 'core.stealth:dagger' and actor.cell.distance(command.target) > 2"
deny = "orders-no"

[hook.can_act.west]
when = "command.direction == 6"
deny = "orders-no"
"""


def write_mod(folder: Path, rules: str) -> Path:
    (folder / "content").mkdir(parents=True)
    (folder / "mod.toml").write_text(MANIFEST, "utf-8")
    (folder / "content" / "rules.toml").write_text(rules, "utf-8")
    for language in ("en", "es"):
        (folder / "locale" / language).mkdir(parents=True)
        (folder / "locale" / language / "orders.ftl").write_text("orders-no = No.\n", "utf-8")
    return folder


def test_rules_deny_commands_by_their_fields(tmp_path: Path) -> None:
    items = [{"name": "knife", "kind": "core.stealth:dagger", "holder": "@"}]
    game = scene(".....\n.@...\n.....", mods=[write_mod(tmp_path / "orders", RULES)], items=items)
    throw = {"type": "core.stealth:throw", "item": game.find_id("knife")}
    assert game.expect_refusal({**throw, "target": (1, 4)}) == "can_act"
    assert game.expect_refusal("h") == "can_act"
    game.do("l")
    game.do({**throw, "target": (1, 4)})


def test_a_field_of_another_game_is_unknown(tmp_path: Path) -> None:
    mod = write_mod(tmp_path / "orders", '[hook.can_act.x]\nwhen = "command.tale != \'\'"\ndeny = "orders-no"\n')
    (finding,) = load("stealth", mods=[mod], only_mods=()).findings
    assert "a command has no reading 'tale'" in finding.text
