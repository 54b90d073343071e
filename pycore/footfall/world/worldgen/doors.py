"""Places for doors."""

from __future__ import annotations

import numpy as np

from footfall.world.level import Cell
from footfall.world.level_draft import Mask


def find_door_cells(corridors: Mask, rooms: Mask, walls: Mask) -> list[Cell]:
    """Returns corridor cells with a room on one side and walls on both flanks, in row-major order.

    The room is north or south of a cell with walls east and west, or vice versa.

    Args:
        corridors: bool mask of corridor cells.
        rooms: bool mask of room cells.
        walls: bool mask of blocking cells.
    """
    inner = slice(1, -1)
    room_ns = rooms[:-2, inner] | rooms[2:, inner]
    room_ew = rooms[inner, :-2] | rooms[inner, 2:]
    walls_ns = walls[:-2, inner] & walls[2:, inner]
    walls_ew = walls[inner, :-2] & walls[inner, 2:]
    fits = corridors[inner, inner] & ((room_ns & walls_ew) | (room_ew & walls_ns))
    return [(y + 1, x + 1) for y, x in np.argwhere(fits).tolist()]
