"""The compiled agenda loop equals its reference, including failures and unusual results of steps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from footfall.engine.compiled.native import NotCompiledError, build_native
from footfall.engine.core_changes import Finish, Push, Remember, Tell
from footfall.engine.declarations.rules import BoundStep
from footfall.engine.dice import Serials
from footfall.engine.explanations.tracing import Tracer
from footfall.engine.host import CompiledStep
from footfall.engine.loop import RunawayError
from footfall.engine.model import Cause, Message
from footfall.engine.session import Session
from footfall.engine.terms import Proposal
from footfall.testing.backends import use_backend

try:
    from footfall import _native
except ImportError:
    pytest.skip("the native module is missing", allow_module_level=True)

ABOUT = st.one_of(st.integers(-(2**70), 2**70), st.booleans(), st.text(max_size=3), st.none())
KINDS = ("gain", "bad gain", "noted", "push", "lost push", "roll", "tell", "remember", "unknown", "propose", "end")
PLAN = st.recursive(
    st.lists(st.tuples(st.sampled_from(KINDS), ABOUT), max_size=5).map(tuple),
    lambda inner: st.lists(st.tuples(st.just("into"), inner), max_size=3).map(tuple),
    max_leaves=12,
)


@pytest.mark.proof(0)
@given(st.lists(st.tuples(st.integers(0, 2**64 - 1), ABOUT), max_size=12), st.integers(0, 2**64 - 1))
@settings(deadline=None)
def test_serials_agree(calls: list[tuple[int, Any]], serial: int) -> None:
    both = Serials(), _native.Serials()
    for serials in both:
        serials.enter(serial)
    for key, about in calls:
        args = () if about is None else (about, 1)
        one, other = ((serials.derive_child(key, args), serials.draw(7, key, 6), serials.serial) for serials in both)
        assert one == other
    one, other = (serials.copy().draw(7, calls[0][0] if calls else 1, 100) for serials in both)
    assert one == other


def make_scripted_step(toy: Any, mod: str) -> Any:
    """A step that carries out the plan in its arguments."""

    def run(ctx: Any, about: Any, plan: Any, shape: int) -> Any:
        coins = ctx.state.parts["toy"].coins
        items: list[Any] = []
        for kind, more in plan:
            if kind == "gain":
                items.append(toy.Gain(more & 7 if type(more) is int else 1))
            elif kind == "bad gain":
                items.append(toy.Gain(-1))
            elif kind == "noted":
                items.append(toy.Noted(coins))
            elif kind == "push":
                items.append(Push("toy:rest"))
            elif kind == "lost push":
                items.append(Push("toy:nowhere"))
            elif kind == "roll":
                items += [
                    toy.Noted(ctx.roll("a", 1, 6)),
                    toy.Noted(ctx.roll("b", 1, 1000)),
                    toy.Noted(ctx.roll("a", 1, 6)),
                ]
            elif kind == "tell":
                items.append(Tell(Message("toy-rest")))
            elif kind == "remember":
                items.append(Remember(mod, "key", coins))
            elif kind == "unknown":
                items.append(Message("not-a-change"))
            elif kind == "propose":
                items.append(Proposal(Cause("guest", "hook"), (), (toy.Gain(2), toy.Noted(9), toy.Gain(3))))
            elif kind == "end":
                if more is None:
                    raise RuntimeError("the step broke")
                items.append(Finish("rich") if more == 1 else Tell(Message("toy-rest")))
            else:
                items += [Push(f"{name}:script", (about, more, shape)) for name in ("toy", "guest")]
        if shape == 1:
            return tuple(items)
        if shape == 2:
            return (item for item in items)
        return items or None

    return run


def play_plan(toy: Any, plan: Any, about: Any, shape: int, **keywords: Any) -> Any:
    """The result of a command whose first step is the scripted one."""
    steps = {
        f"{mod}:script": BoundStep(f"{mod}:script", mod, make_scripted_step(toy, mod), Cause(mod, "script", "here:1"))
        for mod in ("toy", "guest")
    }
    rules = replace(toy.rules(steps=steps), mods=("toy", "guest"))
    session = Session.begin(rules, 5, **keywords)
    session.state.agenda.append(session.create_entry("toy:script", (about, plan, shape)))
    result = session.submit(toy.Dig(depth=2))
    messages = [line.message.id for line in session.log]
    return result.events, [str(problem) for problem in session.problems], messages, session.hash()


@pytest.mark.proof(0)
@given(plan=PLAN, about=ABOUT, shape=st.integers(0, 2), quiet=st.booleans(), traced=st.booleans())
@settings(deadline=None, max_examples=150)
def test_sessions_agree(toy: Any, plan: Any, about: Any, shape: int, quiet: bool, traced: bool) -> None:
    results = []
    for backend in ("python", "rust"):
        with use_backend(backend):
            results.append(play_plan(toy, plan, about, shape, quiet=quiet, tracer=Tracer() if traced else None))
    assert results[0] == results[1]


@pytest.mark.usefixtures("loops")
def test_keyboard_interrupts_are_not_contained(toy: Any) -> None:
    def stop(ctx: Any) -> Any:
        raise KeyboardInterrupt

    rules = toy.rules(steps={"toy:rest": BoundStep("toy:rest", "toy", stop, Cause("toy", "rest"))})
    session = Session.begin(rules, 5)
    with pytest.raises(KeyboardInterrupt):
        session.submit(toy.Dig(depth=1))


@pytest.mark.usefixtures("loops")
def test_an_endless_loop_is_stopped(toy: Any) -> None:
    def again(ctx: Any) -> Any:
        return [Push("toy:rest")]

    rules = toy.rules(steps={"toy:rest": BoundStep("toy:rest", "toy", again, Cause("toy", "rest"))})
    with pytest.raises(RunawayError, match="over 100000 steps; the next was toy:rest"):
        Session.begin(rules, 5).submit(toy.Dig(depth=1))


@pytest.mark.proof(1)
@pytest.mark.usefixtures("loops")
def test_an_endless_step_of_a_mod_is_suspended_and_the_game_continues(toy: Any) -> None:
    def again(ctx: Any, count: int) -> Any:
        return [Push("guest:again", (count + 1,)), Push("toy:rest")]

    steps = {"guest:again": BoundStep("guest:again", "guest", again, Cause("guest", "guest:again", "here:1"))}
    rules = replace(toy.rules(steps=steps), mods=("toy", "guest"))
    session = Session.begin(rules, 5)
    session.state.agenda.append(session.create_entry("guest:again", (0,)))
    result = session.submit(toy.Dig(depth=1))
    assert [str(problem) for problem in result.problems] == [
        "guest: guest:again failed at here:1: RunawayError: one command led to over 100000 steps, this one among them"
        " [turn 1, seed 5] (suspended)"
    ]
    assert session.state.question.kind == "turn"
    assert session.submit(toy.Dig(depth=1)).problems == ()
    strict = Session.begin(rules, 5, strict=True)
    strict.state.agenda.append(strict.create_entry("guest:again", (0,)))
    with pytest.raises(RunawayError, match="this one among them"):
        strict.submit(toy.Dig(depth=1))


@pytest.mark.parametrize(
    ("result", "error"),
    [
        ((Tell(Message("toy-a")), Tell(Message("toy-b"))), ""),
        ("text", "it returns a list of changes, not 'text'"),
        (b"", "it returns a list of changes, not b''"),
        ({}, "it returns a list of changes, not {}"),
        (repeat(Tell(Message("toy-a"))), "it returns more than 10,000 changes"),
    ],
)
def test_a_step_of_a_mod_returns_changes(toy: Any, result: Any, error: str) -> None:
    step = BoundStep("guest:do", "guest", lambda ctx: result, Cause("guest", "guest:do", "here:1"))
    session = Session.begin(replace(toy.rules(steps={"guest:do": step}), mods=("toy", "guest")), 5)
    session.state.agenda.append(session.create_entry("guest:do", ()))
    problems = session.submit(toy.Dig(depth=1)).problems
    assert [problem.error.partition(": ")[2] for problem in problems] == [error] * bool(error)
    assert [line.message.id for line in session.log[2:]] == ([] if error else ["toy-a", "toy-b"])


# Compiled steps


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Compiled steps play, however the suite is run."""
    monkeypatch.delenv("FOOTFALL_COMPILED", raising=False)
    with use_backend("rust"):
        yield


