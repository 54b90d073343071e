"""What is in the way to a place that the character knows: a creature, a locked door, something unseen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from footfall.api import Message
from footfall.api.grid import Cell, chebyshev_distance, kernels

from ..actors.enemies import NEIGHBOR_OFFSETS
from ..actors.identification import disguise_of
from ..model.phase import Phase
from ..model.records import creature_kind
from ..odds.sightings import list_sleepers
from ..senses.known_map import recall_tiles
from ..senses.sight import actor_name, player_sees
from ..senses.sounds import compass_direction
from .paths import DIAGONAL_WEIGHT, STRAIGHT_WEIGHT, find_first_step, ground_costs, list_goal_indices, walk_costs


class Obstacle(NamedTuple):
    """What closes a way that would be there without it."""

    name: Message
    at: Cell


def explain_obstacle(phase: Phase, goals: Iterable[Cell], to_neighbor: bool = False) -> Message:
    """Why no step leads to one of the goals: what blocks the way that would be there without it."""
    cells = [*goals]
    if find_first_step(phase, cells, to_neighbor) is not None:
        return Message("stealth-course-unseen")
    found = find_obstacle(phase, cells, to_neighbor)
    return (
        Message("stealth-course-no-way") if found is None else Message("stealth-course-blocked", locate(phase, found))
    )


def locate(phase: Phase, obstacle: Obstacle) -> dict[str, object]:
    """The arguments of a message that says what an obstacle is and where."""
    at = phase.player.at
    way = Message("stealth-way", {"direction": compass_direction(at, obstacle.at)})
    return {"name": obstacle.name, "distance": chebyshev_distance(at, obstacle.at), "way": way}


def find_obstacle(phase: Phase, goals: Iterable[Cell], to_neighbor: bool = False) -> Obstacle | None:
    """The first creature or locked door on the way to the nearest goal; None if there is no such way either."""
    cells, closed = [*goals], walk_costs(phase)
    for opened in (ground_costs(phase), ground_costs(phase, unlocked=True)):
        cell = _find_first_closed(phase, cells, to_neighbor, opened, closed)
        if cell is not None:
            return Obstacle(_name_obstacle(phase, cell), cell)
    return None


def _find_first_closed(
    phase: Phase, goals: list[Cell], to_neighbor: bool, opened: npt.NDArray[np.uint16], closed: npt.NDArray[np.uint16]
) -> Cell | None:
    """The first cell that cannot be entered on the way that `opened` has; None if it has none."""
    y, x = phase.array_index(phase.player.at)
    indices = list_goal_indices(phase, goals, opened, to_neighbor)
    if not indices:
        return None
    left = kernels.distance_map(
        opened, indices, straight_cost=STRAIGHT_WEIGHT, diagonal_cost=DIAGONAL_WEIGHT, reverse=True
    )
    while closed[y, x] or (y, x) == phase.array_index(phase.player.at):
        steps = []
        for dy, dx in NEIGHBOR_OFFSETS:
            to = y + dy, x + dx
            if 0 <= to[0] < left.shape[0] and 0 <= to[1] < left.shape[1] and left[to] >= 0:
                weight = DIAGONAL_WEIGHT if dy and dx else STRAIGHT_WEIGHT
                steps.append((int(left[to]) + weight * int(opened[to]), to))
        if not steps or left[y, x] == 0:
            return None
        y, x = min(steps)[1]
    return y + phase.level.origin[0], x + phase.level.origin[1]


def _name_obstacle(phase: Phase, cell: Cell) -> Message:
    """The creature in view or remembered on a cell, or what the cell looked like."""
    sleeper = next((sleeper for sleeper in list_sleepers(phase) if sleeper.at == cell), None)
    if sleeper is not None:
        return Message(creature_kind(phase, sleeper.kind).name)
    other = phase.find_actor_at(cell)
    if other is None or not player_sees(phase, cell):
        _, palette, kinds = recall_tiles(phase)
        return Message(kinds[palette[phase.array_index(cell)]].name)
    furniture = disguise_of(phase, other)
    return actor_name(phase, other) if furniture is None else Message(furniture.name)
