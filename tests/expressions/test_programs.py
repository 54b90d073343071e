"""The two evaluators of rules agree, programs end within their cost, and malformed ones are errors with a place."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random

import pytest

from footfall.expressions.checker import check_expression
from footfall.expressions.errors import ExpressionError

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


@pytest.mark.proof(0)
def test_random_programs_agree() -> None:
    runs, held = compare_programs(1200, seed=7)
    assert runs > held > runs // 4


def test_malformed_sources_and_bytes_are_errors_with_a_place() -> None:
    refused, valid = check_malformed(4000, seed=7)
    assert refused >= 4000
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


def test_texts_that_a_program_does_not_know_differ() -> None:
    rule = CheckedRule(RandomRule("kind == weapon", (("add", "1"),)))
    for kind, weapon in (("a", "a"), ("a", "b"), ("b", "a"), ("", "")):
        world = World(Random(1))
        world.event.kind, world.event.weapon = kind, weapon
        assert bool(rule.run_rust(world)[0]) == (kind == weapon)


def test_terms_stay_within_their_bounds() -> None:
    rule = CheckedRule(RandomRule("true", (("set", "9_000_000_000_000"), ("add", "-9_000_000_000_000 * 1_000_000"))))
    assert rule.run_rust(World(Random(1)))[0] == [(0, 10**9), (1, -(10**9))]
