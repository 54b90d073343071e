"""Conditions as data: ``when`` asks about the situation, ``where`` and ``expect`` about a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from footfall.diagnostics.findings import suggest

from .schema import NodeKind, SchemaNode

VALUE_TESTS = {
    "min": "At least this number.",
    "max": "At most this number.",
    "not": "Anything but this.",
    "in": "One of these.",
    "exists": "true: it has a value; false: it has none.",
}
"""Tests of a single value: ``hp = { min = 3, max = 5 }``; all that are named must hold."""

LIST_TESTS = {
    "has": "This item, or all of these, are in the list.",
    "lacks": "This item, or all of these, are not in the list.",
    "exists": "true: it has an item; false: it is empty.",
}
"""Tests of a list; a single item instead of a table asks whether the list has it."""


def is_test(node: SchemaNode | None, value: Any) -> bool:
    """Whether a table in a condition is a test of the place, and not the fields or rows below it."""
    if not isinstance(value, dict) or not value:
        return False
    shape = node.kind if node is not None else NodeKind.LEAF
    if shape is NodeKind.LEAF:
        return True
    if shape is NodeKind.LIST:
        return all(key in LIST_TESTS for key in value)
    return list(value) == ["exists"] and (node is None or "exists" not in node.fields)


def is_match(have: Any, want: Any, node: SchemaNode | None) -> bool:
    """Whether a value is what a condition wants of it.

    Raises:
        ValueError: the condition cannot be asked of such a value.
    """
    items = node is not None and node.kind is NodeKind.LIST
    keys = node is not None and node.kind is NodeKind.TABLE
    if is_test(node, want):
        known = LIST_TESTS if items else VALUE_TESTS
        return all(_run_test(name, have, wanted, known) for name, wanted in want.items())
    if (items and not isinstance(want, list)) or (keys and isinstance(want, (str, list))):
        return _has_items(have, want)
    return bool(have == want) and isinstance(have, bool) == isinstance(want, bool)


def _has_items(have: Any, want: Any) -> bool:
    there = have if isinstance(have, (list, dict)) else []
    return all(item in there for item in (want if isinstance(want, list) else [want]))


def _run_test(name: str, have: Any, want: Any, known: Mapping[str, str]) -> bool:
    if name not in known:
        raise ValueError(f"there is no test {name!r}{suggest(name, known)}; there are: {', '.join(known)}")
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


@dataclass
class ConditionContext:
    """What ``when`` asks about."""

    mods: frozenset[str]
    games: frozenset[str]
    settings: Mapping[str, Any]

    def is_met(self, when: Any, mod: str) -> bool:
        """Whether a condition is met; all its keys must be.

        Raises:
            ValueError: it is not a condition.
        """
        if not isinstance(when, dict):
            raise ValueError(f"when must be a table, not {when!r}")
        met = True
        for key, want in when.items():  # to the end, so that a mistake is told whatever holds
            if key == "settings" and isinstance(want, dict):
                for name, value in want.items():
                    met &= is_match(self.get_setting(name, mod), value, None)
            elif key in ("mods", "without", "games") and isinstance(want, list):
                have = self.games if key == "games" else self.mods
                there = [name in have for name in map(str, want)]
                met &= all(there) if key == "mods" else any(there) == (key == "games")
            else:
                raise ValueError(f"when takes lists mods, without, games and a table settings, not {key!r}")
        return met

    def get_setting(self, name: str, mod: str) -> Any:
        """The value of a setting by its full name, or by the name within its mod.

        Raises:
            ValueError: there is none.
        """
        full = f"{mod}.{name}"
        if full not in self.settings and name not in self.settings:
            raise ValueError(f"there is no setting {name!r}{suggest(name, self.settings)}")
        return self.settings.get(full, self.settings.get(name))
