"""Dispatchers: the ordered implementations of each hook, compiled to one function without a loop.

A pluggy call costs 0.7 µs without implementations and 1.9 µs with five, and hot folds run thousands of times per
second. A hook without implementations has no dispatcher.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from footfall.api.batch import Batch
from footfall.engine.codec import encode_canonical
from footfall.engine.declarations.rules import HookKind
from footfall.engine.guards.rule_steps import MAX_RULE_STEPS
from footfall.engine.host import BatchDispatch, Dispatch, Host, Listener
from footfall.engine.terms import MAX_RESULTS, expand_batch_proposals

from .implementations import Implementation
from .index import MIN_SHARED, HookIndex

ListenerResults = list[tuple[Listener, Any]]

MAX_GENERATED = MAX_RESULTS + 1
"""Items taken from a generator; the check of the result refuses that many."""


def _take(items: Iterable[Any]) -> tuple[Any, ...]:
    """Runs a generator function's result to its end or to the limit."""
    return tuple(islice(items, MAX_GENERATED))


class StateMutationError(RuntimeError):
    """A listener wrote to the state instead of returning changes."""


HeavyMods = frozenset[tuple[str, str]]
"""The hooks at which the rules of a mod are counted, each with the mod; see `footfall.engine.guards.rule_steps`."""


def compile_hooks(hooks: Mapping[str, Sequence[Implementation]], heavy: HeavyMods = frozenset()) -> dict[str, Dispatch]:
    """Compiles the hooks that are called during play; chain and collect hooks run at start."""
    kinds = (HookKind.FOLD, HookKind.NOTIFY, HookKind.VOTE, HookKind.FIRST)
    return {name: compile_hook(name, impls, heavy) for name, impls in hooks.items() if impls[0].kind in kinds}


def list_kinds(hooks: Mapping[str, Sequence[Implementation]]) -> dict[tuple[str, str], frozenset[str]]:
    """Lists the kinds of creature that the conditions of all listeners of a hook name, by hook and field."""
    named = {hook: [{} if impl.rule is None else impl.rule.kinds for impl in impls] for hook, impls in hooks.items()}
    return {
        (hook, field): frozenset(kind for kinds in listed for kind in kinds[field])
        for hook, listed in named.items()
        for field in set.intersection(*(set(kinds) for kinds in listed))
    }


def compile_batch_hooks(hooks: Mapping[str, Sequence[Implementation]], heavy: HeavyMods) -> dict[str, BatchDispatch]:
    """Builds a batch dispatcher for each hook that has a batch implementation."""
    return {
        name: _compile_batch_hook(impls, heavy)
        for name, impls in hooks.items()
        if any(impl.batch is not None for impl in impls)
    }


def _compile_batch_hook(impls: Sequence[Implementation], heavy: HeavyMods) -> BatchDispatch:
    """Builds a dispatcher that calls each implementation with all events at once, or with one after another."""

    def dispatch(events: Sequence[Any], host: Host) -> list[ListenerResults]:
        results: list[ListenerResults] = [[] for _ in events]
        before = encode_canonical(host.state) if host.strict else b""
        for impl in impls:
            if impl.key in host.suspended:
                continue
            matches = [n for n, event in enumerate(events) if all(c.is_met(event) for c in impl.conditions)]
            if impl.batch is not None and matches:
                try:
                    answer = impl.batch(Batch([events[place] for place in matches]), host.contexts[impl.mod])
                    rows = () if answer is None else expand_batch_proposals(impl.hook, answer, len(matches))
                except BaseException as error:
                    host.report_problem(impl.listener.cause, error)
                    continue
                for place, row in zip(matches, rows, strict=False):
                    if row:
                        results[place].append((impl.listener, row))
            else:
                for place in matches:
                    result = _ask(impl, events[place], host, heavy)
                    if result is not None:
                        results[place].append((impl.listener, result))
            _report_mutation(impl, host, before)
        return results

    return dispatch


def _report_mutation(impl: Implementation, host: Host, before: bytes) -> None:
    """In strict mode, reports a listener that wrote to the state."""
    if host.strict and encode_canonical(host.state) != before:
        cause = impl.listener.cause
        text = f"{cause.mod} wrote to the state in {cause.via}; a mod returns changes ({cause.location})"
        host.report_problem(cause, StateMutationError(text))


def compile_hook(hook: str, impls: Sequence[Implementation], heavy: HeavyMods = frozenset()) -> Dispatch:
    """Compiles one hook.

    Implementations are isolated: an exception is reported to `Host.report_problem`, and the others still
    run. A ``first`` hook calls the last mod first and stops at the first result. If many implementations test the
    same values, an index finds those whose conditions may hold, and one function is compiled per set of values on its
    first use; so implementations for other values cost nothing.
    """
    first = bool(impls) and impls[0].kind is HookKind.FIRST
    order = tuple(reversed(impls)) if first else tuple(impls)
    if len(order) < MIN_SHARED:
        return _compile_straight(hook, order, _make_careful(order, first, heavy), first, heavy)
    return _compile_indexed(hook, order, first, heavy)


MAX_COMPILED = 256
"""Functions of a hook, one for each set of values of its index, that are kept."""


