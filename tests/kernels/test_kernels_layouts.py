"""Maps and positions mean the same in every form and memory layout, on both backends."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from kernel_strategies import DTYPES, MAP_LAYOUTS, POSITION_LAYOUTS, generator, map_array, position_array

from footfall.kernels import reference

native = pytest.importorskip("footfall._native")

OPEN = generator(3).random((14, 23)) < 0.8
COST = np.where(OPEN, 10, 30).astype(np.int16)
FIELD = np.arange(OPEN.size, dtype=np.int32).reshape(OPEN.shape) % 17
PLACES = [(2, 3), (5, 11), (9, 13), (13, 2), (0, 12)]
"""Every coordinate is valid on both axes, so that a transposed array raises no error."""

CALLS: dict[str, Callable[[Any, Any], Any]] = {
    "fields_of_view": lambda kernels, at: kernels.fields_of_view(OPEN, at, 6),
    "visible_pairs": lambda kernels, at: kernels.visible_pairs(OPEN, at, None, at),
    "find_paths": lambda kernels, at: kernels.find_paths(OPEN, at, PLACES[::-1], canonical=True),
    "find_paths goals": lambda kernels, at: kernels.find_paths(OPEN, PLACES[::-1], at, canonical=True),
    "distance_map": lambda kernels, at: kernels.distance_map(OPEN, at),
    "descend": lambda kernels, at: kernels.descend(FIELD, at),
    "sound_field": lambda kernels, at: kernels.sound_field(COST, at),
    "sound_arrivals": lambda kernels, at: kernels.sound_arrivals(COST, at),
    "hear": lambda kernels, at: kernels.hear(COST, at, PLACES[::-1], max_distance=90),
    "hear listeners": lambda kernels, at: kernels.hear(COST, PLACES[::-1], at, max_distance=90),
}


def is_same(a: Any, b: Any) -> bool:
    if isinstance(a, tuple | list):
        return len(a) == len(b) and all(is_same(x, y) for x, y in zip(a, b, strict=True))
    return bool(np.array_equal(a, b)) if a is not None else b is None


@pytest.mark.parametrize("layout", POSITION_LAYOUTS)
@pytest.mark.parametrize("name", CALLS)
def test_positions_mean_the_same_in_every_layout(name: str, layout: str) -> None:
    expected = CALLS[name](reference, PLACES)
    at = position_array(PLACES, layout)
    assert is_same(CALLS[name](reference, at), expected)
    assert is_same(CALLS[name](native, at), expected)


def test_positions_from_argwhere() -> None:
    """`np.argwhere` returns Fortran order."""
    marks = np.zeros(OPEN.shape, bool)
    for at in PLACES:
        marks[at] = True
    found = np.argwhere(marks)
    assert np.array_equal(native.distance_map(OPEN, found), reference.distance_map(OPEN, PLACES))


MAP_CALLS: dict[str, Callable[[Any, Any], Any]] = {
    "field_of_view": lambda kernels, map: kernels.field_of_view(map, (5, 11)),
    "fields_of_view": lambda kernels, map: kernels.fields_of_view(map, PLACES, 6),
    "visible_pairs": lambda kernels, map: kernels.visible_pairs(map, PLACES, None, PLACES),
    "line_of_sight": lambda kernels, map: kernels.line_of_sight(map, (5, 11), (0, 12)),
    "find_path": lambda kernels, map: kernels.find_path(map, (2, 3), (9, 13), canonical=True),
    "find_path extra": lambda kernels, map: kernels.find_path(OPEN, (2, 3), (9, 13), extra=map, canonical=True),
    "find_paths": lambda kernels, map: kernels.find_paths(map, PLACES, PLACES[::-1], canonical=True),
    "path_cost": lambda kernels, map: kernels.path_cost(map, (2, 3), (9, 13)),
    "distance_map": lambda kernels, map: kernels.distance_map(map, PLACES, diagonal_cost=2),
    "reachable_within": lambda kernels, map: kernels.reachable_within(map, (5, 11), 9),
    "flow": lambda kernels, map: kernels.flow(map),
    "descend": lambda kernels, map: kernels.descend(map, PLACES),
    "flight_map": lambda kernels, map: kernels.flight_map(map, FIELD),
    "flight_map field": lambda kernels, map: kernels.flight_map(OPEN, map),
    "sound_field": lambda kernels, map: kernels.sound_field(map, PLACES),
    "sound_arrivals": lambda kernels, map: kernels.sound_arrivals(map, PLACES),
    "hear": lambda kernels, map: kernels.hear(map, PLACES, PLACES[::-1], max_distance=90),
    "cave_step": lambda kernels, map: kernels.cave_step(map, steps=2),
    "regions": lambda kernels, map: kernels.regions(map),
    "largest_region": lambda kernels, map: kernels.largest_region(map, 8),
    "connect": lambda kernels, map: kernels.connect(map),
    "Grid": lambda kernels, map: kernels.Grid(map, map, map).absorption.tolist(),
}
"""Every argument that is a map. `hash_array` hashes bytes, so odd ones count there."""


@pytest.mark.parametrize("layout", MAP_LAYOUTS)
@pytest.mark.parametrize("name", MAP_CALLS)
def test_maps_mean_the_same_in_every_layout(name: str, layout: str) -> None:
    for dtype in DTYPES:
        plain = OPEN.astype(dtype)
        expected = MAP_CALLS[name](reference, plain)
        map = map_array(plain, layout)
        assert is_same(MAP_CALLS[name](reference, map), expected), dtype
        assert is_same(MAP_CALLS[name](native, map), expected), dtype


@pytest.mark.parametrize("layout", [layout for layout in MAP_LAYOUTS if layout != "odd-bytes"])
def test_hashes_are_the_same_in_every_layout(layout: str) -> None:
    for dtype in DTYPES:
        plain = OPEN.astype(dtype)
        map = map_array(plain, layout)
        assert native.hash_array(map) == reference.hash_array(map) == reference.hash_array(plain), dtype
