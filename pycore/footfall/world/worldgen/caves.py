"""Caves by cellular automaton, joined into one region."""

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
    """The open cells of a cave: noise, smoothed, the border ring wall, all regions joined (R-GEN-15, 16).

    Args:
        seed: unsigned 64-bit word.
        open_percent: chance that a cell starts open.
        birth, death, passes: as in `kernels.cave`.
        through: a cell that must be open; its neighbours are opened with it.
    """
    opens = kernels.cave(
        shape, seed, open_probability=open_percent / 100, birth=birth, death=death, steps=passes
    )
    if open_cell is not None:
        y, x = open_cell
        opens[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2] = True
    opens[[0, -1]] = False
    opens[:, [0, -1]] = False
    return kernels.connect(opens, connectivity=4, keep_border=True)


def carve_cave(draft: LevelDraft, open_cells: Mask, floor: str) -> None:
    """Makes the open cells floor."""
    draft.tiles[open_cells] = draft.palette_index(floor)
    if not open_cells.any():
        draft.failure = "the cave is all rock"


def find_far_half(open_cells: Mask, start: Cell) -> Mask:
    """The cells that lie in the far half of all that can be reached from `start`, orthogonally."""
    field = kernels.distance_map(open_cells, [start], diagonal_cost=None)
    reached = np.where(open_cells, field, -1)
    far: Mask = reached * 2 >= max(1, int(reached.max()))
    return far
