"""How brightly the screen shows each cell in view: light falls off with the distance, and flickers (C.7)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from footfall.api.grid import Cell, find_visible_cells

from ..actors.floor import is_in_daylight
from ..actors.stats import LAMP, effective_stat
from ..model.phase import Phase
from ..senses.sight import MIN_VIEW_RADIUS, keep_lit, list_lights, visible_cells

LightMap = npt.NDArray[np.uint8]

FULL_LIGHT, DARKNESS, GLIMMER = 255, 110, 34
"""Light of a flame at its cell; what eyes see without one; the least light of a cell in view."""

FLAME_MARGIN = 2.5
"""Cells beyond its radius at which a flame no longer lights anything."""


def map_light(phase: Phase) -> tuple[LightMap, LightMap]:
    """The light on each cell in view, and the share of it that comes from flames, 255 for all: 0 elsewhere."""
    player = phase.player
    seen = visible_cells(phase)
    if is_in_daylight(phase, player.at):
        light = np.where(seen, FULL_LIGHT, 0).astype(np.uint8)
        return light, np.zeros_like(light)
    at, reach = phase.array_index(player.at), effective_stat(phase, player, "fov")
    flames = [(cell, radius) for _, cell, radius in list_lights(phase)]
    is_lit = LAMP in player.effects
    warm = _add_up(phase.level.shape, [*flames, *[(at, reach)] * is_lit], FULL_LIGHT)
    cold = np.maximum(_add_up(phase.level.shape, [(at, reach)] * (not is_lit), DARKNESS), GLIMMER)
    total = warm + cold * (1 - warm / FULL_LIGHT)
    share = np.divide(warm * FULL_LIGHT, total)
    return (total * seen).astype(np.uint8), (share * seen).astype(np.uint8)


def _add_up(shape: tuple[int, int], spots: Iterable[tuple[Cell, int]], brightness: int) -> npt.NDArray[np.float32]:
    """The light of spots of a radius, which falls off to 0 just beyond it; where they overlap, it is brighter."""
    dark = np.ones(shape, np.float32)
    rows, columns = np.arange(shape[0], dtype=np.float32)[:, None], np.arange(shape[1], dtype=np.float32)
    for (y, x), radius in spots:
        distance = np.sqrt((rows - y) ** 2 + (columns - x) ** 2)
        dark *= 1 - np.clip(1 - distance / (radius + FLAME_MARGIN), 0, 1) ** 1.4
    lit: npt.NDArray[np.float32] = brightness * (1 - dark)
    return lit


LAMP_FLICKER, FIRE_FLICKER = (0, 1), (-1, 1)
"""Bounds of what a turn adds to the radius of the lamp, and of fires and carried lights, in cells."""


def find_bright_cells(phase: Phase) -> npt.NDArray[np.bool_]:
    """The cells that the character's own view or flickering light reaches this turn: bool ``(height, width)``.

    Cells in view may be missing (they are drawn dim), and cells just out of view may be among them.
    """
    player = phase.player
    if is_in_daylight(phase, player.at):
        return visible_cells(phase)
    at, reach = phase.array_index(player.at), effective_stat(phase, player, "fov")
    lamp = _roll_flicker(phase, player.id, LAMP_FLICKER) if LAMP in player.effects else 0
    spots = [(at, reach + lamp)]
    for id, cell, radius in list_lights(phase):
        spots.append((cell, radius + _roll_flicker(phase, id, FIRE_FLICKER)))
    farthest = max(max(abs(y - at[0]), abs(x - at[1])) + radius for (y, x), radius in spots)
    return keep_lit(find_visible_cells(phase.ground, at, max(MIN_VIEW_RADIUS, farthest)), spots)


def _roll_flicker(phase: Phase, source: int, bounds: tuple[int, int]) -> int:
    return phase.ctx.draw_for_screen("flicker", phase.turn, source, *bounds)
