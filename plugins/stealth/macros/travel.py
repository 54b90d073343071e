"""Travel: to a cell that is picked, or to stairs; a step a turn, along what has been seen."""

from __future__ import annotations

from footfall.api import BotContext, Command, Message
from footfall.api.grid import Cell, chebyshev_distance, current_level

from ..commands import Walk, find_occupant
from ..melee import NEIGHBOR_OFFSETS
from ..player import player_of
from ..sight import array_index, player_sees
from ..stairs import TakeStairs
from .interruption import find_interruption
from .known_map import find_first_step, find_known_cells, recall_tiles, walk_costs


class Travel(Command, frozen=True, tag="core.stealth:go-to"):
    """Walks to a cell, or beside it if one cannot stand on it."""

    target: Cell


class TravelToStairs(Command, frozen=True, tag="core.stealth:go-to-stairs"):
    """Walks to the nearest stairs that lead down or up; on them it takes them."""

    down: bool


DOWN_TAGS, UP_TAGS = ("stairs-down", "stairs-side"), ("stairs-up", "edge")
"""Tags of the ways down and up; the edge of the desert is the way out."""


def step_along(ctx: BotContext, goals: list[Cell], done: int, to_neighbor: bool = False) -> Command | None:
    """One step towards the nearest goal; None at a goal, or if no way is known, or it is barred."""
    me = player_of(ctx)
    if me.at in goals or (to_neighbor and any(chebyshev_distance(me.at, goal) == 1 for goal in goals)):
        return None
    last = ctx.notes.get("heading", -1) if done else -1
    direction = find_first_step(ctx, goals, to_neighbor, last)
    if direction is None:
        return None
    dy, dx = NEIGHBOR_OFFSETS[direction]
    cell = (me.at[0] + dy, me.at[1] + dx)
    if find_occupant(ctx, me, cell) is not None and player_sees(ctx, cell):
        return None
    if done and ctx.notes.get("stood") == (me.at, direction) and ctx.notes.get("tries", 0) > 1:
        return None  # something that is not seen is in the way
    tries = ctx.notes.get("tries", 0) + 1 if ctx.notes.get("stood") == (me.at, direction) and done else 1
    ctx.notes.update(heading=direction, stood=(me.at, direction), tries=tries)
    return Walk(actor=me.id, direction=direction)


def next_travel_command(ctx: BotContext, order: Travel, done: int) -> Command | Message | None:
    """The course of `Travel`. To the next cell it is the step there, whatever that does."""
    me = player_of(ctx)
    target = (order.target[0], order.target[1])
    if done == 0 and chebyshev_distance(me.at, target) == 1:
        ctx.notes["once"] = True
        return Walk(
            actor=me.id, direction=NEIGHBOR_OFFSETS.index((target[0] - me.at[0], target[1] - me.at[1]))
        )
    if done and ctx.notes.pop("once", False):
        return None
    told = find_interruption(ctx, done)
    if told is not None:
        return told
    _, level, _ = current_level(ctx)
    y, x = array_index(level, target)
    seen, _, _ = recall_tiles(ctx)
    if not (0 <= y < seen.shape[0] and 0 <= x < seen.shape[1] and seen[y, x]):
        return Message("stealth-course-unknown")
    beside = walk_costs(ctx)[y, x] == 0 and target != me.at
    step = step_along(ctx, [target], done, beside)
    if step is None and not (me.at == target or (beside and chebyshev_distance(me.at, target) == 1)):
        return Message("stealth-course-no-way")
    return step


def next_stairs_command(ctx: BotContext, order: TravelToStairs, done: int) -> Command | Message | None:
    """The course of `TravelToStairs`."""
    if done and ctx.notes.pop("once", False):
        return None
    me = player_of(ctx)
    goals = next(
        (found for tag in (DOWN_TAGS if order.down else UP_TAGS) if (found := find_known_cells(ctx, tag))),
        [],
    )
    if me.at in goals and not done:
        ctx.notes["once"] = True
        return TakeStairs(actor=me.id)
    if me.at in goals:
        return None
    told = find_interruption(ctx, done)
    if told is not None:
        return told
    if not goals:
        return Message("stealth-course-no-stairs", {"way": "down" if order.down else "up"})
    return step_along(ctx, goals, done) or Message("stealth-course-no-way")
