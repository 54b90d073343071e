"""Hooks of mods: found, validated against the contract, registered with pluggy, put in order."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import pluggy

from footfall.api import hookspecs
from footfall.api.batch import Batch
from footfall.api.hookspecs import PLUGGY_PROJECT
from footfall.diagnostics.findings import Finding, Severity, suggest
from footfall.engine.model import Cause
from footfall.engine.rules import HookKind, Listener
from footfall.engine.terms import expand_batch_proposals

from .contract import CONTRACT, HookError, HookSpec, locate_function


@dataclass(frozen=True, slots=True)
class FieldCondition:
    """A filter on an event's field: ``field <op> value``, `op` being ``==``, ``>=`` or ``<=``."""

    field: str
    op: str
    value: object


@dataclass(frozen=True, slots=True)
class Implementation:
    """One implementation of one hook.

    Attributes:
        listener: what the engine sees of it.
        function: the mod's own function.
        takes: how many of the hook's arguments it takes: ``()``, ``(event)`` or ``(event, ctx)``.
        lazy: it is a generator function, so its work is done while its result is read.
        conditions: checked before it is called.
        before, after: ids of mods around whose implementations it runs.
        batch: the mod's own function if it takes events in batches; `function` then asks it about one.
        kind: of the hook.
    """

    listener: Listener
    function: Callable[..., Any]
    arity: int = 1
    is_generator: bool = False
    conditions: tuple[FieldCondition, ...] = ()
    before: str = ""
    after: str = ""
    batch: Callable[[Batch[Any], Any], Any] | None = None
    kind: HookKind = HookKind.FOLD

    @property
    def mod(self) -> str:
        return self.listener.mod

    @property
    def hook(self) -> str:
        return self.listener.hook

    @property
    def wants_context(self) -> bool:
        return self.arity == 2


def create_plugin_manager() -> pluggy.PluginManager:
    """A plugin manager that knows the contract. It validates and documents; it never calls in play."""
    manager = pluggy.PluginManager(PLUGGY_PROJECT)
    manager.add_hookspecs(hookspecs)
    return manager


def register_implementations(
    manager: pluggy.PluginManager, mod: str, module: ModuleType
) -> tuple[Implementation, ...]:
    """Validates and registers all implementations of the framework's hooks in a mod's module.

    Returns:
        The implementations in the order they are defined.

    Raises:
        BadHook: one of them does not fit; then none is registered.
    """
    found = []
    for name, function in list(vars(module).items()):
        mark = _get_mark(function)
        if mark is not None:
            hook = mark.get("specname") or name
            if ":" not in hook:
                found.append(_make_implementation(mod, _find_spec(hook, CONTRACT, function), function))
    try:
        manager.register(module, name=mod)
    except pluggy.PluginValidationError as error:
        if manager.has_plugin(mod):
            manager.unregister(name=mod)
        raise HookError(str(error), "") from None
    return tuple(found)


def list_foreign_implementations(mod: str, module: ModuleType) -> list[tuple[str, Callable[..., Any]]]:
    """Implementations of hooks that other mods publish: full name and function."""
    marks = [(_get_mark(function), function) for function in vars(module).values()]
    names = [(mark.get("specname") or "", function) for mark, function in marks if mark is not None]
    return [(name, function) for name, function in names if ":" in name]


def _get_mark(function: Any) -> dict[str, Any] | None:
    """What `hook` wrote on a function, or None."""
    if not inspect.isroutine(function):
        return None
    mark = getattr(function, PLUGGY_PROJECT + "_impl", None) or getattr(
        function, "footfall_impl_of_batches", None
    )
    return mark if isinstance(mark, dict) else None


def make_published_implementation(
    mod: str, hook: str, function: Callable[..., Any], contract: Mapping[str, HookSpec]
) -> Implementation:
    """Validates one implementation of a hook that a mod publishes.

    Raises:
        BadHook: it does not fit.
    """
    return _make_implementation(mod, _find_spec(hook, contract, function), function)


def find_unmarked_hooks(mod: str, module: ModuleType) -> list[Finding]:
    """Functions that are named like a hook but lack the marker: most likely forgotten."""
    return [
        Finding(
            "unmarked-hook",
            mod,
            f"{name} is named like a hook but is not marked, so it is never called",
            locate_function(function),
            "write @hook above it",
            Severity.WARNING,
        )
        for name, function in vars(module).items()
        if name in CONTRACT
        and inspect.isfunction(function)
        and function.__module__ == module.__name__
        and _get_mark(function) is None
    ]


def _find_spec(hook: str, contract: Mapping[str, HookSpec], function: Callable[..., Any]) -> HookSpec:
    if hook not in contract:
        text = f"there is no hook {hook!r}{suggest(hook, contract)}"
        raise HookError(
            text, locate_function(function), f"hooks: {', '.join(sorted(contract))}", "misspelt-hook"
        )
    return contract[hook]


