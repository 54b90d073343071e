"""Ways that a bot knows: what each cell costs, and the next cell on the way to one of several."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from footfall.api.grid import Cell, kernels

from ..macros.known_map import find_known_cells, frontier, recall_tiles
from ..melee import NEIGHBOR_OFFSETS, are_enemies
from ..movement import find_key, lock_color
from ..sight import array_index, player_sees
from ..stats import item_kind
from .view import BotView, cells_in_memory

STEP_COST, DOOR_COST, WARY_COST, ENEMY_COST = 10, 20, 60, 25
"""Cost of a cell, of a door to open, what cells near an unaware creature cost more to whoever keeps
off them, and of a cell where an enemy stands."""

DIAGONAL_EXTRA = 1
"""What a diagonal step costs more: of two ways of as many turns the straighter one is walked."""

MAX_FLIGHTS = 2
"""How often a bot leaves a floor to get away from somebody."""


def cell_costs(view: BotView) -> npt.NDArray[np.uint16]:
    """What every cell costs that it knows a way through, 0 where it knows none."""
    kept: tuple[int, npt.NDArray[np.uint16]] | None = view.__dict__.get("costs")
    if kept is not None:
        return kept[1]
    seat, level = view.ctx, view.level
    seen, numbers, kinds = recall_tiles(seat)
    price = [
        STEP_COST
        if kind.walkable
        else DOOR_COST
        if kind.opens_to and (lock_color(kind) is None or find_key(seat, view.me, kind))
        else 0
        for kind in kinds
    ]
    cost = np.where(seen, np.array(price, np.uint16)[numbers], 0).astype(np.uint16)
    if view.temper.avoids_unaware:
        for cell in cells_in_memory(view, "seen"):
            y, x = array_index(level, cell)
            near = cost[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3]
            near[near > 0] += WARY_COST
    for other in view.ground.actor_by_cell.values():
        actor = view.world.actors[other]
        if other != view.me.id and player_sees(seat, actor.at):
            cost[array_index(level, actor.at)] = ENEMY_COST if are_enemies(seat, view.me, actor) else 0
    view.__dict__["costs"] = (0, cost)
    return cost


def can_walk(view: BotView, cell: Cell) -> bool:
    """Whether it knows that one can walk there."""
    y, x = array_index(view.level, cell)
    height, width = view.level.shape
    return 0 <= y < height and 0 <= x < width and bool(0 < int(cell_costs(view)[y, x]) != DOOR_COST)


def find_next_cell(view: BotView, goals: Iterable[Cell]) -> Cell | None:
    """The neighbour on the cheapest known way to the nearest of some cells; an enemy may stand there."""
    level = view.level
    cost = cell_costs(view)
    spots = [array_index(level, cell) for cell in goals]
    if not spots:
        return None
    blocked = [spot for spot in spots if not cost[spot]]
    if blocked:
        cost = cost.copy()
        for spot in blocked:
            cost[spot] = STEP_COST
    field = kernels.distance_map(cost, spots, reverse=True)
    y, x = array_index(level, view.me.at)
    found = []
    for number, (dy, dx) in enumerate(NEIGHBOR_OFFSETS):
        if 0 <= y + dy < field.shape[0] and 0 <= x + dx < field.shape[1] and field[y + dy, x + dx] >= 0:
            price = (
                int(field[y + dy, x + dx]) + int(cost[y + dy, x + dx]) + (DIAGONAL_EXTRA if dy and dx else 0)
            )
            found.append((price, number))
    if not found:
        return None
    dy, dx = NEIGHBOR_OFFSETS[min(found)[1]]
    return view.me.at[0] + dy, view.me.at[1] + dx


def find_stairs(view: BotView) -> list[Cell]:
    """The stairs that it has seen."""
    return find_known_cells(view.ctx, "stairs")


def can_flee(view: BotView) -> bool:
    """Whether it has not fled from this floor too often; stairs down are always a way on."""
    if view.me.at in find_stairs_down(view) and not has_prize(view):
        return True
    return view.memory("fled").get(view.level.id, 0) < MAX_FLIGHTS


def find_stairs_down(view: BotView) -> list[Cell]:
    """The stairs down that it has seen; side branches end soon and are left alone."""
    return find_known_cells(view.ctx, "stairs-down")


def has_prize(view: BotView) -> bool:
    """Whether it carries what the game is about."""
    return any("goal" in item_kind(view.ctx, item.kind).tags for item in view.pack)


def find_frontier(view: BotView) -> list[Cell]:
    """Known cells beside unknown ones, without those that it stood on in vain."""
    been = view.memory("been")
    been[view.level.id, view.me.at] = True
    seen, _, _ = recall_tiles(view.ctx)
    cells = frontier(view.level, cell_costs(view), seen)
    return [cell for cell in cells if (view.level.id, cell) not in been]