def begin_with_compiled_rest(toy: Any, answer: Any, **keywords: Any) -> tuple[Session, list[Any]]:
    """A session whose game offers a compiled copy of the step ``toy:rest``, and the entries that it was asked about."""
    asked: list[Any] = []
    rules = toy.rules()

    def compile_steps(session: Session) -> dict[str, CompiledStep]:
        def play(host: Session, ctx: Any, entry: Any) -> Any:
            assert (host, ctx) == (session, session.contexts["toy"])
            asked.append(entry)
            return answer() if callable(answer) else answer

        return {"toy:rest": CompiledStep(rules.steps["toy:rest"].run, play)}

    game = replace(rules.game, compile_steps=compile_steps)
    return Session.begin(replace(rules, game=game), 5, **keywords), asked


@pytest.mark.usefixtures("compiled")
def test_a_compiled_step_plays_instead_of_its_function(toy: Any) -> None:
    session, asked = begin_with_compiled_rest(toy, True)
    lines = len(session.log)
    session.submit(toy.Dig(depth=1))
    assert [entry.step for entry in asked] == ["toy:rest"]
    assert len(session.log) == lines
    session.compiled_steps = {}
    session.submit(toy.Dig(depth=1))
    assert len(session.log) == lines + 1


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("answer", [False, None, 0])
def test_a_compiled_step_that_declines_leaves_the_entry_to_its_function(toy: Any, answer: Any) -> None:
    results = []
    for offered in (True, False):
        session, asked = begin_with_compiled_rest(toy, answer)
        if not offered:
            session.compiled_steps = {}
        results.append((session.submit(toy.Dig(depth=2)).events, session.hash(), session.serials.serial))
        assert bool(asked) is offered
    assert results[0] == results[1]


