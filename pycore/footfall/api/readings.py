"""Readings: the typed values that a game publishes to mods, declared on plain functions."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, TypeVar

import msgspec

from footfall.diagnostics.docstrings import get_first_line, lacks_docstring

F = TypeVar("F", bound=Callable[..., Any])


class Nearby(msgspec.Struct, frozen=True):
    """Marks the last argument of a list that has at most one item for each cell within that many cells."""


class Reading(msgspec.Struct, frozen=True):
    """One published value of a game's state.

    Attributes:
        name: the function's name.
        parameters: type of each argument after `ctx`, by name.
        type: the type of the value.
        unit: unit of the value (``"points"``, ``"cells"``); empty for flags and enumerations.
        cost: time complexity (``"O(1)"``, ``"O(actors)"``).
        doc: summary line of the docstring.
        read: the function, called as ``read(ctx, ...)``.
        rule_name: its name in rules as data. The type of the first argument stands before the dot:
            ``attacker.stat('luck')``.
        steps: its cost in rules as data, in steps of their evaluator.
        limit: number of a list's items that rules as data look at; 0 for a single value.
        is_shown: whether it has a value where a rule is asked for the screen (`Context.is_foreseeing`).
    """

    name: str
    parameters: Mapping[str, Any]
    type: Any
    unit: str
    cost: str
    doc: str
    read: Callable[..., Any]
    rule_name: str = ""
    steps: int = 10
    limit: int = 0
    is_shown: bool = True


MAX_LISTED = 256
"""The largest `Reading.limit`."""


def reading(
    *, cost: str, unit: str = "", rule_name: str = "", steps: int = 0, limit: int = 0, is_shown: bool = True
) -> Callable[[F], F]:
    """Declares a function ``(ctx, ...)`` as a reading of its module; `collect_readings` finds it.

    A reading changes nothing and rolls no dice. It returns values, never a mutable part of the state.

    Args:
        cost: time complexity, such as ``"O(1)"``.
        unit: unit of the value; empty for flags and enumerations.
        rule_name: its name in rules as data, by default the function's without ``_of``.
        steps: its cost in rules as data, at most; by default 10 for ``"O(1)"`` and 100 otherwise.
        limit: makes a tuple of ids or cells a list from which rules choose: ``count(foe in player.foes, foe.hp < 5)``.
            The tuple has the nearest first, each once; rules look at the first `limit` of them, 1 to `MAX_LISTED`.
        is_shown: False: it returns nothing while `Context.is_foreseeing`; `mods check` warns of odds that need it.
    """

    def mark(function: F) -> F:
        vars(function)["footfall_reading"] = (unit, cost, rule_name, steps, limit, is_shown)
        return function

    return mark


def collect_readings(module: ModuleType) -> dict[str, Reading]:
    """Returns the readings that a module defines, by name, in order of definition.

    Raises:
        ValueError: a reading has no docstring, or an argument or the result has no type.
    """
    readings = {}
    for name, function in vars(module).items():
        if getattr(function, "__module__", "") == module.__name__ and hasattr(function, "footfall_reading"):
            readings[name] = describe_reading(function)
    return readings


def describe_reading(function: Callable[..., Any]) -> Reading:
    """Returns the reading that a function declares.

    Raises:
        ValueError: it has no docstring, an argument or the result has no type, or `limit` does not fit.
    """
    described: Reading | None = vars(function).get("footfall_description")
    if described is not None:  # by an earlier load
        return described
    name = function.__name__
    unit, cost, rule_name, steps, limit, is_shown = vars(function)["footfall_reading"]
    hints = typing.get_type_hints(function, include_extras=True)
    arguments = list(inspect.signature(function).parameters)[1:]
    untyped = [argument for argument in (*arguments, "return") if argument not in hints]
    if untyped or lacks_docstring(function):
        problem = f"no type for {', '.join(untyped)}" if untyped else "no docstring"
        raise ValueError(f"reading {function.__module__}.{name}: {problem}")
    parameters = {argument: hints[argument] for argument in arguments}
    doc = get_first_line(function)
    rule_name = rule_name or name.removesuffix("_of")
    steps = steps or (10 if cost == "O(1)" else 100)
    if limit and not (typing.get_origin(hints["return"]) is tuple and 1 <= limit <= MAX_LISTED):
        raise ValueError(f"reading {function.__module__}.{name}: limit={limit} needs a tuple, and is 1 to {MAX_LISTED}")
    fields = name, parameters, hints["return"], unit, cost, doc, function, rule_name, steps, limit, is_shown
    described = Reading(*fields)
    vars(function)["footfall_description"] = described
    return described
