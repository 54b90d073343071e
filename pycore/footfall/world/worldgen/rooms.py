"""Rooms: shapes, placement and columns. Corridors: which rooms to connect, how to dig, where doors may be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from footfall import kernels
from footfall.world.level import Cell
from footfall.world.level_draft import LevelDraft, Mask, Room

ROOM_SHAPES = ("rectangle", "circle", "ellipse", "cross")


@cache
def build_room_mask(shape: str, height: int, width: int) -> Mask:
    """Returns the cells of a room in its box, bool ``(height, width)``, read-only.

    A circle is centered in its box. The bars of a cross are about a third of the sides.

    Raises:
        ValueError: `shape` is not in `ROOM_SHAPES`.
    """
    if shape == "rectangle":
        mask = np.ones((height, width), np.bool_)
    elif shape in ("circle", "ellipse"):
        mask = np.zeros((height, width), np.bool_)
        side = min(height, width)
        high, wide = (side, side) if shape == "circle" else (height, width)
        y, x = np.ogrid[:high, :wide]
        inside = (2 * y + 1 - high) ** 2 * wide**2 + (2 * x + 1 - wide) ** 2 * high**2 <= high**2 * wide**2
        top, left = (height - high) // 2, (width - wide) // 2
        mask[top : top + high, left : left + wide] = inside
    elif shape == "cross":
        mask = np.zeros((height, width), np.bool_)
        mask[height // 3 : height - height // 3] = True
        mask[:, width // 3 : width - width // 3] = True
    else:
        raise ValueError(f"the shape of a room must be one of {', '.join(ROOM_SHAPES)}, not {shape!r}")
    mask.flags.writeable = False
    return mask


def is_box_free(occupied: Mask, top: int, left: int, height: int, width: int, padding: int) -> bool:
    """Returns whether a box fits: with its walls inside the map, and `padding` cells away from `occupied`."""
    high, wide = occupied.shape
    if top < 1 or left < 1 or top + height > high - 1 or left + width > wide - 1:
        return False
    around = occupied[max(0, top - padding) : top + height + padding, max(0, left - padding) : left + width + padding]
    return not around.any()


def carve_room(draft: LevelDraft, top: int, left: int, height: int, width: int, shape: str, floor: str) -> Room:
    """Carves a room and adds it to the draft."""
    mask = build_room_mask(shape, height, width)
    room = Room(top, left, height, width, shape, (top + height // 2, left + width // 2))
    draft.tiles[room.box][mask] = draft.palette_index(floor)
    draft.rooms.append(room)
    return room


def place_columns(draft: LevelDraft, room: Room, walkable: Mask, column: str) -> int:
    """Places columns on every second cell of a room whose eight neighbors are walkable.

    Args:
        draft: modified.
        room: a room of the draft.
        walkable: mask of walkable cells; updated.
        column: tile id.

    Returns:
        The number of columns.
    """
    number = draft.palette_index(column)
    count = 0
    for y in range(room.top + 1, room.top + room.height - 1, 2):
        for x in range(room.left + 1, room.left + room.width - 1, 2):
            if (y, x) in draft.occupants or draft.reserved[y, x] or draft.corridors[y, x]:
                continue
            if walkable[y - 1 : y + 2, x - 1 : x + 2].all():
                draft.tiles[y, x] = number
                walkable[y, x] = False
                count += 1
    return count


ROCK_COST, OPEN_CELL_COST = 3, 1
"""Path costs of a rock cell and of an open cell."""


def build_spanning_tree(places: Sequence[Cell]) -> list[tuple[int, int]]:
    """Returns a minimum spanning tree of places by Manhattan distance (R. C. Prim, 1957); ties by index.

    Returns:
        Pairs of indices in order of insertion; the first of each pair is already in the tree.
    """
    if not places:
        return []
    nearest = [(abs(y - places[0][0]) + abs(x - places[0][1]), 0) for y, x in places]
    remaining = list(range(1, len(places)))
    pairs = []
    while remaining:
        new = min(remaining, key=lambda i: (nearest[i][0], i))
        remaining.remove(new)
        pairs.append((nearest[new][1], new))
        for i in remaining:
            distance = abs(places[i][0] - places[new][0]) + abs(places[i][1] - places[new][1])
            if distance < nearest[i][0]:
                nearest[i] = (distance, new)
    return pairs


def dig_corridor(draft: LevelDraft, a: Cell, b: Cell, rock: Mask, floor: str, horizontal_first: bool) -> bool:
    """Digs an L-shaped corridor from `a` to `b`, or a path around reserved cells if neither L is free.

    Only rock becomes floor; reserved cells of the draft stay.

    Args:
        draft: modified.
        a, b: the ends.
        rock: cells that may be dug; updated.
        floor: tile id.
        horizontal_first: order of the legs.

    Returns:
        Whether a corridor was dug.
    """
    corner = (a[0], b[1]) if horizontal_first else (b[0], a[1])
    for bend in (corner, (b[0], a[1]) if horizontal_first else (a[0], b[1])):
        legs = (_leg_slices(a, bend), _leg_slices(bend, b))
        if not any(draft.reserved[leg].any() for leg in legs):
            for leg in legs:
                draft.tiles[leg][rock[leg]] = draft.palette_index(floor)
                draft.corridors[leg] |= rock[leg]
                rock[leg] = False
            return True
    cost = np.where(rock, ROCK_COST, OPEN_CELL_COST).astype(np.uint8)
    cost[draft.reserved] = 0
    cost[[0, -1]] = 0
    cost[:, [0, -1]] = 0
    path = kernels.find_path(cost, a, b, diagonal_cost=None, canonical=True)
    if path is None:
        return False
    cells = path[:, 0], path[:, 1]
    is_rock = rock[cells]
    draft.tiles[cells[0][is_rock], cells[1][is_rock]] = draft.palette_index(floor)
    draft.corridors[cells[0][is_rock], cells[1][is_rock]] = True
    rock[cells] = False
    return True


def _leg_slices(a: Cell, b: Cell) -> tuple[slice, slice]:
    return (slice(min(a[0], b[0]), max(a[0], b[0]) + 1), slice(min(a[1], b[1]), max(a[1], b[1]) + 1))


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
