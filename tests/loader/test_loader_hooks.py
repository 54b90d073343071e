"""Hooks: validation against the contract, order, compiled dispatch, isolation, monitoring."""

from __future__ import annotations

import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from footfall.api import events, hook
from footfall.api.hookspecs import SPECS, find_hook_kind
from footfall.engine.core_changes import Tell
from footfall.engine.declarations.rules import HookKind
from footfall.engine.model import Cause, Message
from footfall.engine.session import Session
from footfall.engine.state import State
from footfall.loader import LoadResult, Monitor
from footfall.loader.hooks.dispatch import StateMutationError, _compile_straight, compile_hook, compile_hooks
from footfall.loader.hooks.implementations import HookError, HookTable, create_plugin_manager, register_implementations

PLAYED = sorted(n for n in SPECS if find_hook_kind(n) not in (HookKind.CHAIN, HookKind.COLLECT))
HEARING = events.Hearing(1, 2, "scream", 5, 30, 0)


class Host:
    """A minimal host of a dispatcher."""

    def __init__(self, *mods: str, strict: bool = False) -> None:
        self.state = State("toy", 1)
        self.strict = strict
        self.contexts: Any = {mod: f"play of {mod}" for mod in mods}
        self.suspended: set[tuple[str, str]] = set()
        self.failed: list[tuple[Cause, BaseException]] = []

    def report_problem(self, cause: Cause, error: BaseException) -> None:
        if self.strict:
            raise error
        self.failed.append((cause, error))


def module(**functions: Callable[..., Any]) -> types.ModuleType:
    made = types.ModuleType("made")
    for name, function in functions.items():
        setattr(made, name, function)
    return made


def values(hook_name: str, hooks: HookTable, event: Any, host: Host) -> list[Any]:
    dispatch = compile_hooks(hooks.by_hook).get(hook_name)
    return [] if dispatch is None else [(impl.mod, result) for impl, result in dispatch(event, host)]


# Validation.


@pytest.mark.parametrize(
    ("make", "code", "message", "fix"),
    [
        (lambda: {"on_atack": hook(lambda event: None)}, "misspelt-hook", "did you mean 'on_attack'?", "hooks:"),
        (lambda: {"x": hook("on_haer")(lambda event: None)}, "misspelt-hook", "did you mean 'on_hear'?", ""),
        (
            lambda: {"on_attack": hook(lambda evt: None)},
            "bad-hook",
            "takes (event) or (event, ctx), not (evt)",
            "def on_attack(event, ctx)",
        ),
        (lambda: {"provide_steps": hook(lambda event: None)}, "bad-hook", "takes (), not (event)", ""),
        (lambda: {"on_generate": hook(lambda event, ctx: None)}, "bad-hook", "(event, ctx)", ""),
        (
            lambda: {"on_hear": hook("on_hear", min_loudnes=3)(lambda event: None)},
            "bad-hook",
            "cannot be filtered by 'min_loudnes'",
            "fields of its event: listener",
        ),
        (
            lambda: {"on_hear": hook("on_hear", min_loudness="three")(lambda event: None)},
            "bad-hook",
            "min_loudness='three', but loudness is a whole number",
            "min_loudness=0",
        ),
        (
            lambda: {"on_hear": hook("on_hear", kind=["door", "step"])(lambda event: None)},
            "bad-hook",
            "kind=['door', 'step'], but kind is a text",
            "kind=''",
        ),
        (
            lambda: {"on_hear": hook("on_hear", kind=3)(lambda event: None)},
            "bad-hook",
            "kind=3, but kind is a text",
            "kind=''",
        ),
        (
            lambda: {"on_hear": hook("on_hear", max_kind="door")(lambda event: None)},
            "bad-hook",
            "on_hear has no order in kind",
            "filter by kind=",
        ),
        (lambda: {"x": hook("on_generate", name="a")(lambda event: None)}, "bad-hook", "cannot be filtered", ""),
    ],
)
def test_violations_of_the_contract_are_rejected(make: Any, code: str, message: str, fix: str) -> None:
    with pytest.raises(HookError) as caught:
        register_implementations(create_plugin_manager(), "you.a", module(**make()))
    assert caught.value.code == code
    assert message in str(caught.value)
    assert fix in caught.value.fix
    assert "test_loader_hooks.py:" in caught.value.location


def test_async_hooks_are_rejected() -> None:
    async def on_attack(event: Any) -> None: ...

    with pytest.raises(HookError, match="not async"):
        register_implementations(create_plugin_manager(), "you.a", module(on_attack=hook(on_attack)))


