"""Hook implementations of mods: validated against the contract, registered with pluggy, and ordered.

Also the contributions of a mod: its ``provide_*`` hooks, called once, with their results checked.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from types import ModuleType
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pluggy

from footfall.api import hookspecs
from footfall.api.batch import Batch
from footfall.api.deeds import Deed
from footfall.api.hookspecs import PLUGGY_PROJECT
from footfall.api.readings import Reading
from footfall.content.record_types import RecordKind, Words
from footfall.diagnostics.findings import Finding, Severity, suggest
from footfall.engine.bots import Bot
from footfall.engine.declarations.game import Game
from footfall.engine.declarations.rules import CommandSpec, ConsoleSpec, HookKind, HudLine, Part, Reaction, Step
from footfall.engine.host import Listener
from footfall.engine.model import Cause, Change
from footfall.engine.terms import expand_batch_proposals

from ..rules.rule import Rule
from ..rules.scope import Vocabulary
from .contract import CONTRACT, HookError, HookSpec, locate_function


class FieldCondition(msgspec.Struct, frozen=True):
    """A filter on a field of an event: ``field op value``, where `op` is ``==``, ``>=`` or ``<=``."""

    field: str
    op: str
    value: object

    def is_met(self, event: Any) -> bool:
        """Whether an event passes."""
        have: Any = getattr(event, self.field)
        wanted: Any = self.value
        return bool(have == wanted if self.op == "==" else have >= wanted if self.op == ">=" else have <= wanted)


class Implementation(msgspec.Struct, frozen=True):
    """One implementation of one hook.

    Attributes:
        listener: the engine's view of it.
        arity: number of arguments: 0 for ``()``, 1 for ``(event)``, 2 for ``(event, ctx)``.
        is_generator: whether it is a generator function, which runs while its result is read.
        conditions: filters, checked before the call.
        before, after: ids of mods; it runs before or after their implementations.
        batch: the mod's function if it takes events in batches; `function` then calls it with one event.
        rule: the rule as data that it is, or None.
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
    rule: Rule | None = None

    @property
    def key(self) -> tuple[str, str]:
        """The mod, and the hook, rule or step of a rule, under which failures suspend it."""
        if self.rule is not None and self.kind is HookKind.CHAIN:
            return (self.listener.mod, self.rule.step)
        return (self.listener.mod, self.listener.cause.via)

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
    """Creates a plugin manager with the contract. It validates implementations; the game never calls through it."""
    manager = pluggy.PluginManager(PLUGGY_PROJECT)
    manager.add_hookspecs(hookspecs)
    return manager


def register_implementations(manager: pluggy.PluginManager, mod: str, module: ModuleType) -> tuple[Implementation, ...]:
    """Registers the valid implementations of hooks in a mod's module, and returns them in order of definition.

    Raises:
        HookError: an implementation does not fit; none is registered.
    """
    implementations = []
    for name, function in list(vars(module).items()):
        mark = _get_mark(function)
        if mark is not None:
            hook = mark.get("specname") or name
            if ":" not in hook:
                implementations.append(_make_implementation(mod, _find_spec(hook, CONTRACT, function), function))
    try:
        manager.register(module, name=mod)
    except pluggy.PluginValidationError as error:
        if manager.has_plugin(mod):
            manager.unregister(name=mod)
        raise HookError(str(error), "") from None
    return tuple(implementations)


def list_foreign_implementations(module: ModuleType) -> list[tuple[str, Callable[..., Any]]]:
    """Returns the full name and the function of each implementation of another mod's hook."""
    marks = [(_get_mark(function), function) for function in vars(module).values()]
    names = [(mark.get("specname") or "", function) for mark, function in marks if mark is not None]
    return [(name, function) for name, function in names if ":" in name]


def _get_mark(function: Any) -> dict[str, Any] | None:
    """Returns the options that `hook` stored on a function, or None."""
    if not inspect.isroutine(function):
        return None
    mark = getattr(function, PLUGGY_PROJECT + "_impl", None) or getattr(function, "footfall_impl_of_batches", None)
    return mark if isinstance(mark, dict) else None


