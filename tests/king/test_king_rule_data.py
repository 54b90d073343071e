"""Mods whose rules are data play on the compiled board as they do in Python."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from king_twins import RANDOM, compare_game

from footfall import kernels
from footfall.engine.compiled.games import compile_rules
from footfall.engine.compiled.native import NotCompiledError
from footfall.engine.declarations.rules import Rules
from footfall.loader import load
from footfall.sim.game_batch import play_batch
from footfall.sim.plan import Plan, resolve_plan

sys.path.insert(0, str(Path(__file__).parents[2] / "benches" / "king"))
from rule_mods import RULE_MODS, write_rule_mods

pytest.importorskip("footfall._native")
pytestmark = pytest.mark.skipif(kernels.get_backend() != "rust", reason="needs the native module")

FULL = {"profile": "full_game", "players": 4}
OPTIONS: tuple[dict[str, Any], ...] = (FULL, {"players": 2}, {**FULL, "trade": True, "crown_source": "sanctuary"})

EVERY_READING = """
    [hook.on_damage.board]
    add.damage = "(round + player_count + king_floor + monster_count + keys_destroyed) % 3 - 1"
    [hook.on_damage.seat]
    when = "not is_king_away or attacker == -1"
    add.armor = "max(0, target.sanity + target.max_sanity - target.keys - target.object_count) % 2"
    [hook.on_damage.place]
    when = "target.node in ('F1_P', 'F2_R3') or target.is_in_corridor or target.company + target.monsters_here > 1"
    mul.damage = 1.334
    [hook.on_damage.hands]
    when = "target.holds('core.king:BLUNT') or target.has_status('PARANOIA')"
    set.damage = "target.actions_left + target.monsters_on_floor + if(target.role == 'core.king:TANK', 1, 0)"
    [hook.on_damage.attacker]
    when = "attacker.sanity != 0 or attacker.role != '' or attacker.is_with_king or weapon != '' or backstab"
    set.damage = 99
    [hook.on_damage.half]
    when = "amount > 1 and manner != 'presence'"
    add.armor = "amount // 2"
    [hook.on_damage.large]
    when = "manner != 'house' and target.floor == 3"
    mul.damage = "1000000"
    add.damage = "round * -1000000000000"
"""

MORE_READINGS = """
    [hook.on_turn_start.board]
    do.remember = { name = "a", value = "starter.id + 10 * active.id + 99 * turns_taken + 999 * rounds_of_banishment" }
    [hook.on_turn_start.house]
    when = "is_king_furious or tales + crown_round + pedlar_size + keys_in_hands > 12 or was_ritual_held"
    do.remember = { name = "b", value = "false_king.id + 9 * armory_size + 50 * stunned_figures + 900 * treasure_uses" }
    [hook.on_turn_end.others]
    do.remember = { name = "d", value = "lowest_sanity + starter.sanity + active.keys + 10 * actor.next_seat.id" }
    [hook.on_turn_end.seat]
    when = "not actor.is_trapped and (actor.has_broken or actor.has_moved or actor.loses_next_turn or actor.is_marked)"
    do.remember = { name = "e", value = "actor.lost_sanity + 10 * actor.status_count + 100 * actor.key_limit" }
    [hook.on_turn_end.hand]
    when = "actor.copies('core.king:VIAL') > 0 or actor.status_rounds('PARANOIA') != 1"
    do.remember = { name = "f", value = "actor.card_limit + 20 * actor.actions_used + 300 * actor.slots_lost" }
    [hook.on_enter.company]
    when = "actor.is_with(0) or actor.shares_floor(starter) or actor.is_with(active) or actor.is_active"
    do.remember = { name = "i", value = "if(actor.is_with(0), 1, 0) + if(actor.is_false_king, 2, 0) + actor.id * 8" }
