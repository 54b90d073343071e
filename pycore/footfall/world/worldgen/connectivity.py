"""Connectivity, and whether a cell is a cut vertex."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from footfall import kernels
from footfall.content.records import Records
from footfall.world.level import Cell
from footfall.world.level_draft import LevelDraft, Mask
from footfall.world.tiles import get_tile

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