def _compile_indexed(hook: str, order: Sequence[Implementation], first: bool, heavy: HeavyMods) -> Dispatch:
    """Returns a dispatcher that asks the implementations that an index finds; the index is built on first use."""
    index: HookIndex | None = None
    compiled: dict[tuple[Hashable, ...], Dispatch] = {}
    mod = next((impl.mod for impl in order if impl.rule is not None), "")

    def compile_all(places: Iterable[int]) -> Dispatch:
        found = [order[place] for place in places]
        return _compile_straight(hook, found, _make_careful(found, first, heavy), first, heavy)

    def dispatch(event: Any, host: Host) -> ListenerResults:
        nonlocal index
        if index is None:
            index = HookIndex(order)
        try:
            key, held = index.find(event, host.contexts[mod] if index.wants_context else None)
        except Exception:  # each implementation that reads the value fails by itself, and is reported
            key, held = _EVERYTHING, []
        if held:
            return _make_careful([order[place] for place in held], first, heavy)(event, host)
        ask = compiled.get(key)
        if ask is None:
            if len(compiled) >= MAX_COMPILED:
                compiled.clear()
            ask = compiled[key] = compile_all(range(len(order)) if key is _EVERYTHING else index.list_places(key))
        return ask(event, host)

    return dispatch


_EVERYTHING = ("everything",)
"""The key under which all implementations of a hook are compiled."""


def _compile_straight(
    hook: str, order: Sequence[Implementation], careful: Dispatch, first: bool, heavy: HeavyMods
) -> Dispatch:
    """Compiles the calls of `order` to one function without a loop."""
    names: dict[str, Any] = {"careful": careful, "take": _take}
    costs: dict[str, int] = {}
    for impl in order:
        if impl.rule is not None and (hook, impl.mod) in heavy:
            costs[impl.mod] = costs.get(impl.mod, 0) + impl.rule.own_steps
    exceeded = "".join(f" or steps[{mod!r}] > {MAX_RULE_STEPS - cost}" for mod, cost in costs.items())
    code = [
        "def dispatch(event, host):",
        *(["    steps = host.rule_steps"] if costs else []),
        f"    if host.strict or host.suspended{exceeded}:",
        "        return careful(event, host)",
        *(f"    steps[{mod!r}] += {cost}" for mod, cost in costs.items()),
        "    results = []",
    ]
    if any(impl.wants_context for impl in order):
        code.append("    contexts = host.contexts")
    fields = dict.fromkeys(c.field for impl in order for c in impl.conditions)
    code += [f"    e_{field} = event.{field}" for field in fields]
    for n, impl in enumerate(order):
        names[f"f{n}"] = impl.function
        names[f"l{n}"] = impl.listener
        names[f"c{n}"] = impl.listener.cause
        names[f"m{n}"] = impl.mod
        tests = []
        for i, condition in enumerate(impl.conditions):
            names[f"v{n}_{i}"] = condition.value
            value = repr(condition.value) if type(condition.value) in (int, str, bool) else f"v{n}_{i}"
            tests.append(f"e_{condition.field} {condition.op} {value}")
        call = (f"f{n}()", f"f{n}(event)", f"f{n}(event, contexts[m{n}])")[impl.arity]
        if impl.is_generator:
            call = f"take({call})"
        body = [
            "try:",
            f"    result = {call}",
            "    if result is not None:",
            f"        results.append((l{n}, result))",
            *(["        return results"] if first else []),
            "except BaseException as error:",
            f"    host.report_problem(c{n}, error)",
        ]
        if tests:
            body = [f"if {' and '.join(tests)}:", *(f"    {line}" for line in body)]
        code += [f"    {line}" for line in body]
    code.append("    return results")
    exec(compile("\n".join(code), f"<footfall/loader/dispatch {hook}>", "exec"), names)
    dispatch: Dispatch = names["dispatch"]
    return dispatch


def _make_careful(order: Sequence[Implementation], first: bool, heavy: HeavyMods) -> Dispatch:
    """Builds the dispatcher for suspended hooks, for mods whose rules take too many steps, and for strict mode, which
    reports writes to the state.
    """

    def dispatch_carefully(event: Any, host: Host) -> ListenerResults:
        results: ListenerResults = []
        before = encode_canonical(host.state) if host.strict else b""
        for impl in order:
            if impl.key in host.suspended:
                continue
            result = _ask(impl, event, host, heavy)
            _report_mutation(impl, host, before)
            if result is not None:
                results.append((impl.listener, result))
                if first:
                    break
        return results

    return dispatch_carefully


def _ask(impl: Implementation, event: Any, host: Host, heavy: HeavyMods) -> Any:
    """Returns the result of an implementation; None if its filters do not hold, it fails, or its mod has no steps left.

    The steps of a rule are counted if its mod has many.
    """
    cause, rule = impl.listener.cause, impl.rule
    try:
        if not all(c.is_met(event) for c in impl.conditions):
            return None
        if rule is not None and (impl.hook, impl.mod) in heavy and not host.rule_steps.allow(cause, rule.own_steps):
            return None
        result = impl.listener.call(event, host.contexts[impl.mod] if impl.wants_context else None)
        return _take(result) if impl.is_generator else result
    except BaseException as error:
        host.report_problem(cause, error)
        return None
