"""Maps and positions of odd shapes, dtypes and layouts."""

import os
from typing import Any

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

property_settings = settings(
    max_examples=int(os.environ.get("FOOTFALL_KERNEL_CASES", "60")),
    deadline=None,
    derandomize="FOOTFALL_KERNEL_CASES" not in os.environ,
    suppress_health_check=list(HealthCheck),
    database=None,
)
"""Decorator of the property tests; FOOTFALL_KERNEL_CASES=5000 makes a long, random run."""

DTYPES = ["bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", ">i4", ">u2", ">i8"]

MAP_LAYOUTS = ("c", "f", "step", "flip", "part", "read-only", "unaligned", "transposed", "odd-bytes", "subclass")
"""Forms of a map that every kernel must treat alike."""


class ArraySubclass(np.ndarray):
    """An array of another class."""


def map_array(array: np.ndarray, layout: str) -> np.ndarray:
    """Returns the same map in another form; "odd-bytes" are bools whose true bytes are 2 to 255."""
    if layout == "f":
        return np.asfortranarray(array)
    if layout == "step":
        return np.repeat(np.repeat(array, 2, axis=0), 3, axis=1)[::2, ::3]
    if layout == "flip":
        return array[::-1, ::-1].copy()[::-1, ::-1]
    if layout == "part":
        return np.pad(array, 2)[2:-2, 2:-2]
    if layout == "read-only":
        array = array.copy()
        array.flags.writeable = False
    elif layout == "unaligned":
        shifted = np.frombuffer(b"\0" + array.tobytes(), np.uint8)[1:]
        return shifted.view(array.dtype).reshape(array.shape)
    elif layout == "transposed":
        return array.T.copy().T
    elif layout == "odd-bytes" and array.dtype == bool:
        marks = np.arange(array.size, dtype=np.uint8).reshape(array.shape) % 254 + 2
        return (array.view(np.uint8) * marks).view(bool)
    elif layout == "subclass":
        return array.view(ArraySubclass)
    return array


def generator(seed: int) -> Any:
    """NumPy's generator, to fill arrays."""
    return np.random.default_rng(seed)


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


POSITION_LAYOUTS = (
    "list",
    "c",
    "f",
    "step",
    "flip",
    "part",
    "read-only",
    "big-endian",
    "int32",
    "int32-f",
    "uint8",
    "unaligned",
)
"""Forms of a list of positions that every kernel must treat alike."""


def position_array(places: list[tuple[int, int]], layout: str) -> Any:
    """Returns the same positions in another form; `np.argwhere`, for example, returns Fortran order."""
    if layout == "list":
        return places
    array = np.array(places, np.int64).reshape(-1, 2)
    if layout == "f":
        return np.asfortranarray(array)
    if layout == "step":
        return np.repeat(np.repeat(array, 2, axis=0), 2, axis=1)[::2, ::2]
    if layout == "flip":
        return array[::-1, ::-1].copy()[::-1, ::-1]
    if layout == "part":
        return np.pad(array, 1)[1:-1, 1:-1]
    if layout == "read-only":
        array.flags.writeable = False
        return array
    if layout == "big-endian":
        return array.astype(">i4")
    if layout == "unaligned":
        return map_array(array, layout)
    if layout == "int32-f":
        return np.asfortranarray(array.astype(np.int32))
    return array if layout == "c" else array.astype(layout)
