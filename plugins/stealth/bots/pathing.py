"""Pathfinding of bots: costs of known cells, and the next cell toward a set of goals."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from footfall.api.grid import Cell, kernels

from ..actions.movement import can_pass, find_key, lock_color
from ..actors.surroundings import NEIGHBOR_OFFSETS, are_enemies
from ..quest.stairs import has_prize
from ..senses.known_map import find_known_cells, frontier, recall_tiles
from .view import BotView, cells_in_memory

STEP_COST, DOOR_COST, WARY_COST, ENEMY_COST = 10, 20, 60, 25
"""Cost of a plain cell, of a door to open, the surcharge near an unaware creature for bots that avoid
them, and the cost of a cell that an enemy occupies."""

DIAGONAL_EXTRA = 1
"""Surcharge of a diagonal step, which breaks ties in favor of the straighter path."""

MAX_FLIGHTS = 2
"""Times that a bot leaves a floor to escape a fight."""


def cell_costs(view: BotView) -> npt.NDArray[np.uint16]:
    """Cost to enter each cell, 0 where no way is known: uint16 ``(height, width)``, cached in the view."""
    if view.costs is not None:
        return view.costs

    seen, palette, kinds = recall_tiles(view.phase)
    price = [
        STEP_COST
        if kind.walkable
        else DOOR_COST
        if kind.opens_to and (lock_color(kind) is None or find_key(view.phase, view.me, kind))
        else 0
        for kind in kinds
    ]
    cost = np.where(seen, np.array(price, np.uint16)[palette], 0).astype(np.uint16)
    if view.temper.avoids_unaware:
        for cell in cells_in_memory(view, "unaware"):
            y, x = view.phase.array_index(cell)
            near = cost[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3]
            near[near > 0] += WARY_COST
    for id in view.ground.actor_by_cell.values():
        actor = view.world.actors[id]
        if id != view.me.id and view.sees(actor.at) and not can_pass(view.phase, view.me, actor):
            cost[view.phase.array_index(actor.at)] = ENEMY_COST if are_enemies(view.phase, view.me, actor) else 0
    view.costs = cost
    return cost


def can_walk(view: BotView, cell: Cell) -> bool:
    """Whether a cell is known to be walkable."""
    y, x = view.phase.array_index(cell)
    height, width = view.level.shape
    return 0 <= y < height and 0 <= x < width and bool(0 < int(cell_costs(view)[y, x]) != DOOR_COST)


def find_next_cell(view: BotView, goals: Iterable[Cell]) -> Cell | None:
    """The next cell on the cheapest known path to the nearest goal; an enemy may occupy it."""

    cost = cell_costs(view)
    indices = [view.phase.array_index(cell) for cell in goals]
    if not indices:
        return None
    blocked = [index for index in indices if not cost[index]]
    if blocked:
        cost = cost.copy()
        for index in blocked:
            cost[index] = STEP_COST
    distances = kernels.distance_map(cost, indices, reverse=True)
    y, x = view.phase.array_index(view.me.at)
    steps = []
    for direction, (dy, dx) in enumerate(NEIGHBOR_OFFSETS):
        if 0 <= y + dy < distances.shape[0] and 0 <= x + dx < distances.shape[1] and distances[y + dy, x + dx] >= 0:
            price = int(distances[y + dy, x + dx]) + int(cost[y + dy, x + dx]) + (DIAGONAL_EXTRA if dy and dx else 0)
            steps.append((price, direction))
    if not steps:
        return None
    dy, dx = NEIGHBOR_OFFSETS[min(steps)[1]]
    return view.me.at[0] + dy, view.me.at[1] + dx


def can_flee(view: BotView) -> bool:
    """Whether it may leave this floor to flee: at most `MAX_FLIGHTS` times, any number by stairs down."""
    if view.me.at in find_known_cells(view.phase, "stairs-down") and not has_prize(view.phase):
        return True
    return view.memory("fled").get(view.level.id, 0) < MAX_FLIGHTS


def find_frontier(view: BotView) -> list[Cell]:
    """Known cells next to unknown ones, without those that it has already stood on."""
    visited = view.memory("visited")
    visited[view.level.id, view.me.at] = True
    seen, _, _ = recall_tiles(view.phase)
    cells = frontier(view.level, cell_costs(view), seen)
    return [cell for cell in cells if (view.level.id, cell) not in visited]
