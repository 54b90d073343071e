"""Tunnels: which rooms to join, and how to dig from one to another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from footfall import kernels
from footfall.world.level import Cell
from footfall.world.level_draft import LevelDraft, Mask

ROCK_COST, OPEN_CELL_COST = 3, 1
"""Costs of digging through rock and of walking where it is open already."""


def build_spanning_tree(places: Sequence[Cell]) -> list[tuple[int, int]]:
    """A minimum spanning tree of places by Manhattan distance (R-GEN-22); ties by index (Prim).

    Returns:
        Pairs of indices in order of joining; the first of each pair is in the tree already.
    """
    if not places:
        return []
    near = [(abs(y - places[0][0]) + abs(x - places[0][1]), 0) for y, x in places]
    left = list(range(1, len(places)))
    pairs = []
    while left:
        new = min(left, key=lambda i: (near[i][0], i))
        left.remove(new)
        pairs.append((near[new][1], new))
        for i in left:
            distance = abs(places[i][0] - places[new][0]) + abs(places[i][1] - places[new][1])
            if distance < near[i][0]:
                near[i] = (distance, new)
    return pairs


def dig_corridor(draft: LevelDraft, a: Cell, b: Cell, rock: Mask, floor: str, horizontal_first: bool) -> bool:
    """Digs from `a` to `b`: an L, horizontal leg first if asked; around settled cells if it must.

    Only rock is turned into floor; cells that are `fixed` in the draft are left alone.

    Args:
        rock: cells that may be dug; is kept up to date.

    Returns:
        Whether there was a way.
    """
    corner = (a[0], b[1]) if horizontal_first else (b[0], a[1])
    for bend in (corner, (b[0], a[1]) if horizontal_first else (a[0], b[1])):
        legs = (_leg_slices(a, bend), _leg_slices(bend, b))
        if not any(draft.reserved[leg].any() for leg in legs):
            for leg in legs:
                _open_leg(draft, leg, rock, floor)
            return True
    cost = np.where(rock, ROCK_COST, OPEN_CELL_COST).astype(np.uint8)
    cost[draft.reserved] = 0
    cost[[0, -1]] = 0
    cost[:, [0, -1]] = 0
    path = kernels.find_path(cost, a, b, diagonal_cost=None, canonical=True)
    if path is None:
        return False
    cells = path[:, 0], path[:, 1]
    fresh = rock[cells]
    draft.tiles[cells[0][fresh], cells[1][fresh]] = draft.palette_index(floor)
    draft.corridors[cells[0][fresh], cells[1][fresh]] = True
    rock[cells] = False
    return True


def _leg_slices(a: Cell, b: Cell) -> tuple[slice, slice]:
    return (
        slice(min(a[0], b[0]), max(a[0], b[0]) + 1),
        slice(min(a[1], b[1]), max(a[1], b[1]) + 1),
    )


def _open_leg(draft: LevelDraft, leg: tuple[slice, slice], rock: Mask, floor: str) -> None:
    fresh = rock[leg]
    draft.tiles[leg][fresh] = draft.palette_index(floor)
    draft.corridors[leg] |= fresh
    rock[leg] = False
