"""Cowards: a creature with few hit points does not come closer."""

from footfall.api import Command, Context, events, hook
from footfall.plugins.stealth import api as stealth


@hook
def decide_action(event: events.Deciding, ctx: Context) -> Command | None:
    """Waits instead of walking, if a quarter of the hit points is left or less."""
    if 4 * stealth.hp(ctx, event.actor) > stealth.max_hp(ctx, event.actor):
        return None
    wanted = event.options[0]
    return stealth.Wait(actor=event.actor) if isinstance(wanted, stealth.Walk) else None
