"""The hook contract: the hooks of the framework, and those that mods publish for each other."""

import importlib.util
import inspect
import typing
from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType
from typing import Any

import msgspec

from footfall.api.hookspecs import SPECS
from footfall.content.record_types import Deprecated
from footfall.diagnostics.docstrings import lacks_docstring
from footfall.diagnostics.files import format_path
from footfall.engine.declarations.rules import HookKind

SPECS_MODULE = "hookspecs"
"""Module of a mod's package that holds its published hooks."""

_NAME_PREFIXES = {
    HookKind.FOLD: "on_",
    HookKind.NOTIFY: "on_",
    HookKind.CHAIN: "on_",
    HookKind.VOTE: "can_",
    HookKind.FIRST: "decide_",
    HookKind.COLLECT: "provide_",
}
"""The prefix of hook names, by kind."""


class HookError(TypeError):
    """A hook or an implementation that does not fit the contract."""

    def __init__(self, text: str, location: str, fix: str = "", code: str = "bad-hook") -> None:
        super().__init__(text)
        self.location = location
        self.fix = fix
        self.code = code


class HookSpec(msgspec.Struct, frozen=True):
    """One hook.

    Attributes:
        name: its name; for a hook that a mod publishes, ``mod:name``.
        function: the function that declares its signature and docstring.
        arguments: names of its arguments.
        fields: names of the fields of its event; None if it has no event.
        terms: names of the terms of a fold.
        since: version that introduced it.
        owner: id of the mod that publishes it; ``""`` for the framework.
        recipes: recipes of a chain that a mod publishes.
        deprecation: its mark, or None.
        is_chance: it stands for a rule of chance of the game, whose numbers are its terms and whose facts its event.
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
    deprecation: Deprecated | None = None
    is_chance: bool = False

    def find_field_type(self, name: str, exact: bool = False) -> Any:
        """Returns the type of a field of its event, or None if it is unknown.

        Args:
            exact: keep the marks of an annotated type.
        """
        return _read_field_types(self.function, exact).get(name)

    @property
    def is_called_at_start(self) -> bool:
        """Whether it is called once, when the rules are built."""
        return self.kind in (HookKind.CHAIN, HookKind.COLLECT)


def locate_function(function: Callable[..., Any]) -> str:
    """Returns ``file:line`` of a function, or ``""``."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return f"{format_path(code.co_filename)}:{code.co_firstlineno}" if code is not None else ""


def find_event_type(function: Any) -> Any:
    """Returns the type of a hook's event, or None. Other annotations may exist for type checkers only."""
    note = inspect.get_annotations(function).get("event")
    return eval(note, function.__globals__) if isinstance(note, str) else note


@cache
def _read_field_types(function: Callable[..., Any], exact: bool) -> Mapping[str, Any]:
    """Returns the types of the fields of a hook's event; empty if they are unknown."""
    try:
        return typing.get_type_hints(find_event_type(function), include_extras=exact)
    except (NameError, AttributeError, TypeError, SyntaxError):  # annotations may exist for type checkers only
        return {}


def make_spec(name: str, function: Any, owner: str = "") -> HookSpec:
    event = find_event_type(function)
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


CONTRACT: Mapping[str, HookSpec] = {name: make_spec(name, function) for name, function in SPECS.items()}
"""The framework's own hooks by name."""


def collect_published_hooks(mod: str, module: ModuleType) -> dict[str, HookSpec]:
    """Collects the hooks that a mod publishes in its entry and in the module ``hookspecs`` of its package.

    Raises:
        HookError: a hook is not valid.
        Exception: any exception from importing ``hookspecs``.
    """
    modules = [module]
    if hasattr(module, "__path__") and importlib.util.find_spec(f"{module.__name__}.{SPECS_MODULE}"):
        modules.append(importlib.import_module(f"{module.__name__}.{SPECS_MODULE}"))
    specs: dict[str, HookSpec] = {}
    for source in modules:
        for name, function in list(vars(source).items()):
            if inspect.isfunction(function) and getattr(function, "footfall_published", False):
                _check_spec(name, function)
                spec = make_spec(f"{mod}:{name}", function, mod)
                if spec.kind is HookKind.CHAIN and not spec.recipes:
                    spec = msgspec.structs.replace(spec, recipes=(mod,))
                specs[spec.name] = spec
    return specs


def _check_spec(name: str, function: Any) -> None:
    place, kind = locate_function(function), function.footfall_kind

    def make_error(text: str, fix: str) -> HookError:
        return HookError(f"publishes {name}: {text}", place, fix, "bad-hookspec")

    if not isinstance(kind, HookKind):
        raise make_error(f"{kind!r} is not a kind of hook", "HookKind." + ", HookKind.".join(k.name for k in HookKind))
    if not name.startswith(_NAME_PREFIXES[kind]):
        prefix = _NAME_PREFIXES[kind]
        raise make_error(f"the name of a {kind.value} hook starts with {prefix}", f"def {prefix}{name}(...)")
    if lacks_docstring(function):
        raise make_error("it has no docstring", "describe when it is called, how often, and its results")
    if function.footfall_terms and kind is not HookKind.FOLD:
        raise make_error(f"a {kind.value} hook has no terms", "remove the terms")
    if kind is HookKind.FOLD and not function.footfall_terms:
        raise make_error("a fold needs terms", 'publish(HookKind.FOLD, "the_number")')
    arguments = {HookKind.COLLECT: (), HookKind.CHAIN: ("event",)}.get(kind, ("event", "ctx"))
    if tuple(inspect.signature(function).parameters) != arguments:
        raise make_error(f"a {kind.value} hook takes ({', '.join(arguments)})", f"def {name}({', '.join(arguments)})")
    if arguments:
        try:
            event = find_event_type(function)
        except (NameError, AttributeError, SyntaxError) as error:
            raise make_error(f"the type of its event cannot be resolved: {error}", "import the type") from None
        if not (isinstance(event, type) and issubclass(event, msgspec.Struct)):
            raise make_error("its event is not a struct", "class Raining(events.HookEvent, frozen=True): ...")
