"""Chains: the position of each step."""

from __future__ import annotations

import pytest

from footfall.engine.declarations.rules import Step
from footfall.loader.hooks.chains import Chain, ChainError


def run(*args: object) -> None: ...


def step(name: str, **place: str) -> Step:
    return Step(name, run, **place)  # type: ignore[arg-type]


def chain(*mods: list[Step]) -> tuple[str, ...]:
    made = Chain()
    made.extend([step("a"), step("b"), step("c")])
    for steps in mods:
        made.extend(steps)
    return made.list_steps()


def test_steps_at_one_anchor_run_in_mod_order() -> None:
    assert chain([step("1", after="a")], [step("2", after="a")]) == ("a", "1", "2", "b", "c")
    assert chain([step("1", before="b")], [step("2", before="b")]) == ("a", "1", "2", "b", "c")
    assert chain([step("1", after="a")], [step("2", after="1")], [step("3", after="a")]) == (
        "a", "1", "2", "3", "b", "c")  # fmt: skip
    assert chain([step("1")], [step("2")]) == ("a", "b", "c", "1", "2")


def test_an_anchor_may_be_defined_later() -> None:
    assert chain([step("2", after="1"), step("1", after="b")]) == ("a", "b", "1", "2", "c")


def test_replaced_and_skipped_steps_remain_anchors() -> None:
    assert chain([step("x", replaces="b")], [step("y", after="b")]) == ("a", "x", "y", "c")
    assert chain([step("x", replaces="b")], [step("z", replaces="b")]) == ("a", "z", "c")
    assert chain([Step("b", skip=True)], [step("y", before="b")]) == ("a", "y", "c")
    assert chain([step("x", replaces="b")], [Step("b", skip=True)]) == ("a", "c")


def test_a_step_without_a_function_refers_to_an_existing_one() -> None:
    made = Chain()
    made.extend([step("a"), Step("b"), step("c", after="a")])
    assert made.list_steps() == ("a", "c", "b")


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ([step("x", after="bb")], "step 'x' has after='bb', but there is no such step"),
        ([step("x", replaces="q")], "has replaces='q', but there is no such step; steps: a, b, c"),
        ([Step("q", skip=True)], "skip of 'q', but there is no such step"),
        ([step("x", after="a", before="b")], "has before and after"),
        ([step("b")], "there is already a step 'b'"),
        ([step("x", after="y"), step("y", after="x")], "has after='y'"),
    ],
)
def test_a_bad_anchor_leaves_the_chain_unchanged(steps: list[Step], message: str) -> None:
    made = Chain()
    made.extend([step("a"), step("b"), step("c")])
    with pytest.raises(ChainError, match=message):
        made.extend([step("fine", after="a"), *steps])
    assert made.list_steps() == ("a", "b", "c")
