"""Maps and positions mean the same in every form and memory layout, on both backends."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from kernel_layouts import DTYPES, MAP_LAYOUTS, POSITION_LAYOUTS, generator, map_array, position_array

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
    "sound_fields": lambda kernels, at: kernels.sound_fields(COST, at, 5, max_distance=90),
    "sound_arrivals": lambda kernels, at: kernels.sound_arrivals(COST, at),
    "hear": lambda kernels, at: kernels.hear(COST, at, PLACES[::-1], max_distance=90),
    "hear listeners": lambda kernels, at: kernels.hear(COST, PLACES[::-1], at, max_distance=90),
}


def is_same(a: Any, b: Any) -> bool:
    if isinstance(a, tuple | list):
        return len(a) == len(b) and all(is_same(x, y) for x, y in zip(a, b, strict=True))
    return bool(np.array_equal(a, b)) if a is not None else b is None


@pytest.mark.proof(30)
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
    "field_of_view": lambda kernels, layer: kernels.field_of_view(layer, (5, 11)),
    "fields_of_view": lambda kernels, layer: kernels.fields_of_view(layer, PLACES, 6),
    "visible_pairs": lambda kernels, layer: kernels.visible_pairs(layer, PLACES, None, PLACES),
    "line_of_sight": lambda kernels, layer: kernels.line_of_sight(layer, (5, 11), (0, 12)),
    "find_path": lambda kernels, layer: kernels.find_path(layer, (2, 3), (9, 13), canonical=True),
    "find_path extra": lambda kernels, layer: kernels.find_path(OPEN, (2, 3), (9, 13), extra=layer, canonical=True),
    "find_paths": lambda kernels, layer: kernels.find_paths(layer, PLACES, PLACES[::-1], canonical=True),
    "path_cost": lambda kernels, layer: kernels.path_cost(layer, (2, 3), (9, 13)),
    "distance_map": lambda kernels, layer: kernels.distance_map(layer, PLACES, diagonal_cost=2),
    "reachable_within": lambda kernels, layer: kernels.reachable_within(layer, (5, 11), 9),
    "flow": lambda kernels, layer: kernels.flow(layer),
    "descend": lambda kernels, layer: kernels.descend(layer, PLACES),
    "flight_map": lambda kernels, layer: kernels.flight_map(layer, FIELD),
    "flight_map field": lambda kernels, layer: kernels.flight_map(OPEN, layer),
    "sound_field": lambda kernels, layer: kernels.sound_field(layer, PLACES),
    "sound_fields": lambda kernels, layer: kernels.sound_fields(layer, PLACES, 5, max_distance=90),
    "sound_arrivals": lambda kernels, layer: kernels.sound_arrivals(layer, PLACES),
    "hear": lambda kernels, layer: kernels.hear(layer, PLACES, PLACES[::-1], max_distance=90),
    "cave_step": lambda kernels, layer: kernels.cave_step(layer, steps=2),
    "regions": lambda kernels, layer: kernels.regions(layer),
    "largest_region": lambda kernels, layer: kernels.largest_region(layer, 8),
    "connect": lambda kernels, layer: kernels.connect(layer),
    "Grid": lambda kernels, layer: kernels.Grid(layer, layer, layer).absorption.tolist(),
}
"""Every argument that is a map. `hash_array` hashes bytes, so odd ones count there."""


@pytest.mark.proof(15)
@pytest.mark.parametrize("layout", MAP_LAYOUTS)
@pytest.mark.parametrize("name", MAP_CALLS)
def test_maps_mean_the_same_in_every_layout(name: str, layout: str) -> None:
    for dtype in DTYPES:
        plain = OPEN.astype(dtype)
        expected = MAP_CALLS[name](reference, plain)
        layer = map_array(plain, layout)
        assert is_same(MAP_CALLS[name](reference, layer), expected), dtype
        assert is_same(MAP_CALLS[name](native, layer), expected), dtype


@pytest.mark.parametrize("layout", [layout for layout in MAP_LAYOUTS if layout != "odd-bytes"])
def test_hashes_are_the_same_in_every_layout(layout: str) -> None:
    for dtype in DTYPES:
        plain = OPEN.astype(dtype)
        layer = map_array(plain, layout)
        assert native.hash_array(layer) == reference.hash_array(layer) == reference.hash_array(plain), dtype
