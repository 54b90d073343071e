"""The patch language, the same for every kind of record.

A patch has the tables ``remove``, ``set``, ``add`` and ``mul``, applied in this order. Each mirrors the record:
``set.stats.to_hit = 3``. A row of a list is addressed by its ``id`` (or the field that `RowKey` names). ``add``
adds to a number or appends to a list; ``mul`` multiplies a number, and rounds integers half up. Both apply to lists
of fixed length value by value. ``remove`` takes items of a list or keys of a table; ``true`` restores the default.

``where`` and ``expect`` may be expressions instead of tables: ``where = "hp > 3 and stats.luck == 0"``.
``when`` decides whether a patch applies at all. ``where`` selects records silently; ``expect`` reports a record that
does not meet it. ``reason`` says why, for readers. The id of a patch may be a pattern: ``"core.stealth:*"``.
"""

import copy
import math
import re
from collections.abc import Callable, Iterator
from fnmatch import translate
from functools import cached_property
from typing import Any

import msgspec

from footfall.diagnostics.findings import find_closest, suggest
from footfall.diagnostics.toml import KeyPath, RowNumber, TomlDocument
from footfall.engine.terms import FIXED_POINT, divide_half_up
from footfall.expressions.syntax import ExpressionError

from .conditions import Condition, RecordFields, compile_record_condition, is_match, is_number, is_test, read_field
from .schemas.constraints import PathError
from .schemas.schema import NodeKind, SchemaNode, find_row

OPERATIONS = ("remove", "set", "add", "mul")
GUARDS = ("where", "expect")
PATCH_KEYS = ("reason", "when", *GUARDS, *OPERATIONS)


class PatchError(PathError):
    """A patch that does not fit its record."""


class UnexpectedValueError(PatchError):
    """A record that does not meet ``expect``; `field` is the path of the field."""

    def __init__(self, text: str, path: KeyPath, field: KeyPath) -> None:
        super().__init__(text, path)
        self.field = field


class SourceTable(msgspec.Struct, eq=False):
    """A table of a file that defines or changes records.

    Attributes:
        id: id of the record; of a patch, also a pattern with ``*`` or ``?``.
        path: key path of the table in the document.
        table: its fields or tables; references have a namespace.
    """

    kind: str
    id: str
    mod: str
    document: TomlDocument
    path: KeyPath
    table: dict[str, Any]

    def locate(self, *path: str) -> str:
        """Returns ``file:line`` of a key of the table."""
        return self.document.locate(*self.path, *path, namespace=self.mod)


class Patch(SourceTable, eq=False, dict=True):
    """One patch as a file defines it; `reason` says why the records change, or is empty."""

    reason: str = ""

    @property
    def is_wildcard(self) -> bool:
        """Whether it applies to all records that match a pattern."""
        return "*" in self.id or "?" in self.id

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(translate(self.id.replace("[", "[[]")))

    def is_for(self, id: str) -> bool:
        """Returns whether the patch applies to the record with this id."""
        return self._pattern.match(id) is not None if self.is_wildcard else self.id == id


class FieldWrite(msgspec.Struct, frozen=True):
    """One write to a field, by the definition of a record (``"define"``) or by an operation of a patch.

    Attributes:
        record: id of the record written to; for an inherited write, that of the ancestor.
        result: the value afterwards, None if the field was removed.
    """

    writer: SourceTable
    record: str
    path: KeyPath
    op: str
    operand: Any
    result: Any

    @property
    def mod(self) -> str:
        return self.writer.mod

    @property
    def reason(self) -> str:
        return self.writer.reason if isinstance(self.writer, Patch) else ""

    def locate(self, path: KeyPath = ()) -> str:
        """Returns ``file:line`` of the write, or of a field below it."""
        if self.op not in ("define", "set"):  # the items of the operand have other numbers
            path = tuple(key for key in path if not isinstance(key, RowNumber))
        longest = max(path, self.path, key=len)
        return self.writer.locate(*longest) if self.op == "define" else self.writer.locate(self.op, *longest)


def check_patch(patch: Patch, node: SchemaNode) -> None:
    """Checks the field names of a patch, which needs no record.

    Raises:
        PatchError: a field does not exist.
    """
    for key in (*GUARDS, *OPERATIONS):
        if key in GUARDS and isinstance(patch.table.get(key), str):
            _compile_guard(patch, key, node)
            continue
        for path, _ in _iter_leaves(patch.table.get(key, {}), node, (key,)):
            if key in OPERATIONS and path[1:] == ("id",):
                raise PatchError("a record's id never changes", path)


