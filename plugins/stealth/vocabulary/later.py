"""Deeds that a step carries out, so that each sees what the deeds and listeners before it have changed.

Two rules may move two creatures to one cell, or a rule may wake a creature that another has just slain. A deed that
checked its values when its rule was asked would then fail. Such deeds check them in their own step, and do nothing
where they cannot be done.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar

from footfall.api import Change, Context, NoChanges, Push, Step, deed, note_no_changes
from footfall.api.grid import WORLD_PART, is_inside

from ..model.phase import get_phase

F = TypeVar("F", bound=Callable[..., Any])

DEED_STEP = "core.stealth:deed"

_DEEDS: dict[str, Callable[..., Sequence[Change]]] = {}


def deed_of_step(function: F) -> F:
    """Declares a function ``(ctx, ...)`` as a deed that is carried out in its own step; none without its cell."""
    name = function.__name__
    _DEEDS[name] = function

    @deed
    @wraps(function)
    def push(ctx: Context, *args: Any, **keywords: Any) -> list[Change]:
        if WORLD_PART not in ctx.state.parts:
            return NoChanges("stealth-unchanged-no-level")
        if None in args or None in keywords.values():
            return NoChanges("stealth-unchanged-no-cell")
        return [Push(DEED_STEP, (name, args, tuple(keywords.items())))]

    return push  # type: ignore[return-value]


def do_deed(ctx: Context, name: str, args: Sequence[Any], keywords: Sequence[tuple[str, Any]]) -> Sequence[Change]:
    """Carries out a deed; a saved game has lists for cells."""
    named = {key: _restore(value) for key, value in keywords}
    changes = _DEEDS[name](ctx, *map(_restore, args), **named)
    if changes or not ctx.is_traced:
        return changes
    phase = get_phase(ctx)
    if any(key in named and named[key] not in phase.world.actors for key in ("actor", "other")):
        changes = NoChanges("stealth-unchanged-no-actor")
    elif any(key in named and not is_inside(phase.level, named[key]) for key in ("at", "to")):
        changes = NoChanges("stealth-unchanged-outside")
    return note_no_changes(ctx, name, changes)


def _restore(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


STEPS = (Step(DEED_STEP, do_deed),)
