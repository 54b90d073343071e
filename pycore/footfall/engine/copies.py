"""Copies of states, two to three times as fast as `copy.deepcopy`: a state is a tree, with no value twice in it."""

import copy
from enum import Enum
from typing import Any, TypeVar, cast

import msgspec

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
    found = copy.copy(value)
    for name in value.__struct_fields__:
        item = getattr(value, name)
        if type(item) not in _ATOMS:
            msgspec.structs.force_setattr(found, name, copy_state(item))
    return found