"""

COMMANDS = """
    [hook.can_act.gifts]
    when = "command.name == 'core.king:give' and (command.target.sanity > actor.sanity or command.target == active)"
    deny = "king-rules-restless"
    [hook.can_act.far]
    when = "command.target != -1 and command.target.id == (actor.id + 1) % player_count"
    deny = "king-rules-restless"
    [hook.can_act.cards]
    when = "command.item in ('core.king:VIAL', 'core.king:KEY') and actor.copies('core.king:VIAL') == 1"
    deny = "king-rules-restless"
    [hook.can_act.ways]
    when = "command.to in ('F1_R1', 'F3_P') or (command.blessing == 'CLARITY' and round > 2)"
    deny = "king-rules-restless"
    [hook.can_act.tales]
    when = "command.tale == 'core.king:CHAMBERS_BOOK'"
    deny = "king-rules-restless"
    [hook.can_act.without_target]
    when = "command.target.id == -1 and command.target.role == '' and command.name == 'core.king:search' and round > 5"
    deny = "king-rules-restless"
"""

SHARED_DICE = """
    [roll.tide]
    roll = [1, 6]
    each = "round // 2"
    [roll.luck]
    roll = [-3, 3]
    each = ["round", "active", "number"]
    [roll.blow]
    roll = [1, 20]
    each = ["step", "target"]
    [hook.on_turn_start.high]
    when = "rolls.tide > 3"
    do.lose = { seat = "actor", amount = "rolls.tide - 3" }
    [hook.on_turn_start.low]
    when = "rolls.tide <= 3 and rolls.luck > 0"
    do.gain = { seat = "actor", amount = "rolls.luck" }
    [hook.on_damage.softer]
    when = "rolls.blow > 12 and rolls.tide == 6"
    add.damage = -1
    [hook.on_damage.seen]
    do.remember = { name = "seen", value = "rolls.blow + 100 * roll(1, 9)" }
    [hook.on_turn_end.rows]
    dice = [
      { name = "tide", roll = "tide" },
      { name = "luck", roll = "luck" },
      { name = "own", roll = [1, 6] },
      { when = "own > tide" },
    ]
    do.remember = { name = "rows", value = "1000 * luck + 10 * tide + own" }
"""

EVERY_DEED = """
    [hook.on_turn_start.deeds]
    when = "number >= 2"
    do.remember = [{ name = "started", value = "memory.started + 1" }, { name = "gone", value = 0 }]
    do.tell = "king-rules-tide"
    do.afflict = { seat = "actor", status = "PARANOIA", rounds = "if(memory.started % 3 == 0, 2, 0)" }
    [hook.on_damage.both]
    when = "manner == 'presence' and roll(1, 3) == 1"
    add.damage = "roll(0, 1)"
    do.gain = { seat = "target", amount = "roll(1, 2)" }
    do.lose = [{ seat = "attacker" }, { seat = "target", amount = "round - round" }, "target"]
    [hook.on_use.others]
    do.gain = { seat = "actor", whom = "all", text = "king-rules-tide" }
    do.lose = [{ seat = "actor", whom = "company" }, { seat = "actor", whom = "floor", text = "king-rules-wind" }]
    [hook.on_enter.tired]
    when = "actor.keys > 0 and roll(1, 8) == 1"
    do.lose_turn = "actor"
    [hook.on_round_end.first]
    before = "core.king:house"
    do.remember = { name = "round", value = "round * 10_000_000_000" }
    [hook.on_round_end.last]
    after = "core.king:decks"
    when = "memory.round > 0"
    do.tell = "king-rules-tide"
