"""Positions mean the same in every form and memory layout, on both backends."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from kernel_strategies import POSITION_LAYOUTS, generator, position_array

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
