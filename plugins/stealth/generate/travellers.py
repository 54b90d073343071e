"""Others than the player who take stairs: they wait on the floor below until it is entered (R-AI-20)."""

from __future__ import annotations

import msgspec

from footfall.api import Change, Message, Play, Push, Step, Tell
from footfall.api.grid import Move, world_of

from ..sight import name_of, sees
from ..state import Think, stealth_of
from .making import MAKE, ahead, free_near, link_at

DEPART, COME = "core.stealth:depart", "core.stealth:come"


def depart(play: Play, actor: int, level: int, way: str) -> list[Change]:
    """Somebody takes stairs; the floor behind them is made if need be."""
    world = world_of(play.state)
    here = world.levels[level]
    link = link_at(here, way)
    if link is None or actor not in world.actors:
        return []
    changes: list[Change] = []
    if not link[0]:
        changes.append(Push(MAKE, (level, *ahead(play, here, way), 0)))
    return [*changes, Push(COME, (actor, level, way))]


def come(play: Play, actor: int, level: int, way: str) -> list[Change]:
    """It arrives, and knows nothing of where it is now."""
    world = world_of(play.state)
    link, one = link_at(world.levels[level], way), world.actors.get(actor)
    if link is None or not link[0] or one is None:
        return []
    target = world.levels[link[0]]
    cell = free_near(play, target, target.arrivals[link[1]])
    changes: list[Change] = []
    if one.level == world.current and sees(play, one.at):
        changes.append(Tell(Message("stealth-takes-stairs", {"target": name_of(play, one)})))
    changes.append(Move(actor, cell, target.id))
    mind = stealth_of(play.state).minds.get(actor)
    if mind is not None:
        fresh = msgspec.structs.replace(
            mind, post=cell, rounds=(), index=0, path=(), goal=None, last_seen=None
        )
        changes.append(Think(actor, fresh))
    return changes


STEPS = (Step(DEPART, depart), Step(COME, come))