def can_apply_to(patch: Patch, raw: dict[str, Any], node: SchemaNode) -> bool:
    """Returns whether the record meets ``where``.

    Raises:
        PatchError: a condition is not valid.
        UnexpectedValueError: the record meets ``where`` but not ``expect``.
    """
    for guard in GUARDS:
        if isinstance(patch.table.get(guard), str):
            assert node.struct is not None
            fields = RecordFields(node.struct)

            def get(name: str, fields: RecordFields = fields) -> Any:
                return read_field(_look_up(raw, node, tuple(name.split(".")))[0], fields[name])

            if not _compile_guard(patch, guard, node)(get):
                if guard == "where":
                    return False
                raise UnexpectedValueError(f"expects {patch.table[guard]}, which does not hold", (guard,), ())
            continue
        for path, want in _iter_leaves(patch.table.get(guard, {}), node, (guard,)):
            field = path[1:]
            have, field_node = _look_up(raw, node, field)
            try:
                matches = is_match(have, want, field_node)
            except ValueError as error:
                raise PatchError(f"{'.'.join(field)}: {error}", path) from None
            if not matches and guard == "where":
                return False
            if not matches:
                text = f"expects {'.'.join(field)} = {want!r}, but it is {have!r}"
                raise UnexpectedValueError(text, path, field)
    return True


def _compile_guard(patch: Patch, guard: str, node: SchemaNode) -> Condition:
    """Returns a guard that is an expression."""
    assert node.struct is not None
    try:
        return compile_record_condition(patch.table[guard], node.struct)
    except ExpressionError as error:
        text = f"{guard}, column {error.column}: {error}"
        raise PatchError(text, (guard,), error.wrong_word, error.suggestion) from None


def apply_patch(
    patch: Patch, id: str, raw: dict[str, Any], node: SchemaNode, is_applied: Callable[[KeyPath], bool]
) -> list[FieldWrite]:
    """Applies the operations of a patch to a record in plain form, in place.

    Args:
        is_applied: whether the patch has already changed a field in the parent record.

    Raises:
        PatchError: the patch does not fit; `raw` may be half patched, so the caller works on a copy.
    """
    written = []
    for op in OPERATIONS:
        for path, value in _iter_leaves(patch.table.get(op, {}), node, (op,)):
            field = path[1:]
            if not is_applied(field):
                slot = _find_slot(raw, node, field, path)
                {"remove": slot.remove, "set": slot.set, "add": slot.add, "mul": slot.multiply}[op](value)
                result = copy_plain(_look_up(raw, node, field, default=False)[0])
                written.append(FieldWrite(patch, id, field, op, value, result))
    return written


def _iter_leaves(table: Any, node: SchemaNode | None, path: KeyPath) -> Iterator[tuple[KeyPath, Any]]:
    """Yields the path and the value of every field that a table of a patch names."""
    if not isinstance(table, dict):
        raise PatchError(f"{path[0]} must be a table, not {table!r}", path)
    for key, value in table.items():
        if node is not None and node.kind is NodeKind.STRUCT and key not in node.fields:
            text = f"there is no field {key!r}{suggest(key, node.fields)}"
            raise PatchError(text, (*path, key), key, find_closest(key, node.fields))
        below = node.get_child(key) if node is not None else None
        deep = below is not None and below.kind is not NodeKind.LEAF
        test = path[0] in GUARDS and is_test(below, value)
        if isinstance(value, dict) and value and not test and (deep or (below is None and node is None)):
            yield from _iter_leaves(value, below, (*path, key))
        else:
            yield (*path, key), value


class _Slot(msgspec.Struct, frozen=True):
    """A field of a record in plain form, with its container.

    Attributes:
        container: the table or list that holds it.
        key: its key in a table, or the name of the row in a list.
    """

    container: Any
    key: str
    container_node: SchemaNode | None
    path: KeyPath

    @property
    def node(self) -> SchemaNode | None:
        return self.container_node.get_child(self.key) if self.container_node is not None else None

    @property
    def current(self) -> Any:
        if isinstance(self.container, list):
            raise PatchError(
                "a row of a list cannot be replaced; change its fields, or remove the row and add another", self.path
            )
        return self.container.get(self.key)

    def write(self, value: Any) -> None:
        self.container[self.key] = value

    # The operations of a patch.

    def set(self, value: Any) -> None:
        self.current  # noqa: B018  -- raises for a row of a list
        self.write(value)

    def add(self, value: Any) -> None:
        current, node = self.current, self.node
        if node is not None and node.kind is NodeKind.LIST and not node.fixed_length:
            if not isinstance(current, (list, type(None))):
                raise PatchError(f"cannot add {value!r} to {current!r}", self.path)
            self.write([*(current or ()), *(value if isinstance(value, list) else [value])])
        else:
            start = 0 if current is None and is_number(value) else current
            verb = f"add {value!r} to {current!r}"
            self.write(_apply_arithmetic(start, value, lambda number, operand: number + operand, self.path, verb))

    def multiply(self, value: Any) -> None:
        def scale(number: Any, factor: Any) -> Any:
            if isinstance(number, int):
                return divide_half_up(number * round(factor * FIXED_POINT), FIXED_POINT)
            return number * factor

        current = self.current
        self.write(_apply_arithmetic(current, value, scale, self.path, f"multiply {current!r} by {value!r}"))

    def remove(self, value: Any) -> None:
        if isinstance(self.container, list):
            if value is not True:
                raise PatchError(f"a row is removed with {self.key} = true", self.path)
            row = find_row(self.container, self.key, self.container_node)
            self.container[:] = [other for other in self.container if other is not row]
            return
        current = self.current
        removed = value if isinstance(value, list) else [value]
        if value is True:
            self.container.pop(self.key, None)
        elif isinstance(current, dict):
            self.write({k: v for k, v in current.items() if k not in removed})
        elif isinstance(current, list):
            key = self.node.row_key if self.node is not None else "id"
            names = [row.get(key) if isinstance(row, dict) else None for row in current]
            self.write([v for v, name in zip(current, names, strict=True) if v not in removed and name not in removed])
        else:
            text = f"cannot remove {value!r} from {current!r}; true restores the default"
            raise PatchError(text, self.path)


