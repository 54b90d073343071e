"""Cached fields of view and hearing maps.

One field of view and one hearing map around the player serve all creatures of a phase: line of sight is symmetric, and
so is the sound distance. The caches belong to the `LevelIndex`; they are never saved and never hashed.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from footfall import kernels

from .level import Cell, LevelIndex
from .state import Noise, World

MAX_CACHED_CELLS = 12
"""Cells per level with cached maps: the player's, and those of noises or of listeners."""


class _SensesCache:
    """Fields of view and hearing maps of a level at one generation of its grid."""

    __slots__ = ("generation", "hearing_maps", "views")

    def __init__(self, generation: int) -> None:
        self.generation = generation
        self.views: dict[Cell, tuple[int, npt.NDArray[np.bool_]]] = {}
        self.hearing_maps: dict[Cell, tuple[int, npt.NDArray[np.int32]]] = {}


class _LoudnessCache:
    """The loudest active noise of each source, updated as the list of noises grows."""

    __slots__ = ("by_source", "noises", "noises_read")

    def __init__(self, noises: list[Noise]) -> None:
        self.noises = noises
        self.noises_read = 0
        self.by_source: dict[int, int] = {}


def _get_cache(level_index: LevelIndex) -> _SensesCache:
    generation = level_index.grid.generation
    cache: _SensesCache | None = level_index.memo.get("senses")
    if cache is None or cache.generation != generation:
        cache = level_index.memo["senses"] = _SensesCache(generation)
    return cache


UNLIMITED_REACH = 1 << 30
"""A reach larger than any level."""


def find_visible_cells(level_index: LevelIndex, cell: Cell, reach: int = UNLIMITED_REACH) -> npt.NDArray[np.bool_]:
    """Returns the cells in line of sight of `cell`; by symmetry, also the cells that see it.

    Args:
        cell: index into the level's arrays, its origin subtracted.
        reach: required Chebyshev distance in cells; farther cells may be false.

    Returns:
        bool ``(height, width)``; read-only by convention.
    """
    views = _get_cache(level_index).views
    entry = views.get(cell)
    if entry is None or entry[0] < reach:
        if entry is None and len(views) >= MAX_CACHED_CELLS:
            views.clear()
        mask = kernels.field_of_view(level_index.grid, cell, None if reach >= UNLIMITED_REACH else reach)
        entry = views[cell] = (reach, mask)
    return entry[1]


def compute_hearing_map(level_index: LevelIndex, cell: Cell, reach: int) -> npt.NDArray[np.int32]:
    """Returns the sound distance between `cell` and every other cell, in tenths; it is symmetric.

    Args:
        cell: index into the level's arrays.
        reach: required distance in tenths; farther cells may be `kernels.UNREACHED`.

    Returns:
        int32 ``(height, width)``; read-only by convention.
    """
    maps = _get_cache(level_index).hearing_maps
    entry = maps.get(cell)
    if entry is None or entry[0] < reach:
        if len(maps) >= MAX_CACHED_CELLS:
            maps.clear()
        entry = maps[cell] = (reach, kernels.sound_field(level_index.grid, [cell], max_distance=reach))
    return entry[1]


def find_loudness(world: World, source: int) -> int:
    """Returns the loudness of an actor: that of its loudest active noise, not the sum."""
    cache: _LoudnessCache | None = world.__dict__.get("loudness")
    noises = world.noises
    if cache is None or cache.noises is not noises:
        cache = world.__dict__["loudness"] = _LoudnessCache(noises)
    if cache.noises_read < len(noises):
        for noise in noises[cache.noises_read :]:
            if noise.loudness > cache.by_source.get(noise.source, 0):
                cache.by_source[noise.source] = noise.loudness
        cache.noises_read = len(noises)
    return cache.by_source.get(source, 0)
