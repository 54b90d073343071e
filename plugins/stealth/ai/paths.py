"""Pathfinding of creatures: the cached path, breadth-first search nearby, A* beyond (R-AI-5, 6)."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from footfall.api.grid import Cell, Level, LevelIndex, chebyshev_distance, kernels, list_carried_items

from ..actions.movement import find_key, is_key, is_unlocked_door, lock_color
from ..model.records import CreatureKind, item_kind
from .context import TurnContext

STRAIGHT_COST, DIAGONAL_COST, CROWDED_COST = 2, 3, 15
"""Step and crowding costs of the A* search (R-AI-6)."""

CROWDED_COST_BYTE = np.uint8(CROWDED_COST)

NEAR_STEP_COST = 1000
"""Cost of a straight step of the near search. A diagonal step costs one more, which breaks ties
between paths of equal length in favor of the straightest."""


MIN_MARGIN = 8
"""Cells around both ends of a path that the A* search tries first on a large level, at least."""

LARGE_LEVEL = 10_000
"""Cells of a level on which the first try pays, if it covers at most a quarter of them."""

Box: TypeAlias = tuple[slice, slice]
"""Rows and columns of a level's arrays."""

WHOLE_LEVEL: Box = (slice(0, None), slice(0, None))


def passable_cells(level: Level, ground: LevelIndex, doors: bool) -> npt.NDArray[np.bool_]:
    """Walkable cells, with closed unlocked doors if `doors`; cached per generation of the grid."""
    walkable = ground.grid.walkable
    assert walkable is not None
    if not doors:
        return walkable
    cached = ground.memo.get("core.stealth:doors")
    if cached is None or cached[0] != ground.grid.generation:
        opens = np.array([is_unlocked_door(kind) for kind in ground.tile_kinds])
        cached = ground.memo["core.stealth:doors"] = (ground.grid.generation, walkable | opens[level.tiles])
    mask: npt.NDArray[np.bool_] = cached[1]
    return mask


def can_use_doors(kind: CreatureKind) -> bool:
    """Whether a creature can pass closed doors (R-DOOR-6)."""
    return kind.opens_doors or kind.passes_doors


def walkable_cells_for(turn: TurnContext) -> npt.NDArray[np.bool_]:
    """Cells this creature may enter, with doors it can open or has the key to (D-4)."""
    mask = passable_cells(turn.level, turn.ground, can_use_doors(turn.kind))
    for palette_index in list_kinds_unlocked(turn):
        mask = mask | (turn.level.tiles == palette_index)
    return mask


def list_kinds_unlocked(turn: TurnContext) -> tuple[int, ...]:
    """Palette indices of the locked doors to which a creature that opens doors has the key."""
    phase, actor = turn.phase, turn.actor
    if not actor.pack or not can_use_doors(turn.kind):
        return ()
    if not any(is_key(item_kind(phase, item.kind)) for item in list_carried_items(phase.world, actor)):
        return ()
    kinds = enumerate(turn.ground.tile_kinds)
    return tuple(at for at, kind in kinds if lock_color(kind) is not None and find_key(phase, actor, kind))


def update_path(turn: TurnContext, goal: Cell) -> bool:
    """Makes the mind's path lead to `goal`: reuses a recent unblocked path, else plans a new one.

    Returns:
        Whether there is a path.
    """
    mind = turn.mind
    turn_number = turn.stealth_state.turn
    is_recent = turn_number - mind.plan_turn < turn.settings.ai_path_recalc_interval
    if mind.path and mind.goal == goal and is_recent and chebyshev_distance(turn.actor.at, mind.path[0]) == 1:
        next_cell = mind.path[0]
        if next_cell == goal or is_free(turn, next_cell):
            return True
    mind.path = find_path(turn, goal)
    mind.goal = goal if mind.path else None
    mind.plan_turn = turn_number
    return bool(mind.path)