"""

HOOKS_OF_THE_HOUSE = """
    [hook."core.king:on_cost".thrift]
    when = "action in ('search', 'meditate', 'heal-others') and actor.floor == 1"
    add.cost = "-actor.keys"
    [hook."core.king:on_cost".light_hand]
    when = "card == 'core.king:VIAL' or card in ('core.king:BLUNT', 'core.king:TALE_SIGN') and action == 'use'"
    add.cost = "if(card == 'core.king:VIAL', 1, -1)"
    [hook."core.king:on_cost".weary]
    when = "action == 'move' and round > 4 and place != 'F1_P' and actor.sanity < 3"
    set.cost = 2
    [hook."core.king:on_cost".uphill]
    when = "action == 'move' and destination in ('F2_P', 'F3_P')"
    add.cost = 1
    [hook."core.king:on_cost".elsewhere]
    when = "destination != '' and destination != actor.node and action != 'search'"
    set.cost = 3
    [hook."core.king:can_arrive".quiet]
    when = "round > 3 and actor.sanity < 2 and kind in ('core.king:GOBLIN', 'core.king:SPIDER', 'core.king:ICE_QUEEN')"
    deny = "king-rules-restless"
"""


PLAYED: dict[str, tuple[str, tuple[str, ...], dict[str, Any]]] = {
    "readings": (EVERY_READING, ("one", "other"), FULL),
    "more readings": (MORE_READINGS, ("one",), FULL),  # a command has at most 100 changes of rules
    "commands": (COMMANDS, ("one", "other"), {**FULL, "trade": True}),
    "shared dice": (SHARED_DICE, ("one", "other"), FULL),
    "deeds": (EVERY_DEED, ("one", "other"), FULL),
    "hooks": (HOOKS_OF_THE_HOUSE, ("one", "other"), FULL),
}
"""Rules that the compiled board plays, the mods that have them, and the options of the game."""


def load_rules(tmp_path: Path, rules: dict[str, str] | None = None) -> Rules:
    loaded = load("core.king", only_mods=[], mods=write_rule_mods(tmp_path, rules))
    assert not loaded.findings
    return loaded.rules


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_state_with_ten_mods_is_the_same(tmp_path: Path, options: dict[str, Any]) -> None:
    rules = load_rules(tmp_path)
    assert len(rules.mods) == 1 + len(RULE_MODS) == 11
    for seed in range(5):
        assert compare_game(rules, options, seed) > 10


@pytest.mark.parametrize(("text", "mods", "options"), PLAYED.values(), ids=PLAYED.keys())
def test_every_reading_and_deed_is_the_same(
    tmp_path: Path, text: str, mods: tuple[str, ...], options: dict[str, Any]
) -> None:
    rules = load_rules(tmp_path, dict.fromkeys(mods, text))
    for seed in range(4):
        assert compare_game(rules, options, seed, 600) > 20


@pytest.mark.proof(0)
def test_bots_that_search_meet_the_same_rules(tmp_path: Path) -> None:
    bots = ("core.king:montecarlo", *RANDOM, "core.king:goal")
    assert compare_game(load_rules(tmp_path), FULL, 3, max_commands=16, bots=bots) == 16


def test_a_batch_is_the_same_and_compiled(tmp_path: Path) -> None:
    paths = tuple(map(str, write_rule_mods(tmp_path)))
    plan = Plan(game="core.king", seed=5, options=FULL, bots=("random",), mods=paths, compiled_mode="always")
    plan, _ = resolve_plan(plan)
    compiled, python = (
        play_batch(msgspec.structs.replace(plan, compiled_mode=mode), 0, 12) for mode in ("always", "never")
    )
    assert compiled.columns == python.columns
    assert compiled.coverage == python.coverage
    assert compiled.curves == python.curves
    assert compiled.coverage["footfall:told", "kind", "", compiled.columns["outcome"][0]][0] > 0
    assert (compiled.compiled_games, python.compiled_games) == (12, 0)


def test_dice_of_rules_are_counted_by_python_in_an_audit(tmp_path: Path) -> None:
    paths = tuple(map(str, write_rule_mods(tmp_path, {"fickle": RULE_MODS["fickle-curses"]})))
    plan = Plan(game="core.king", seed=5, options=FULL, bots=("random",), mods=paths, has_audit=True)
    batch = play_batch(resolve_plan(plan)[0], 0, 2)
    assert batch.compiled_games == 0
    assert any(value.startswith("rules.fickle") for tag, value, *_ in batch.coverage if tag == "footfall:die")


UNKNOWN_DEED = """
    [hook.on_turn_start.exile]
    do.banish = {}
    do.tell = "king-rules-tide"