def _find_slot(raw: dict[str, Any], node: SchemaNode, field: KeyPath, path: KeyPath) -> _Slot:
    """Finds a field, and creates the tables above it that still have their defaults."""
    container: Any = raw
    current: SchemaNode | None = node
    for depth, key in enumerate(field[:-1]):
        below = current.get_child(key) if current is not None else None
        if isinstance(container, list):
            inner = find_row(container, key, current)
            if inner is None:
                row_key = current.row_key if current is not None else "id"
                names = [str(row[row_key]) for row in container if isinstance(row, dict) and row_key in row]
                text = f"there is no row {key!r}{suggest(key, names)}"
                raise PatchError(text, path[: depth + 2], key, find_closest(key, names))
        else:
            inner = container.get(key)
            if inner is None:
                inner = _copy_default(current, key)
                if inner is None:
                    inner = [] if below is not None and below.kind is NodeKind.LIST else {}
                container[key] = inner
        if not isinstance(inner, (dict, list)):
            raise PatchError(f"{'.'.join(field[: depth + 1])} is {inner!r}, not a table", path)
        container, current = inner, below
    last = field[-1]
    if isinstance(container, dict) and last not in container and (default := _copy_default(current, last)) is not None:
        container[last] = default
    return _Slot(container, last, current, path)


def _copy_default(node: SchemaNode | None, key: str) -> Any:
    return copy.deepcopy(node.defaults.get(key)) if node is not None else None


def copy_plain(value: Any) -> Any:
    """Copies a plain value of TOML with the tables and lists in it."""
    if isinstance(value, dict):
        return {key: copy_plain(item) for key, item in value.items()}
    return [copy_plain(item) for item in value] if isinstance(value, list) else value


def _look_up(
    raw: dict[str, Any], node: SchemaNode, field: KeyPath, default: bool = True
) -> tuple[Any, SchemaNode | None]:
    """Returns the value of a field, None if it has none, and its node."""
    current: SchemaNode | None = node
    value: Any = raw
    for key in field:
        if isinstance(value, list):
            value = find_row(value, key, current)
        elif isinstance(value, dict):
            value = value.get(key, _copy_default(current, key) if default else None)
        else:
            value = None
        current = current.get_child(key) if current is not None else None
    return value, current


def _apply_arithmetic(current: Any, value: Any, combine: Callable[[Any, Any], Any], path: KeyPath, verb: str) -> Any:
    """Combines two numbers, or a list of numbers with a number or a list, value by value."""
    if isinstance(current, list) and current and all(map(is_number, current)):
        values = value if isinstance(value, list) else [value] * len(current)
        if len(values) == len(current) and all(map(is_number, values)):
            return [_combine_numbers(a, b, combine, path, verb) for a, b in zip(current, values, strict=True)]
    elif is_number(current) and is_number(value):
        return _combine_numbers(current, value, combine, path, verb)
    raise PatchError(f"cannot {verb}", path)


def _combine_numbers(number: Any, operand: Any, combine: Callable[[Any, Any], Any], path: KeyPath, verb: str) -> Any:
    """Combines two numbers; the result is a finite number or an integer of 64 bits."""
    try:
        result = combine(number, operand)
    except (OverflowError, ValueError):  # an infinite or undefined float has no nearest integer
        result = math.inf
    fits = -(1 << 63) <= result < 1 << 63 if isinstance(result, int) else math.isfinite(result)
    if not fits:
        raise PatchError(f"cannot {verb}: the result is too large", path)
    return result
