"""Plain data: checks of data of mods and of data of a save that no type describes; copies of states."""

import copy
import math
from enum import Enum
from typing import Any, TypeVar, cast

import msgspec
import numpy as np

MAX_DEPTH = 32
"""Levels of nesting of plain data."""

MAX_VALUES = 100_000
"""Values in one piece of plain data, keys and nested values included."""

MAX_TEXT = 1 << 20
"""Characters of a string, and bytes of a byte string."""

MIN_INT, MAX_INT = -(1 << 63), (1 << 63) - 1


def check_plain(value: Any, *, allow_structs: bool = False) -> None:
    """Checks that a value survives saving and loading: bool, 64-bit int, finite float, str, None, list, tuple, dict.

    Args:
        allow_structs: whether structs, enums, arrays and NumPy integers are allowed, too: those of a change.

    Raises:
        TypeError: a value of another type, such as a set.
        ValueError: a value out of range, or too many or too deeply nested values.
    """
    level, count = [value], 0
    for _ in range(MAX_DEPTH):
        count += len(level)
        if count > MAX_VALUES:
            raise ValueError(f"it holds more than {MAX_VALUES:,} values; keep less")
        below: list[Any] = []
        for item in level:
            kind = type(item)
            if item is None or kind is bool or (kind is int and MIN_INT <= item <= MAX_INT):
                continue
            if kind is str:
                _check_scalar(item)
            elif kind is list or kind is tuple:
                below += item
            elif kind is dict:
                for key in item:
                    if type(key) is not str and type(key) is not int:
                        raise TypeError(f"{shorten(key)} is a {type(key).__name__}; keys of plain data are str or int")
                    _check_scalar(key)
                below += item.values()
            elif isinstance(item, msgspec.Struct) and allow_structs:
                below += [getattr(item, name) for name in item.__struct_fields__]
            elif not (isinstance(item, Enum | np.ndarray | np.integer) and allow_structs):
                _check_scalar(item)
        if not below:
            return
        level = below
    raise ValueError(f"it is nested more than {MAX_DEPTH} levels deep; flatten it")


def _check_scalar(value: Any) -> None:
    kind = type(value)
    if kind is int:
        if not MIN_INT <= value <= MAX_INT:
            raise ValueError(f"an integer of {value.bit_length()} bits does not fit into 64")
    elif kind is str or kind is bytes:
        if len(value) > MAX_TEXT:
            raise ValueError(f"a text of {len(value):,} characters is too long; the limit is {MAX_TEXT:,}")
        if kind is str and not value.isascii():
            value.encode()  # raises a ValueError at half a surrogate pair
    elif kind is float:
        if not math.isfinite(value):
            raise ValueError(f"{value} is not a number that can be kept")
    elif value is not None and kind is not bool:
        text = "plain data is bool, int, float, str, None, and lists, tuples and dicts of these"
        raise TypeError(f"{shorten(value)} is a {kind.__name__}, not plain data; {text}")


def shorten(value: Any) -> str:
    """Returns the ``repr`` of a value, or its beginning."""
    try:
        text = repr(value)
    except Exception:
        return "a value"
    return text if len(text) <= 40 else f"{text[:37]}..."


T = TypeVar("T")

_ATOMS = frozenset((int, str, bool, float, bytes, type(None)))


def copy_state(value: T) -> T:
    """Returns a deep copy of a state, or of a part of it; caches in its structs are left out."""
    kind, source = type(value), cast(Any, value)
    if kind in _ATOMS or isinstance(value, Enum):
        return value
    if kind is dict:
        return cast(T, {key: item if type(item) in _ATOMS else copy_state(item) for key, item in source.items()})
    if kind is list:
        return cast(T, [item if type(item) in _ATOMS else copy_state(item) for item in source])
    if kind is tuple:
        return value if all(type(item) in _ATOMS for item in source) else cast(T, tuple(map(copy_state, source)))
    if not isinstance(value, msgspec.Struct) or hasattr(kind, "__deepcopy__"):
        return copy.deepcopy(value)
    copied = copy.copy(value)
    for name in value.__struct_fields__:
        item = getattr(value, name)
        if type(item) not in _ATOMS:
            msgspec.structs.force_setattr(copied, name, copy_state(item))
    return copied
