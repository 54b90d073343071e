"""Reads the readings, deeds, hooks and words that a mod's Python declares, without running it.

A mod of rules as data is checked with them before the mods that it requires are approved, and when it is packed.
"""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from pkgutil import resolve_name
from typing import Annotated, Any, Literal

import msgspec

from footfall.api import events
from footfall.api.deeds import Deed, describe_deed
from footfall.api.publish import publish
from footfall.api.readings import Reading, describe_reading, reading
from footfall.content.record_types import AnyText, MessageId, Ref, Words
from footfall.diagnostics.findings import Finding
from footfall.engine.model import Thing
from footfall.loader.hooks.contract import HookSpec, make_spec
from footfall.loader.rules.scope import ReadingTable, Vocabulary
from footfall.loader.rules.words import COMMAND_LIST

from .mod_source import FunctionNode, SourceModule, Subject, list_assignments

MARKS = {f"footfall.api.{mark.__name__}": mark for mark in (AnyText, MessageId, Ref, Thing, Words)} | {
    "msgspec.Meta": msgspec.Meta
}
"""The constructors that a type may call."""

TYPING = {f"typing.{name}": value for name, value in {"Annotated": Annotated, "Any": Any, "Literal": Literal}.items()}

DEED = "footfall.api.deed"

MAX_DEPTH = 20
"""Names that refer to names, followed one after another."""


class UnreadableError(Exception):
    """A type that is not known without running the code."""


@dataclass
class Declarations:
    """The vocabulary that mods declare.

    Attributes:
        unread: names of readings and deeds whose types are not known without running the code.
    """

    readings: list[Reading] = field(default_factory=list)
    deeds: dict[str, Deed] = field(default_factory=dict)
    hooks: dict[str, HookSpec] = field(default_factory=dict)
    words: list[Words] = field(default_factory=list)
    unread: set[str] = field(default_factory=set)

    def extend(self, base: Vocabulary) -> Vocabulary:
        """Returns a vocabulary with these declarations."""
        known = base.readings.sources.values()
        return Vocabulary(
            {**base.hooks, **self.hooks},
            ReadingTable.build([*known, *self.readings]),
            {**base.deeds, **self.deeds},
            (*base.words, *self.words),
        )

    def is_unsure(self, finding: Finding) -> bool:
        """Returns whether a finding about a rule names something whose types are not known."""
        return any(f"{name!r}" in finding.text for name in self.unread)


def read_declarations(subjects: Iterable[Subject]) -> Declarations:
    """Reads the declarations of mods in Python."""
    found = Declarations()
    for subject in subjects:
        for module in subject.modules.values():
            for function, is_top in module.list_functions():
                for decorator in function.decorator_list if is_top else ():
                    read_function(subject.id, module, function, decorator, found)
            for node in module.tree.body:
                if isinstance(node, ast.ClassDef) and "footfall.api.Command" in map(module.resolve_name, node.bases):
                    tags = [
                        k.value.value for k in node.keywords if k.arg == "tag" and isinstance(k.value, ast.Constant)
                    ]
                    found.words.append(Words(COMMAND_LIST, tuple(map(str, tags))))
    return found


def read_function(
    mod: str, module: SourceModule, function: FunctionNode, decorator: ast.expr, found: Declarations
) -> None:
    """Adds the reading, deed, hook or words that a function declares."""
    call = decorator if isinstance(decorator, ast.Call) else None
    marker = find_marker(module, call.func if call is not None else decorator)
    evaluator = Evaluator(module)
    try:
        if marker == "footfall.api.reading" and call is not None:
            stub = _make_stub(function, evaluator, function.returns)
            found.readings.append(describe_reading(reading(**evaluator.evaluate_keywords(call))(stub)))
        elif marker == DEED:
            deed = describe_deed(_make_stub(function, evaluator))
            found.deeds[deed.name] = deed
        elif marker == "footfall.api.publish" and call is not None:
            kind, *terms = map(evaluator.evaluate, call.args)
            stub = publish(kind, *terms, **evaluator.evaluate_keywords(call))(_make_stub(function, evaluator))
            found.hooks[f"{mod}:{function.name}"] = make_spec(f"{mod}:{function.name}", stub, mod)
        elif function.name == "provide_words":
            returned = [node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value]
            found.words += [words for value in returned for words in evaluator.evaluate(value)]
    except (UnreadableError, ValueError, TypeError, AttributeError, ImportError):
        found.unread.add(function.name.removesuffix("_of"))


def find_marker(module: SourceModule, decorator: ast.expr) -> str:
    """Returns the full name of a decorator, or that of ``deed`` if the mod defines the decorator with it."""
    name = module.resolve_name(decorator)
    if isinstance(decorator, ast.Name) and not name.startswith("footfall."):
        for home, original in (*_find_imports(module, decorator.id), (module, decorator.id)):
            for function, is_top in home.list_functions():
                if is_top and function.name == original:
                    inner = (home.resolve_name(node) for node in ast.walk(function) if isinstance(node, ast.Name))
                    return DEED if DEED in inner else name
    return name


def _find_imports(module: SourceModule, name: str) -> list[tuple[SourceModule, str]]:
    """Returns the module of the mod from which a name is imported, and its name there."""
    return [
        (sibling, alias.name)
        for each in module.tree.body
        if isinstance(each, ast.ImportFrom) and (sibling := module.find_sibling(each)) is not None
        for alias in each.names
        if (alias.asname or alias.name) == name
    ]