# Dispatch.


def test_filters_are_checked_before_the_function_is_called() -> None:
    called = []

    def listen(**filters: object) -> Any:
        return hook("on_hear", **filters)(lambda event: called.append(filters))  # type: ignore[arg-type]

    wanted = [{"kind": "scream"}, {"min_loudness": 5}, {"max_distance": 30}, {"kind": "scream", "min_loudness": 1}]
    unwanted = [{"kind": "step"}, {"min_loudness": 6}, {"max_distance": 29}, {"kind": "scream", "loudness": 1}]
    functions = {f"f{i}": listen(**f) for i, f in enumerate(wanted + unwanted)}
    hooks = HookTable.build(
        ["you.a"], {"you.a": register_implementations(create_plugin_manager(), "you.a", module(**functions))}
    )
    for strict in (False, True):
        called.clear()
        values("on_hear", hooks, HEARING, Host("you.a", strict=strict))
        assert called == wanted


filters = st.fixed_dictionaries(
    {},
    optional={
        "kind": st.sampled_from(["step", "scream", "door"]),
        "loudness": st.integers(1, 7),
        "source": st.sampled_from([0, 1, True]),
        "min_loudness": st.integers(1, 7),
        "max_distance": st.integers(20, 40),
    },
)


@settings(max_examples=150, deadline=None)
@given(st.lists(filters, max_size=40), st.sampled_from(["step", "scream", "bell"]), st.integers(1, 7), st.booleans())
def test_many_filters_call_the_same_functions_in_the_same_order(
    wanted: list[dict[str, Any]], kind: str, loudness: int, strict: bool
) -> None:
    called = []

    def listen(number: int, given: dict[str, Any]) -> Any:
        return hook("on_hear", **given)(lambda event: called.append(number))

    functions = {f"f{n}": listen(n, given) for n, given in enumerate(wanted)}
    hooks = HookTable.build(
        ["you.a"], {"you.a": register_implementations(create_plugin_manager(), "you.a", module(**functions))}
    )
    event = msgspec.structs.replace(HEARING, kind=kind, loudness=loudness)

    def meant(given: dict[str, Any]) -> bool:
        return (
            given.get("kind", kind) == kind
            and given.get("loudness", loudness) == loudness
            and given.get("source", event.source) == event.source
            and given.get("min_loudness", 0) <= loudness
            and given.get("max_distance", event.distance) >= event.distance
        )

    if wanted:
        values("on_hear", hooks, event, Host("you.a", strict=strict))
    assert called == [n for n, given in enumerate(wanted) if meant(given)]


def test_a_raising_listener_loses_only_its_own_result() -> None:
    def broken(event: Any) -> Any:
        raise SystemExit("I leave")

    made = {
        mod: register_implementations(create_plugin_manager(), mod, module(on_hear=hook(function)))
        for mod, function in (("a.a", lambda event: ["a"]), ("b.b", broken), ("c.c", lambda event: ["c"]))
    }
    host = Host("a.a", "b.b", "c.c")
    assert values("on_hear", HookTable.build(list(made), made), HEARING, host) == [("a.a", ["a"]), ("c.c", ["c"])]
    [(cause, error)] = host.failed
    assert (cause.mod, cause.via) == ("b.b", "on_hear")
    assert cause.location.endswith(f"test_loader_hooks.py:{broken.__code__.co_firstlineno}")
    assert isinstance(error, SystemExit)
    host.suspended = {("b.b", "on_hear"), ("c.c", "on_hear")}
    assert values("on_hear", HookTable.build(list(made), made), HEARING, host) == [("a.a", ["a"])]
    assert len(host.failed) == 1


def test_a_generator_runs_inside_the_listener() -> None:
    def grows(event: Any) -> Any:
        yield "one"
        raise ValueError("late")

    made = {"a.a": register_implementations(create_plugin_manager(), "a.a", module(on_hear=hook(grows)))}
    host = Host("a.a")
    assert values("on_hear", HookTable.build(["a.a"], made), HEARING, host) == []
    assert len(host.failed) == 1


def test_the_last_mod_is_asked_first_and_its_answer_counts() -> None:
    asked = []

    def decide(name: str, answer: Any) -> Any:
        return hook("decide_action")(lambda event: asked.append(name) or answer)

    made = {
        mod: register_implementations(create_plugin_manager(), mod, module(f=decide(mod, answer)))
        for mod, answer in (("a.a", 1), ("b.b", 2), ("c.c", None))
    }
    for strict in (False, True):
        asked.clear()
        host = Host(*made, strict=strict)
        assert values("decide_action", HookTable.build(list(made), made), events.Deciding(1), host) == [("b.b", 2)]
        assert asked == ["c.c", "b.b"]


