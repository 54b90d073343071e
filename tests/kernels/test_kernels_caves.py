"""Caves, regions and tunnels against slow definitions."""

from typing import Any

import numpy as np
from hypothesis import given, strategies as st
from kernel_strategies import masks, property_settings

from footfall import kernels
from footfall.kernels import DIRECTIONS


@property_settings
@given(masks(plain=True), st.integers(0, 9), st.integers(0, 9))
def test_step_counts_walls(opens: np.ndarray, birth: int, death: int) -> None:
    height, width = opens.shape
    after = kernels.cave_step(opens, birth=birth, death=death)
    for y, x in np.ndindex(height, width):
        walls = sum(
            not (0 <= y + dy < height and 0 <= x + dx < width and opens[y + dy, x + dx]) for dy, dx in DIRECTIONS
        )
        assert after[y, x] == (False if walls > death else True if walls < birth else opens[y, x])


@property_settings
@given(masks(plain=True))
def test_majority_is_the_median(opens: np.ndarray) -> None:
    around = np.lib.stride_tricks.sliding_window_view(np.pad(opens, 1, mode="edge"), (3, 3))
    np.testing.assert_array_equal(
        kernels.cave_step(opens, rule="majority"), np.median(around.astype(int), axis=(2, 3)) == 1
    )


def test_three_walls_open_four_close() -> None:
    opens = np.ones((5, 5), bool)
    assert not kernels.cave_step(opens)[0, 0]  # five neighbors outside
    opens[1, 1:4] = False
    assert kernels.cave_step(opens)[2, 2]
    opens[2, 1] = False
    assert not kernels.cave_step(opens)[2, 2]


@property_settings
@given(st.integers(0, 2**64 - 1), st.floats(0, 1), st.integers(1, 20), st.integers(1, 140))
def test_noise_of_a_cell_depends_only_on_seed_and_position(seed: int, chance: float, height: int, width: int) -> None:
    whole = kernels.cave((20, 140), seed, open_probability=chance, steps=0)
    part = kernels.cave((height, width), seed, open_probability=chance, steps=0)
    np.testing.assert_array_equal(part, whole[:height, :width])


def test_noise_has_the_requested_density() -> None:
    for chance in (0.0, 0.1, 0.45, 0.5, 0.6, 0.999, 1.0):
        opens = kernels.cave((300, 300), 7, open_probability=chance, steps=0)
        assert abs(opens.mean() - chance) < 0.008
        if 0 < chance < 1:
            assert abs((opens[1:] & opens[:-1]).mean() - chance**2) < 0.01
            assert abs((opens[:, 1:] & opens[:, :-1]).mean() - chance**2) < 0.01


def list_regions(opens: np.ndarray, connectivity: int) -> list[set]:
    """Returns the regions as sets of cells, in row-major order of their first cells."""
    left = {tuple(cell) for cell in np.argwhere(opens).tolist()}
    found = []
    for first in sorted(left):
        if first not in left:
            continue
        region, front = set(), {first}
        while front:
            region |= front
            front = {
                (y + dy, x + dx) for y, x in front for dy, dx in (DIRECTIONS if connectivity == 8 else DIRECTIONS[::2])
            } & left - region
        left -= region
        found.append(region)
    return found


@property_settings
@given(masks(plain=True), st.sampled_from([4, 8]))
def test_regions(opens: np.ndarray, connectivity: int) -> None:
    expected = list_regions(opens, connectivity)
    labels, sizes = kernels.regions(opens, connectivity)
    assert sizes.tolist() == [int((~opens).sum()), *map(len, expected)]
    for label, region in enumerate(expected, 1):
        assert {tuple(cell) for cell in np.argwhere(labels == label).tolist()} == region
    largest = kernels.largest_region(opens, connectivity)
    cells = {tuple(cell) for cell in np.argwhere(largest).tolist()}
    assert cells == max(expected, key=len, default=set())


def measure_gaps(opens: np.ndarray, regions: list[set]) -> list[tuple[int, int, int]]:
    """Returns (walls, i, j): the fewest walls on an orthogonal path between each pair of regions."""
    found = []
    for i, region in enumerate(regions):
        walls: Any = dict.fromkeys(region, 0)
        changed = True
        while changed:
            changed = False
            for (y, x), value in list(walls.items()):
                for dy, dx in DIRECTIONS[::2]:
                    to = (y + dy, x + dx)
                    if not (0 <= to[0] < opens.shape[0] and 0 <= to[1] < opens.shape[1]):
                        continue
                    price = value + (not opens[to])
                    if price < walls.get(to, price + 1):
                        walls[to] = price
                        changed = True
        found += [(min(walls[cell] for cell in regions[j]), i, j) for j in range(i)]
    return sorted(found)


@property_settings
@given(masks(plain=True).filter(lambda array: array.size <= 64))
def test_connect_digs_at_most_a_minimum_spanning_tree(opens: np.ndarray) -> None:
    joined = kernels.connect(opens)
    regions = list_regions(opens, 4)
    assert len(list_regions(joined, 4)) == min(1, len(regions))
    assert (joined | ~opens).all()
    root = list(range(len(regions)))
    price = 0
    for walls, i, j in measure_gaps(opens, regions):
        if root[i] != root[j]:
            price += walls
            root = [root[i] if other == root[j] else other for other in root]
    assert (joined & ~opens).sum() <= price


@property_settings
@given(masks(plain=True))
def test_connect_keeps_the_border(opens: np.ndarray) -> None:
    inner = opens.copy()
    inner[[0, -1]] = inner[:, [0, -1]] = False
    joined = kernels.connect(inner, keep_border=True)
    assert len(list_regions(joined, 4)) == min(1, len(list_regions(inner, 4)))
    assert not joined[[0, -1]].any()
    assert not joined[:, [0, -1]].any()
