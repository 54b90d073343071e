"""Batches: an implementation that takes events in batches proposes the same as one that takes single events."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from footfall.api.events import Hearing
from footfall.engine.session import Session
from footfall.loader import LoadResult

ONE_BY_ONE = """
    from footfall.api import Message, Tell, add, hook, mul, set_to

    @hook.on_hear(min_loudness=2)
    def carries(event, ctx):
        if event.distance > 40:
            return [mul("range", 2), Tell(Message("far"))]
        if event.kind == "step":
            return [add("range", 5)]
"""
AT_ONCE = """
    from footfall.api import Message, Tell, add, hook, mul, set_to

    @hook.on_hear(batch=True, min_loudness=2)
    def carries(batch, ctx):
        far = batch.distance > 40
        yield batch.where(far, mul("range", 2), Tell(Message("far")))
        yield batch.where(~far & (batch.kind == "step"), add("range", 5))
"""
OTHER = """
    from footfall.api import add, hook

    @hook
    def on_hear(event):
        return [add("range", event.loudness)]
"""

EVENTS = st.lists(
    st.builds(
        Hearing,
        listener=st.integers(1, 5),
        source=st.integers(0, 5),
        kind=st.sampled_from(["step", "door", "scream"]),
        loudness=st.integers(0, 5),
        distance=st.integers(0, 100),
        direction=st.integers(-1, 7),
    ),
    max_size=8,
)


def begin_game(duel: Callable[..., LoadResult], **keywords: Any) -> Session:
    loaded = duel()
    assert [str(f) for f in loaded.findings] == []
    return Session.begin(loaded.rules, 1, **keywords)


def terms(session: Session, events: list[Hearing]) -> list[tuple[int, int]]:
    folded = session.context().fold_each("on_hear", events, [{"range": 20} for _ in events])
    return [(each["range"], sum(len(p.changes) for p in each.proposals)) for each in folded]


@pytest.fixture
def single_and_batched(write: Callable[..., Path], duel: Callable[..., LoadResult]) -> tuple[Session, Session]:
    """A game whose mod takes single events, and one whose mod takes batches."""
    write("you.loud", OTHER)
    write("you.halls", ONE_BY_ONE)
    single = begin_game(duel)
    write("you.halls", AT_ONCE)
    return single, begin_game(duel)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(events=EVENTS)
def test_a_batch_equals_single_events(single_and_batched: tuple[Session, Session], events: list[Hearing]) -> None:
    single, batched = single_and_batched
    assert "on_hear" in batched.batch_dispatch
    assert "on_hear" not in single.batch_dispatch
    assert terms(batched, events) == terms(single, events)
    for event in events:
        ranges = [s.context().fold("on_hear", event, {"range": 20})["range"] for s in single_and_batched]
        assert ranges[0] == ranges[1]


def test_a_batch_implementation_is_called_once_for_all_matches(
    write: Callable[..., Path], duel: Callable[..., LoadResult]
) -> None:
    code = """
        from footfall.api import hook
        calls = []

        @hook.on_hear(batch=True, kind="door")
        def heard(batch):
            calls.append(len(batch))
            return batch.every()
    """
    write("you.doors", code)
    session = begin_game(duel)
    kinds = ["door", "step", "door", "door", "scream"]
    terms(session, [Hearing(1, 0, kind, 3, 10, 0) for kind in kinds])
    import sys

    assert sys.modules["footfall_mods.you__doors"].calls == [3]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("return batch.where([True], mul('range', 2))", "the mask has shape (1,); expected (3,)"),
        ("return [mul('range', 2)]", "returns batch.where(...) or batch.every(...), not Term"),
        ("return batch.every(mul('rage', 2))", "on_hear has no term 'rage'"),
        ("return batch.volume", "has no attribute 'volume'"),
    ],
)
def test_a_failure_loses_only_its_own_proposals(
    write: Callable[..., Path], duel: Callable[..., LoadResult], code: str, said: str
) -> None:
    head = "from footfall.api import hook, mul\n@hook.on_hear(batch=True)\ndef bad(batch):\n    "
    write("you.bad", head + code + "\n")
    write("you.loud", OTHER)
    session = begin_game(duel)
    assert terms(session, [Hearing(1, 0, "door", 3, 10, 0)] * 3) == [(23, 0)] * 3
    assert said in session.problems[0].error


def test_only_folds_support_batches(write: Callable[..., Path], duel: Callable[..., LoadResult]) -> None:
    write("you.bad", "from footfall.api import hook\n@hook.on_turn_end(batch=True)\ndef f(batch): ...\n")
    (finding,) = duel().findings
    assert "on_turn_end does not support batches" in finding.text