def _make_stub(function: FunctionNode, evaluator: Evaluator, result: ast.expr | None = None) -> Any:
    """Returns a function with the name, arguments, defaults, types and docstring of a function that is not run."""

    def stub(*arguments: Any) -> None:
        """Stands for a function of a mod."""

    given = function.args.args
    defaults = [None] * (len(given) - len(function.args.defaults)) + list(function.args.defaults)
    parameters = [
        inspect.Parameter(
            argument.arg,
            inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=inspect.Parameter.empty if default is None else evaluator.evaluate_text(default),
        )
        for argument, default in zip(given, defaults, strict=True)
    ]
    typed = {argument.arg: argument.annotation for argument in given if argument.arg != "ctx"} | {"return": result}
    types = {name: evaluator.evaluate(node) for name, node in typed.items() if node is not None}
    vars(stub).update(__signature__=inspect.Signature(parameters))
    stub.__name__, stub.__annotations__, stub.__doc__ = function.name, types, ast.get_docstring(function)
    return stub


class Evaluator:
    """Evaluates types and constants of a module: names of the API, marks, unions and constants."""

    def __init__(self, module: SourceModule, depth: int = 0) -> None:
        self._module = module
        self.depth = depth

    def evaluate(self, node: ast.expr) -> Any:
        """Returns the value of an expression.

        Raises:
            UnreadableError: it is not known without running the code.
        """
        match node:
            case ast.Constant(value=str(text)) if text.isidentifier() and text in self._module.imported_names:
                return self.evaluate(ast.parse(text, mode="eval").body)
            case ast.Constant(value=value):
                return value
            case ast.Tuple() | ast.List():
                return self.evaluate_text(node)
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return self.evaluate(left) | self.evaluate(right)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self.evaluate_text(left) + self.evaluate_text(right)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self.evaluate(operand)
            case ast.Subscript(value=origin, slice=argument):
                return self.evaluate(origin)[self.evaluate_text(argument)]
            case ast.Call(func=func) if (mark := MARKS.get(self._module.resolve_name(func))) is not None:
                return mark(*(self.evaluate_text(argument) for argument in node.args), **self.evaluate_keywords(node))
            case ast.Name() | ast.Attribute():
                return self._find(node)
        raise UnreadableError(ast.unparse(node))

    def evaluate_text(self, node: ast.expr) -> Any:
        """Returns the value of an argument, in which a text is not a type."""
        if isinstance(node, ast.Tuple | ast.List):
            values: list[Any] = []
            for item in node.elts:
                is_list = isinstance(item, ast.Starred)
                values += self.evaluate_text(item.value) if is_list else [self.evaluate_text(item)]  # type: ignore[attr-defined]
            return tuple(values)
        return node.value if isinstance(node, ast.Constant) else self.evaluate(node)

    def evaluate_keywords(self, call: ast.Call) -> dict[str, Any]:
        """Returns the keyword arguments of a call."""
        return {keyword.arg: self.evaluate_text(keyword.value) for keyword in call.keywords if keyword.arg}

    def _find(self, node: ast.Name | ast.Attribute) -> Any:
        """Returns the value of a name: of the API, of Python, or of this or another module of the mod."""
        full = self._module.resolve_name(node)
        if full in TYPING:
            return TYPING[full]
        if full.startswith(("footfall.api.", "footfall.plugins.")):
            return resolve_name(full)
        if isinstance(node, ast.Attribute) or self.depth >= MAX_DEPTH:
            raise UnreadableError(full)
        if (builtin := getattr(builtins, node.id, None)) is not None and node.id not in self._module.defined_names:
            return builtin
        imports = _find_imports(self._module, node.id)
        module, name = imports[0] if imports else (self._module, node.id)
        return Evaluator(module, self.depth + 1).evaluate_name(name)

    def evaluate_name(self, name: str) -> Any:
        """Returns the value that the module assigns to a name, or the enumeration or event that it defines."""
        for value, names in list_assignments(self._module):
            if name in names and value is not None:
                return self.evaluate_text(value)
        for node in self._module.tree.body:
            if isinstance(node, ast.ClassDef) and node.name == name:
                return self.read_class(node)
        if name in self._module.imported_names:
            return self._find(ast.Name(name))
        raise UnreadableError(name)

    def read_class(self, node: ast.ClassDef) -> Any:
        """Returns an enumeration, or an event as a struct of its fields."""
        bases = [self._module.resolve_name(base) for base in node.bases]
        if any(base.startswith("enum.") for base in bases):
            members = {
                target.id: self.evaluate(each.value)
                for each in node.body
                if isinstance(each, ast.Assign)
                for target in each.targets
                if isinstance(target, ast.Name)
            }
            return Enum(node.name, members)
        if bases and bases[0].startswith("footfall.api.events."):
            base = getattr(events, bases[0].rpartition(".")[2])
            fields: list[tuple[str, Any]] = [
                (each.target.id, self.evaluate(each.annotation))
                for each in node.body
                if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
            ]
            return msgspec.defstruct(node.name, fields, bases=(base,), frozen=True, kw_only=True)
        raise UnreadableError(node.name)
