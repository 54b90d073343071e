"""How brightly the screen shows each cell in view: light falls off with the distance from the lamp and from fires."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from footfall.api import Context
from footfall.api.grid import Cell, current_level

from ..player import player_of
from ..sight import array_index, is_in_daylight, list_lights, visible_cells
from ..stats import LAMP, effective_stat

LightMap = npt.NDArray[np.uint8]

FULL_LIGHT, DARKNESS, GLIMMER = 255, 110, 34
"""Light of a flame at its cell; what eyes see without one; the least light of a cell in view."""

FLAME_MARGIN = 2.5
"""Cells beyond its radius at which a flame no longer lights anything."""


def map_light(ctx: Context) -> tuple[LightMap, LightMap]:
    """The light on each cell in view, and the share of it that comes from flames, 255 for all: 0 elsewhere."""
    world, level, ground = current_level(ctx)
    player = player_of(ctx)
    seen = visible_cells(ctx)
    if is_in_daylight(level, ground, player.at):
        light = np.where(seen, FULL_LIGHT, 0).astype(np.uint8)
        return light, np.zeros_like(light)
    at, reach = array_index(level, player.at), effective_stat(ctx, player, "fov")
    flames = [(cell, radius) for _, cell, radius in list_lights(ctx, world, level, ground)]
    is_lit = LAMP in player.effects
    warm = _add_up(level.shape, [*flames, *[(at, reach)] * is_lit], FULL_LIGHT)
    cold = np.maximum(_add_up(level.shape, [(at, reach)] * (not is_lit), DARKNESS), GLIMMER)
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
