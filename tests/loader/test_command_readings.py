"""Rules as data read the fields of commands, with the types of the game that they play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from footfall.engine.model import Command
from footfall.loader import load
from footfall.loader.rules.words import describe_command_fields
from footfall.testing import scene

RULES = """
[hook.can_act.clumsy]
when = "command.item.kind == 'core.stealth:dagger' and actor.cell.distance(command.target) > 2"
deny = "orders-no"

[hook.can_act.west]
when = "command.direction == 6"
deny = "orders-no"

[hook.can_act.still]
when = "command.name == 'core.stealth:wait' and command.direction == -1"
deny = "orders-no"
"""


TEXTS = "orders-no = No.\n"


def test_rules_deny_commands_by_their_fields(write_rules: Callable[..., Path], tmp_path: Path) -> None:
    items = [{"name": "knife", "kind": "core.stealth:dagger", "holder": "@"}]
    game = scene(".....\n.@...\n.....", mods=[write_rules(tmp_path, "stealth", RULES, TEXTS)], items=items)
    throw = {"type": "core.stealth:throw", "item": game.find_id("knife")}
    assert game.expect_refusal({**throw, "target": (1, 4)}) == "can_act"
    assert game.expect_refusal("h") == "can_act"
    assert game.expect_refusal(".") == "can_act"
    game.do("l")
    game.do({**throw, "target": (1, 4)})


def test_a_field_of_another_game_is_unknown(write_rules: Callable[..., Path], tmp_path: Path) -> None:
    rules = '[hook.can_act.x]\nwhen = "command.tale != \'\'"\ndeny = "orders-no"\n'
    mod = write_rules(tmp_path, "stealth", rules, TEXTS)
    (finding,) = load("stealth", mods=[mod], only_mods=()).findings
    assert "a command has no reading 'tale'" in finding.text


class Shout(Command, frozen=True, tag="tests:shout"):
    """Has two fields."""

    words: str = ""
    count: int = 0


class Repeat(Command, frozen=True, tag="tests:repeat"):
    """Has fields of the same names, one of another type."""

    words: str = ""
    count: bool = False


def test_a_field_with_several_types_has_no_reading() -> None:
    assert [reading.name for reading in describe_command_fields([Shout, Repeat])] == ["command_words"]
