"""Constants, types and argument checks of both backends.

The reference always calls them. The Rust binding recognizes valid arguments itself and passes all others here, to
be converted or rejected; so both backends raise the same errors. Every message names the argument and
the expected value.
"""

import operator
from collections.abc import Sequence
from typing import Any, Final, NoReturn, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

UNREACHED: Final = -1
"""Value of a cell that no source reaches."""

DIRECTIONS: Final = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""(dy, dx) of the eight neighbors: north first, then clockwise. Arrays of directions hold indices into it."""

MAX_SIDE: Final = 32_767
"""Maximum side of a map in cells: slopes and squared distances fit in 32-bit integers."""

MAX_CELLS: Final = 1 << 28
"""Maximum number of cells of a map."""

MAX_WEIGHT: Final = 65_535
"""Maximum weight of a straight or diagonal step."""

MAX_COST: Final = 16_383
"""Maximum cost multiplier or absorption of a cell; times MAX_WEIGHT, a step stays under 2**30."""

MAX_EXTRA: Final = (1 << 30) - 1
"""Maximum additive entry cost of a cell."""

MAX_DISTANCE: Final = (1 << 31) - 2
"""Maximum distance of a field or path; cells beyond it are unreached."""

MAX_UINT64: Final = (1 << 64) - 1

Position: TypeAlias = tuple[int, int]
Positions: TypeAlias = Any  # a sequence of (y, x) pairs, or an integer array of shape (n, 2)
Layer: TypeAlias = Any  # a bool or integer array of shape (height, width), or a Grid
Mask: TypeAlias = npt.NDArray[np.bool_]
Int8Array: TypeAlias = npt.NDArray[np.int8]
Int32Array: TypeAlias = npt.NDArray[np.int32]
Int64Array: TypeAlias = npt.NDArray[np.int64]
IntArray: TypeAlias = npt.NDArray[np.integer[Any]]

A = TypeVar("A", bound=npt.NDArray[Any])
B = TypeVar("B", bound=npt.NDArray[Any])


LAYER_NAMES = ("walkable", "transparent", "absorption")


def _raise_invalid(kind: type[Exception], name: str, expected: str, got: object) -> NoReturn:
    try:
        text = repr(got)
    except ValueError:  # sys.set_int_max_str_digits
        text = "more digits than Python prints"
    raise kind(f"{name}: expected {expected}, got {text if len(text) <= 80 else text[:77] + '...'}")


def _describe_type(value: object) -> str:
    if isinstance(value, np.ndarray):
        return f"a {value.dtype} array of shape {value.shape}"
    return type(value).__name__


def integer(value: object, name: str, low: int, high: int) -> int:
    """Returns `value` as an integer in low..high.

    Raises:
        TypeError: not an integer.
        ValueError: out of range.
    """
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name}: expected an integer, got {_describe_type(value)}") from None
    if not low <= number <= high:
        _raise_invalid(ValueError, name, f"an integer in {low}..{high}", number)
    return number


def word(value: object, name: str) -> int:
    """Returns an unsigned 64-bit word."""
    return integer(value, name, 0, MAX_UINT64)


def flag(value: object, name: str) -> bool:
    """Returns a bool; accepts bool and numpy.bool."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name}: expected True or False, got {_describe_type(value)}")
    return bool(value)


def choice(value: object, name: str, allowed: tuple[str, ...]) -> str:
    """Returns one of the allowed strings."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected one of {', '.join(map(repr, allowed))}, got {_describe_type(value)}")
    if value not in allowed:
        _raise_invalid(ValueError, name, f"one of {', '.join(map(repr, allowed))}", value)
    return value


def fraction(value: object, name: str) -> float:
    """Returns a float in 0..1."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        raise TypeError(f"{name}: expected a number, got {_describe_type(value)}")
    if not 0 <= value <= 1:
        _raise_invalid(ValueError, name, "a number in 0..1", value)
    return float(value)


def connectivity(value: object) -> int:
    """Returns 4 or 8."""
    number = integer(value, "connectivity", 4, 8)
    if number not in (4, 8):
        _raise_invalid(ValueError, "connectivity", "4 or 8", number)
    return number


def radius(value: object, name: str = "radius") -> int:
    """Returns a radius in cells; -1 for unlimited (None or -1)."""
    return -1 if value is None else integer(value, name, -1, MAX_DISTANCE)


def distance_limit(value: object, name: str) -> int:
    """Returns an upper bound of a distance; None means the maximum."""
    return MAX_DISTANCE if value is None else integer(value, name, 0, MAX_DISTANCE)


