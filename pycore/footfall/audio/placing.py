"""Places a sound around the listener: two channels, as loud, dull and far to a side as the percept says.

North is in front. Sounds from behind are inverted in one channel, as matrix surround encodes the rear, and dull:
both cues together tell front from back on headphones and on loudspeakers.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from footfall.api.scene import DIRECTIONS, Percept, SoundRecipe

from .sample_cache import SampleCache
from .synthesis import low_pass, synthesize

Stereo = npt.NDArray[np.float32]
"""Samples of two channels, left and right, from -1 to 1: float32 ``(n, 2)``."""

MAX_LOUDNESS = 5
SIDE_BALANCE = 0.9
"""Share of the energy by which the near channel exceeds the far one, for a sound straight from the side."""

REAR_CUTOFF = 3_500
"""Cutoff in Hz of sounds from behind."""

CUTOFFS = (0, 2_400, 1_100, 500)
"""Cutoff in Hz by muffling; 0 leaves the sound as it is."""


def place_percept(percept: Percept) -> Stereo | None:
    """Returns the samples of a percept; None if it has no recipe."""
    if percept.recipe is None:
        return None
    return _place_recipe(percept.recipe, percept.direction, percept.loudness, percept.muffling)


@SampleCache
def _place_recipe(recipe: SoundRecipe, direction: int, loudness: int, muffling: int) -> Stereo:
    samples = low_pass(synthesize(recipe).astype(np.float64), CUTOFFS[min(muffling, len(CUTOFFS) - 1)])
    samples *= (min(loudness, MAX_LOUDNESS) / MAX_LOUDNESS) ** 1.5
    front, side = (0.0, 0.0) if direction < 0 else _find_bearing(direction)
    if front < 0:
        samples = low_pass(samples, REAR_CUTOFF)
    balance = SIDE_BALANCE * side
    left, right = np.sqrt((1 - balance) / 2), np.sqrt((1 + balance) / 2)
    if front < 0:
        left, right = (-left, right) if side >= 0 else (left, -right)
    placed: Stereo = np.stack([samples * left, samples * right], axis=1).astype(np.float32)
    return placed


def _find_bearing(direction: int) -> tuple[float, float]:
    """Returns how far ahead and how far to the right a direction lies, as shares of 1."""
    dy, dx = DIRECTIONS[direction]
    length = np.hypot(dy, dx)
    return -dy / length, dx / length
