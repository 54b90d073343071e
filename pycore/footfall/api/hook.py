"""The marker that mods put on their functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, overload

import pluggy

from .hookspecs import PROJECT

F = TypeVar("F", bound=Callable[..., Any])

_mark = pluggy.HookimplMarker(PROJECT)


@overload
def hook(function: F, /) -> F: ...
@overload
def hook(
    name: str | None = None, /, *, before: str = "", after: str = "", **filters: object
) -> Callable[[F], F]: ...
def hook(
    function: F | str | None = None, /, *, before: str = "", after: str = "", **filters: object
) -> F | Callable[[F], F]:
    """Marks a function as an implementation of the hook it is named after.

    ``@hook`` alone suffices; ``@hook("on_hear", kind="scream", min_loudness=3)`` names the hook
    and filters its events before Python is called: ``field=value`` must be equal,
    ``min_field``/``max_field`` bound it.

    Args:
        function: the function, or the hook's name if the function is named otherwise.
        before, after: id of a mod before or after whose implementation of this hook it runs.
        **filters: conditions on the fields of the event.
    """
    if callable(function):
        _mark(function)
        return function
    name = function

    def mark(target: F) -> F:
        _mark(target, specname=name)
        target.footfall_filters = dict(filters)  # type: ignore[attr-defined]
        target.footfall_order = (before, after)  # type: ignore[attr-defined]
        return target

    return mark
