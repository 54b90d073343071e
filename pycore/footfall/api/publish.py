"""Publishing hooks: a mod declares hooks that other mods implement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from footfall.engine.declarations.rules import HookKind

F = TypeVar("F", bound=Callable[..., Any])


def publish(kind: HookKind, *terms: str, since: str = "", recipes: tuple[str, ...] = ()) -> Callable[[F], F]:
    """Declares a hook of this mod; others implement it with ``@hook.of("this.mod", "on_name")``.

    Declare it in ``hookspecs.py`` of the mod's package, or in its single file. The function is never
    called: its name, its arguments ``(event, ctx)`` and its docstring are the contract. The mod calls the hook by its
    full name: ``ctx.fold("this.mod:on_name", event, {"term": 0})``, or `Context.notify`, `Context.vote`,
    `Context.decide`, `Context.push_chain`, `Context.run_chain` or `Context.collect`, depending on its kind.

    Args:
        kind: determines the prefix of the name: ``on_`` for folds, notifications and chains, ``can_`` for votes,
            ``decide_`` for first, ``provide_`` for collect.
        terms: names of the terms of a fold.
        since: version of the mod that introduced it.
        recipes: names of the recipes of a chain; by default the mod's id.
    """

    def mark(function: F) -> F:
        vars(function).update(footfall_kind=kind, footfall_terms=terms, footfall_since=since)
        vars(function).update(footfall_recipes=recipes, footfall_published=True)
        return function

    return mark
