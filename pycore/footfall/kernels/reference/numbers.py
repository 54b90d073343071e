"""Counter-based random numbers and content hashes, equal on every machine and backend."""

from typing import Any

import numpy as np
import numpy.typing as npt

from .. import checks
from ..checks import MAX_UINT64

# Multipliers and Weyl constants of Philox4x64-10: J. K. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3",
# SC 2011.
_M0, _M1 = 0xD2E7470EE14C6C93, 0xCA5A826395121157
_W0, _W1 = 0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B
_GOLDEN = 0x9E3779B97F4A7C15
# Finalizer constants of D. Stafford's variant 13, as in SplitMix64 (G. Steele et al., OOPSLA 2014).
_MIX0, _MIX1 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def philox(key0: int, key1: int, counter0: int, counter1: int) -> tuple[int, int, int, int]:
    """Returns the Philox4x64-10 block of a key and the counter (counter0, counter1, 0, 0).

    numpy.random.Philox increments its counter before each block, so its first four words for counter c are the block of
    c + 1 here.

    Args:
        key0: Unsigned 64-bit word, as are the others.
        key1: Second word of the key.
        counter0: Lowest word of the counter.
        counter1: Next word of the counter.

    Returns:
        Four unsigned 64-bit words.
    """
    return _philox_block(*_check_words(key0, key1, counter0, counter1), 0)


def draw(key0: int, key1: int, counter0: int, counter1: int, n: int) -> int:
    """Returns a uniform integer in 0..n-1, without bias.

    Uses D. Lemire's multiply-and-reject ("Fast random integer generation in an interval", ACM TOMACS 2019) on the
    words of the blocks (counter0, counter1, 0, 0), (counter0, counter1, 1, 0), ... in order.

    Args:
        key0: Unsigned 64-bit word, as are the next three.
        key1: Second word of the key.
        counter0: Lowest word of the counter.
        counter1: Next word of the counter.
        n: 1..2**64 - 1.
    """
    words = _check_words(key0, key1, counter0, counter1)
    n = checks.integer(n, "n", 1, MAX_UINT64)
    threshold = (1 << 64) % n
    block = 0
    while True:
        for value in _philox_block(*words, block):
            product = value * n
            if product & MAX_UINT64 >= threshold:
                return product >> 64
        block += 1


def mix(a: int, b: int) -> int:
    """Mixes two 64-bit words into one, to derive the keys of child streams.

    For a fixed `a` it is a bijection in `b`, and vice versa.

    Args:
        a: Unsigned 64-bit word.
        b: Unsigned 64-bit word.
    """
    return _scramble_word(_scramble_word((checks.word(a, "a") + _GOLDEN) & MAX_UINT64) ^ checks.word(b, "b"))


def hash_array(array: npt.NDArray[Any]) -> int:
    """Returns a 64-bit hash of an array's kind, item size, shape and values; layout and byte order do not count.

    Args:
        array: Bool, integer, float or complex array of any shape. Floats are compared by their bytes: -0.0 is
            not 0.0.

    Returns:
        An unsigned 64-bit word.
    """
    if not isinstance(array, np.ndarray):
        raise TypeError(f"array: expected an array, got {type(array).__name__}")
    if array.dtype.kind not in "biufc":
        raise TypeError(f"array: expected bool or numbers, got a {array.dtype} array")
    little_endian = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
    data = little_endian.tobytes()
    words = np.frombuffer(data + bytes(-len(data) % 8), dtype="<u8")
    header = mix(ord(array.dtype.kind), array.dtype.itemsize)
    for side in (array.ndim, *array.shape):
        header = mix(header, side)
    with np.errstate(over="ignore"):
        keys = _scramble_array(np.arange(1, len(words) + 1, dtype=np.uint64) * np.uint64(_GOLDEN))
        total = int(_scramble_array(words ^ keys).sum(dtype=np.uint64))
    return mix(header, total)


def _check_words(key0: object, key1: object, counter0: object, counter1: object) -> tuple[int, int, int, int]:
    return (
        checks.word(key0, "key0"),
        checks.word(key1, "key1"),
        checks.word(counter0, "counter0"),
        checks.word(counter1, "counter1"),
    )


def _philox_block(k0: int, k1: int, c0: int, c1: int, c2: int) -> tuple[int, int, int, int]:
    c3 = 0
    for _ in range(10):
        left, right = c0 * _M0, c2 * _M1
        c0, c1, c2, c3 = ((right >> 64) ^ c1 ^ k0, right & MAX_UINT64, (left >> 64) ^ c3 ^ k1, left & MAX_UINT64)
        k0, k1 = (k0 + _W0) & MAX_UINT64, (k1 + _W1) & MAX_UINT64
    return c0, c1, c2, c3


def _scramble_word(z: int) -> int:
    z = ((z ^ (z >> 30)) * _MIX0) & MAX_UINT64
    z = ((z ^ (z >> 27)) * _MIX1) & MAX_UINT64
    return z ^ (z >> 31)


def _scramble_array(z: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    z = (z ^ (z >> np.uint64(30))) * np.uint64(_MIX0)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(_MIX1)
    return z ^ (z >> np.uint64(31))
