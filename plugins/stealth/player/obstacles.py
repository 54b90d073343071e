"""What is in the way to a place that the character knows: a creature, a locked door, something unseen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from footfall.api import Context, Message
from footfall.api.grid import Cell, chebyshev_distance, current_level, kernels

from ..actors.actor_index import player_of
from ..actors.enemies import NEIGHBOR_OFFSETS
from ..actors.floor import array_index
from ..actors.identification import disguise_of
from ..actors.stats import creature_kind
from ..odds.sightings import list_sleepers
from ..senses.known_map import recall_tiles
from ..senses.sight import actor_name, player_sees
from ..senses.sounds import compass_direction
from .paths import DIAGONAL_WEIGHT, STRAIGHT_WEIGHT, find_first_step, ground_costs, list_goal_indices, walk_costs


class Obstacle(NamedTuple):
    """What closes a way that would be there without it."""

    name: Message
    at: Cell


def explain_obstacle(ctx: Context, goals: Iterable[Cell], to_neighbor: bool = False) -> Message:
    """Why no step leads to one of the goals: what blocks the way that would be there without it."""
    cells = [*goals]
    if find_first_step(ctx, cells, to_neighbor) is not None:
        return Message("stealth-course-unseen")
    found = find_obstacle(ctx, cells, to_neighbor)
    return Message("stealth-course-no-way") if found is None else Message("stealth-course-blocked", locate(ctx, found))


def locate(ctx: Context, obstacle: Obstacle) -> dict[str, object]:
    """The arguments of a message that says what an obstacle is and where."""
    at = player_of(ctx).at
    way = Message("stealth-way", {"direction": compass_direction(at, obstacle.at)})
    return {"name": obstacle.name, "distance": chebyshev_distance(at, obstacle.at), "way": way}


def find_obstacle(ctx: Context, goals: Iterable[Cell], to_neighbor: bool = False) -> Obstacle | None:
    """The first creature or locked door on the way to the nearest goal; None if there is no such way either."""
    cells, closed = [*goals], walk_costs(ctx)
    for opened in (ground_costs(ctx), ground_costs(ctx, unlocked=True)):
        cell = _find_first_closed(ctx, cells, to_neighbor, opened, closed)
        if cell is not None:
            return Obstacle(_name_obstacle(ctx, cell), cell)
    return None


def _find_first_closed(
    ctx: Context, goals: list[Cell], to_neighbor: bool, opened: npt.NDArray[np.uint16], closed: npt.NDArray[np.uint16]
) -> Cell | None:
    """The first cell that cannot be entered on the way that `opened` has; None if it has none."""
    _, level, _ = current_level(ctx)
    y, x = array_index(level, player_of(ctx).at)
    indices = list_goal_indices(ctx, goals, opened, to_neighbor)
    if not indices:
        return None
    left = kernels.distance_map(
        opened, indices, straight_cost=STRAIGHT_WEIGHT, diagonal_cost=DIAGONAL_WEIGHT, reverse=True
    )
    while closed[y, x] or (y, x) == array_index(level, player_of(ctx).at):
        steps = []
        for dy, dx in NEIGHBOR_OFFSETS:
            to = y + dy, x + dx
            if 0 <= to[0] < left.shape[0] and 0 <= to[1] < left.shape[1] and left[to] >= 0:
                weight = DIAGONAL_WEIGHT if dy and dx else STRAIGHT_WEIGHT
                steps.append((int(left[to]) + weight * int(opened[to]), to))
        if not steps or left[y, x] == 0:
            return None
        y, x = min(steps)[1]
    return y + level.origin[0], x + level.origin[1]


def _name_obstacle(ctx: Context, cell: Cell) -> Message:
    """The creature in view or remembered on a cell, or what the cell looked like."""
    world, level, ground = current_level(ctx)
    sleeper = next((sleeper for sleeper in list_sleepers(ctx) if sleeper.at == cell), None)
    if sleeper is not None:
        return Message(creature_kind(ctx, sleeper.kind).name)
    other = world.actors.get(ground.actor_by_cell.get(cell, 0))
    if other is None or not player_sees(ctx, cell):
        _, palette, kinds = recall_tiles(ctx)
        return Message(kinds[palette[array_index(level, cell)]].name)
    furniture = disguise_of(ctx, other)
    return actor_name(ctx, other) if furniture is None else Message(furniture.name)
