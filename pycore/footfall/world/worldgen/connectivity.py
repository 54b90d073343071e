"""Whether places hang together, and whether they still do without a cell."""

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
    draft: LevelDraft, records: Records, *, open_locked_doors: bool = True, break_fragile_walls: bool = True
) -> Mask:
    """Cells one can walk: closed doors count as open, and so do locked doors and fragile walls if asked."""
    table = []
    for id in draft.palette:
        kind = get_tile(records, id)
        way = kind.walkable
        if "door" in kind.tags:
            way = open_locked_doors or not any(tag.startswith("lock:") for tag in kind.tags)
        elif kind.breaks_to:
            way = break_fragile_walls
        table.append(way)
    return np.array(table)[draft.tiles]


def are_connected(walkable: Mask, cells: Collection[Cell]) -> bool:
    """Whether all cells lie in one orthogonally connected region of `ways`."""
    labels, _ = kernels.regions(walkable, 4)
    found = {int(labels[cell]) for cell in cells}
    return len(found) <= 1 and 0 not in found


def is_cut_cell(walkable: Mask, cell: Cell, places: Collection[Cell]) -> bool:
    """Whether `places` fall apart if `cell` is barred."""
    without = walkable.copy()
    without[cell] = False
    return not are_connected(without, places)


def can_be_blocked(walkable: Mask, cell: Cell) -> bool:
    """Whether the neighbours of a cell stay joined to each other if it is barred.

    It looks at the eight neighbours only, so it may say no where a longer way exists, never
    yes where there is none.
    """
    y, x = cell
    ring = [bool(walkable[y + dy, x + dx]) for dy, dx in _NEIGHBOR_RING]
    sides = [ring[1], ring[3], ring[5], ring[7]]
    if sum(sides) < 2:
        return True
    # Sides are joined if the corner between two of them is open; all must hang together.
    joins = sum(ring[i] and ring[i - 1] and ring[(i + 1) % 8] for i in (2, 4, 6, 0))
    return joins >= sum(sides) - 1
