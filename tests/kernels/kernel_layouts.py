"""Forms of maps and positions, and the options of kernels. Needs NumPy alone."""

from typing import Any

import numpy as np

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


MOVES = [
    {},
    {"corner_cutting": False},
    {"diagonal_cost": None},
    {"straight_cost": 2, "diagonal_cost": 3},
    {"straight_cost": 1, "diagonal_cost": 2},
    {"straight_cost": 7, "diagonal_cost": None, "corner_cutting": False},
    {"straight_cost": 5741, "diagonal_cost": 8119, "corner_cutting": False},
    {"straight_cost": 5, "diagonal_cost": 3},
    {"straight_cost": 1, "diagonal_cost": 3, "corner_cutting": False},
]
LIMITS = [{}, {"max_cost": 0}, {"max_cost": 7}, {"within": 3}, {"within": 0}, {"max_cost": 30, "within": 8}]


def assert_same(one: Any, other: Any) -> None:
    """Asserts equal values, dtypes and shapes, also inside tuples and lists."""
    assert type(one) is type(other)
    if isinstance(one, tuple | list):
        assert len(one) == len(other)
        for a, b in zip(one, other, strict=True):
            assert_same(a, b)
    elif isinstance(one, np.ndarray):
        assert one.dtype == other.dtype
        assert one.flags.c_contiguous
        np.testing.assert_array_equal(one, other)
    else:
        assert one == other
