"""Conditions as data: ``when`` tests the mod set; ``where`` and ``expect`` test a record.

A text is an expression, a table has a test for each field. Both are asked when mods are loaded.
"""

import types
import typing
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal

import msgspec

from footfall.diagnostics.findings import suggest
from footfall.expressions.checker import check_expression
from footfall.expressions.python import PythonWriter, saturate
from footfall.expressions.syntax import THOUSANDTHS
from footfall.expressions.typed import BOOLEAN, DECIMAL, INTEGER, TEXT, Input, Readable, Scope

from .schemas.schema import NodeKind, SchemaNode

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


VALUE_TESTS = {
    "min": "At least this number.",
    "max": "At most this number.",
    "not": "Any value except this.",
    "in": "One of these.",
    "exists": "true: the field has a value; false: it has none.",
}
"""Tests of a single value: ``hp = { min = 3, max = 5 }``. All tests of a table must hold."""

LIST_TESTS = {
    "has": "The list contains this item, or all of these.",
    "lacks": "The list contains neither this item nor any of these.",
    "exists": "true: the list has an item; false: it is empty.",
}
"""Tests of a list. A single item instead of a table tests whether the list contains it."""


def is_test(node: SchemaNode | None, value: Any) -> bool:
    """Returns whether a table in a condition is a test of the value rather than its fields or rows."""
    if not isinstance(value, dict) or not value:
        return False
    shape = node.kind if node is not None else NodeKind.LEAF
    if shape is NodeKind.LEAF:
        return True
    if shape is NodeKind.LIST:
        return all(key in LIST_TESTS for key in value)
    return list(value) == ["exists"] and (node is None or "exists" not in node.fields)


def is_match(have: Any, want: Any, node: SchemaNode | None) -> bool:
    """Returns whether a value meets a condition.

    Raises:
        ValueError: the condition does not apply to such a value.
    """
    items = node is not None and node.kind is NodeKind.LIST
    keys = node is not None and node.kind is NodeKind.TABLE
    if is_test(node, want):
        known = LIST_TESTS if items else VALUE_TESTS
        return all(_run_test(name, have, operand, known) for name, operand in want.items())
    if (items and not isinstance(want, list)) or (keys and isinstance(want, (str, list))):
        return _has_items(have, want)
    return bool(have == want) and isinstance(have, bool) == isinstance(want, bool)


def _has_items(have: Any, want: Any) -> bool:
    items = have if isinstance(have, (list, dict)) else []
    return all(item in items for item in (want if isinstance(want, list) else [want]))


def _run_test(name: str, have: Any, want: Any, known: Mapping[str, str]) -> bool:
    if name not in known:
        raise ValueError(f"there is no test {name!r}{suggest(name, known)}; the tests are: {', '.join(known)}")
    if name in ("min", "max"):
        if not is_number(want):
            raise ValueError(f"{name} takes a number, not {want!r}")
        return is_number(have) and (have >= want if name == "min" else have <= want)
    if name == "in":
        if not isinstance(want, list):
            raise ValueError(f"in takes a list, not {want!r}")
        return have in want
    if name == "exists":
        return (have not in (None, [], {}, "")) == bool(want)
    if name == "lacks":
        return not any(_has_items(have, item) for item in (want if isinstance(want, list) else [want]))
    return _has_items(have, want) if name == "has" else have != want


def is_number(value: Any) -> bool:
    """Returns whether a value is an integer or a float; booleans are not numbers."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


class ConditionContext(msgspec.Struct):
    """The mods, games and settings that ``when`` tests. `games` holds full ids and short names."""

    mods: frozenset[str]
    games: frozenset[str]
    settings: Mapping[str, Any]

    def is_met(self, condition: Any, mod: str) -> bool:
        """Returns whether all keys of a condition are met.

        Raises:
            ValueError: the condition is not valid.
        """
        if isinstance(condition, str):
            lists = {"mods": self.mods, "games": self.games}
            return compile_condition(condition, build_load_scope(self.settings, mod))(lists.__getitem__)
        if not isinstance(condition, dict):
            raise ValueError(f"when must be an expression or a table, not {condition!r}")
        met = True
        for key, want in condition.items():  # without an early exit, so that every error is reported
            if key == "settings" and isinstance(want, dict):
                for name, value in want.items():
                    full = f"{mod}.{name}"
                    if full not in self.settings and name not in self.settings:
                        raise ValueError(f"there is no setting {name!r}{suggest(name, self.settings)}")
                    met &= is_match(self.settings.get(full, self.settings.get(name)), value, None)
            elif key in ("mods", "without", "games") and isinstance(want, list):
                have = self.games if key == "games" else self.mods
                present = [name in have for name in map(str, want)]
                met &= all(present) if key == "mods" else any(present) == (key == "games")
            else:
                raise ValueError(f"when takes the lists mods, without and games and the table settings, not {key!r}")
        return met
