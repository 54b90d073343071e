"""Creatures that take stairs; they wait on the other floor until the player enters it (R-AI-20)."""

from __future__ import annotations

import msgspec

from footfall.api import Change, Context, Message, Push, Step, Tell
from footfall.api.grid import Move, get_world

from ..sight import actor_name, player_sees
from ..state import SetMind, stealth_of
from .floor_factory import MAKE_STEP, destination_floor, find_free_cell, link_of_exit

DEPART_STEP, COME_STEP = "core.stealth:depart", "core.stealth:come"


def depart_by_stairs(ctx: Context, actor: int, level: int, stairs: str) -> list[Change]:
    """Sends an actor down or up stairs; generates the floor behind them on first use."""
    world = get_world(ctx.state)
    origin = world.levels[level]
    link = link_of_exit(origin, stairs)
    if link is None or actor not in world.actors:
        return []
    changes: list[Change] = []
    if not link[0]:
        changes.append(Push(MAKE_STEP, (level, *destination_floor(ctx, origin, stairs), 0)))
    return [*changes, Push(COME_STEP, (actor, level, stairs))]


def arrive_by_stairs(ctx: Context, actor: int, level: int, stairs: str) -> list[Change]:
    """Moves an actor to the other end of stairs and clears its knowledge of the floor."""
    world = get_world(ctx.state)
    link, traveler = link_of_exit(world.levels[level], stairs), world.actors.get(actor)
    if link is None or not link[0] or traveler is None:
        return []
    target = world.levels[link[0]]
    cell = find_free_cell(ctx, target, target.arrivals[link[1]])
    changes: list[Change] = []
    if traveler.level == world.current and player_sees(ctx, traveler.at):
        changes.append(Tell(Message("stealth-takes-stairs", {"target": actor_name(ctx, traveler)})))
    changes.append(Move(actor, cell, target.id))
    mind = stealth_of(ctx.state).minds.get(actor)
    if mind is not None:
        fresh = msgspec.structs.replace(mind, post=cell, rounds=(), index=0, path=(), goal=None, last_seen=None)
        changes.append(SetMind(actor, fresh))
    return changes


STEPS = (Step(DEPART_STEP, depart_by_stairs), Step(COME_STEP, arrive_by_stairs))
