"""Lullaby: the step that the card's effect `["step", ...]` runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from footfall.api import Change, Context, Step, hook
from footfall.plugins.king.changes import Gain
from footfall.plugins.king.layout import FLOOR


def sing(ctx: Context, seat: int, node: int, card: str) -> Sequence[Change]:
    """All other players on the floor gain 1 sanity."""
    souls = ctx.state.parts["core.king"].souls
    others = [n for n, soul in enumerate(souls) if n != seat and FLOOR[soul.node] == FLOOR[node]]
    return [Gain(tuple((other, 1) for other in others), card)] if others else []


@hook
def provide_steps() -> Iterable[Step]:
    """The step of the card."""
    return [Step("examples.lullaby:sing", sing)]