def test_a_function_may_run_before_or_after_a_mod() -> None:
    made = {
        "a.a": register_implementations(
            create_plugin_manager(), "a.a", module(f=hook("on_hear", after="c.c")(lambda event: "a"))
        ),
        "b.b": register_implementations(create_plugin_manager(), "b.b", module(f=hook("on_hear")(lambda event: "b"))),
        "c.c": register_implementations(create_plugin_manager(), "c.c", module(f=hook("on_hear")(lambda event: "c"))),
        "d.d": register_implementations(
            create_plugin_manager(), "d.d", module(f=hook("on_hear", before="b.b")(lambda event: "d"))
        ),
    }
    hooks = HookTable.build(list(made), made)
    assert [impl.mod for impl in hooks.by_hook["on_hear"]] == ["c.c", "a.a", "d.d", "b.b"]
    made["c.c"] = register_implementations(
        create_plugin_manager(), "c.c", module(f=hook("on_hear", after="a.a")(lambda event: "c"))
    )
    hooks = HookTable.build(list(made), made)
    assert [f.code for f in hooks.findings] == ["hook-cycle"]
    assert len(hooks.by_hook["on_hear"]) == 4


def test_strict_mode_reports_writes_to_the_state() -> None:
    def sly(event: Any, ctx: Any) -> None:
        ctx.state.memory["sly"] = {"was": "here"}

    made = {"a.a": register_implementations(create_plugin_manager(), "a.a", module(on_hear=hook(sly)))}
    host = Host("a.a", strict=True)
    host.contexts = {"a.a": types.SimpleNamespace(state=host.state)}
    with pytest.raises(StateMutationError, match=r"a\.a wrote to the state in on_hear.*test_loader_hooks\.py:\d+"):
        values("on_hear", HookTable.build(["a.a"], made), HEARING, host)


def test_a_hook_without_implementations_has_no_dispatcher() -> None:
    assert compile_hooks(HookTable.build([], {}).by_hook) == {}

    def provide_steps() -> list[Any]:
        return []

    made = {"a.a": register_implementations(create_plugin_manager(), "a.a", module(provide_steps=hook(provide_steps)))}
    assert compile_hooks(HookTable.build(["a.a"], made).by_hook) == {}


# The compiled dispatcher compared with pluggy's own call.

plans = st.lists(st.tuples(st.sampled_from([0, 1, 2]), st.none() | st.integers(0, 9)), max_size=6)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(PLAYED), plans, st.booleans())
def test_dispatch_equals_pluggy_apart_from_order(name: str, plan: list[tuple[int, int | None]], strict: bool) -> None:
    manager = create_plugin_manager()
    made = {}
    for number, (takes, answer) in enumerate(plan):
        mod = f"m.m{number}"
        tagged = None if answer is None else (mod, answer)
        function: Any = (
            lambda tagged=tagged: lambda: tagged,
            lambda tagged=tagged: lambda event: (*tagged, event) if tagged else None,
            lambda tagged=tagged: lambda event, ctx: (*tagged, event, ctx) if tagged else None,
        )[takes]()
        made[mod] = register_implementations(manager, mod, module(f=hook(name)(function)))
    host = Host(*made, strict=strict)
    host.contexts = dict.fromkeys(made, "the play")
    event = object()
    slow = getattr(manager.hook, name)(event=event, ctx="the play")[::-1]  # pluggy calls the last registered one first
    if find_hook_kind(name) is HookKind.FIRST:
        slow = slow[-1:]
    hooks = HookTable.build(list(made), made)
    dispatch = compile_hook(name, hooks.by_hook.get(name, ()))
    assert [result for _, result in dispatch(event, host)] == slow
    assert [impl.mod for impl, _ in dispatch(event, host)] == [result[0] for result in slow]


