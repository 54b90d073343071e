"""Appliers: the functions that write changes into the state, declared next to the change classes."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

import msgspec

from .model import Change, Event
from .state import State

C = TypeVar("C", bound=Change)
R = TypeVar("R", bound="Event | None")

Applier: TypeAlias = "Callable[[State, Any], Event | None]"
"""Writes one change into the state. It raises before it writes, or not at all."""


class ChangeSpec(msgspec.Struct, frozen=True):
    """A change class and its applier.

    Attributes:
        apply: ``apply(state, change)`` writes it and returns its event, or None; it raises before it writes.
    """

    type: type[Change]
    apply: Applier


def applies(change: type[C]) -> Callable[[Callable[[State, C], R]], Callable[[State, C], R]]:
    """Declares a function as the applier of a change class; `collect_changes` finds it.

    Example::

        class Rest(Change, frozen=True, tag="you.mod:rest"):
            actor: int

        @applies(Rest)
        def apply_rest(state: State, change: Rest) -> None:
            state.parts["you.mod"].rested.append(change.actor)
    """

    def mark(function: Callable[[State, C], R]) -> Callable[[State, C], R]:
        earlier = getattr(function, "footfall_applies", ())
        vars(function)["footfall_applies"] = (change, *earlier)
        return function

    return mark


def collect_changes(*modules: ModuleType) -> list[ChangeSpec]:
    """Returns the changes whose appliers the modules define, in order of definition.

    Raises:
        ValueError: a module defines no applier.
    """
    specs: list[ChangeSpec] = []
    for module in modules:
        own = [value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__]
        declared = [ChangeSpec(change, value) for value in own for change in getattr(value, "footfall_applies", ())]
        if not declared:
            raise ValueError(f"{module.__name__} defines no applier; mark each with @applies(ChangeType)")
        specs += declared
    return specs
