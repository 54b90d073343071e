"""Conditions as expressions that are asked when mods are loaded: of records, and of the mod set."""

import types
import typing
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal

import msgspec

from footfall.expressions.checker import check_expression
from footfall.expressions.python import PythonWriter, saturate
from footfall.expressions.syntax import THOUSANDTHS
from footfall.expressions.typed import BOOLEAN, DECIMAL, INTEGER, TEXT, Input, Readable, Scope

LIST = "list"
"""The type of a list of texts: ``tags.has('undead')``."""

Condition = Callable[[Callable[[str], Any]], bool]
"""A condition, called with a function that returns the value of a field by its dotted path."""

NO_MEMORY = "there is no memory when a mod is loaded"

_READABLE = {(LIST, "has"): Readable("has", (LIST, TEXT), BOOLEAN, 5)}
_ZEROS: Mapping[str, Any] = {INTEGER: 0, DECIMAL: 0, BOOLEAN: False, TEXT: "", LIST: ()}
MAX_FIELD_DEPTH = 4
"""Names of a field's path."""


class _FieldWriter(PythonWriter):
    """Writes fields as calls of the function ``get``."""

    def write_input(self, source: Input) -> str:
        return f"get({source.name!r})" if source.kind == "field" else super().write_input(source)


def compile_condition(source: str, scope: Scope) -> Condition:
    """Compiles a condition.

    Raises:
        ExpressionError: it is not valid.
    """
    typed = check_expression(source, scope, (BOOLEAN,))
    writer = _FieldWriter({"list.has": lambda ctx, items, item: item in items})
    code = f"lambda get, ctx=None: {writer.write(typed)}"
    condition: Condition = eval(compile(code, "<condition>", "eval"), writer.names)
    return condition


def build_load_scope(settings: Mapping[str, Any], mod: str) -> Scope:
    """Returns the names that ``when`` and ``needs`` may read: settings, and the lists ``mods`` and ``games``."""
    own = {name.removeprefix(mod + "."): value for name, value in settings.items()}
    return Scope({"mods": LIST, "games": LIST}, _READABLE, {**own, **settings}, has_dice=False, no_memory=NO_MEMORY)


@cache
def compile_record_condition(source: str, record: type) -> Condition:
    """Compiles a condition about the fields of a type of record. The result is cached.

    Raises:
        ExpressionError: it is not valid.
    """
    return compile_condition(source, Scope(RecordFields(record), _READABLE, has_dice=False, no_memory=NO_MEMORY))


class RecordFields(Mapping[str, str]):
    """The type of each field of a record by its dotted path; keys of tables are not known beforehand."""

    def __init__(self, record: type) -> None:
        self._record = record

    def __getitem__(self, path: str) -> str:
        hint: Any = self._record
        for name in path.split("."):
            hint = _strip(hint)
            origin = typing.get_origin(hint)
            if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
                hint = _get_hints(hint).get(name)
            elif isinstance(origin, type) and issubclass(origin, Mapping):
                hint = typing.get_args(hint)[1]
            else:
                hint = None
            if hint is None:
                raise KeyError(path)
        return _find_type(hint)

    def __iter__(self) -> Iterator[str]:
        yield from _iter_paths(self._record, MAX_FIELD_DEPTH)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def read_field(value: Any, type: str) -> Any:
    """Returns the value of a field as expressions read it; a field without a value is 0, false or empty."""
    if value is None:
        return _ZEROS.get(type)
    return round(saturate(value * THOUSANDTHS)) if type == DECIMAL else value


def _strip(hint: Any) -> Any:
    """Returns a type without marks and None."""
    while True:
        origin = typing.get_origin(hint)
        if origin is Annotated:
            hint = typing.get_args(hint)[0]
        elif origin in (typing.Union, types.UnionType):
            parts = [part for part in typing.get_args(hint) if part is not type(None)]
            if len(parts) != 1:
                return Any
            hint = parts[0]
        else:
            return hint


@cache
def _get_hints(record: type) -> dict[str, Any]:
    return typing.get_type_hints(record, include_extras=True)


def _find_type(hint: Any) -> str:
    """Returns the type of a field in expressions, or ``""``."""
    hint = _strip(hint)
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal:
        return TEXT if all(isinstance(value, str) for value in arguments) else ""
    if origin in (list, tuple) and arguments and _find_type(arguments[0]) == TEXT and set(arguments[1:]) <= {...}:
        return LIST
    if isinstance(hint, type) and issubclass(hint, Enum):
        return TEXT if all(isinstance(member.value, str) for member in hint) else ""
    return {bool: BOOLEAN, int: INTEGER, float: DECIMAL, str: TEXT}.get(hint, "")


def _iter_paths(hint: Any, levels: int) -> Iterator[str]:
    hint = _strip(hint)
    if levels and isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        for name, below in _get_hints(hint).items():
            yield name
            yield from (f"{name}.{rest}" for rest in _iter_paths(below, levels - 1))
