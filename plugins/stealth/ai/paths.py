"""Ways: the cached path, the near search, the far one (R-AI-5, 6)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from footfall.api.grid import Cell, Level, LevelIndex, chebyshev_distance, kernels

from ..movement import LOCK_TAG_PREFIX, find_key
from ..records import CreatureKind
from .context import TurnContext

STRAIGHT_COST, DIAGONAL_COST, CROWDED_COST = 2, 3, 15
"""Costs of the far search (R-AI-6)."""

CROWDED_COST_BYTE = np.uint8(CROWDED_COST)

NEAR_STEP_COST = 1000
"""Cost of a straight step of the near search. A diagonal one costs one more, which changes no length:
of the paths with the fewest steps it takes the straightest."""


def passable_cells(level: Level, ground: LevelIndex, doors: bool) -> npt.NDArray[np.bool_]:
    """Where somebody may walk, closed unlocked doors included if `doors`; kept while the grid stays the same."""
    walkable = ground.grid.walkable
    assert walkable is not None
    if not doors:
        return walkable
    kept = ground.memo.get("core.stealth:doors")
    if kept is None or kept[0] != ground.grid.generation:
        opens = np.array(
            [bool(k.opens_to) and "door" in k.tags and not is_locked(k.tags) for k in ground.tile_kinds]
        )
        kept = ground.memo["core.stealth:doors"] = (ground.grid.generation, walkable | opens[level.tiles])
    mask: npt.NDArray[np.bool_] = kept[1]
    return mask


def is_locked(tags: tuple[str, ...]) -> bool:
    """Whether a tile's tags name a lock."""
    return any(tag.startswith(LOCK_TAG_PREFIX) for tag in tags)


def can_use_doors(kind: CreatureKind) -> bool:
    """Whether a closed door is no wall to a creature (R-DOOR-6)."""
    return kind.opens_doors or kind.passes_doors


def walkable_cells_for(turn: TurnContext) -> npt.NDArray[np.bool_]:
    """Where this creature may walk: doors it can open, locked ones it has the key of (D-4)."""
    doors = can_use_doors(turn.kind)
    mask = passable_cells(turn.level, turn.ground, doors)
    if doors and turn.actor.pack:
        for number, kind in enumerate(turn.ground.tile_kinds):
            if is_locked(kind.tags) and find_key(turn.ctx, turn.actor, kind):
                mask = mask | (turn.level.tiles == number)
    return mask


def update_path(turn: TurnContext, goal: Cell) -> bool:
    """Makes the mind's path lead to `goal`: reuses it while young and free, else plans anew.

    Returns:
        Whether there is a path.
    """
    mind = turn.mind
    now = turn.stealth_state.turn
    young = now - mind.planned < turn.settings.ai_path_recalc_interval
    if mind.path and mind.goal == goal and young and are_adjacent(turn.actor.at, mind.path[0]):
        step = mind.path[0]
        if step == goal or is_free(turn, step):
            return True
    mind.path = find_path(turn, goal)
    mind.goal = goal if mind.path else None
    mind.planned = now
    return bool(mind.path)


def find_path(turn: TurnContext, goal: Cell) -> tuple[Cell, ...]:
    """A way to `goal` without the start: bounded breadth-first if near, else or failing that A*."""
    start, end = turn.array_index(turn.actor.at), turn.array_index(goal)
    radius = turn.settings.ai_bfs_radius
    mask = walkable_cells_for(turn)
    if not mask[end]:  # a goal in a wall or door is reached, never entered
        mask = mask.copy()
        mask[end] = True
    path = None
    if chebyshev_distance(start, end) <= radius:
        near = np.greater(mask, turn.ground.occupied_mask)
        y, x = end
        if near[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2].any() or are_adjacent(start, end):
            near[end] = True
            path = kernels.find_path(
                near,
                start,
                end,
                straight_cost=NEAR_STEP_COST,
                diagonal_cost=NEAR_STEP_COST + 1,
                within=radius,
                canonical=True,
            )
    if path is None:
        crowd = turn.ground.occupied_mask.view(np.uint8) * CROWDED_COST_BYTE
        crowd[end] = 0
        path = kernels.find_path(
            mask,
            start,
            end,
            straight_cost=STRAIGHT_COST,
            diagonal_cost=DIAGONAL_COST,
            extra=crowd,
            canonical=True,
        )
    if path is None:
        return ()
    top, left = turn.level.origin
    return tuple((y + top, x + left) for y, x in path[1:].tolist())


def is_free(turn: TurnContext, cell: Cell) -> bool:
    """Whether this creature could enter or open a cell now."""
    return cell not in turn.ground.actor_by_cell and bool(walkable_cells_for(turn)[turn.array_index(cell)])


def are_adjacent(one: Cell, other: Cell) -> bool:
    """Whether two cells are neighbours."""
    return chebyshev_distance(one, other) == 1
