"""Deeds that a step carries out, so that each sees what the deeds and listeners before it have changed.

Two rules may move two creatures to one cell, or a rule may wake a creature that another has just slain. A deed that
checked its values when its rule was asked would then fail. Such deeds check them in their own step, and do nothing
where they cannot be done.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar

from footfall.api import Change, Context, Push, Step, deed

F = TypeVar("F", bound=Callable[..., Any])

DEED_STEP = "core.stealth:deed"

_DEEDS: dict[str, Callable[..., Sequence[Change]]] = {}


def deed_of_step(function: F) -> F:
    """Declares a function ``(ctx, ...)`` as a deed that is carried out in its own step; none without its cell."""
    name, signature = function.__name__, inspect.signature(function)
    _DEEDS[name] = function

    @deed
    @wraps(function)
    def push(ctx: Context, *args: Any, **keywords: Any) -> list[Change]:
        bound = signature.bind(ctx, *args, **keywords)
        bound.apply_defaults()
        values = bound.args[1:]
        return [] if None in values else [Push(DEED_STEP, (name, *values))]

    return push  # type: ignore[return-value]


def do_deed(ctx: Context, name: str, *values: Any) -> Sequence[Change]:
    """Carries out a deed."""
    given = [(value[0], value[1]) if isinstance(value, list | tuple) else value for value in values]
    return _DEEDS[name](ctx, *given)


STEPS = (Step(DEED_STEP, do_deed),)