def size(value: object, name: str = "shape") -> tuple[int, int]:
    """Returns a (height, width) pair."""
    try:
        height, width = iter(value)  # type: ignore[call-overload]
    except (TypeError, ValueError):
        raise TypeError(f"{name}: expected a (height, width) pair of integers, got {_describe_type(value)}") from None
    pair = integer(height, name, 1, MAX_SIDE), integer(width, name, 1, MAX_SIDE)
    if pair[0] * pair[1] > MAX_CELLS:
        _raise_invalid(ValueError, name, f"at most {MAX_CELLS} cells", pair)
    return pair


def layer(value: Layer, name: str) -> IntArray | Mask:
    """Returns an argument as a two-dimensional bool or integer array in native byte order.

    Args:
        value: An array, or a Grid, of which the layer `name` is used (`walkable` for `cost`).
        name: The argument's name.

    Raises:
        TypeError: neither an array nor a Grid, or of another dtype.
        ValueError: not two-dimensional, empty, too large, or a Grid without that layer.
    """
    if not isinstance(value, np.ndarray):
        layer_name = name if name in LAYER_NAMES else "walkable"
        if not all(hasattr(value, attribute) for attribute in LAYER_NAMES):
            raise TypeError(f"{name}: expected a 2-D array or a Grid, got {_describe_type(value)}")
        value = getattr(value, layer_name)
        if value is None:
            raise ValueError(f"{name}: expected a Grid with a {layer_name} layer, got one without")
    array: Any = value
    if not isinstance(array, np.ndarray) or array.dtype.kind not in "biu":
        raise TypeError(f"{name}: expected a bool or integer array, got {_describe_type(array)}")
    if array.ndim != 2:
        raise ValueError(f"{name}: expected a 2-D array, got {_describe_type(array)}")
    height, width = array.shape
    if not (0 < height <= MAX_SIDE and 0 < width <= MAX_SIDE and height * width <= MAX_CELLS):
        raise ValueError(
            f"{name}: expected sides of 1..{MAX_SIDE} and at most {MAX_CELLS} cells, got {_describe_type(array)}"
        )
    plain: Any = array if type(array) is np.ndarray else array.view(np.ndarray)
    native: IntArray | Mask = plain if plain.dtype.isnative else plain.astype(plain.dtype.newbyteorder("="))
    return native


