"""Disguises: a sleeping mimic looks like a chest (R-AI-18)."""

from __future__ import annotations

from footfall.api import Context
from footfall.api.grid import Actor, Tile

from .state import Mood, stealth_of
from .stats import creature_kind


def disguise_of(ctx: Context, actor: Actor) -> Tile | None:
    """The tile that an actor looks like now, or None."""
    mind = stealth_of(ctx.state).minds.get(actor.id)
    if mind is None or mind.mood is not Mood.ASLEEP:
        return None
    disguise = creature_kind(ctx, actor.kind).disguise
    return ctx.records.get(Tile, "tile", disguise) if disguise else None