"""


def test_a_deed_that_the_board_does_not_have_is_left_to_python(tmp_path: Path) -> None:
    with pytest.raises(NotCompiledError, match="a rule does banish"):
        compile_rules(load_rules(tmp_path, {"exile": UNKNOWN_DEED}), FULL, RANDOM)


DICE_IN_A_VOTE = """
    [hook.can_act.moody]
    when = "roll(1, 6) == 1 and command.name == 'core.king:search'"
    deny = "king-rules-restless"
"""


def test_dice_in_a_vote_are_left_to_python(tmp_path: Path) -> None:
    with pytest.raises(NotCompiledError, match="rolls dice for a vote"):
        compile_rules(load_rules(tmp_path, {"moody": DICE_IN_A_VOTE}), FULL, RANDOM)


PYTHON = """MOD = "you.python"
GAMES = ["core.king"]

from footfall.api import *


@hook
def on_turn_start(event, ctx):
    return [Remember(MOD, "turns", ctx.recall("turns", 0) + 1)]


@hook
def on_damage(event):
    return [add("damage", 1)] if event.manner == "king" else []
"""


def test_rules_and_a_listener_in_python_play_together(tmp_path: Path) -> None:
    path = tmp_path / "listener.py"
    path.write_text(PYTHON, encoding="utf-8")
    mods = tuple(map(str, [*write_rule_mods(tmp_path / "data"), path]))
    plan, _ = resolve_plan(Plan(game="core.king", seed=3, options=FULL, bots=RANDOM, mods=mods, compiled_mode="always"))
    compiled, python = (
        play_batch(msgspec.structs.replace(plan, compiled_mode=way), 0, 15) for way in ("always", "never")
    )
    assert compiled.columns == python.columns
    assert (compiled.coverage, compiled.curves) == (python.coverage, python.curves)
    assert (compiled.compiled_games, compiled.columns["problems"]) == (15, [0] * 15)


CARDS = """
    [hook."core.king:on_card".thunder]
    when = "card == 'core.king:KEY' or place == 'F2_R3' and roll(1, 2) == 1 and memory.seen < 4"
    do.tell = "king-rules-tide"
    do.lose = { seat = "actor", whom = "company" }
    do.remember = { name = "seen", value = "memory.seen + 1" }
"""


def test_an_example_that_asks_a_question_says_why_python_plays_it() -> None:
    mods = (str(Path(__file__).parents[2] / "mods" / "good-company"),)
    plan, _ = resolve_plan(Plan(game="core.king", options=FULL, bots=RANDOM, mods=mods, compiled_mode="always"))
    with pytest.raises(NotCompiledError, match="a rule does ask"):
        play_batch(plan, 0, 1)


def test_the_examples_for_king_and_rules_for_cards_play_compiled(tmp_path: Path) -> None:
    examples = [Path(__file__).parents[2] / "mods" / name for name in ("lullaby", "steady-hands")]
    mods = tuple(map(str, [*examples, *write_rule_mods(tmp_path, {"thunder": CARDS})]))
    plan, _ = resolve_plan(Plan(game="core.king", seed=5, options=FULL, bots=RANDOM, mods=mods, compiled_mode="always"))
    compiled, python = (
        play_batch(msgspec.structs.replace(plan, compiled_mode=way), 0, 25) for way in ("always", "never")
    )
    assert compiled.columns == python.columns
    assert (compiled.coverage, compiled.curves) == (python.coverage, python.curves)
    assert compiled.compiled_games == 25
    assert any(value == "examples.lullaby:LULLABY" for _, field, value, _ in compiled.coverage if field == "card")
