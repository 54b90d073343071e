"""Ways: the cached path, the near search, the far one (R-AI-5, 6)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from footfall.api.grid import Cell, Ground, Level, chebyshev, kernels

from ..moves import LOCK, key_for
from ..records import Creature
from .thought import Thought

STRAIGHT, DIAGONAL, CROWDED = 2, 3, 15
"""Costs of the far search (R-AI-6)."""

CROWDED_BYTE = np.uint8(CROWDED)

STEP = 1000
"""Cost of a straight step of the near search. A diagonal one costs one more, which changes no length:
of the paths with the fewest steps it takes the straightest."""


def passable(level: Level, ground: Ground, doors: bool) -> npt.NDArray[np.bool_]:
    """Where somebody may walk, closed unlocked doors included if `doors`; kept while the grid stays the same."""
    walkable = ground.grid.walkable
    assert walkable is not None
    if not doors:
        return walkable
    kept = ground.memo.get("core.stealth:doors")
    if kept is None or kept[0] != ground.grid.generation:
        opens = np.array([bool(k.opens_to) and "door" in k.tags and not locked(k.tags) for k in ground.kinds])
        kept = ground.memo["core.stealth:doors"] = (ground.grid.generation, walkable | opens[level.tiles])
    mask: npt.NDArray[np.bool_] = kept[1]
    return mask


def locked(tags: tuple[str, ...]) -> bool:
    """Whether a tile's tags name a lock."""
    return any(tag.startswith(LOCK) for tag in tags)


def walks_through_doors(kind: Creature) -> bool:
    """Whether a closed door is no wall to a creature (R-DOOR-6)."""
    return kind.opens_doors or kind.passes_doors


def walkable_for(thought: Thought) -> npt.NDArray[np.bool_]:
    """Where this creature may walk: doors it can open, locked ones it has the key of (D-4)."""
    doors = walks_through_doors(thought.kind)
    mask = passable(thought.level, thought.ground, doors)
    if doors and thought.actor.pack:
        for number, kind in enumerate(thought.ground.kinds):
            if locked(kind.tags) and key_for(thought.play, thought.actor, kind):
                mask = mask | (thought.level.tiles == number)
    return mask


def follow(thought: Thought, goal: Cell) -> bool:
    """Makes the mind's path lead to `goal`: reuses it while young and free, else plans anew.

    Returns:
        Whether there is a path.
    """
    mind = thought.mind
    now = thought.part.turn
    young = now - mind.planned < thought.knob.ai_path_recalc_interval
    if mind.path and mind.goal == goal and young and beside(thought.actor.at, mind.path[0]):
        step = mind.path[0]
        if step == goal or free(thought, step):
            return True
    mind.path = find(thought, goal)
    mind.goal = goal if mind.path else None
    mind.planned = now
    return bool(mind.path)


def find(thought: Thought, goal: Cell) -> tuple[Cell, ...]:
    """A way to `goal` without the start: bounded breadth-first if near, else or failing that A*."""
    start, end = thought.local(thought.actor.at), thought.local(goal)
    radius = thought.knob.ai_bfs_radius
    mask = walkable_for(thought)
    if not mask[end]:  # a goal in a wall or door is reached, never entered
        mask = mask.copy()
        mask[end] = True
    path = None
    if chebyshev(start, end) <= radius:
        near = np.greater(mask, thought.ground.taken)
        y, x = end
        if near[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2].any() or beside(start, end):
            near[end] = True
            path = kernels.find_path(
                near, start, end, straight_cost=STEP, diagonal_cost=STEP + 1, within=radius, canonical=True
            )
    if path is None:
        crowd = thought.ground.taken.view(np.uint8) * CROWDED_BYTE
        crowd[end] = 0
        path = kernels.find_path(
            mask, start, end, straight_cost=STRAIGHT, diagonal_cost=DIAGONAL, extra=crowd, canonical=True
        )
    if path is None:
        return ()
    top, left = thought.level.origin
    return tuple((y + top, x + left) for y, x in path[1:].tolist())


def free(thought: Thought, cell: Cell) -> bool:
    """Whether this creature could enter or open a cell now."""
    return cell not in thought.ground.occupied and bool(walkable_for(thought)[thought.local(cell)])


def beside(one: Cell, other: Cell) -> bool:
    """Whether two cells are neighbours."""
    return chebyshev(one, other) == 1
