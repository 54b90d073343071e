"""Ways that a bot knows: what each cell costs, and the next cell on the way to one of several."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from footfall.api.grid import Cell, kernels

from ..courses.known import cells_with, frontier, seen_tiles
from ..melee import AROUND, hostile
from ..moves import colour_of, key_for
from ..sight import index, sees
from ..totals import item_kind
from .view import View, places

STEP, DOOR, WARY, IN_THE_WAY = 10, 20, 60, 25
"""Cost of a cell, of a door to open, what cells near an unaware creature cost more to whoever keeps
off them, and of a cell where an enemy stands."""

DIAGONAL = 1
"""What a diagonal step costs more: of two ways of as many turns the straighter one is walked."""

FLIGHTS = 2
"""How often a bot leaves a floor to get away from somebody."""


def costs(view: View) -> npt.NDArray[np.uint16]:
    """What every cell costs that it knows a way through, 0 where it knows none."""
    kept: tuple[int, npt.NDArray[np.uint16]] | None = view.__dict__.get("costs")
    if kept is not None:
        return kept[1]
    seat, level = view.seat, view.level
    seen, numbers, kinds = seen_tiles(seat)
    price = [
        STEP
        if kind.walkable
        else DOOR
        if kind.opens_to and (colour_of(kind) is None or key_for(seat, view.me, kind))
        else 0
        for kind in kinds
    ]
    cost = np.where(seen, np.array(price, np.uint16)[numbers], 0).astype(np.uint16)
    if view.temper.keeps_off:
        for cell in places(view, "seen"):
            y, x = index(level, cell)
            near = cost[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3]
            near[near > 0] += WARY
    for other in view.ground.occupied.values():
        actor = view.world.actors[other]
        if other != view.me.id and sees(seat, actor.at):
            cost[index(level, actor.at)] = IN_THE_WAY if hostile(seat, view.me, actor) else 0
    view.__dict__["costs"] = (0, cost)
    return cost


def goes(view: View, cell: Cell) -> bool:
    """Whether it knows that one can walk there."""
    y, x = index(view.level, cell)
    height, width = view.level.shape
    return 0 <= y < height and 0 <= x < width and bool(0 < int(costs(view)[y, x]) != DOOR)


def next_cell(view: View, goals: Iterable[Cell]) -> Cell | None:
    """The neighbour on the cheapest known way to the nearest of some cells; an enemy may stand there."""
    level = view.level
    cost = costs(view)
    spots = [index(level, cell) for cell in goals]
    if not spots:
        return None
    blocked = [spot for spot in spots if not cost[spot]]
    if blocked:
        cost = cost.copy()
        for spot in blocked:
            cost[spot] = STEP
    field = kernels.distance_map(cost, spots, reverse=True)
    y, x = index(level, view.me.at)
    found = []
    for number, (dy, dx) in enumerate(AROUND):
        if 0 <= y + dy < field.shape[0] and 0 <= x + dx < field.shape[1] and field[y + dy, x + dx] >= 0:
            price = int(field[y + dy, x + dx]) + int(cost[y + dy, x + dx]) + (DIAGONAL if dy and dx else 0)
            found.append((price, number))
    if not found:
        return None
    dy, dx = AROUND[min(found)[1]]
    return view.me.at[0] + dy, view.me.at[1] + dx


def stairs(view: View) -> list[Cell]:
    """The stairs that it has seen."""
    return cells_with(view.seat, "stairs")


def may_flee(view: View) -> bool:
    """Whether it has not fled from this floor too often; stairs down are always a way on."""
    if view.me.at in down(view) and not carries_prize(view):
        return True
    return view.memory("fled").get(view.level.id, 0) < FLIGHTS


def down(view: View) -> list[Cell]:
    """The stairs down that it has seen; side branches end soon and are left alone."""
    return cells_with(view.seat, "stairs-down")


def carries_prize(view: View) -> bool:
    """Whether it carries what the game is about."""
    return any("goal" in item_kind(view.seat, item.kind).tags for item in view.pack)


def edge(view: View) -> list[Cell]:
    """Known cells beside unknown ones, without those that it stood on in vain."""
    been = view.memory("been")
    been[view.level.id, view.me.at] = True
    seen, _, _ = seen_tiles(view.seat)
    cells = frontier(view.level, costs(view), seen)
    return [cell for cell in cells if (view.level.id, cell) not in been]
