"""The decorator that marks implementations of hooks. Its types are in ``hook.pyi``, generated from the contract."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pluggy

from footfall.diagnostics.findings import suggest

from .hookspecs import PLUGGY_PROJECT, SPECS

_mark = pluggy.HookimplMarker(PLUGGY_PROJECT)


class Hook:
    """Marks a function as an implementation of a hook.

    ``@hook`` alone implements the hook with the function's name. ``@hook.on_hear`` names the hook, which also gives
    type checkers its signature. ``@hook.on_hear(kind="door", min_loudness=2)`` filters events before the function is
    called: ``field=value`` tests for equality, ``min_field`` and ``max_field`` are inclusive bounds.
    ``@hook("on_hear", ...)`` is equivalent. ``@hook.of("you.weather", "on_rain")`` implements a hook that another mod
    publishes.

    Further arguments:
        before, after: id of a mod; this implementation runs before or after that mod's.
        batch: the function takes a `footfall.api.Batch` of events and returns `BatchProposal`s (folds only).
    """

    def __call__(self, name: Any = None, function: Any = None, /, **options: Any) -> Any:
        if callable(name):
            _mark(name)
            return name
        mark = partial(_mark_implementation, name, options)
        return mark if function is None else mark(function)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in SPECS:
            raise AttributeError(f"there is no hook {name!r}{suggest(name, SPECS)}; footfall hooks lists them")
        return partial(self, name)

    def of(self, mod: str, name: str, /, **options: Any) -> Callable[[Any], Any]:
        """Marks an implementation of a hook that another mod publishes; unused if that mod is inactive."""
        return partial(_mark_implementation, f"{mod}:{name}", options)

    def __dir__(self) -> list[str]:
        return sorted(("of", *SPECS))


def _mark_implementation(name: str | None, options: dict[str, Any], function: Any) -> Any:
    filters = dict(options)
    order = (filters.pop("before", ""), filters.pop("after", ""))
    batch = bool(filters.pop("batch", False))
    if batch:  # pluggy would call it with a single event
        function.footfall_impl_of_batches = {"specname": name}
    else:
        _mark(function, specname=name)
    function.footfall_filters = filters
    function.footfall_order = order
    function.footfall_batch = batch
    return function


hook = Hook()
