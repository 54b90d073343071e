"""The contract of hooks: those of the framework, and those that mods publish for each other."""

from __future__ import annotations

import importlib.util
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import msgspec

from footfall.api.hookspecs import SPECS
from footfall.content.record_types import Deprecated
from footfall.diagnostics.files import format_path
from footfall.engine.rules import HookKind

SPECS_MODULE = "hookspecs"
"""Module of a mod's package that holds what it publishes."""

_NAME_PREFIXES = {
    HookKind.FOLD: "on_",
    HookKind.NOTIFY: "on_",
    HookKind.CHAIN: "on_",
    HookKind.VOTE: "can_",
    HookKind.FIRST: "decide_",
    HookKind.COLLECT: "provide_",
}
"""How the name of a hook of each kind begins."""


class HookError(TypeError):
    """A hook, or an implementation of one, that does not fit the contract."""

    def __init__(self, text: str, where: str, fix: str = "", code: str = "bad-hook") -> None:
        super().__init__(text)
        self.where = where
        self.fix = fix
        self.code = code


@dataclass(frozen=True)
class HookSpec:
    """One hook.

    Attributes:
        name: its name; that of a mod's hook is ``mod:name``.
        function: its signature and its docstring.
        arguments: names of what it passes.
        fields: names of the fields of its event, or None if it has none.
        owner: the mod that publishes it; ``""`` for the framework.
        recipes: of a chain that a mod publishes.
        deprecated: it will go.
    """

    name: str
    kind: HookKind
    function: Callable[..., Any]
    arguments: tuple[str, ...]
    fields: tuple[str, ...] | None
    terms: tuple[str, ...] = ()
    since: str = ""
    owner: str = ""
    recipes: tuple[str, ...] = ()
    deprecated: Deprecated | None = None

    @property
    def is_called_at_start(self) -> bool:
        """Whether it is asked once, when the game is put together."""
        return self.kind in (HookKind.CHAIN, HookKind.COLLECT)


def locate_function(function: Callable[..., Any]) -> str:
    """``file:line`` of a function."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return f"{format_path(code.co_filename)}:{code.co_firstlineno}" if code is not None else ""


def _get_event_type(function: Any) -> Any:
    """The type of a hook's event, or None; the other types of its signature may be for checkers alone."""
    note = inspect.get_annotations(function).get("event")
    return eval(note, function.__globals__) if isinstance(note, str) else note


def _make_spec(name: str, function: Any, owner: str = "") -> HookSpec:
    event = _get_event_type(function)
    return HookSpec(
        name,
        function.footfall_kind,
        function,
        tuple(inspect.signature(function).parameters),
        None if event is None else tuple(event.__struct_fields__),
        function.footfall_terms,
        function.footfall_since,
        owner,
        getattr(function, "footfall_recipes", ()),
        getattr(function, "footfall_deprecated", None),
    )


CONTRACT: Mapping[str, HookSpec] = {name: _make_spec(name, function) for name, function in SPECS.items()}
"""The framework's own hooks by name."""


def collect_published_hooks(mod: str, module: ModuleType) -> dict[str, HookSpec]:
    """The hooks that a mod publishes: in its entry, and in ``hookspecs`` of its package if there is one.

    Raises:
        BadHook: one of them is not sound.
        Exception: whatever importing that module raises.
    """
    modules = [module]
    if hasattr(module, "__path__") and importlib.util.find_spec(f"{module.__name__}.{SPECS_MODULE}"):
        modules.append(importlib.import_module(f"{module.__name__}.{SPECS_MODULE}"))
    found: dict[str, HookSpec] = {}
    for one in modules:
        for name, function in list(vars(one).items()):
            if getattr(function, "footfall_published", False) and inspect.isfunction(function):
                _check_spec(name, function)
                spec = _make_spec(f"{mod}:{name}", function, mod)
                if spec.kind is HookKind.CHAIN and not spec.recipes:
                    spec = HookSpec(**{**vars(spec), "recipes": (mod,)})
                found[spec.name] = spec
    return found


def _check_spec(name: str, function: Any) -> None:
    place, kind = locate_function(function), function.footfall_kind

    def make_error(text: str, fix: str) -> HookError:
        return HookError(f"publishes {name}: {text}", place, fix, "bad-hookspec")

    if not isinstance(kind, HookKind):
        raise make_error(
            f"{kind!r} is no kind of hook", "HookKind." + ", HookKind.".join(k.name for k in HookKind)
        )
    if not name.startswith(_NAME_PREFIXES[kind]):
        begin = _NAME_PREFIXES[kind]
        raise make_error(f"the name of a {kind.value} hook begins with {begin}", f"def {begin}{name}(...)")
    if not inspect.getdoc(function):
        raise make_error("it has no docstring", "say when it is asked, how often, and what may be returned")
    if function.footfall_terms and kind is not HookKind.FOLD:
        raise make_error(f"a {kind.value} hook has no terms", "leave the terms out")
    if kind is HookKind.FOLD and not function.footfall_terms:
        raise make_error("a fold has terms", 'publish(HookKind.FOLD, "the_number")')
    wanted = {HookKind.COLLECT: (), HookKind.CHAIN: ("event",)}.get(kind, ("event", "ctx"))
    if tuple(inspect.signature(function).parameters) != wanted:
        raise make_error(
            f"a {kind.value} hook takes ({', '.join(wanted)})", f"def {name}({', '.join(wanted)})"
        )
    if wanted:
        try:
            event = _get_event_type(function)
        except (NameError, AttributeError, SyntaxError) as error:
            raise make_error(f"the type of its event cannot be read: {error}", "import it") from None
        if not (isinstance(event, type) and issubclass(event, msgspec.Struct)):
            raise make_error("its event is no struct", "class Raining(events.HookEvent, frozen=True): ...")
