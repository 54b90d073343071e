"""The patch language: one for every kind of record.

A patch has the tables ``remove``, ``set``, ``add`` and ``mul``, done in this order. Each
mirrors the record: ``set.stats.to_hit = 3``. A list's rows are named by their ``id``. ``add``
adds to a number or appends to a list, ``mul`` multiplies a number (rounded half up where it is
an integer), ``remove`` names items of a list or keys of a table, or is ``true``: back to the
default. ``expect`` guards the whole patch, ``when`` says whether it applies at all.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from footfall.engine.terms import FIXED_POINT, half_up

from .findings import near
from .schema import Node, Shape
from .toml import Document

Path = tuple[str, ...]

OPS = ("remove", "set", "add", "mul")
KEYS = (*OPS, "expect", "when")


class BadPatch(ValueError):
    """A patch that does not fit its record; `path` is the key within the patch's table."""

    def __init__(self, text: str, path: Path) -> None:
        super().__init__(text)
        self.path = path


class Unexpected(BadPatch):
    """The record is not what the patch expects; `field` is the place."""

    def __init__(self, text: str, path: Path, field: Path) -> None:
        super().__init__(text, path)
        self.field = field


@dataclass(eq=False)
class Patch:
    """One patch as it stands in a file.

    Attributes:
        path: of its table in the document.
        table: what it says, references with their namespace.
        written: the places it wrote, with the value of each ``set``.
    """

    kind: str
    id: str
    mod: str
    document: Document
    path: Path
    table: dict[str, Any]
    written: dict[Path, Any] = field(default_factory=dict)

    def where(self, *path: str) -> str:
        """``file:line`` of a key of the patch."""
        return self.document.where(*self.path, *path, namespace=self.mod)


NOT_SET = object()
"""What `Patch.written` holds for a place that was changed but not by ``set``."""


def apply(patch: Patch, raw: dict[str, Any], node: Node) -> None:
    """Applies a patch to the plain form of a record, in place.

    Raises:
        BadPatch: then `raw` may be half patched; the caller works on a copy.
    """
    patch.written = {}
    for path, want in _leaves(patch.table.get("expect", {}), node, ("expect",)):
        have = _look(raw, node, path[1:])
        if have != want:
            text = f"expects {'.'.join(path[1:])} = {want!r}, but it is {have!r}"
            raise Unexpected(text, path, path[1:])
    for op in OPS:
        act = _ACTS[op]
        for path, value in _leaves(patch.table.get(op, {}), node, (op,)):
            place = path[1:]
            holder, last, below = _holder(raw, node, place, path)
            act(holder, last, value, below, path)
            patch.written[place] = value if op == "set" else NOT_SET


def _leaves(table: Any, node: Node | None, path: Path) -> Iterator[tuple[Path, Any]]:
    """Each place that a table of a patch speaks of, and what it says there."""
    if not isinstance(table, dict):
        raise BadPatch(f"{path[0]} must be a table, not {table!r}", path)
    for key, value in table.items():
        if node is not None and node.shape is Shape.STRUCT and key not in node.fields:
            raise BadPatch(f"there is no field {key!r}{near(key, node.fields)}", (*path, key))
        below = node.child(key) if node is not None else None
        deep = below is not None and below.shape in (Shape.STRUCT, Shape.TABLE, Shape.LIST)
        if isinstance(value, dict) and value and (deep or (below is None and node is None)):
            yield from _leaves(value, below, (*path, key))
        else:
            yield (*path, key), value


def _row(rows: list[Any], id: str) -> Any:
    return next((row for row in rows if isinstance(row, dict) and str(row.get("id")) == id), None)


def _holder(raw: dict[str, Any], node: Node, place: Path, path: Path) -> tuple[Any, str, Node | None]:
    """The table that holds a place (made where it was left to its default), its last key, its node."""
    holder: Any = raw
    here: Node | None = node
    for depth, key in enumerate(place[:-1]):
        below = here.child(key) if here is not None else None
        if isinstance(holder, list):
            inner = _row(holder, key)
            if inner is None:
                ids = [str(r["id"]) for r in holder if isinstance(r, dict) and "id" in r]
                raise BadPatch(f"there is no row {key!r}{near(key, ids)}", path[: depth + 2])
        else:
            inner = holder.get(key)
            if inner is None:
                inner = _default(here, key)
                if inner is None:
                    inner = [] if below is not None and below.shape is Shape.LIST else {}
                holder[key] = inner
        if not isinstance(inner, (dict, list)):
            raise BadPatch(f"{'.'.join(place[: depth + 1])} is {inner!r}, not a table", path)
        holder, here = inner, below
    last = place[-1]
    if isinstance(holder, dict) and last not in holder and (default := _default(here, last)) is not None:
        holder[last] = default
    return holder, last, here.child(last) if here is not None else None


def _default(node: Node | None, key: str) -> Any:
    return copy.deepcopy(node.defaults.get(key)) if node is not None else None


def _look(raw: dict[str, Any], node: Node, place: Path) -> Any:
    here: Node | None = node
    value: Any = raw
    for key in place:
        value = _row(value, key) if isinstance(value, list) else value.get(key, _default(here, key))
        if value is None:
            return None
        here = here.child(key) if here is not None else None
    return value


def _current(holder: Any, key: str, node: Node | None) -> Any:
    return _row(holder, key) if isinstance(holder, list) else holder.get(key)


def _set(holder: Any, key: str, value: Any, node: Node | None, path: Path) -> None:
    if isinstance(holder, list):
        raise BadPatch("a list's row is changed field by field, or removed and added", path)
    holder[key] = value


def _numeric(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _add(holder: Any, key: str, value: Any, node: Node | None, path: Path) -> None:
    current = _current(holder, key, node)
    if node is not None and node.shape is Shape.LIST:
        if current is None:
            current = []
        holder[key] = [*current, *(value if isinstance(value, list) else [value])]
    elif _numeric(value) and (current is None or _numeric(current)):
        holder[key] = (current or 0) + value
    else:
        raise BadPatch(f"cannot add {value!r} to {current!r}", path)


def _mul(holder: Any, key: str, value: Any, node: Node | None, path: Path) -> None:
    current = _current(holder, key, node)
    if not _numeric(value) or not _numeric(current):
        raise BadPatch(f"cannot multiply {current!r} by {value!r}", path)
    if isinstance(current, int):
        holder[key] = half_up(current * round(value * FIXED_POINT), FIXED_POINT)
    else:
        holder[key] = current * value


def _remove(holder: Any, key: str, value: Any, node: Node | None, path: Path) -> None:
    current = _current(holder, key, node)
    if value is True:
        if isinstance(holder, list):
            holder[:] = [row for row in holder if row is not current]
        else:
            holder.pop(key, None)
        return
    gone = value if isinstance(value, list) else [value]
    if isinstance(current, dict):
        holder[key] = {k: v for k, v in current.items() if k not in gone}
    elif isinstance(current, list):
        ids = [v.get("id") if isinstance(v, dict) else None for v in current]
        holder[key] = [v for v, id in zip(current, ids, strict=True) if v not in gone and id not in gone]
    else:
        raise BadPatch(f"cannot remove {value!r} from {current!r}; true puts the default back", path)


_ACTS: dict[str, Callable[[Any, str, Any, Node | None, Path], None]] = {
    "remove": _remove,
    "set": _set,
    "add": _add,
    "mul": _mul,
}
