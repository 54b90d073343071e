"""The patch language: one for every kind of record.

A patch has the tables ``remove``, ``set``, ``add`` and ``mul``, done in this order. Each
mirrors the record: ``set.stats.to_hit = 3``. A list's rows are named by their ``id`` (or what
`Key` says). ``add`` adds to a number or appends to a list, ``mul`` multiplies a number (rounded
half up where it is an integer), both go through lists of fixed length value by value;
``remove`` names items of a list or keys of a table, or is ``true``: back to the default.

``when`` says whether a patch applies at all, ``where`` to which records, silently; ``expect``
guards it aloud. The id of a patch may be a pattern, ``"core.stealth:*"``.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fnmatch import translate
from functools import cached_property
from typing import Any

from footfall.engine.terms import FIXED_POINT, half_up

from .conditions import meets, tests
from .findings import closest, near
from .schema import Node, Shape
from .toml import Document

Path = tuple[str, ...]

OPS = ("remove", "set", "add", "mul")
GUARDS = ("where", "expect")
KEYS = ("when", *GUARDS, *OPS)


class BadPatch(ValueError):
    """A patch that does not fit its record; `path` is the key within the patch's table.

    Attributes:
        wrong, right: a misspelt key and what was most likely meant, if anything is near.
    """

    def __init__(self, text: str, path: Path, wrong: str = "", right: str = "") -> None:
        super().__init__(text)
        self.path = path
        self.wrong = wrong
        self.right = right


class Unexpected(BadPatch):
    """The record is not what the patch expects; `field` is the place."""

    def __init__(self, text: str, path: Path, field: Path) -> None:
        super().__init__(text, path)
        self.field = field


@dataclass(eq=False)
class Patch:
    """One patch as it stands in a file.

    Attributes:
        id: of the record, or a pattern with ``*`` or ``?``.
        path: of its table in the document.
        table: what it says, references with their namespace.
    """

    kind: str
    id: str
    mod: str
    document: Document
    path: Path
    table: dict[str, Any]

    @property
    def wild(self) -> bool:
        """Whether it is for all records that fit a pattern."""
        return "*" in self.id or "?" in self.id

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(translate(self.id.replace("[", "[[]")))

    def fits(self, id: str) -> bool:
        """Whether it is for the record of this id."""
        return self._pattern.match(id) is not None if self.wild else self.id == id

    def where(self, *path: str) -> str:
        """``file:line`` of a key of the patch."""
        return self.document.where(*self.path, *path, namespace=self.mod)


@dataclass(frozen=True, slots=True)
class Written:
    """A place that an operation wrote.

    Attributes:
        operand: what the operation was given.
        result: the value afterwards, None if the place is gone.
    """

    path: Path
    op: str
    operand: Any
    result: Any


def check(patch: Patch, node: Node) -> None:
    """Checks what can be said of a patch without any record: the names of fields.

    Raises:
        BadPatch: a field is not there.
    """
    for key in (*GUARDS, *OPS):
        for path, _ in _leaves(patch.table.get(key, {}), node, (key,)):
            if key in OPS and path[1:] == ("id",):
                raise BadPatch("a record's id never changes", path)


def applies(patch: Patch, raw: dict[str, Any], node: Node) -> bool:
    """Whether the record is one that ``where`` speaks of.

    Raises:
        BadPatch: it asks what cannot be asked.
        Unexpected: it does, but is not what ``expect`` says.
    """
    for guard in GUARDS:
        for path, want in _leaves(patch.table.get(guard, {}), node, (guard,)):
            place = path[1:]
            have, here = _look(raw, node, place)
            try:
                met = meets(have, want, here)
            except ValueError as error:
                raise BadPatch(f"{'.'.join(place)}: {error}", path) from None
            if not met and guard == "where":
                return False
            if not met:
                text = f"expects {'.'.join(place)} = {want!r}, but it is {have!r}"
                raise Unexpected(text, path, place)
    return True


def apply(
    patch: Patch, raw: dict[str, Any], node: Node, done: Callable[[Path], bool] = lambda path: False
) -> list[Written]:
    """Carries the operations of a patch out on the plain form of a record, in place.

    Args:
        done: whether the patch has changed a place already, in the record that this one inherits.

    Raises:
        BadPatch: then `raw` may be half patched; the caller works on a copy.
    """
    written = []
    for op in OPS:
        act = _ACTS[op]
        for path, value in _leaves(patch.table.get(op, {}), node, (op,)):
            place = path[1:]
            if not done(place):
                act(_find(raw, node, place, path), value)
                result = copy.deepcopy(_look(raw, node, place, default=False)[0])
                written.append(Written(place, op, value, result))
    return written


def _leaves(table: Any, node: Node | None, path: Path) -> Iterator[tuple[Path, Any]]:
    """Each place that a table of a patch speaks of, and what it says there."""
    if not isinstance(table, dict):
        raise BadPatch(f"{path[0]} must be a table, not {table!r}", path)
    for key, value in table.items():
        if node is not None and node.shape is Shape.STRUCT and key not in node.fields:
            text = f"there is no field {key!r}{near(key, node.fields)}"
            raise BadPatch(text, (*path, key), key, closest(key, node.fields))
        below = node.child(key) if node is not None else None
        deep = below is not None and below.shape is not Shape.LEAF
        test = path[0] in GUARDS and tests(below, value)
        if isinstance(value, dict) and value and not test and (deep or (below is None and node is None)):
            yield from _leaves(value, below, (*path, key))
        else:
            yield (*path, key), value


@dataclass(frozen=True, slots=True)
class _Place:
    """A place in the plain form of a record, with what holds it.

    Attributes:
        holder: the table or list above it.
        above: the node of `holder`.
        path: where the patch speaks of it.
    """

    holder: Any
    key: str
    above: Node | None
    path: Path

    @property
    def node(self) -> Node | None:
        return self.above.child(self.key) if self.above is not None else None

    @property
    def current(self) -> Any:
        if isinstance(self.holder, list):
            raise BadPatch("a list's row is changed field by field, or removed and added", self.path)
        return self.holder.get(self.key)

    def write(self, value: Any) -> None:
        self.holder[self.key] = value


def _find(raw: dict[str, Any], node: Node, place: Path, path: Path) -> _Place:
    """A place; tables above it that were left to their defaults are made."""
    holder: Any = raw
    here: Node | None = node
    for depth, key in enumerate(place[:-1]):
        below = here.child(key) if here is not None else None
        if isinstance(holder, list):
            inner = _row(holder, key, here)
            if inner is None:
                names = _names(holder, here)
                text = f"there is no row {key!r}{near(key, names)}"
                raise BadPatch(text, path[: depth + 2], key, closest(key, names))
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
    return _Place(holder, last, here, path)


def _default(node: Node | None, key: str) -> Any:
    return copy.deepcopy(node.defaults.get(key)) if node is not None else None


def _look(raw: dict[str, Any], node: Node, place: Path, default: bool = True) -> tuple[Any, Node | None]:
    """The value of a place, None for none, and its node."""
    here: Node | None = node
    value: Any = raw
    for key in place:
        if isinstance(value, list):
            value = _row(value, key, here)
        elif isinstance(value, dict):
            value = value.get(key, _default(here, key) if default else None)
        else:
            value = None
        here = here.child(key) if here is not None else None
    return value, here


def _row(rows: list[Any], name: str, node: Node | None) -> Any:
    """The row of a list that a patch names."""
    key = node.rows if node is not None else "id"
    return next((row for row in rows if isinstance(row, dict) and str(row.get(key)) == name), None)


def _names(rows: list[Any], node: Node | None) -> list[str]:
    key = node.rows if node is not None else "id"
    return [str(row[key]) for row in rows if isinstance(row, dict) and key in row]


def _numeric(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _through(current: Any, value: Any, each: Callable[[Any, Any], Any], path: Path, verb: str) -> Any:
    """Arithmetic with a number, or value by value with a list of numbers."""
    if isinstance(current, list) and current and all(map(_numeric, current)):
        values = value if isinstance(value, list) else [value] * len(current)
        if len(values) == len(current) and all(map(_numeric, values)):
            return [each(have, by) for have, by in zip(current, values, strict=True)]
    elif _numeric(current) and _numeric(value):
        return each(current, value)
    raise BadPatch(f"cannot {verb}", path)


def _times(number: Any, factor: Any) -> Any:
    if isinstance(number, int):
        return half_up(number * round(factor * FIXED_POINT), FIXED_POINT)
    return number * factor


def _set(place: _Place, value: Any) -> None:
    place.current  # noqa: B018  -- a row cannot be set whole
    place.write(value)


def _add(place: _Place, value: Any) -> None:
    current, node = place.current, place.node
    if node is not None and node.shape is Shape.LIST and not node.fixed:
        if not isinstance(current, (list, type(None))):
            raise BadPatch(f"cannot add {value!r} to {current!r}", place.path)
        place.write([*(current or ()), *(value if isinstance(value, list) else [value])])
    else:
        start = 0 if current is None and _numeric(value) else current
        verb = f"add {value!r} to {current!r}"
        place.write(_through(start, value, lambda have, by: have + by, place.path, verb))


def _mul(place: _Place, value: Any) -> None:
    current = place.current
    place.write(_through(current, value, _times, place.path, f"multiply {current!r} by {value!r}"))


def _remove(place: _Place, value: Any) -> None:
    if isinstance(place.holder, list):
        if value is not True:
            raise BadPatch(f"a row is removed by {place.key} = true", place.path)
        row = _row(place.holder, place.key, place.above)
        place.holder[:] = [each for each in place.holder if each is not row]
        return
    current = place.current
    gone = value if isinstance(value, list) else [value]
    if value is True:
        place.holder.pop(place.key, None)
    elif isinstance(current, dict):
        place.write({k: v for k, v in current.items() if k not in gone})
    elif isinstance(current, list):
        key = place.node.rows if place.node is not None else "id"
        names = [row.get(key) if isinstance(row, dict) else None for row in current]
        place.write([v for v, name in zip(current, names, strict=True) if v not in gone and name not in gone])
    else:
        text = f"cannot remove {value!r} from {current!r}; true puts the default back"
        raise BadPatch(text, place.path)


_ACTS: dict[str, Callable[[_Place, Any], None]] = {"remove": _remove, "set": _set, "add": _add, "mul": _mul}