def _make_implementation(mod: str, spec: HookSpec, function: Callable[..., Any]) -> Implementation:
    place, hook, allowed = locate_function(function), spec.name, spec.arguments
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        raise HookError(f"{hook} must be a plain function, not async", place, "remove async")
    parameters = [p for p in inspect.signature(function).parameters.values() if p.default is p.empty]
    names = tuple(p.name for p in parameters)
    if getattr(function, "footfall_batch", False):
        allowed = ("batch", *allowed[1:])
    fits = any(names == allowed[:end] for end in range(len(allowed) + 1))
    if not fits or any(p.kind not in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters):
        shapes = [f"({', '.join(allowed[:end])})" for end in range(min(1, len(allowed)), len(allowed) + 1)]
        text = f"{hook} takes {' or '.join(shapes)}, not ({', '.join(names)})"
        raise HookError(text, place, f"def {hook}{shapes[-1]}")
    before, after = getattr(function, "footfall_order", ("", ""))
    conditions = tuple(_parse_filters(spec, getattr(function, "footfall_filters", {}), place))
    cause, takes = Cause(mod, hook, place), len(names)
    if not getattr(function, "footfall_batch", False):
        listener = Listener(mod, hook, adapt_arity(function, takes), cause)
        lazy = inspect.isgeneratorfunction(function)
        return Implementation(listener, function, takes, lazy, conditions, before, after, kind=spec.kind)
    if spec.kind is not HookKind.FOLD or not takes:
        text = f"{hook} cannot be asked in batches" if takes else f"{hook} with batch=True takes the batch"
        raise HookError(text, place, "remove batch=True" if takes else f"def {hook}(batch, ctx)")
    batch = adapt_arity(function, takes)

    def call_single(event: Any, ctx: Any) -> Any:
        answer = batch(Batch((event,)), ctx)
        return None if answer is None else expand_batch_proposals(hook, answer, 1)[0] or None

    listener = Listener(mod, hook, call_single, cause)
    return Implementation(listener, call_single, 2, False, conditions, before, after, batch, spec.kind)


def adapt_arity(function: Callable[..., Any], count: int) -> Callable[[Any, Any], Any]:
    """Returns a function of 0, 1 or 2 arguments as one of ``(event, ctx)``."""
    if count == 2:
        return function
    if count == 1:
        return lambda event, ctx: function(event)
    return lambda event, ctx: function()


def _parse_filters(spec: HookSpec, filters: Mapping[str, object], place: str) -> Iterable[FieldCondition]:
    fields, hook = spec.fields, spec.name
    for name, value in filters.items():
        if fields is None or spec.is_called_at_start:
            raise HookError(f"{hook} is called at start and cannot be filtered", place, f"remove {name}=")
        if name in fields:
            yield FieldCondition(name, "==", value)
        elif name[:4] in ("min_", "max_") and name[4:] in fields:
            yield FieldCondition(name[4:], ">=" if name.startswith("min_") else "<=", value)
        else:
            text = f"{hook} cannot be filtered by {name!r}{suggest(name, fields)}"
            raise HookError(text, place, f"fields of its event: {', '.join(fields)}")


@dataclass
class HookTable:
    """All implementations of the mods in play, per hook and in order.

    Attributes:
        by_hook: ordered implementations of each hook that has any.
        findings: orders that contradict each other.
    """

    by_hook: dict[str, tuple[Implementation, ...]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    @classmethod
    def build(cls, mods: Sequence[str], implementations: Mapping[str, Sequence[Implementation]]) -> HookTable:
        """Puts the implementations of `mods` (in mod order) in order, hook by hook."""
        hooks = cls()
        raw: dict[str, list[Implementation]] = {}
        for mod in mods:
            for implementation in implementations.get(mod, ()):
                raw.setdefault(implementation.hook, []).append(implementation)
        for name in (*CONTRACT, *(name for name in raw if name not in CONTRACT)):
            if name in raw:
                hooks.by_hook[name] = hooks._order_implementations(raw[name])
        return hooks

    def _order_implementations(self, impls: list[Implementation]) -> tuple[Implementation, ...]:
        """Always the first in mod order that may run now, by the ``before``/``after`` of single functions."""
        asking = [(i, one) for i, one in enumerate(impls) if one.before or one.after]
        if not asking:
            return tuple(impls)
        edges: list[tuple[int, int]] = []
        for i, one in asking:
            others = [(j, other.mod) for j, other in enumerate(impls) if other.mod != one.mod]
            edges += [(i, j) for j, mod in others if mod == one.before]
            edges += [(j, i) for j, mod in others if mod == one.after]
        left = list(range(len(impls)))
        out: list[Implementation] = []
        while left:
            free = next((i for i in left if not any(b == i and a in left for a, b in edges)), None)
            if free is None:
                ring = sorted({impls[i].mod for i in left})
                free = left[0]
                one = impls[free]
                text = f"{one.hook}: before/after of {', '.join(ring)} go round in a circle; unused"
                fix, place = "remove one of them", one.listener.cause.where
                self.findings.append(Finding("hook-cycle", one.mod, text, place, fix, Severity.WARNING))
            left.remove(free)
            out.append(impls[free])
        return tuple(out)
