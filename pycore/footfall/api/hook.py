"""The marker that mods put on their functions. Its types are in ``hook.pyi``, made from the contract."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pluggy

from footfall.diagnostics.findings import suggest

from .hookspecs import PLUGGY_PROJECT, SPECS

_mark = pluggy.HookimplMarker(PLUGGY_PROJECT)


class Hook:
    """Marks a function as an implementation of a hook.

    ``@hook`` alone takes the hook that the function is named after. ``@hook.on_hear`` names it, whatever the
    function is called, and a type checker then knows what the function is handed and may return.
    ``@hook.on_hear(kind="scream", min_loudness=3)`` filters its events before Python is called:
    ``field=value`` must be equal, ``min_field`` and ``max_field`` bound it. ``@hook("on_hear", ...)`` is the
    same. ``@hook.of("you.weather", "on_rain")`` implements a hook that another mod publishes.

    Further arguments:
        before, after: id of a mod before or after whose implementation of this hook it runs.
        batch: the function takes a `footfall.api.GameBatch` of events at once, and returns `Spread`s (folds only).
    """

    def __call__(self, function: Any = None, /, **given: Any) -> Any:
        if callable(function):
            _mark(function)
            return function
        return partial(_mark_implementation, function, given)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in SPECS:
            raise AttributeError(
                f"there is no hook {name!r}{suggest(name, SPECS)}; footfall hooks lists them"
            )
        return partial(_mark_named, name)

    def of(self, mod: str, name: str, /, **given: Any) -> Callable[[Any], Any]:
        """Marks an implementation of a hook that another mod publishes; it is unused if that mod is not there."""
        return partial(_mark_implementation, f"{mod}:{name}", given)

    def __dir__(self) -> list[str]:
        return sorted(("of", *SPECS))


def _mark_named(name: str, function: Any = None, /, **given: Any) -> Any:
    return (
        _mark_implementation(name, given, function)
        if callable(function)
        else partial(_mark_implementation, name, given)
    )


def _mark_implementation(name: str | None, given: dict[str, Any], function: Any) -> Any:
    filters = dict(given)
    order = (filters.pop("before", ""), filters.pop("after", ""))
    batch = bool(filters.pop("batch", False))
    if batch:  # pluggy would call it with one event
        function.footfall_impl_of_batches = {"specname": name}
    else:
        _mark(function, specname=name)
    function.footfall_filters = filters
    function.footfall_order = order
    function.footfall_batch = batch
    return function


hook = Hook()
