"""Chains: the position of each step."""

from __future__ import annotations

import pytest

from footfall.engine.contributions import Step
from footfall.loader.chains import Chain, ChainError


def run(*args: object) -> None: ...


def step(name: str, **place: str) -> Step:
    return Step(name, run, **place)  # type: ignore[arg-type]


def chain(*mods: list[Step]) -> tuple[str, ...]:
    made = Chain()
    made.extend([step("a"), step("b"), step("c")])
    for steps in mods:
        made.extend(steps)
    return made.list_steps()


def test_two_mods_at_one_place_run_in_mod_order() -> None:
    assert chain([step("1", after="a")], [step("2", after="a")]) == ("a", "1", "2", "b", "c")
    assert chain([step("1", before="b")], [step("2", before="b")]) == ("a", "1", "2", "b", "c")
    assert chain([step("1", after="a")], [step("2", after="1")], [step("3", after="a")]) == (
        "a", "1", "2", "3", "b", "c")  # fmt: skip
    assert chain([step("1")], [step("2")]) == ("a", "b", "c", "1", "2")


def test_a_step_may_be_named_before_it_is_given() -> None:
    assert chain([step("2", after="1"), step("1", after="b")]) == ("a", "b", "1", "2", "c")


def test_replaced_and_skipped_steps_still_mark_their_place() -> None:
    assert chain([step("x", replaces="b")], [step("y", after="b")]) == ("a", "x", "y", "c")
    assert chain([step("x", replaces="b")], [step("z", replaces="b")]) == ("a", "z", "c")
    assert chain([Step("b", skip=True)], [step("y", before="b")]) == ("a", "y", "c")
    assert chain([step("x", replaces="b")], [Step("b", skip=True)]) == ("a", "c")


def test_a_name_alone_stands_for_a_step_that_is_there() -> None:
    made = Chain()
    made.extend([step("a"), Step("b"), step("c", after="a")])
    assert made.list_steps() == ("a", "c", "b")


@pytest.mark.parametrize(
    ("steps", "says"),
    [
        ([step("x", after="bb")], "step 'x' has after='bb', but there is no such step"),
        ([step("x", replaces="q")], "has replaces='q', but there is no such step; steps: a, b, c"),
        ([Step("q", skip=True)], "skip of 'q', but there is no such step"),
        ([step("x", after="a", before="b")], "has before and after"),
        ([step("b")], "there is already a step 'b'"),
        ([step("x", after="y"), step("y", after="x")], "has after='y'"),
    ],
)
def test_a_bad_place_leaves_the_chain_as_it_was(steps: list[Step], says: str) -> None:
    made = Chain()
    made.extend([step("a"), step("b"), step("c")])
    with pytest.raises(ChainError, match=says):
        made.extend([step("fine", after="a"), *steps])
    assert made.list_steps() == ("a", "b", "c")
