"""Travel: to a cell that is picked, or to stairs; a step a turn, along what has been seen."""

from __future__ import annotations

from footfall.api import Command, Message, Seat
from footfall.api.grid import Cell, chebyshev, here

from ..commands import Step, occupant
from ..melee import AROUND
from ..player import player_of
from ..sight import index, sees
from ..stairs import TakeStairs
from .known import cells_with, costs, first_step, seen_tiles
from .watch import interrupted


class Travel(Command, frozen=True, tag="core.stealth:go-to"):
    """Walks to a cell, or beside it if one cannot stand on it."""

    target: Cell


class ToStairs(Command, frozen=True, tag="core.stealth:go-to-stairs"):
    """Walks to the nearest stairs that lead down or up; on them it takes them."""

    down: bool


DOWN, UP = ("stairs-down", "stairs-side"), ("stairs-up", "edge")
"""Tags of the ways down and up; the edge of the desert is the way out."""


def walk(seat: Seat, goals: list[Cell], done: int, beside: bool = False) -> Command | None:
    """One step towards the nearest goal; None at a goal, or if no way is known, or it is barred."""
    me = player_of(seat)
    if me.at in goals or (beside and any(chebyshev(me.at, goal) == 1 for goal in goals)):
        return None
    last = seat.notes.get("heading", -1) if done else -1
    direction = first_step(seat, goals, beside, last)
    if direction is None:
        return None
    dy, dx = AROUND[direction]
    cell = (me.at[0] + dy, me.at[1] + dx)
    if occupant(seat, me, cell) is not None and sees(seat, cell):
        return None
    if done and seat.notes.get("stood") == (me.at, direction) and seat.notes.get("tries", 0) > 1:
        return None  # something that is not seen is in the way
    tries = seat.notes.get("tries", 0) + 1 if seat.notes.get("stood") == (me.at, direction) and done else 1
    seat.notes.update(heading=direction, stood=(me.at, direction), tries=tries)
    return Step(actor=me.id, direction=direction)


def travel(seat: Seat, order: Travel, done: int) -> Command | Message | None:
    """The course of `Travel`. To the next cell it is the step there, whatever that does."""
    me = player_of(seat)
    target = (order.target[0], order.target[1])
    if done == 0 and chebyshev(me.at, target) == 1:
        seat.notes["once"] = True
        return Step(actor=me.id, direction=AROUND.index((target[0] - me.at[0], target[1] - me.at[1])))
    if done and seat.notes.pop("once", False):
        return None
    told = interrupted(seat, done)
    if told is not None:
        return told
    _, level, _ = here(seat)
    y, x = index(level, target)
    seen, _, _ = seen_tiles(seat)
    if not (0 <= y < seen.shape[0] and 0 <= x < seen.shape[1] and seen[y, x]):
        return Message("stealth-course-unknown")
    beside = costs(seat)[y, x] == 0 and target != me.at
    step = walk(seat, [target], done, beside)
    if step is None and not (me.at == target or (beside and chebyshev(me.at, target) == 1)):
        return Message("stealth-course-no-way")
    return step


def to_stairs(seat: Seat, order: ToStairs, done: int) -> Command | Message | None:
    """The course of `ToStairs`."""
    if done and seat.notes.pop("once", False):
        return None
    me = player_of(seat)
    goals = next((found for tag in (DOWN if order.down else UP) if (found := cells_with(seat, tag))), [])
    if me.at in goals and not done:
        seat.notes["once"] = True
        return TakeStairs(actor=me.id)
    if me.at in goals:
        return None
    told = interrupted(seat, done)
    if told is not None:
        return told
    if not goals:
        return Message("stealth-course-no-stairs", {"way": "down" if order.down else "up"})
    return walk(seat, goals, done) or Message("stealth-course-no-way")
