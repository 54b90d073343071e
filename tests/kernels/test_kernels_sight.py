"""Sight against slow definitions: exact fractions, every slope."""

import itertools
from fractions import Fraction
from math import ceil, floor
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st
from kernel_strategies import masks, positions, property_settings

from footfall import kernels

HALF = Fraction(1, 2)


def free(opens: np.ndarray, origin: Any, turn: Any, slope: Fraction, depth: int, up: bool) -> bool:
    """Returns whether a ray of this slope passes the rows before `depth`, with exact halves rounded up or down."""
    for row in range(1, depth):
        column = floor(row * slope + HALF) if up else ceil(row * slope - HALF)
        y, x = turn(row, column)
        y, x = origin[0] + y, origin[1] + x
        if not (0 <= y < opens.shape[0] and 0 <= x < opens.shape[1]) or not opens[y, x]:
            return False
    return True


TURNS = (lambda r, c: (-r, c), lambda r, c: (r, c), lambda r, c: (c, -r), lambda r, c: (c, r))


def sees(opens: np.ndarray, origin: Any, target: Any) -> bool:
    """A floor is visible along the ray to its center, a wall along any ray strictly inside its segment."""
    if origin == target:
        return True
    dy, dx = target[0] - origin[0], target[1] - origin[1]
    for turn in TURNS:
        for row in range(1, max(opens.shape)):
            for column in range(-row, row + 1):
                if turn(row, column) != (dy, dx):
                    continue
                if opens[target]:
                    slope = Fraction(column, row)
                    if any(free(opens, origin, turn, slope, row, up) for up in (True, False)):
                        return True
                    continue
                low, high = Fraction(2 * column - 1, 2 * row), Fraction(2 * column + 1, 2 * row)
                low, high = max(low, Fraction(-1)), min(high, Fraction(1))
                edges = {Fraction(2 * c + 1, 2 * r) for r in range(1, row) for c in range(-r - 1, r + 1)}
                inside = sorted({low, high, *(edge for edge in edges if low < edge < high)})
                tried = [(a + b) / 2 for a, b in itertools.pairwise(inside)]
                if any(free(opens, origin, turn, slope, row, True) for slope in tried):
                    return True
    return False


small = masks(plain=True).filter(lambda array: array.size <= 49)


@property_settings
@given(small, st.data())
def test_field_of_view_is_the_set_of_free_rays(opens: np.ndarray, data: Any) -> None:
    origin = data.draw(positions(opens.shape))
    seen = kernels.field_of_view(opens, origin)
    for cell in np.ndindex(opens.shape):
        assert seen[cell] == sees(opens, origin, cell), (origin, cell)


@property_settings
@given(masks(plain=True), st.data(), st.sampled_from(["square", "circle"]))
def test_a_radius_only_limits_the_view(opens: np.ndarray, data: Any, shape: str) -> None:
    y, x = data.draw(positions(opens.shape))
    radius = data.draw(st.integers(0, 40))
    ys, xs = np.ogrid[: opens.shape[0], : opens.shape[1]]
    near = np.maximum(abs(ys - y), abs(xs - x)) <= radius
    if shape == "circle":
        near = (ys - y) ** 2 + (xs - x) ** 2 <= radius**2
    whole = kernels.field_of_view(opens, (y, x))
    np.testing.assert_array_equal(kernels.field_of_view(opens, (y, x), radius, shape), whole & near)


@property_settings
@given(masks(plain=True), st.data())
def test_line_of_sight_is_field_of_view(opens: np.ndarray, data: Any) -> None:
    origin = data.draw(positions(opens.shape))
    seen = kernels.field_of_view(opens, origin)
    for cell in np.argwhere(opens).tolist():
        assert kernels.line_of_sight(opens, origin, tuple(cell)) == seen[tuple(cell)]
        assert kernels.line_of_sight(opens, tuple(cell), origin) == seen[tuple(cell)]


@pytest.mark.parametrize("shape", [(3, 4), (2, 7), (1, 9)])
def test_sight_is_symmetric_on_all_small_maps(shape: tuple[int, int]) -> None:
    if kernels.get_backend() == "python":
        pytest.skip("too many maps for the reference")
    every = list(np.ndindex(shape))
    for bits in range(2 ** (shape[0] * shape[1])):
        opens = (bits >> np.arange(shape[0] * shape[1]) & 1).astype(bool).reshape(shape)
        table = np.array([kernels.field_of_view(opens, cell).ravel() for cell in every])
        floors = opens.ravel()
        between = table[np.ix_(floors, floors)]
        assert (between == between.T).all(), opens


@property_settings
@given(st.integers(0, 1000), st.sampled_from([0.02, 0.2, 0.4]))
def test_sight_is_symmetric_on_large_maps(seed: int, density: float) -> None:
    opens = kernels.cave((60, 90), seed, open_probability=1 - density, steps=0)
    cells = np.argwhere(opens)[seed % 7 :: 97]
    table = kernels.visible_pairs(opens, cells, None, cells)
    assert (table == table.T).all()
    seen = kernels.field_of_view(opens, tuple(cells[0].tolist()))
    np.testing.assert_array_equal(seen[tuple(cells.T)], table[0])


@property_settings
@given(masks(plain=True), st.data())
def test_windows_are_parts_of_the_whole(opens: np.ndarray, data: Any) -> None:
    origins = data.draw(st.lists(positions(opens.shape), min_size=1, max_size=4))
    radii = data.draw(st.lists(st.integers(0, 12), min_size=len(origins), max_size=len(origins)))
    windows = kernels.fields_of_view(opens, origins, radii)
    most = max(radii)
    for window, (y, x), radius in zip(windows, origins, radii, strict=True):
        whole = np.pad(kernels.field_of_view(opens, (y, x), radius), most)
        np.testing.assert_array_equal(window, whole[y : y + 2 * most + 1, x : x + 2 * most + 1])


ends = st.tuples(st.integers(-60, 60), st.integers(-60, 60))


@property_settings
@given(ends, ends)
def test_line(a: tuple[int, int], b: tuple[int, int]) -> None:
    cells = kernels.line(a, b).tolist()
    steps = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
    exact = [
        [Fraction(q - p) * Fraction(i, steps or 1) + p for p, q in zip(a, b, strict=True)] for i in range(steps + 1)
    ]
    assert cells == [[ceil(y - HALF), ceil(x - HALF)] for y, x in exact]
    assert kernels.line(b, a).tolist() == cells[::-1]


def test_room() -> None:
    room = np.zeros((5, 7), bool)
    room[1:-1, 1:-1] = True
    room[2, 3] = False
    seen = kernels.field_of_view(room, (2, 1))
    drawn = np.where(seen, np.where(room, ".", "#"), " ")
    assert ["".join(row) for row in drawn] == ["#######", "#.....#", "#..#   ", "#.....#", "#######"]