@pytest.mark.usefixtures("compiled")
def test_a_compiled_step_is_not_asked_for_another_function(toy: Any) -> None:
    session, asked = begin_with_compiled_rest(toy, True)
    bound = session.bind_step("toy:rest")
    assert bound is not None
    run = bound.run
    session.session_steps["toy:rest"] = bound._replace(run=lambda ctx: run(ctx))
    session.submit(toy.Dig(depth=1))
    assert asked == []


@pytest.mark.usefixtures("compiled")
def test_a_compiled_step_is_not_asked_with_other_serials_than_those_of_the_loop(toy: Any) -> None:
    def replace_serials(ctx: Any, amount: int) -> Any:
        ctx._session.serials = ctx._session.serials.copy()
        return [Push("toy:rest")]

    session, asked = begin_with_compiled_rest(toy, True)
    bound = session.bind_step("toy:strike")
    assert bound is not None
    session.session_steps["toy:strike"] = bound._replace(run=replace_serials)
    session.submit(toy.Dig(depth=1))
    assert asked == []


@pytest.mark.usefixtures("compiled")
def test_compiled_steps_are_not_asked_while_causes_are_recorded(toy: Any) -> None:
    session, asked = begin_with_compiled_rest(toy, True, tracer=Tracer())
    session.submit(toy.Dig(depth=1))
    assert asked == []


@pytest.mark.usefixtures("compiled")
def test_what_a_compiled_step_raises_ends_the_command(toy: Any) -> None:
    def stop() -> Any:
        raise KeyboardInterrupt

    session, _ = begin_with_compiled_rest(toy, stop)
    with pytest.raises(KeyboardInterrupt):
        session.submit(toy.Dig(depth=1))


@pytest.mark.usefixtures("compiled")
def test_a_game_that_cannot_compile_its_steps_is_played_in_python(toy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(session: Session) -> Any:
        raise NotCompiledError("a mod has changed a step")

    rules = toy.rules()
    session = Session.begin(replace(rules, game=replace(rules.game, compile_steps=refuse)), 5)
    assert session.compiled_steps == {}
    monkeypatch.setenv("FOOTFALL_COMPILED", "never")
    assert begin_with_compiled_rest(toy, True)[0].compiled_steps == {}


@pytest.mark.parametrize("error", [AttributeError, LookupError, TypeError, ValueError])
def test_a_library_of_other_rules_is_built_again(error: type[Exception]) -> None:
    def build(tools: Any) -> Any:
        raise error("no such field")

    with pytest.raises(NotCompiledError, match=r"was built for other rules \(.*no such field'?\); build it again"):
        build_native(build, None)
