"""Flickering light: how far lamp and fires shine on the screen this turn; what is in view stays the same (C.7)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from footfall.api import Context
from footfall.api.grid import current_level, find_visible_cells

from ..player import player_of
from ..sight import MIN_VIEW_RADIUS, array_index, is_in_daylight, keep_lit, list_lights, visible_cells
from ..state import turn_of
from ..stats import LAMP, effective_stat

LAMP_FLICKER, FIRE_FLICKER = (0, 1), (-1, 1)
"""Bounds of what a turn adds to the radius of the lamp, and of fires and carried lights, in cells."""


def find_bright_cells(ctx: Context) -> npt.NDArray[np.bool_]:
    """The cells that the character's own view or flickering light reaches this turn: bool ``(height, width)``.

    Cells in view may be missing (they are drawn dim), and cells just out of view may be among them.
    """
    world, level, ground = current_level(ctx)
    player = player_of(ctx)
    if is_in_daylight(level, ground, player.at):
        return visible_cells(ctx)
    at, reach = array_index(level, player.at), effective_stat(ctx, player, "fov")
    lamp = _roll_flicker(ctx, player.id, LAMP_FLICKER) if LAMP in player.effects else 0
    spots = [(at, reach + lamp)]
    for id, cell, radius in list_lights(ctx, world, level, ground):
        spots.append((cell, radius + _roll_flicker(ctx, id, FIRE_FLICKER)))
    farthest = max(max(abs(y - at[0]), abs(x - at[1])) + radius for (y, x), radius in spots)
    return keep_lit(find_visible_cells(ground, at, max(MIN_VIEW_RADIUS, farthest)), spots)


def _roll_flicker(ctx: Context, source: int, bounds: tuple[int, int]) -> int:
    return ctx.draw_for_screen("flicker", turn_of(ctx), source, *bounds)
