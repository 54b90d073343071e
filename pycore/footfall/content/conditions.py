"""Conditions as data: ``when`` tests the mod set; ``where`` and ``expect`` test a record.

A text is an expression (`footfall.content.load_expressions`), a table has a test for each field.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from footfall.diagnostics.findings import suggest

from .load_expressions import build_load_scope, compile_condition
from .schemas.schema import NodeKind, SchemaNode

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
                    met &= is_match(self.get_setting(name, mod), value, None)
            elif key in ("mods", "without", "games") and isinstance(want, list):
                have = self.games if key == "games" else self.mods
                present = [name in have for name in map(str, want)]
                met &= all(present) if key == "mods" else any(present) == (key == "games")
            else:
                raise ValueError(f"when takes the lists mods, without and games and the table settings, not {key!r}")
        return met

    def get_setting(self, name: str, mod: str) -> Any:
        """Returns the value of a setting, by its full name or by its name within `mod`.

        Raises:
            ValueError: there is no such setting.
        """
        full = f"{mod}.{name}"
        if full not in self.settings and name not in self.settings:
            raise ValueError(f"there is no setting {name!r}{suggest(name, self.settings)}")
        return self.settings.get(full, self.settings.get(name))
