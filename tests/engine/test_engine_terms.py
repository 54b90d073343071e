"""Fold arithmetic against its definition: set, then add, then multiply, rounded half up, limited."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Any

import pytest
from hypothesis import given, strategies as st

from footfall.engine.core_changes import Tell
from footfall.engine.model import Cause, Message, Op, Term
from footfall.engine.terms import MAX_TERM, Proposal, add, combine, mul, parse_proposal, set_to

CAUSE = Cause("you.mod", "on_attack")
BASE = {"to_hit": 1, "defense": -3, "damage": 4}
NAMES = st.sampled_from(tuple(BASE))
VALUES = st.integers(-MAX_TERM, MAX_TERM) | st.integers(-5, 5)
DIVISORS = (st.integers(-MAX_TERM, MAX_TERM) | st.integers(-5, 5)).filter(bool)
TERMS = (
    st.builds(set_to, NAMES, VALUES)
    | st.builds(add, NAMES, VALUES)
    | st.builds(mul, NAMES, VALUES, DIVISORS)
    | st.builds(mul, NAMES, st.floats(-4, 4))
)
CHANGES = st.just(Tell(Message("you-line")))


def combine_by_definition(terms: list[Term]) -> dict[str, int]:
    values = {}
    for name, base in BASE.items():
        own = [term for term in terms if term.name == name]
        value = Fraction(([base] + [term.value for term in own if term.op is Op.SET])[-1])
        value += sum(term.value for term in own if term.op is Op.ADD)
        factors = [Fraction(term.value, term.divisor) for term in own if term.op is Op.MUL]
        for factor in factors:
            value *= factor
        whole = floor(value + Fraction(1, 2))
        changed = factors or any(term.op is Op.ADD for term in own)
        values[name] = max(-MAX_TERM, min(MAX_TERM, whole)) if changed else whole
    return values


@given(st.lists(st.lists(TERMS, max_size=4), max_size=5))
def test_terms_combine_by_definition(rows: list[list[Term]]) -> None:
    proposals = [Proposal(CAUSE, tuple(row)) for row in rows]
    assert combine(BASE, proposals) == combine_by_definition([term for row in rows for term in row])


@given(st.lists(TERMS | CHANGES, max_size=6))
def test_a_list_a_tuple_and_a_generator_propose_the_same(items: list[Any]) -> None:
    class Items(list):  # type: ignore[type-arg]
        """What else can be run through."""

    expected = Proposal(
        CAUSE,
        tuple(item for item in items if type(item) is Term),
        tuple(item for item in items if type(item) is not Term),
        "on_attack",
    )
    for result in (items, tuple(items), Items(items), (item for item in items)):
        assert parse_proposal("on_attack", CAUSE, result, BASE) == expected
    for item in items:
        assert parse_proposal("on_attack", CAUSE, item, BASE) == parse_proposal("on_attack", CAUSE, [item], BASE)


@pytest.mark.parametrize(
    ("result", "error"),
    [
        ([add("speed", 1)], "has no term 'speed'"),
        ([add("to_hit", 1.5)], "needs a whole number"),  # type: ignore[arg-type]
        ([add("to_hit", True)], "needs a whole number"),
        ([mul("to_hit", 1, 0)], "needs a whole number"),
        ([add("to_hit", -MAX_TERM - 1)], "at most 1,000,000,000"),
        ([mul("to_hit", 1, MAX_TERM + 1)], "at most 1,000,000,000"),
        ([3], "returns terms and changes"),
        ("to_hit", "returns terms and changes"),
        ([add("to_hit", 1)] * 10_001, "more than 10,000"),
    ],
)
def test_other_results_are_refused(result: Any, error: str) -> None:
    for answer in (result, iter(result)):
        with pytest.raises((TypeError, ValueError), match=error):
            parse_proposal("on_attack", CAUSE, answer, BASE)


def test_a_term_that_is_written_out_is_a_whole_number() -> None:
    assert [Term(op, "damage", 2) for op in Op] == [set_to("damage", 2), add("damage", 2), mul("damage", 2)]
