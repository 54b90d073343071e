"""What can be seen and heard from a cell, computed once and kept while nothing changes.

One view and one hearing map around the player serve every creature of a phase: sight is
symmetric, and the sum of the tiles between two cells is the same both ways (R-HEAR-4).
What is kept hangs on the level's `Ground`, beside the grid it was read from; it is derived,
never saved, never hashed.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from footfall import kernels

from .entities import Noise
from .level import Cell, LevelIndex
from .state import World

MAX_CACHED_CELLS = 4
"""Cells whose views are kept per level: the player's, and those of a few others."""


class _SensesCache:
    """Views and hearing maps of one ground at one generation of its grid."""

    __slots__ = ("generation", "hearing_maps", "views")

    def __init__(self, generation: int) -> None:
        self.generation = generation
        self.views: dict[Cell, tuple[int, npt.NDArray[np.bool_]]] = {}
        self.hearing_maps: dict[Cell, tuple[int, npt.NDArray[np.int32]]] = {}


class _LoudnessCache:
    """The loudest active noise of each source, read from a growing list."""

    __slots__ = ("by_source", "noises", "noises_read")

    def __init__(self, noises: list[Noise]) -> None:
        self.noises = noises
        self.noises_read = 0
        self.by_source: dict[int, int] = {}


def _get_cache(ground: LevelIndex) -> _SensesCache:
    generation = ground.grid.generation
    kept: _SensesCache | None = ground.memo.get("senses")
    if kept is None or kept.generation != generation:
        kept = ground.memo["senses"] = _SensesCache(generation)
    return kept


UNLIMITED_REACH = 1 << 30
"""A reach beyond every floor."""


def find_visible_cells(
    level_index: LevelIndex, cell: Cell, reach: int = UNLIMITED_REACH
) -> npt.NDArray[np.bool_]:
    """All that lies in an unbroken line from `cell` (D-29).

    By symmetry the same mask tells who has `cell` in line of sight. Not to be written to.

    Args:
        cell: index into the level's arrays (its origin already subtracted).
        reach: largest distance wanted, in cells (Chebyshev); farther cells may be false.

    Returns:
        bool ``(height, width)``.
    """
    views = _get_cache(level_index).views
    found = views.get(cell)
    if found is None or found[0] < reach:
        if found is None and len(views) >= MAX_CACHED_CELLS:
            views.clear()
        mask = kernels.field_of_view(level_index.grid, cell, None if reach >= UNLIMITED_REACH else reach)
        found = views[cell] = (reach, mask)
    return found[1]


def compute_hearing_map(level_index: LevelIndex, cell: Cell, reach: int) -> npt.NDArray[np.int32]:
    """Sound distance in tenths between `cell` and every other cell, in either direction (R-HEAR-4).

    Args:
        cell: index into the level's arrays.
        reach: largest distance wanted, in tenths; farther cells may be `kernels.UNREACHED`.

    Returns:
        int32 ``(height, width)``. Not to be written to.
    """
    maps = _get_cache(level_index).hearing_maps
    found = maps.get(cell)
    if found is None or found[0] < reach:
        if len(maps) >= MAX_CACHED_CELLS:
            maps.clear()
        found = maps[cell] = (reach, kernels.sound_field(level_index.grid, [cell], max_distance=reach))
    return found[1]


def find_loudness(world: World, source: int) -> int:
    """A creature's noise: its loudest active one, never the sum (R-HEAR-8)."""
    kept: _LoudnessCache | None = world.__dict__.get("loudness")
    noises = world.noises
    if kept is None or kept.noises is not noises:
        kept = world.__dict__["loudness"] = _LoudnessCache(noises)
    if kept.noises_read < len(noises):
        for noise in noises[kept.noises_read :]:
            if noise.loudness > kept.by_source.get(noise.source, 0):
                kept.by_source[noise.source] = noise.loudness
        kept.noises_read = len(noises)
    return kept.by_source.get(source, 0)
