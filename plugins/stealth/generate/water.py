"""Pools in rooms and caverns (P-WAY-6): water that only the character enters, and that closes no way."""

import numpy as np
import numpy.typing as npt

from footfall.api import Context, Step
from footfall.api.grid import Cell, LevelDraft

from . import populate

WATER = "core.stealth:water"

SIDES = (3, 5)
"""Bounds of the sides of a pool in cells; the smallest has one cell that cannot be reached from the bank."""


def place_pools(ctx: Context, draft: LevelDraft) -> None:
    """Places pools with dry ground all around them."""
    for _ in range(ctx.roll("pools", *populate.get_digging(ctx).pools)):
        height, width = ctx.roll("pool-height", *SIDES), ctx.roll("pool-width", *SIDES)
        ground = draft.find_tiles_by_property(ctx.records, "walkable")
        vacant = ground & ~draft.reserved & ~draft.corridors
        taken: list[Cell] = [*draft.occupants, *draft.arrivals.values(), *(room.center for room in draft.rooms)]
        for cell in taken:
            vacant[cell] = False
        fits = np.zeros(draft.shape, np.bool_)
        rows, columns = draft.shape[0] - height - 1, draft.shape[1] - width - 1
        if rows > 1 and columns > 1:
            dry, free = _find_boxes(ground, height + 2, width + 2), _find_boxes(vacant, height, width)
            fits[1 : 1 + rows, 1 : 1 + columns] = dry[:rows, :columns] & free[1 : 1 + rows, 1 : 1 + columns]
        corners = populate.list_cells(fits)
        if corners:
            y, x = corners[ctx.roll("pool-at", 0, len(corners) - 1)]
            draft.tiles[y : y + height, x : x + width] = draft.palette_index(WATER)


def _find_boxes(mask: npt.NDArray[np.bool_], height: int, width: int) -> npt.NDArray[np.bool_]:
    """The upper left corners of the boxes that a mask covers."""
    boxes = np.lib.stride_tricks.sliding_window_view(mask, (height, width))
    return np.asarray(boxes.all((2, 3)), np.bool_)


def find_banks(draft: LevelDraft) -> npt.NDArray[np.bool_]:
    """The cells next to water, which stay open."""
    banks = np.zeros(draft.shape, np.bool_)
    for y, x in np.argwhere(draft.find_tiles(WATER)).tolist():
        banks[y - 1 : y + 2, x - 1 : x + 2] = True
    return banks


STEPS = (Step("core.stealth:pools", place_pools),)
