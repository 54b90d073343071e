"""Hooks of mods: found, validated against the contract, registered with pluggy, put in order."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Any

import pluggy

from footfall.api import hookspecs
from footfall.api.hookspecs import PROJECT, SPECS, kind_of
from footfall.content.files import show
from footfall.content.findings import Finding, Level, near
from footfall.engine.model import Cause
from footfall.engine.rules import HookKind, Listener


class BadHook(TypeError):
    """A hook implementation that does not fit the contract."""

    def __init__(self, text: str, where: str, fix: str = "", code: str = "bad-hook") -> None:
        super().__init__(text)
        self.where = where
        self.fix = fix
        self.code = code


@dataclass(frozen=True, slots=True)
class Condition:
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
        takes: how many of the hook's arguments it takes: ``()``, ``(event)`` or ``(event, play)``.
        lazy: it is a generator function, so its work is done while its result is read.
        conditions: checked before it is called.
        before, after: ids of mods around whose implementations it runs.
    """

    listener: Listener
    function: Callable[..., Any]
    takes: int = 1
    lazy: bool = False
    conditions: tuple[Condition, ...] = ()
    before: str = ""
    after: str = ""

    @property
    def mod(self) -> str:
        return self.listener.mod

    @property
    def hook(self) -> str:
        return self.listener.hook

    @property
    def wants_play(self) -> bool:
        return self.takes == 2


def new_manager() -> pluggy.PluginManager:
    """A plugin manager that knows the contract. It validates and documents; it never calls in play."""
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(hookspecs)
    return manager


@cache
def event_fields(hook: str) -> tuple[str, ...] | None:
    """Names of the fields of a hook's event, or None if it takes none."""
    hints = typing.get_type_hints(SPECS[hook], localns={"Play": object})
    event = hints.get("event")
    return None if event is None else tuple(event.__struct_fields__)


@cache
def arguments(hook: str) -> tuple[str, ...]:
    """The arguments that the contract passes."""
    return tuple(inspect.signature(SPECS[hook]).parameters)


