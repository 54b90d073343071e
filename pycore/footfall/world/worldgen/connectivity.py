"""Connectivity, cut vertices, and caves by cellular automaton (Johnson, Yannakakis and Togelius, 2010)."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from footfall import kernels
from footfall.content.records import Records
from footfall.world.level import Cell, get_tile
from footfall.world.level_draft import LevelDraft, Mask

_NEIGHBOR_RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


def find_walkable_cells(
    draft: LevelDraft, records: Records, *, open_locked_doors: bool = False, break_fragile_walls: bool = False
) -> Mask:
    """Returns the walkable cells; closed doors count, and on request locked doors and fragile walls."""
    table = []
    for id in draft.palette:
        kind = get_tile(records, id)
        walkable = kind.walkable
        if "door" in kind.tags:
            walkable = open_locked_doors or not any(tag.startswith("lock:") for tag in kind.tags)
        elif kind.breaks_to:
            walkable = break_fragile_walls
        table.append(walkable)
    return np.array(table)[draft.tiles]


def are_connected(walkable: Mask, cells: Collection[Cell]) -> bool:
    """Returns whether all cells lie in one orthogonally connected region of `walkable`."""
    labels, _ = kernels.regions(walkable, 4)
    region_labels = {int(labels[cell]) for cell in cells}
    return len(region_labels) <= 1 and 0 not in region_labels


def is_cut_cell(walkable: Mask, cell: Cell, places: Collection[Cell]) -> bool:
    """Returns whether blocking `cell` disconnects `places`."""
    blocked = walkable.copy()
    blocked[cell] = False
    return not are_connected(blocked, places)


def can_be_blocked(walkable: Mask, cell: Cell) -> bool:
    """Returns whether the neighbors of a cell stay connected if it is blocked.

    The test is local: it checks only the eight neighbors, and may return False even if a longer path connects them.
    """
    y, x = cell
    ring = [bool(walkable[y + dy, x + dx]) for dy, dx in _NEIGHBOR_RING]
    sides = [ring[1], ring[3], ring[5], ring[7]]
    if sum(sides) < 2:
        return True
    # Two sides are linked if the corner between them is open; all sides must be linked.
    links = sum(ring[i] and ring[i - 1] and ring[(i + 1) % 8] for i in (2, 4, 6, 0))
    return links >= sum(sides) - 1


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
    distances = kernels.distance_map(open_cells, [start], diagonal_cost=None)
    far: Mask = distances * 2 >= max(1, int(distances.max()))
    return far
