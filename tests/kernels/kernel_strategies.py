"""Strategies for maps and positions of odd shapes, dtypes and layouts."""

import os
from typing import Any

import numpy as np
from hypothesis import HealthCheck, settings, strategies as st
from kernel_layouts import DTYPES, MAP_LAYOUTS, generator, map_array

property_settings = settings(
    max_examples=int(os.environ.get("FOOTFALL_KERNEL_CASES", "60")),
    deadline=None,
    derandomize="FOOTFALL_KERNEL_CASES" not in os.environ,
    suppress_health_check=list(HealthCheck),
    database=None,
)
"""Decorator of the property tests; FOOTFALL_KERNEL_CASES=5000 makes a long, random run."""

shapes = st.one_of(
    st.sampled_from([(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (2, 2), (1, 65), (66, 1)]),
    st.tuples(st.integers(1, 9), st.integers(1, 9)),
    st.tuples(st.integers(1, 12), st.integers(60, 70)),
    st.tuples(st.integers(60, 70), st.integers(1, 5)),
)


@st.composite
def memory_layouts(draw: Any, array: np.ndarray) -> np.ndarray:
    """Returns the same values in another memory layout."""
    return map_array(array, draw(st.sampled_from(MAP_LAYOUTS)))


@st.composite
def masks(draw: Any, shape: tuple[int, int] | None = None, plain: bool = False) -> np.ndarray:
    """Open and closed cells, from all wall to all open."""
    height, width = draw(shapes) if shape is None else shape
    density = draw(st.sampled_from([0, 10, 30, 50, 65, 80, 95, 100]))
    seed = draw(st.integers(0, 2**32 - 1))
    cells = generator(seed).integers(0, 100, (height, width)) < density
    if plain:
        return cells
    dtype = np.dtype(draw(st.sampled_from(DTYPES)))
    value = draw(st.sampled_from([1, 2, 64])) if dtype.kind != "b" else 1
    return draw(memory_layouts((cells * value).astype(dtype)))


@st.composite
def layers(draw: Any, values: tuple[int, ...]) -> np.ndarray:
    """A layer of the given values, in any layout and any dtype that holds them."""
    height, width = draw(shapes)
    seed = draw(st.integers(0, 2**32 - 1))
    dtype = draw(st.sampled_from([name for name in DTYPES[1:] if max(values) <= np.iinfo(name).max]))
    cells = generator(seed).choice(np.array(values), (height, width))
    return draw(memory_layouts(cells.astype(dtype)))


def positions(shape: tuple[int, int]) -> st.SearchStrategy[tuple[int, int]]:
    """Positions on a map of this shape."""
    return st.tuples(st.integers(0, shape[0] - 1), st.integers(0, shape[1] - 1))
