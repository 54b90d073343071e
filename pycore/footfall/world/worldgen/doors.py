"""Where doors can stand."""

from __future__ import annotations

import numpy as np

from footfall.world.level import Cell
from footfall.world.level_draft import Mask


def find_door_cells(corridors: Mask, rooms: Mask, walls: Mask) -> list[Cell]:
    """Corridor cells next to a room with walls on two opposite sides, in row-major order (R-GEN-26).

    The room lies along the way: north or south of a cell with walls east and west, or the
    other way round.

    Args:
        halls: corridor cells.
        rooms: cells of rooms.
        walls: cells that block the way.
    """
    inner = slice(1, -1)
    ns = rooms[:-2, inner] | rooms[2:, inner]
    ew = rooms[inner, :-2] | rooms[inner, 2:]
    between_ns = walls[:-2, inner] & walls[2:, inner]
    between_ew = walls[inner, :-2] & walls[inner, 2:]
    fits = corridors[inner, inner] & ((ns & between_ew) | (ew & between_ns))
    return [(y + 1, x + 1) for y, x in np.argwhere(fits).tolist()]
