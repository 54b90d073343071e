"""Loud Doors: the noise of a door carries farther. No other noise ever calls this function."""

from __future__ import annotations

from footfall.api import Context, events, hook, mul


@hook("on_hear", kind="door")
def doors_creak(event: events.Hearing, ctx: Context) -> object:
    """A door is heard from farther off."""
    return [mul("range", ctx.setting("creak"), reason="the hinges creak")]