def find_path(turn: TurnContext, goal: Cell) -> tuple[Cell, ...]:
    """A path to `goal`, without the start cell; empty if no path exists.

    Goals within ``ai.bfs_radius`` try the near search first (R-AI-5, 6).
    """
    start, end = turn.array_index(turn.actor.at), turn.array_index(goal)
    ground = turn.ground
    version = (ground.grid.generation, ground.placements)
    cached = ground.memo.get("core.stealth:paths")
    if cached is None or cached[0] != version:
        cached = ground.memo["core.stealth:paths"] = (version, {})
    known: dict[tuple[Any, ...], tuple[Cell, ...]] = cached[1]
    key = start, end, can_use_doors(turn.kind), list_kinds_unlocked(turn)
    if key not in known:
        mask = walkable_cells_for(turn)
        if not mask[end]:  # a wall or door as goal is approached, never entered
            mask = mask.copy()
            mask[end] = True
        path: list[Cell] = []
        radius = turn.settings.ai_bfs_radius
        if chebyshev_distance(start, end) <= radius:
            path = search_near(mask, ground.occupied_mask, start, end, radius, turn.level.origin)
        known[key] = tuple(path or search_far(mask, compute_crowding(ground), start, end, turn.level.origin))
    return known[key]


def search_near(
    mask: npt.NDArray[np.bool_],
    occupied: npt.NDArray[np.bool_],
    start: Cell,
    end: Cell,
    radius: int,
    origin: Cell = (0, 0),
) -> list[Cell]:
    """The shortest path of at most `radius` steps around occupied cells, to a cell at most that far away (R-AI-5)."""
    box = find_box(start, start, radius)
    free = np.greater(mask[box], occupied[box])
    free[end[0] - box[0].start, end[1] - box[1].start] = True
    weights = {"straight_cost": NEAR_STEP_COST, "diagonal_cost": NEAR_STEP_COST + 1}
    return _search(origin, box, free, start, end, within=radius, **weights)


def search_far(
    mask: npt.NDArray[np.bool_], crowding: npt.NDArray[np.uint8], start: Cell, end: Cell, origin: Cell = (0, 0)
) -> list[Cell]:
    """The cheapest path by A*; cells with other actors cost more, but do not block (R-AI-6).

    On a large level it first searches a box around both ends. A path that leaves the box takes more than `margin`
    steps out of it and as many back, so a cheaper one inside it is the cheapest of the level.
    """
    own = crowding[end]
    crowding[end] = 0  # the actor on the goal
    weights = {"straight_cost": STRAIGHT_COST, "diagonal_cost": DIAGONAL_COST}
    path: list[Cell] = []
    try:
        if mask.size >= LARGE_LEVEL:
            margin = max(MIN_MARGIN, chebyshev_distance(start, end))
            box = find_box(start, end, margin)
            part, most = mask[box], 2 * (margin + 1) * STRAIGHT_COST - 1
            if 4 * part.size <= mask.size:
                path = _search(origin, box, part, start, end, extra=crowding[box], max_cost=most, **weights)
        return path or _search(origin, WHOLE_LEVEL, mask, start, end, extra=crowding, **weights)
    finally:
        crowding[end] = own


def find_box(a: Cell, b: Cell, margin: int) -> Box:
    """The rows and columns between two cells and up to `margin` cells around them, inside the level."""
    top, left = max(0, min(a[0], b[0]) - margin), max(0, min(a[1], b[1]) - margin)
    return slice(top, max(a[0], b[0]) + margin + 1), slice(left, max(a[1], b[1]) + margin + 1)


def _search(origin: Cell, box: Box, part: npt.NDArray[np.bool_], start: Cell, end: Cell, **rules: Any) -> list[Cell]:
    """The cells of the canonical path after its start in `part`, the open cells of a box; empty if there is none."""
    top, left = box[0].start, box[1].start
    first, last = (start[0] - top, start[1] - left), (end[0] - top, end[1] - left)
    path = kernels.find_path(part, first, last, canonical=True, **rules)
    if path is None:
        return []
    dy, dx = top + origin[0], left + origin[1]
    return [(y + dy, x + dx) for y, x in path[1:].tolist()]


def compute_crowding(ground: LevelIndex) -> npt.NDArray[np.uint8]:
    """The crowding costs of all cells; computed again after an actor has moved."""
    cached = ground.memo.get("core.stealth:crowding")
    if cached is None or cached[0] != ground.placements:
        crowding = weigh_crowding(ground.occupied_mask)
        cached = ground.memo["core.stealth:crowding"] = (ground.placements, crowding)
    costs: npt.NDArray[np.uint8] = cached[1]
    return costs


def weigh_crowding(occupied: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint8]:
    """The crowding costs of cells, some of them occupied."""
    costs: npt.NDArray[np.uint8] = occupied.view(np.uint8) * CROWDED_COST_BYTE
    return costs


def is_free(turn: TurnContext, cell: Cell) -> bool:
    """Whether this creature can enter or open a cell now."""
    return cell not in turn.ground.actor_by_cell and bool(walkable_cells_for(turn)[turn.array_index(cell)])
