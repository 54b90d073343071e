"""Caves by cellular automaton.

The method is that of L. Johnson, G. N. Yannakakis and J. Togelius, "Cellular Automata for Real-time Generation of
Infinite Cave Levels", 2010.
"""

import numpy as np
import numpy.typing as npt

from .. import checks
from ..checks import MAX_UINT64, Layer, Mask
from .numbers import _GOLDEN, _scramble_array, mix

CAVE_RULES = ("neighbors", "majority")
_PROBABILITY_BITS = 16  # binary digits of the probability; each takes one random bit per cell


def cave(
    shape: tuple[int, int],
    seed: int,
    *,
    open_probability: float = 0.6,
    birth: int = 4,
    death: int = 3,
    steps: int = 5,
    rule: str = "neighbors",
    out: Mask | None = None,
) -> Mask:
    """Builds a cave: random noise, smoothed by steps of a cellular automaton. The caller closes the border.

    The noise of a cell depends only on the seed and its position: bit x % 64 of 16 hashed words gives the binary
    digits of a random fraction, which is compared with the probability, rounded to 1/65,536.

    Args:
        shape: (height, width).
        seed: Unsigned 64-bit word.
        open_probability: Chance that a cell starts open, 0..1.
        birth: As in cave_step, like death and rule.
        steps: Number of steps, 0..1000.
        out: Optional (height, width) bool array to overwrite and return.

    Returns:
        bool array of shape (height, width), True where open.
    """
    height, width = checks.size(shape)
    key = checks.word(seed, "seed")
    chance = round(checks.fraction(open_probability, "open_probability") * (1 << _PROBABILITY_BITS))
    count = checks.integer(steps, "steps", 0, 1000)
    limits = checks.integer(birth, "birth", 0, 9), checks.integer(death, "death", 0, 9)
    checks.choice(rule, "rule", CAVE_RULES)
    opens = _fill_noise(height, width, key, chance)
    for _ in range(count):
        opens = _apply_rule(opens, *limits, rule)
    return checks.deliver(opens, out)


def cave_step(
    open: Layer,  # noqa: A002
    *,
    birth: int = 4,
    death: int = 3,
    rule: str = "neighbors",
    steps: int = 1,
    out: Mask | None = None,
) -> Mask:
    """Applies steps of the cave automaton.

    Args:
        open: (height, width) bool or integers.
        birth: A cell with fewer wall neighbors becomes open, 0..9.
        death: A cell with more wall neighbors becomes wall, 0..9; takes precedence over birth.
        rule: "neighbors" counts walls among the eight neighbors, outside counting as wall. "majority" ignores birth and
            death: a cell becomes the majority of the 3 x 3 block around it, with edge cells repeated outwards (a
            3 x 3 median filter).
        steps: Number of steps, 0..1000.
        out: Optional (height, width) bool array to overwrite and return; it may be `open`.

    Returns:
        New bool array of shape (height, width).
    """
    opens = checks.mask(open, "open")
    limits = checks.integer(birth, "birth", 0, 9), checks.integer(death, "death", 0, 9)
    checks.choice(rule, "rule", CAVE_RULES)
    for _ in range(checks.integer(steps, "steps", 0, 1000)):
        opens = _apply_rule(opens, *limits, rule)
    return checks.deliver(opens.copy(), out)


def _fill_noise(height: int, width: int, seed: int, chance: int) -> Mask:
    words = -(-width // 64)
    fractions: npt.NDArray[np.uint32] = np.zeros((height, words * 64), np.uint32)
    for y in range(height):
        keys = np.array([mix(seed, (y << 32) | word) for word in range(words)], np.uint64)
        for digit in range(_PROBABILITY_BITS):
            draws = _scramble_array(keys + np.uint64(digit * _GOLDEN & MAX_UINT64))
            bits = np.unpackbits(draws.astype("<u8").view(np.uint8), bitorder="little")
            fractions[y] |= bits.astype(np.uint32) << np.uint32(_PROBABILITY_BITS - 1 - digit)
    return np.ascontiguousarray(fractions[:, :width] < chance)


def _apply_rule(opens: Mask, birth: int, death: int, rule: str) -> Mask:
    height, width = opens.shape
    if rule == "majority":
        around = np.pad(opens, 1, mode="edge").astype(np.int8)
    else:
        around = 1 - np.pad(opens, 1).astype(np.int8)
    count = np.zeros((height, width), np.int8)
    for dy in range(3):
        for dx in range(3):
            count += around[dy : dy + height, dx : dx + width]
    if rule == "majority":
        return count >= 5
    count -= around[1:-1, 1:-1]
    return (count <= death) & ((count < birth) | opens)
