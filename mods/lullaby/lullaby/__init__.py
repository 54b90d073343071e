"""Lullaby: the step that a card's `["step", ...]` runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from footfall.api import Change, Context, Step, hook
from footfall.plugins.king.changes import Gain
from footfall.plugins.king.layout import FLOOR


def sing(ctx: Context, seat: int, node: int, card: str) -> Sequence[Change]:
    """Everybody else on the floor gains 1 sanity."""
    souls = ctx.state.parts["core.king"].souls
    near = [n for n, soul in enumerate(souls) if n != seat and FLOOR[soul.node] == FLOOR[node]]
    return [Gain(tuple((each, 1) for each in near), card)] if near else []


@hook
def provide_steps() -> Iterable[Step]:
    """The step by its name."""
    return [Step("examples.lullaby:sing", sing)]
