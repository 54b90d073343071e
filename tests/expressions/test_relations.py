"""Proofs about conditions are right: a range contains the result for all values of the inputs, and conditions that were
proved never to hold at once do not."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from footfall.expressions.checker import check_expression
from footfall.expressions.python import PythonWriter
from footfall.expressions.relations import (
    Range,
    Verdict,
    are_exclusive,
    compile_values,
    contain,
    find_range,
    implies,
    narrow,
)
from footfall.expressions.syntax import ExpressionError
from footfall.expressions.typed import BOOLEAN, DECIMAL, INTEGER, TEXT, Input, Typed

sys.path.insert(0, str(Path(__file__).parent))
from random_programs import NUMBERS, SCOPE, TEXTS, make_rule


def walk(node: Typed) -> list[Typed]:
    return [node, *(inner for part in node.parts for inner in walk(part))]


def make_typed(random: Random) -> Typed:
    while True:
        rule = make_rule(random, has_choices=False)
        source, types = random.choice([(rule.when, (BOOLEAN,)), (rule.terms[0][1], (INTEGER, DECIMAL))])
        try:
            return check_expression(source, SCOPE, types)
        except ExpressionError:
            continue


def pick_values(node: Typed, random: Random) -> dict[Input | int, Any]:
    values: dict[Input | int, Any] = {}
    for inner in walk(node):
        if inner.op != "input":
            continue
        if inner.type == TEXT or inner.type == "any":
            values[inner.value] = random.choice(TEXTS)
        elif inner.type == BOOLEAN:
            values[inner.value] = random.randint(0, 1)
        else:
            values[inner.value] = random.choice((-(2**63), -7, -1, *NUMBERS, random.randint(0, 9)))
    return values | {die: random.randint(0, 1) for die in range(20)}


def evaluate_all(nodes: Sequence[Typed], values: dict[Input | int, Any]) -> Sequence[Any]:
    inputs = [inner.value for node in nodes for inner in walk(node) if inner.op == "input"]
    dice = [values.get(die, 0) for die in range(20)]
    return compile_values(nodes, inputs)([*(values[source] for source in inputs), *dice])


def evaluate(node: Typed, values: dict[Input | int, Any]) -> Any:
    return evaluate_all([node], values)[0]


def make_reader(value: Any) -> Callable[..., Any]:
    return lambda ctx, *_: value


def test_a_range_contains_every_value() -> None:
    random = Random(3)
    for _ in range(500):
        node = make_typed(random)
        values = pick_values(node, random)
        value = evaluate(node, values)
        assert not find_range(node, {}).intersect(contain(value)).is_empty, (node, values, value)
        known = {source: contain(v) for source, v in values.items() if isinstance(source, Input)}
        assert not find_range(node, known).intersect(contain(value)).is_empty, (node, values, value)


@pytest.mark.parametrize(
    ("source", "low", "high"),
    [
        ("abs(loudness)", 1, 5),
        ("abs(distance)", 0, 9),
        ("loudness + distance", -8, 8),
        ("loudness - distance", -14, 2),
        ("-loudness", 1, 5),
        ("loudness * distance", -45, 15),
        ("loudness // 2", -3, -1),
        ("distance % 4", 0, 3),
        ("min(loudness, distance)", -5, -1),
        ("max(loudness, distance)", -3, 9),
        ("if(backstab, loudness, 7)", -5, 7),
        ("roll(1, distance)", 1, 9),
    ],
)
def test_a_range_is_no_wider_than_it_must_be(source: str, low: int, high: int) -> None:
    known = {"loudness": Range(-5, -1), "distance": Range(-3, 9)}
    node = check_expression(source, SCOPE, (INTEGER,))
    inputs = [inner.value for inner in walk(node) if inner.op == "input"]
    ranges = {source: known[source.name] for source in inputs if source.name in known}
    assert find_range(node, ranges) == Range(low, high)


@pytest.mark.parametrize(
    ("first", "second", "never"),
    [
        ("loudness + 3 <= 10", "loudness >= 7", "loudness >= 8"),
        ("loudness + 3 >= -10", "loudness < -12", "loudness < -13"),
        ("loudness - 3 < 10", "loudness == 12", "loudness == 13"),
        ("loudness - 3 > -10", "loudness == -6", "loudness == -7"),
        ("3 * loudness <= 10", "loudness > 2", "loudness > 3"),
        ("loudness * 3 >= -10", "loudness <= -3", "loudness <= -4"),
        ("loudness < 2.5", "loudness >= 2", "loudness >= 3"),
        ("loudness > -2.5", "loudness <= -2", "loudness <= -3"),
        ("loudness < distance < 5", "loudness >= 3", "loudness >= 4"),
        ("loudness in (3, 5)", "loudness in (4, 5)", "loudness in (4, 6)"),
        ("loudness not in (3, 5)", "loudness in (4, 5)", "loudness in (3, 5)"),
        ("not (loudness > 3 and backstab)", "loudness > 3", "loudness > 3 and backstab"),
        ("kind == 'fog' or kind == 'step'", "kind != 'fog'", "kind not in ('fog', 'step')"),
        ("settings.limit + loudness > 0", "abs(distance) < 1", "abs(distance) < 0"),
    ],
)
def test_a_condition_excludes_what_it_must_and_no_more(first: str, second: str, never: str) -> None:
    given, possible, impossible = ((check_expression(s, SCOPE, (BOOLEAN,)), True) for s in (first, second, never))
    for goals, verdict in (((given, possible), Verdict.REFUTED), ((given, impossible), Verdict.PROVED)):
        assert are_exclusive(goals, {}).verdict is are_exclusive(goals[::-1], {}).verdict is verdict


@pytest.mark.parametrize(
    ("source", "allowed", "left"),
    [
        ("loudness", Range(2, 5), Range(2, 5)),
        ("loudness + 3", Range(-10, 10), Range(-13, 7)),
        ("loudness - 3", Range(-10, 10), Range(-7, 13)),
        ("loudness * 3", Range(-10, 10), Range(-3, 3)),
        ("3 * loudness", Range(5, 6), Range(2, 2)),
        ("loudness + 3", Range(-10), Range(-13)),
        ("loudness - 3", Range(high=10), Range(high=13)),
        ("loudness * 3", Range(), Range()),
        ("loudness + distance", Range(0, 1), None),
    ],
)
def test_what_a_bound_leaves_of_an_input(source: str, allowed: Range, left: Range | None) -> None:
    node = check_expression(source, SCOPE, (INTEGER,))
    ranges = narrow(node, allowed, {})
    assert ranges is not None
    assert {source.name: found for source, found in ranges.items()} == ({"loudness": left} if left else {})


def test_a_product_with_zero_is_zero() -> None:
    never, always = (check_expression(f"0 * loudness {sign} 0", SCOPE, (BOOLEAN,)) for sign in (">", "=="))
    assert are_exclusive([(never, True)], {}).verdict is Verdict.PROVED
    assert are_exclusive([(always, True)], {}).verdict is Verdict.REFUTED


def test_an_example_makes_each_condition_as_true_as_it_is_asked() -> None:
    random, checked = Random(6), 0
    while checked < 60:
        goals = [(make_typed(random), random.random() < 0.5) for _ in range(2)]
        inner = [each for node, _ in goals for each in walk(node)]
        if {node.type for node, _ in goals} != {BOOLEAN} or sum(each.op == "roll" for each in inner) > 3:
            continue
        if (example := are_exclusive(goals, {}).example) and len(example) > 1:
            inputs = {each.value: example[str(each.value)] for each in inner if each.op == "input"}
            dice = [{**inputs, **dict(enumerate(faces))} for faces in product((0, 1), repeat=3)]
            nodes, truths = zip(*goals, strict=True)
            found = [tuple(map(bool, evaluate_all(nodes, values))) for values in dice]
            assert truths in found, (goals, example)
            checked += 1


def test_an_example_may_need_a_high_die_and_names_its_inputs() -> None:
    goals = [
        (check_expression(source, SCOPE, (BOOLEAN,)), True) for source in ("roll(1, 6) == 6", "loudness > memory.seen")
    ]
    decision = are_exclusive(goals, {})
    assert decision.verdict is Verdict.REFUTED
    assert decision.example["loudness"] > decision.example["memory.seen"]


def test_an_unknown_die_shows_its_lowest_face() -> None:
    assert evaluate(check_expression("roll(2, 6)", SCOPE, (INTEGER,)), {}) == 2


def test_the_evaluator_of_examples_agrees_with_rules() -> None:
    random = Random(4)
    compared = 0
    for _ in range(500):
        node = make_typed(random)
        inputs = [inner.value for inner in walk(node) if inner.op == "input"]
        if any(inner.op == "roll" for inner in walk(node)) or any(source.arguments for source in inputs):
            continue
        values = pick_values(node, random)
        writer = PythonWriter({source.name: make_reader(values[source]) for source in inputs})
        writer.readings = {
            **writer.readings,
            "memory": make_reader(next((values[s] for s in inputs if s.kind == "memory"), 0)),
        }
        source = writer.write(node)
        event = SimpleNamespace(**{s.name: values[s] for s in inputs if s.kind == "field"})
        expected = eval(source, {**writer.names}, {"event": event, "ctx": None})
        assert evaluate(node, values) == expected, source
        compared += 1
    assert compared > 80


@pytest.mark.proof(1)
@pytest.mark.parametrize("seed", range(5))
def test_what_is_proved_holds(seed: int) -> None:
    random = Random(seed)
    verdicts = []
    while len(verdicts) < 50:
        first, then = make_typed(random), make_typed(random)
        if {first.type, then.type} != {BOOLEAN}:
            continue
        pair = Typed("and", BOOLEAN, 1, None, (first, then))
        answer = are_exclusive([(first, True), (then, True)], {})
        implied = implies(first, then, {})
        verdicts.append(answer.verdict)
        for _ in range(8):
            values = pick_values(pair, random)
            holds = [bool(value) for value in evaluate_all([first, then], values)]
            assert answer.verdict is not Verdict.PROVED or not all(holds), (first, then, values)
            assert implied.verdict is not Verdict.PROVED or not holds[0] or holds[1], (first, then, values)
    assert verdicts.count(Verdict.PROVED) > 1
    assert verdicts.count(Verdict.REFUTED) > 9
