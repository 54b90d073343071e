"""Random words against NumPy's; hashes against fixed values."""

from collections import Counter

import numpy as np
from hypothesis import given, strategies as st
from kernel_strategies import property_settings

from footfall import kernels

words = st.integers(0, 2**64 - 1)


@property_settings
@given(words, words, words, words)
def test_philox_matches_numpy(key0: int, key1: int, counter0: int, counter1: int) -> None:
    before = (counter1 << 64 | counter0) - 1 & (1 << 256) - 1
    counter = [before >> shift & (1 << 64) - 1 for shift in (0, 64, 128, 192)]
    key = np.array([key0, key1], np.uint64)
    theirs = np.random.Philox(key=key, counter=np.array(counter, np.uint64)).random_raw(4)
    assert kernels.philox(key0, key1, counter0, counter1) == tuple(theirs.tolist())


@property_settings
@given(words, words, words, words, st.one_of(st.integers(1, 2**64 - 1), st.integers(1, 100)))
def test_draw_is_in_range_and_uses_the_first_accepted_word(a: int, b: int, c: int, d: int, n: int) -> None:
    drawn = kernels.draw(a, b, c, d, n)
    assert 0 <= drawn < n
    first = kernels.philox(a, b, c, d)[0]
    if first * n % 2**64 >= n:
        assert drawn == first * n >> 64


def test_draw_is_uniform() -> None:
    counts = Counter(kernels.draw(1, 2, i, 0, 6) for i in range(6000))
    assert sorted(counts) == list(range(6))
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5  # 0.1 % of fair dice exceed it


@property_settings
@given(words, words, words)
def test_mix_is_one_to_one(a: int, b: int, c: int) -> None:
    assert (kernels.mix(a, b) == kernels.mix(a, c)) == (b == c)
    assert (kernels.mix(b, a) == kernels.mix(c, a)) == (b == c)


def test_mix_changes_half_of_the_bits() -> None:
    flips = [
        (kernels.mix(a, b) ^ kernels.mix(a ^ 1 << bit, b) ^ kernels.mix(a, b ^ 1 << bit)).bit_count()
        for a, b in ((0, 0), (1, 2), (2**64 - 1, 5))
        for bit in range(64)
    ]
    assert 30 < np.mean(flips) < 34


def test_fixed_values() -> None:
    assert kernels.philox(0, 0, 0, 0) == FIRST_BLOCK
    assert kernels.mix(0, 0) == 5197578548964807871
    assert kernels.hash_array(np.arange(10, dtype=np.int32).reshape(2, 5)) == HASHED


FIRST_BLOCK = (0x16554D9ECA36314C, 0xDB20FE9D672D0FDC, 0xD7E772CEE186176B, 0x7E68B68AEC7BA23B)
HASHED = 6223142237954038450


def test_hash_depends_on_content() -> None:
    base = np.arange(12, dtype=np.int32).reshape(3, 4)
    others = [
        base.reshape(4, 3),
        base.astype(np.int64),
        base.astype(np.uint32),
        base.ravel(),
        base[::-1],
        base + 1,
        base.T,
        np.zeros_like(base),
        np.zeros((3, 5), np.int32),
        np.zeros((3, 4), bool),
        np.zeros((3, 4), np.int8),
    ]
    hashes = [kernels.hash_array(array) for array in (base, *others)]
    assert len(set(hashes)) == len(hashes)


def test_hash_ignores_layout_and_byte_order() -> None:
    base = np.arange(12, dtype=np.int32).reshape(3, 4)
    same = [np.asfortranarray(base), base.astype(">i4"), np.repeat(base, 2, axis=1)[:, ::2]]
    assert {kernels.hash_array(array) for array in same} == {kernels.hash_array(base)}
