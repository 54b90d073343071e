"""Caves by cellular automaton (Johnson, Yannakakis and Togelius, 2010), joined into one region."""

from __future__ import annotations

import numpy as np

from footfall import kernels
from footfall.world.level import Cell
from footfall.world.level_draft import LevelDraft, Mask


def build_cave_mask(
    shape: tuple[int, int],
    seed: int,
    *,
    open_percent: int = 60,
    birth: int = 4,
    death: int = 3,
    passes: int = 5,
    open_cell: Cell | None = None,
) -> Mask:
    """Returns the open cells of a cave: smoothed noise with a closed border, all regions joined.

    Args:
        shape: (height, width).
        seed: unsigned 64-bit word.
        open_percent: chance that a cell starts open.
        birth, death: as in `kernels.cave`.
        passes: steps of the automaton.
        open_cell: a cell to open, with its neighbors.
    """
    opens = kernels.cave(shape, seed, open_probability=open_percent / 100, birth=birth, death=death, steps=passes)
    if open_cell is not None:
        y, x = open_cell
        opens[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2] = True
    opens[[0, -1]] = False
    opens[:, [0, -1]] = False
    return kernels.connect(opens, connectivity=4, keep_border=True)


def carve_cave(draft: LevelDraft, open_cells: Mask, floor: str) -> None:
    """Turns the open cells into floor."""
    draft.tiles[open_cells] = draft.palette_index(floor)
    if not open_cells.any():
        draft.failure = "the cave has no open cell"


def find_far_half(open_cells: Mask, start: Cell) -> Mask:
    """Returns the cells at least half as far from `start` as the farthest one, walking orthogonally."""
    field = kernels.distance_map(open_cells, [start], diagonal_cost=None)
    distances = np.where(open_cells, field, -1)
    far: Mask = distances * 2 >= max(1, int(distances.max()))
    return far