def test_filters_by_value_are_compiled_once_each(
    write: Callable[..., Path], duel: Callable[..., LoadResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The work is proportional to the number of listeners, not to its square; the order of the calls is kept."""
    work: list[int] = []

    def compile_straight(hook_name: str, order: Any, *rest: Any) -> Any:
        work.append(len(order))
        return _compile_straight(hook_name, order, *rest)

    monkeypatch.setattr("footfall.loader.hooks.dispatch._compile_straight", compile_straight)
    listener = "@hook{}\ndef f{}(event):\n    return [add('range', {})]\n"
    filters = [f"('on_hear', kind='k{number}')" if number % 2 else "('on_hear')" for number in range(200)]
    code = "".join(listener.format(words, number, number) for number, words in enumerate(filters))
    write("you.many", f"from footfall.api import add, hook\n{code}")
    loaded = duel()
    assert not loaded.findings
    dispatch = loaded.rules.hooks.dispatch["on_hear"]
    host = Host("you.many")
    for kind, count in (("k3", 101), ("k3", 101), ("other", 100)):
        found = [result[0].value for _, result in dispatch(msgspec.structs.replace(HEARING, kind=kind), host)]
        assert (len(found), found) == (count, sorted(found))
    assert sum(work) < 600


# In a game.


def test_monitoring_counts_calls_time_and_errors(write: Callable[..., Path], duel: Callable[..., LoadResult]) -> None:
    code = """
    from footfall.api import hook
    @hook
    def on_hear(event): sum(range(2000))
    @hook
    def on_attack(event, ctx): raise ValueError("no")
    """
    write("you.a", code)
    loaded = duel()
    monitor = Monitor()
    session = Session.begin(monitor.instrument(loaded.rules, loaded.hooks), 3)
    plain = Session.begin(loaded.rules, 3)
    kind = next(iter(loaded.rules.commands))
    for _ in range(4):
        session.submit(kind())
        plain.submit(kind())
    heard, struck = monitor.stats["you.a", "on_hear"], monitor.stats["you.a", "on_attack"]
    assert (heard.calls, heard.errors) == (4, 0)
    assert heard.nanoseconds > 0
    assert (struck.calls, struck.errors) == (3, 3), "suspended after the third error"
    assert session.hash() == plain.hash()
    assert monitor.stats["tests.duel", "tests.duel:strike"].calls == 4, "commands"
    assert monitor.stats["tests.duel", "tests.duel:tire"].calls > 0, "steps"


def test_a_missing_marker_is_reported(write: Callable[..., Path], duel: Callable[..., LoadResult]) -> None:
    write("you.a", "def on_hear(event):\n    return []\n")
    [finding] = duel().findings
    assert finding.code == "unmarked-hook"
    assert (finding.location, finding.fix) == ("mods/you-a/__init__.py:1", "add @hook above it")


def test_a_listener_that_does_nothing_changes_no_hash(
    write: Callable[..., Path], duel: Callable[..., LoadResult]
) -> None:
    def hashes(loaded: LoadResult) -> list[str]:
        session = Session.begin(loaded.rules, 5)
        out = [session.hash()]
        while session.state.outcome is None:
            session.submit(next(iter(loaded.rules.commands))())
            out.append(session.hash())
        return out

    before = hashes(duel())
    lines = ["from footfall.api import hook"]
    for name in SPECS:
        arguments = {HookKind.CHAIN: "event", HookKind.COLLECT: ""}.get(find_hook_kind(name), "event, ctx")
        answer = "[]" if find_hook_kind(name) in (HookKind.CHAIN, HookKind.COLLECT) else "None"
        lines += ["@hook", f"def {name}({arguments}): return {answer}"]
    write("you.noop", "\n".join(lines))
    loaded = duel()
    assert not loaded.findings
    assert set(loaded.hooks) == set(SPECS)
    assert hashes(loaded) == before


def test_changes_are_traced_and_failures_name_their_line(
    write: Callable[..., Path], duel: Callable[..., LoadResult]
) -> None:
    good = """
    from footfall.api import Message, Tell, add, hook
    @hook
    def on_attack(event): return [add("to_hit", 6), Tell(Message("you-good"))]
    """
    bad = """
    from footfall.api import Message, Tell, add, hook
    @hook
    def on_attack(event, ctx):
        bonus = {}
        return [add("to_hit", bonus["missing"]), Tell(Message("you-bad"))]
    """
    write("you.good", good)
    kind = next(iter(duel().rules.commands))

    def after(loaded: LoadResult) -> Session:
        session = Session.begin(loaded.rules, 3)
        session.submit(kind())
        return session

    alone = after(duel())
    write("you.bad", bad)
    both = after(duel())
    assert both.hash() == alone.hash()
    assert [line.message for line in both.log] == [line.message for line in alone.log]
    assert Tell(both.log[-1].message) == Tell(Message("you-good"))
    [problem] = both.problems
    assert str(problem) == (
        "you.bad: on_attack failed at mods/you-bad/__init__.py:6: KeyError: 'missing' [turn 0, seed 3]"
    )