def make_published_implementation(
    mod: str, hook: str, function: Callable[..., Any], contract: Mapping[str, HookSpec]
) -> Implementation:
    """Validates an implementation of a hook that a mod publishes.

    Raises:
        HookError: it does not fit.
    """
    return _make_implementation(mod, _find_spec(hook, contract, function), function)


def find_unmarked_hooks(mod: str, module: ModuleType) -> list[Finding]:
    """Reports functions that have the name of a hook but no ``@hook``."""
    return [
        Finding(
            "unmarked-hook",
            mod,
            f"{name} has the name of a hook but no @hook, so it is never called",
            locate_function(function),
            "add @hook above it",
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
        raise HookError(text, locate_function(function), f"hooks: {', '.join(sorted(contract))}", "misspelt-hook")
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
    cause, arity = Cause(mod, hook, place), len(names)
    if not getattr(function, "footfall_batch", False):
        listener = Listener(mod, hook, adapt_arity(function, arity), cause)
        is_generator = inspect.isgeneratorfunction(function)
        return Implementation(listener, function, arity, is_generator, conditions, before, after, kind=spec.kind)
    if spec.kind is not HookKind.FOLD or not arity:
        text = f"{hook} does not support batches" if arity else f"{hook} with batch=True takes a batch"
        raise HookError(text, place, "remove batch=True" if arity else f"def {hook}(batch, ctx)")
    batch = adapt_arity(function, arity)

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
        bound = {"min_": ">=", "max_": "<="}.get(name[:4]) if name not in fields else None
        if name not in fields and (bound is None or name[4:] not in fields):
            text = f"{hook} cannot be filtered by {name!r}{suggest(name, fields)}"
            raise HookError(text, place, f"fields of its event: {', '.join(fields)}")
        field_name = name[4:] if bound else name
        kind = spec.find_field_type(field_name)  # a value that never fits would make the hook fail, or be never called
        if kind in _FILTER_WORDS and not ((type(value) is int and kind is float) or isinstance(value, kind)):
            text = f"{hook} is filtered by {name}={value!r}, but {field_name} is {_FILTER_WORDS[kind]}"
            raise HookError(text, place, f"{name}={kind()!r}, with the value that you want")
        if bound and kind not in (int, float):
            text = f"{hook} has no order in {field_name}, so {name}= does not work"
            raise HookError(text, place, f"filter by {field_name}=, or test event.{field_name} in the function")
        yield FieldCondition(field_name, bound or "==", value)


_FILTER_WORDS = {int: "a whole number", float: "a number", str: "a text", bool: "True or False"}


class HookTable(msgspec.Struct):
    """All implementations of the active mods, per hook, in order.

    Attributes:
        by_hook: ordered implementations of each hook that has any.
        findings: contradictions in ``before`` and ``after``.
        vocabulary: names that rules as data may use.
    """

    by_hook: dict[str, tuple[Implementation, ...]] = msgspec.field(default_factory=dict)
    findings: list[Finding] = msgspec.field(default_factory=list)
    vocabulary: Vocabulary | None = None

    @classmethod
    def build(
        cls,
        mods: Sequence[str],
        implementations: Mapping[str, Sequence[Implementation]],
        vocabulary: Vocabulary | None = None,
    ) -> HookTable:
        """Orders the implementations of `mods` (given in mod order), hook by hook."""
        hooks = cls(vocabulary=vocabulary)
        raw: dict[str, list[Implementation]] = {}
        for mod in mods:
            for implementation in implementations.get(mod, ()):
                raw.setdefault(implementation.hook, []).append(implementation)
        for name in (*CONTRACT, *(name for name in raw if name not in CONTRACT)):
            if name in raw:
                hooks.by_hook[name] = hooks._order_implementations(raw[name])
        return hooks

    def _order_implementations(self, impls: list[Implementation]) -> tuple[Implementation, ...]:
        """Sorts by ``before`` and ``after`` of the implementations; mod order decides where these do not."""
        constrained = [(i, impl) for i, impl in enumerate(impls) if impl.before or impl.after]
        if not constrained:
            return tuple(impls)
        edges: list[tuple[int, int]] = []
        for i, impl in constrained:
            others = [(j, other.mod) for j, other in enumerate(impls) if other.mod != impl.mod]
            edges += [(i, j) for j, mod in others if mod == impl.before]
            edges += [(j, i) for j, mod in others if mod == impl.after]
        remaining = list(range(len(impls)))
        ordered: list[Implementation] = []
        while remaining:
            free = next((i for i in remaining if not any(b == i and a in remaining for a, b in edges)), None)
            if free is None:
                mods = sorted({impls[i].mod for i in remaining})
                free = remaining[0]
                impl = impls[free]
                text = f"{impl.hook}: before/after of {', '.join(mods)} form a cycle and are ignored"
                fix, place = "remove one of them", impl.listener.cause.location
                self.findings.append(Finding("hook-cycle", impl.mod, text, place, fix, Severity.WARNING))
            remaining.remove(free)
            ordered.append(impls[free])
        return tuple(ordered)


class Contributions(msgspec.Struct):
    """The results of all ``provide_*`` hooks of one mod, in order."""

    games: tuple[Game, ...] = ()
    commands: tuple[CommandSpec, ...] = ()
    steps: tuple[Step, ...] = ()
    changes: tuple[type[Change], ...] = ()
    reactions: tuple[Reaction, ...] = ()
    parts: tuple[Part, ...] = ()
    records: tuple[RecordKind, ...] = ()
    generators: tuple[str, ...] = ()
    bots: tuple[Bot, ...] = ()
    hud: tuple[HudLine, ...] = ()
    readings: tuple[Reading, ...] = ()
    deeds: tuple[Deed, ...] = ()
    words: tuple[Words, ...] = ()
    console: tuple[ConsoleSpec, ...] = ()


_TYPES: dict[str, Any] = {name: get_args(hint)[0] for name, hint in get_type_hints(Contributions).items()}
"""The type of each hook's results, by the name of the hook without ``provide_``."""


class HookResultError(TypeError):
    """A hook called at start returned an invalid result."""


def check_rows(implementation: Implementation, kind: Any, answer: Any) -> tuple[Any, ...]:
    """Checks that a hook's result is an iterable of `kind`, a class or ``type[...]``, and returns it as a tuple.

    Raises:
        HookResultError: it is not.
    """
    if answer is None:
        return ()
    hook, base = implementation.hook, get_args(kind)[0] if get_origin(kind) is type else None
    name = kind.__name__ if base is None else f"type[{base.__name__}]"

    def is_row(value: Any) -> bool:
        return isinstance(value, kind) if base is None else isinstance(value, type) and issubclass(value, base)

    if isinstance(answer, str) or is_row(answer):
        what = name if is_row(answer) else f"item: {_shorten(answer)}"
        raise HookResultError(f"{hook} returns a list of {name}, not a single {what}")
    try:
        rows = tuple(islice(answer, MAX_ROWS + 1))
    except TypeError:
        raise HookResultError(f"{hook} returns a list of {name}, not {_shorten(answer)}") from None
    if len(rows) > MAX_ROWS:
        raise HookResultError(f"{hook} returns more than {MAX_ROWS:,} items")
    for row in rows:
        if not is_row(row):
            raise HookResultError(f"{hook} returns a list of {name}, but one item is {_shorten(row)}")
    return rows


MAX_ROWS = 10_000
"""Maximum number of items that a mod may return from one hook."""


def _shorten(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def collect_contributions(implementations: Sequence[Implementation]) -> Contributions:
    """Calls all ``provide_*`` hooks of one mod.

    Raises:
        HookResultError: a result is not valid.
        Exception: any exception of the mod.
    """
    contributions = Contributions()
    for impl in implementations:
        name = impl.hook.removeprefix("provide_")
        if impl.hook.startswith("provide_"):
            rows = check_rows(impl, _TYPES[name], impl.listener.call(None, None))
            setattr(contributions, name, getattr(contributions, name) + rows)
    for change in contributions.changes:
        if change.apply is Change.apply:
            raise HookResultError(f"provide_changes: {change.__name__} has no method `apply`")
    return contributions
