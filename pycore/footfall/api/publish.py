"""Hooks that mods publish for other mods."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from footfall.engine.contributions import HookKind

F = TypeVar("F", bound=Callable[..., Any])


def publish(kind: HookKind, *terms: str, since: str = "", recipes: tuple[str, ...] = ()) -> Callable[[F], F]:
    """Declares a hook of this mod: others implement it with ``@hook.of("this.mod", "on_name")``.

    It stands in ``hookspecs.py`` of the mod's package, or in its single file. Its function is never called: its
    name, its arguments ``(event, ctx)`` and its docstring are the contract. The mod asks it by its full
    name: ``ctx.fold("this.mod:on_name", event, {"term": 0})``, or `Play.notify`, `Play.vote`, `Play.first`,
    `Context.chain`, `Context.run_chain`, `Context.collected`, as its kind says.

    Args:
        kind: one of the six; ``on_`` begins folds, notifications and chains, ``can_`` votes, ``decide_`` first
            answers, ``provide_`` collections.
        terms: of a fold.
        since: version of the mod that has it first.
        recipes: of a chain: names of its recipes; by default one, called by the mod's id.
    """

    def mark(function: F) -> F:
        function.footfall_kind = kind  # type: ignore[attr-defined]
        function.footfall_terms = terms  # type: ignore[attr-defined]
        function.footfall_since = since  # type: ignore[attr-defined]
        function.footfall_recipes = recipes  # type: ignore[attr-defined]
        function.footfall_published = True  # type: ignore[attr-defined]
        return function

    return mark
