"""The two evaluators of rules agree, programs end within their cost, and malformed ones are errors with a place."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

from footfall.engine import terms
from footfall.expressions import statements
from footfall.expressions.checker import check_expression
from footfall.expressions.syntax import ExpressionError
from footfall.expressions.typed import INTEGER, Readable

sys.path.insert(0, str(Path(__file__).parent))
from malformed_programs import check_malformed
from prove_programs import INSTRUCTIONS_PER_STEP, compare_programs
from random_programs import SCOPE, CheckedRule, RandomRule, World

pytestmark = pytest.mark.skipif(os.environ.get("FOOTFALL_BACKEND") == "python", reason="programs run in Rust")

DEEP = "(" * 29 + "1" + " + 1)" * 29
WIDE = f"if(loudness in ({'3,' * 194}3), 1, 2)"
LONG = f"kind == '{'x' * 990}'"
COSTLY = f"max({', '.join(['attacker.leader.leader.leader.cell.open_neighbors'] * 16)})"
LATE = "false and " * 50 + "roll(1, 6) > 3"


@pytest.mark.proof(1)
@pytest.mark.parametrize("seed", range(5))
def test_random_programs_agree(seed: int) -> None:
    runs, held = compare_programs(240, seed)
    assert runs > held > runs // 4


def test_malformed_sources_and_bytes_are_errors_with_a_place() -> None:
    refused, valid = check_malformed(3000, seed=7)
    assert refused >= 3000
    assert valid > 100


@pytest.mark.parametrize("source", [DEEP, WIDE, COSTLY], ids=["levels", "parts", "readings"])
def test_a_program_at_a_limit_ends_within_its_cost(source: str) -> None:
    rule = CheckedRule(RandomRule("true", (("set", source),) * 16))
    world = World(Random(1))
    outputs, log = rule.run_rust(world)
    assert (outputs, log) == rule.run_python(world)
    assert len(outputs) == 16
    instructions, steps = rule.program.limits
    assert len(log) <= steps
    assert instructions <= INSTRUCTIONS_PER_STEP * steps


def test_what_is_not_reached_is_neither_read_nor_rolled() -> None:
    rule = CheckedRule(RandomRule(LATE, (("add", "1"),)))
    assert rule.run_rust(World(Random(1))) == ([], [])
    assert not CheckedRule(RandomRule(LONG, (("add", "1"),))).run_rust(World(Random(1)))[0]


@pytest.mark.parametrize(
    "source", [f"({DEEP})" + " + 1" * 4, f"-{WIDE}", LONG + " "], ids=["levels", "parts", "length"]
)
def test_one_more_than_a_limit_is_an_error(source: str) -> None:
    with pytest.raises(ExpressionError, match="at most") as raised:
        check_expression(source, SCOPE)
    assert raised.value.kind == "limit"
    assert raised.value.column >= 1


def test_the_wrong_parts_of_a_condition_are_all_told() -> None:
    with pytest.raises(ExpressionError) as raised:
        check_expression("loudnes > 1 and distanc > 1 and backstabb", SCOPE)
    assert [error.wrong_word for error in (raised.value, *raised.value.more)] == ["loudnes", "distanc", "backstabb"]


def test_texts_that_a_program_does_not_know_differ() -> None:
    rule = CheckedRule(RandomRule("kind == weapon", (("add", "1"),)))
    for kind, weapon in (("a", "a"), ("a", "b"), ("b", "a"), ("", "")):
        world = World(Random(1))
        world.event.kind, world.event.weapon = kind, weapon
        assert bool(rule.run_rust(world)[0]) == (kind == weapon)


def test_terms_stay_within_their_bounds() -> None:
    rule = CheckedRule(RandomRule("true", (("set", "9_000_000_000_000"), ("add", "-9_000_000_000_000 * 1_000_000"))))
    assert rule.run_rust(World(Random(1)))[0] == [(0, 10**9), (1, -(10**9))]
    assert statements.MAX_TERM == terms.MAX_TERM == 10**9  # of two rooms that do not import each other


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("7 // (0 * loudness)", 0),
        ("7 % (0 * loudness)", 0),
        ("(0 * loudness - 7) // 2", -4),
        ("(0 * loudness - 7) % 3", 2),
        ("7 % (0 * loudness - 3)", -2),
        ("abs(0 * loudness - 9_223_372_036_854_775_807 - 1) % 1_000", 807),
        ("roll(0 * loudness + 5, 3)", 5),
    ],
)
def test_arithmetic_ends_at_its_edges(source: str, value: int) -> None:
    rule = CheckedRule(RandomRule("true", (("set", source),)))
    world = World(Random(1))
    assert rule.run_rust(world)[0] == rule.run_python(world)[0] == [(0, value)]


class Fixed(World):
    """A world whose lists are fixed."""

    def __init__(self, listed: tuple[int, ...]) -> None:
        super().__init__(Random(1))
        self.listed = listed

    def read(self, key: str, arguments: tuple[object, ...]) -> object:
        return self.listed if key in ("actor.near", "all") else super().read(key, arguments)


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("count(foe in attacker.near(1))", 6),
        ("count(foe in attacker.near(1), foe == 9 or foe == 2)", 1),  # 9 is the seventh of six
        ("if(any(foe in all, foe == 7), 1, 0)", 1),
        ("if(nearest(foe in attacker.near(1), foe != 8) == 3, 1, 0)", 1),
        ("if(nearest(foe in all, foe == 99) == 0, 1, 0)", 1),
        ("sum(foe in all, 2) - 2 * count(foe in all)", 0),
        ("if(sum(foe in all, 9_223_372_036_854_775_807) == 9_223_372_036_854_775_807, 1, 0)", 1),
        ("9_223_372_036_854_775_807 - sum(foe in all, if(foe == 1, 9_223_372_036_854_775_807, -9))", 27),
        ("count(foe in all, count(friend in foe.near(2), friend == foe) == 1)", 4),
    ],
)
def test_a_choice_looks_at_the_first_items(source: str, value: int) -> None:
    rule = CheckedRule(RandomRule("true", (("set", source),)))
    world = Fixed((8, 3, 7, 1, 2, 5, 9))
    assert rule.run_rust(world) == rule.run_python(world)
    assert rule.run_rust(world)[0] == [(0, value)]


def test_a_list_around_a_cell_is_bounded_by_its_cells_and_by_its_limit() -> None:
    around = {("cell", "around"): Readable("around", ("cell", INTEGER), "actor", 20, 100, is_square=True)}
    scope = msgspec.structs.replace(SCOPE, lists=around)
    for radius, limit in ((-1, 1), (0, 1), (1, 9), (2, 25), (5, 100)):
        assert check_expression(f"count(foe in at.around({radius}))", scope).value.limit == limit


def test_dice_of_a_choice_are_rolled_in_the_order_of_ids() -> None:
    pick = ("foe in attacker.near(1)", "foe != 7 and roll(1, 6) >= 1", "-memory.seen", 2)
    rule = CheckedRule(RandomRule("true", (("set", "if(foe == 8, 8, if(foe == 3, 3, 0))"),), pick))
    world = Fixed((8, 3, 7, 1, 2, 5, 9))
    outputs, log = rule.run_rust(world)
    assert (outputs, log) == rule.run_python(world)
    assert outputs == [(0, 8), (0, 3)]  # the nearest of equals
    assert [entry[0] for entry in log] == ["actor.near", *["roll", "memory"] * 5]


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("count(foe in attacker.naer(1))", "there is no list 'naer', did you mean 'near'"),
        ("count(target in attacker.near(1))", "'target' is used already"),
        ("count(foe in attacker.near(1), 3)", "the condition of count must be true or false"),
        ("count(3)", "count(NAME in LIST, CONDITION)"),
        ("foe in attacker.near(1)", "a list is in count, any, nearest or sum alone"),
        (
            "any(a in all, any(b in all, any(c in all, any(d in all, any(e in all, any(f in all))))))",
            "20,000 are allowed",
        ),
    ],
)
def test_a_wrong_choice_is_an_error(source: str, problem: str) -> None:
    with pytest.raises(ExpressionError, match=re.escape(problem)):
        check_expression(source, SCOPE)


def test_a_wrong_part_of_a_field_is_named_with_its_fields() -> None:
    scope = msgspec.structs.replace(SCOPE, fields={**SCOPE.fields, "sky.wind": INTEGER})
    assert check_expression("sky.wind", scope).value.name == "sky.wind"
    for source, hint in (("sky.wnd", ", did you mean 'sky.wind'?"), ("sky.loudness", ", did you mean 'loudness'?")):
        with pytest.raises(ExpressionError, match=rf"^there is no field '{source}'{re.escape(hint)}$"):
            check_expression(source, scope)


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("min(1)", "not 1 value"),
        ("abs(1, 2)", "not 2 values"),
        ("settings.fog > 1", "there is no setting 'fog'; settings: echo, limit, name, hard"),
        ("settings.ecko > 1", "there is no setting 'ecko', did you mean 'echo'?"),
        ("loudness.3", "expected a name after '.', found '3'"),
        ("roll(1, 6).in == 3", "expected a name after '.', found 'in'"),
        ("1.5 < loudness < kind", "a text has no order; only == and != compare it"),
    ],
)
def test_a_wrong_call_is_an_error(source: str, problem: str) -> None:
    with pytest.raises(ExpressionError, match=f"{re.escape(problem)}$"):
        check_expression(source, SCOPE)
