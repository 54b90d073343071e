"""Rooms: shapes, placement and columns."""

from __future__ import annotations

from functools import cache

import numpy as np

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