def one_shape(shapes: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Returns the common shape of the layers of a Grid."""
    if not shapes:
        raise ValueError("Grid: expected at least one layer, got none")
    for shape in shapes:
        if shape != shapes[0]:
            raise ValueError(f"Grid: expected layers of one shape, got {shapes[0]} and {shape}")
    return shapes[0]


def mask(value: Layer, name: str) -> Mask:
    """Returns a layer as a C-order bool array; nonzero is true."""
    array = layer(value, name)
    return np.ascontiguousarray(array if array.dtype == np.bool_ else array != 0)


def numbers(value: Layer, name: str, low: int, high: int) -> Int32Array:
    """Returns a layer of integers in low..high as a C-order int32 array."""
    array = layer(value, name)
    lowest, highest = int(array.min()), int(array.max())
    if lowest < low or highest > high:
        _raise_invalid(ValueError, name, f"values in {low}..{high}", lowest if lowest < low else highest)
    return np.ascontiguousarray(array, dtype=np.int32)


def costs(value: Layer, name: str = "cost") -> Int32Array:
    """Returns cost multipliers of cells; 0 is a wall."""
    return numbers(value, name, 0, MAX_COST)


def extras(value: Layer | None, shape: tuple[int, int]) -> Int32Array | None:
    """Returns additive entry costs of the map's shape."""
    if value is None:
        return None
    if not isinstance(value, np.ndarray):
        raise TypeError(f"extra: expected a 2-D array, got {_describe_type(value)}")
    array = numbers(value, "extra", 0, MAX_EXTRA)
    if array.shape != shape:
        raise ValueError(f"extra: expected the map's shape {shape}, got {array.shape}")
    return array


def weights(straight_cost: object, diagonal_cost: object) -> tuple[int, int]:
    """Returns the weights of a straight and a diagonal step; the second is 0 without diagonal steps."""
    straight = integer(straight_cost, "straight_cost", 1, MAX_WEIGHT)
    diagonal = 0 if diagonal_cost is None else integer(diagonal_cost, "diagonal_cost", 1, MAX_WEIGHT)
    return straight, diagonal


def pair(value: object, name: str) -> Position:
    """Returns a (y, x) that need not lie on a map, each within ±2**24."""
    try:
        first, second = iter(value)  # type: ignore[call-overload]
        y, x = operator.index(first), operator.index(second)
    except (TypeError, ValueError):
        raise TypeError(f"{name}: expected a (y, x) pair of integers, got {_describe_type(value)}") from None
    if max(abs(y), abs(x)) > 1 << 24:
        _raise_invalid(ValueError, name, "a (y, x) within ±2**24", (y, x))
    return y, x


def position(value: object, name: str, shape: tuple[int, int]) -> Position:
    """Returns a (y, x) inside the map.

    Raises:
        TypeError: not a pair of integers.
        ValueError: outside the map.
    """
    y, x = pair(value, name)
    if not (0 <= y < shape[0] and 0 <= x < shape[1]):
        _raise_invalid(ValueError, name, f"a (y, x) inside the {shape[0]} x {shape[1]} map", (y, x))
    return y, x


def positions(value: Positions, name: str, shape: tuple[int, int]) -> Int64Array:
    """Returns positions inside the map as an int64 array of shape (n, 2).

    Args:
        value: An integer array of shape (n, 2) or a sequence of pairs; it may be empty.
        name: The argument's name.
        shape: The map's (height, width).
    """
    if isinstance(value, list | tuple):
        places = [position(place, f"{name}[{index}]", shape) for index, place in enumerate(value)]
        return np.array(places, np.int64).reshape(-1, 2)
    expected = f"{name}: expected (y, x) pairs of integers: a sequence of pairs or an array of shape (n, 2)"
    try:
        array = np.asarray(value)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{expected}, got {_describe_type(value)}") from None
    if array.size == 0 and array.ndim in (1, 2):
        return np.zeros((0, 2), np.int64)
    if array.dtype.kind not in "iu" or array.ndim != 2 or array.shape[1] != 2:
        raise TypeError(f"{expected}, got {_describe_type(value)}")
    is_outside = ((array < 0) | (array >= np.array(shape))).any(axis=1)
    if is_outside.any():
        index = int(is_outside.argmax())
        cell = tuple(int(part) for part in array[index])
        _raise_invalid(ValueError, f"{name}[{index}]", f"a (y, x) inside the {shape[0]} x {shape[1]} map", cell)
    return np.ascontiguousarray(array, dtype=np.int64)


def each(value: object, name: str, count: int, low: int, high: int) -> Int64Array:
    """Returns `count` integers, from one integer for all or a sequence of that length."""
    if isinstance(value, list | tuple):
        if len(value) != count:
            raise ValueError(f"{name}: expected an integer or {count} integers, got {len(value)}")
        items = [integer(item, f"{name}[{index}]", low, high) for index, item in enumerate(value)]
        return np.array(items, np.int64)
    try:
        array = np.asarray(value)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{name}: expected an integer or {count} integers, got {_describe_type(value)}") from None
    if array.ndim == 0:
        return np.full(count, integer(value, name, low, high), np.int64)
    if array.shape != (count,):
        raise ValueError(f"{name}: expected an integer or {count} integers, got {_describe_type(array)}")
    if count == 0:
        return np.zeros(0, np.int64)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected an integer or {count} integers, got {_describe_type(array)}")
    is_outside = (array < low) | (array > high)
    if is_outside.any():
        index = int(is_outside.argmax())
        _raise_invalid(ValueError, f"{name}[{index}]", f"an integer in {low}..{high}", int(array[index]))
    return array.astype(np.int64)


def out(value: object, dtype: np.dtype[Any], shape: tuple[int, ...], name: str = "out") -> Any:
    """Returns the caller's output array, of the right dtype and shape, writeable and in C order."""
    if not isinstance(value, np.ndarray):
        raise TypeError(f"{name}: expected an array, got {_describe_type(value)}")
    if value.dtype != dtype:
        raise TypeError(f"{name}: expected a {dtype} array, got {_describe_type(value)}")
    if value.shape != shape:
        raise ValueError(f"{name}: expected shape {shape}, got {value.shape}")
    if not (value.flags.c_contiguous and value.flags.writeable and value.flags.aligned):
        raise ValueError(f"{name}: expected a writeable, aligned array in C order")
    return value


def out_pair(value: object) -> tuple[object, object]:
    """Returns the caller's two output arrays, unchecked."""
    if not isinstance(value, tuple) or len(value) != 2:
        raise TypeError(f"out: expected a pair of arrays, got {_describe_type(value)}")
    return value


def deliver(result: A, value: object) -> A:
    """Returns a result, in the caller's output array if there is one."""
    if value is None:
        return result
    target: A = out(value, result.dtype, result.shape)
    target[...] = result
    return target


def deliver_pair(first: A, second: B, value: object) -> tuple[A, B]:
    """Returns two results, in the caller's output arrays if there are any."""
    if value is None:
        return first, second
    one, other = out_pair(value)
    targets = out(one, first.dtype, first.shape, "out[0]"), out(other, second.dtype, second.shape, "out[1]")
    targets[0][...], targets[1][...] = first, second
    return targets
