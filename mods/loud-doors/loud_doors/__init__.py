"""Loud Doors: the noise of a door carries farther."""

from __future__ import annotations

from footfall.api import Context, FoldReturn, events, hook, mul


@hook("on_hear", kind="door")
def doors_creak(event: events.Hearing, ctx: Context) -> FoldReturn:
    """Multiplies the hearing range for the noise of a door."""
    return [mul("range", ctx.setting("creak"), reason="the hinges creak")]