def where(function: Callable[..., Any]) -> str:
    """``file:line`` of a function."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return f"{show(code.co_filename)}:{code.co_firstlineno}" if code is not None else ""


def register(manager: pluggy.PluginManager, mod: str, module: ModuleType) -> tuple[Implementation, ...]:
    """Validates and registers all implementations in a mod's module.

    Returns:
        The implementations in the order they are defined.

    Raises:
        BadHook: one of them does not fit; then none is registered.
    """
    found = []
    for name, function in list(vars(module).items()):
        mark = getattr(function, PROJECT + "_impl", None)
        if isinstance(mark, dict) and inspect.isroutine(function):
            found.append(_implementation(mod, mark.get("specname") or name, function))
    try:
        manager.register(module, name=mod)
    except pluggy.PluginValidationError as error:
        if manager.has_plugin(mod):
            manager.unregister(name=mod)
        raise BadHook(str(error), "") from None
    return tuple(found)


def unmarked(mod: str, module: ModuleType) -> list[Finding]:
    """Functions that are named like a hook but lack the marker: most likely forgotten."""
    return [
        Finding(
            "unmarked-hook",
            mod,
            f"{name} is named like a hook but is not marked, so it is never called",
            where(function),
            "write @hook above it",
            Level.WARNING,
        )
        for name, function in vars(module).items()
        if name in SPECS
        and inspect.isfunction(function)
        and function.__module__ == module.__name__
        and not hasattr(function, PROJECT + "_impl")
    ]


def _implementation(mod: str, hook: str, function: Callable[..., Any]) -> Implementation:
    place = where(function)
    if hook not in SPECS:
        known = ", ".join(sorted(SPECS))
        raise BadHook(
            f"there is no hook {hook!r}{near(hook, SPECS)}", place, f"hooks: {known}", "misspelt-hook"
        )
    allowed = arguments(hook)
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        raise BadHook(f"{hook} must be a plain function, not async", place, "remove async")
    parameters = [p for p in inspect.signature(function).parameters.values() if p.default is p.empty]
    names = tuple(p.name for p in parameters)
    fits = any(names == allowed[:end] for end in range(len(allowed) + 1))
    if not fits or any(p.kind not in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters):
        shapes = [f"({', '.join(allowed[:end])})" for end in range(min(1, len(allowed)), len(allowed) + 1)]
        text = f"{hook} takes {' or '.join(shapes)}, not ({', '.join(names)})"
        raise BadHook(text, place, f"def {hook}{shapes[-1]}")
    before, after = getattr(function, "footfall_order", ("", ""))
    call = _caller(function, len(names))
    listener = Listener(mod, hook, call, Cause(mod, hook, place))
    return Implementation(
        listener,
        function,
        len(names),
        inspect.isgeneratorfunction(function),
        tuple(_conditions(hook, getattr(function, "footfall_filters", {}), place)),
        before,
        after,
    )


def _caller(function: Callable[..., Any], count: int) -> Callable[[Any, Any], Any]:
    if count == 2:
        return function
    if count == 1:
        return lambda event, play: function(event)
    return lambda event, play: function()


def _conditions(hook: str, filters: Mapping[str, object], place: str) -> Iterable[Condition]:
    fields = event_fields(hook)
    for name, value in filters.items():
        if fields is None or kind_of(hook) in (HookKind.CHAIN, HookKind.COLLECT):
            raise BadHook(f"{hook} is called at start and cannot be filtered", place, f"remove {name}=")
        if name in fields:
            yield Condition(name, "==", value)
        elif name[:4] in ("min_", "max_") and name[4:] in fields:
            yield Condition(name[4:], ">=" if name.startswith("min_") else "<=", value)
        else:
            text = f"{hook} cannot be filtered by {name!r}{near(name, fields)}"
            raise BadHook(text, place, f"fields of its event: {', '.join(fields)}")


@dataclass
class Hooks:
    """All implementations of the mods in play, per hook and in order.

    Attributes:
        by_hook: ordered implementations of each hook that has any.
        findings: orders that contradict each other.
    """

    by_hook: dict[str, tuple[Implementation, ...]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    @classmethod
    def of(cls, mods: Sequence[str], implementations: Mapping[str, Sequence[Implementation]]) -> Hooks:
        """Puts the implementations of `mods` (in mod order) in order, hook by hook."""
        hooks = cls()
        raw: dict[str, list[Implementation]] = {}
        for mod in mods:
            for implementation in implementations.get(mod, ()):
                raw.setdefault(implementation.hook, []).append(implementation)
        for name in SPECS:
            if name in raw:
                hooks.by_hook[name] = hooks._ordered(raw[name])
        return hooks

    def _ordered(self, line: list[Implementation]) -> tuple[Implementation, ...]:
        """Always the first in mod order that may run now, by the ``before``/``after`` of single functions."""
        asking = [(i, one) for i, one in enumerate(line) if one.before or one.after]
        if not asking:
            return tuple(line)
        edges: list[tuple[int, int]] = []
        for i, one in asking:
            others = [(j, other.mod) for j, other in enumerate(line) if other.mod != one.mod]
            edges += [(i, j) for j, mod in others if mod == one.before]
            edges += [(j, i) for j, mod in others if mod == one.after]
        left = list(range(len(line)))
        out: list[Implementation] = []
        while left:
            free = next((i for i in left if not any(b == i and a in left for a, b in edges)), None)
            if free is None:
                ring = sorted({line[i].mod for i in left})
                free = left[0]
                one = line[free]
                text = f"{one.hook}: before/after of {', '.join(ring)} go round in a circle; unused"
                fix, place = "remove one of them", one.listener.cause.where
                self.findings.append(Finding("hook-cycle", one.mod, text, place, fix, Level.WARNING))
            left.remove(free)
            out.append(line[free])
        return tuple(out)
