"""Records: the frozen content of a mod set, by kind and id; and the history of their fields, which rules never read."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from footfall.diagnostics.docstrings import locate_field
from footfall.diagnostics.findings import suggest
from footfall.diagnostics.toml import KeyPath
from footfall.expressions.typed import SharedRoll

from .conflicts import RecordConflict
from .definitions import RecordKey, ResolvedRecord
from .record_types import Record, RecordKind
from .rule_tables import RuleTable
from .schemas.schema import NodeKind, SchemaNode, find_row, schema_of


class Origin(msgspec.Struct, frozen=True, rename={"place": "where"}):
    """One write that contributed to a field's value.

    Attributes:
        mod: id of the mod; ``""`` for the default of the record's type.
        place: ``file:line``; for a default, that of the field in the record's type.
        op: ``define``, ``set``, ``add``, ``mul``, ``remove`` or ``default``.
        result: the value afterwards, None if the field was removed.
        record: id of the ancestor that the write was inherited from; ``""`` for a write to the record itself.
        reason: the reason that the patch gives, or ``""``.
    """

    mod: str
    place: str
    op: str
    operand: Any
    result: Any
    record: str = ""
    reason: str = ""


class History(msgspec.Struct, frozen=True):
    """The history of all records of a mod set."""

    kinds: Mapping[str, RecordKind]
    records: Mapping[RecordKey, ResolvedRecord]
    conflicts: tuple[RecordConflict, ...] = ()

    def list_origins(self, kind: str, id: str) -> dict[str, tuple[Origin, ...]]:
        """Returns the writes that led to the value of each field of a record, in order, by dotted path.

        Tables are split by key and lists with named rows by row; every other value is one field.
        """
        record = self.records.get((kind, id))
        if record is None:
            return {}
        node = schema_of(self.kinds[kind].type)
        origins: dict[str, tuple[Origin, ...]] = {}
        for path, value in iter_fields(node, record.raw):
            writes = list(_iter_origins(record, path, node, id))
            if not writes or writes[-1].result != value:
                place = ""  # of the field whose default it is
                current: SchemaNode | None = node
                for key in path:
                    if current is not None and current.struct is not None:
                        place = locate_field(current.struct, key)
                    current = current.get_child(key) if current is not None else None
                writes.append(Origin("", place, "default", None, value))
            origins[".".join(path)] = tuple(writes)
        return origins

    def list_patches(self, kinds: Iterable[str]) -> list[tuple[str, str, str]]:
        """Returns mod, record and ``file:line`` of each write of a patch to records of some kinds of other mods."""
        writes = [
            (write.mod, f"{kind} {id}", write.locate())
            for (kind, id), record in self.records.items()
            if kind in kinds
            for write in record.own_writes
            if write.mod != id.partition(":")[0]
        ]
        return list(dict.fromkeys(writes))

    def blame(self, kind: str, id: str, field: str) -> tuple[str, ...]:
        """Returns ``mod file:line`` of every write to a field or below it, in order."""
        record = self.records.get((kind, id))
        if record is None:
            return ()
        # Keys may contain dots (ids do), so paths are compared in dotted form.
        paths = {".".join(path): path for path in record.blame}
        nearest = max((name for name in paths if f"{field}.".startswith(f"{name}.")), key=len, default="")
        rest = field.removeprefix(nearest).removeprefix(".")
        whole = (*paths.get(nearest, ()), *([rest] if rest else []))
        lines = [f"{write.mod} {write.locate(whole)}" for write in record.find_writes(whole)]
        for name, path in paths.items():
            if name.startswith(f"{field}."):
                lines += [f"{write.mod} {write.locate(path)}" for write in record.blame[path]]
        return tuple(dict.fromkeys(lines))


def _iter_origins(record: ResolvedRecord, path: KeyPath, node: SchemaNode, id: str) -> Iterator[Origin]:
    """Yields the writes to one field; operands and results are reduced to that field."""
    before: Any = None
    for write in record.find_writes(path):
        rest = path[len(write.path) :]
        write_node: SchemaNode | None = node
        for key in write.path:
            write_node = write_node.get_child(key) if write_node is not None else None
        result = _extract_part(write.result, rest, write_node)
        if rest and result == before:  # it changed an ancestor, but not this field
            continue
        keeps_operand = write.op in ("add", "mul", "remove")
        operand = write.operand if keeps_operand else _extract_part(write.operand, rest, write_node)
        ancestor = "" if write.record == id else write.record
        yield Origin(write.mod, write.locate(path), write.op, operand, result, ancestor, write.reason)
        before = result


def _extract_part(value: Any, path: KeyPath, node: SchemaNode | None) -> Any:
    """Returns the part of a value at a path below it, or None."""
    for key in path:
        if isinstance(value, list):
            value = find_row(value, key, node)
        else:
            value = value.get(key) if isinstance(value, dict) else None
        node = node.get_child(key) if node is not None else None
    return value


def iter_fields(node: SchemaNode, value: Any) -> Iterator[tuple[KeyPath, Any]]:
    """Yields path and value of every field of a record in plain form; omitted fields have their defaults.

    Tables are split by key and lists with named rows by row; every other value is one field.
    """
    return ((path, leaf) for path, leaf in _iter_fields(value, node, ()) if path != ("id",))


def _iter_fields(value: Any, node: SchemaNode | None, path: KeyPath) -> Iterator[tuple[KeyPath, Any]]:
    if node is not None and node.kind is NodeKind.STRUCT and isinstance(value, dict):
        for name, below in node.fields.items():
            if name in value or name in node.defaults:
                yield from _iter_fields(value.get(name, node.defaults.get(name)), below, (*path, name))
    elif node is not None and node.kind is NodeKind.TABLE and isinstance(value, dict) and value:
        for key, item in value.items():
            yield from _iter_fields(item, node.item, (*path, key))
    elif node is not None and _has_named_rows(node, value):
        for row in value:
            yield from _iter_fields(row, node.item, (*path, str(row[node.row_key])))
    else:
        yield path, value


def _has_named_rows(node: SchemaNode, value: Any) -> bool:
    """Returns whether the rows of a list have unique names."""
    if node.kind is not NodeKind.LIST or not isinstance(value, list) or not value:
        return False
    names = [row.get(node.row_key) if isinstance(row, dict) else None for row in value]
    return None not in names and len(set(map(str, names))) == len(names)


R = TypeVar("R", bound=Record)


class Records:
    """All records of a mod set, resolved and frozen.

    Iteration follows the order of definition: mod order, then file name, then position in the file.
    """

    def __init__(
        self,
        tables: Mapping[str, Mapping[str, Record]],
        record_kinds: Mapping[str, RecordKind] | None = None,
        history: History | None = None,
        words: Mapping[str, tuple[str, ...]] | None = None,
        rules: tuple[RuleTable, ...] = (),
        rolls: Mapping[str, Mapping[str, SharedRoll]] | None = None,
        steps: Container[str] | None = None,
    ) -> None:
        """Initializes the collection.

        Args:
            history: the writes to each field, for tools.
            words: the words that mods add to the lists of fields, by list.
            rolls: the dice that the rules of a mod share, by mod and name.
            steps: the names of the game's steps, for the checks of kinds; None: no code has run that provides them.
        """
        self._tables = {kind: dict(rows) for kind, rows in tables.items()}
        self.record_kinds = dict(record_kinds or {})
        self.history = history
        self.words = dict(words or {})
        self.rules = rules
        self.rolls = dict(rolls or {})
        self.steps = steps

    def table(self, type: type[R], kind: str) -> Mapping[str, R]:
        """Returns all records of a kind by id. `type`, the type the kind declares, types the result."""
        return self._tables.get(kind, {})  # type: ignore[return-value]

    def get(self, type: type[R], kind: str, id: str) -> R:
        """Returns one record.

        Raises:
            KeyError: there is no such record; the message suggests a similar id.
        """
        rows = self._tables.get(kind, {})
        record = rows.get(id)
        if record is None:
            raise KeyError(f"there is no {kind} {id!r}{suggest(id, rows)}")
        return record  # type: ignore[return-value]

    def merge(self, extra: Mapping[str, Mapping[str, Record]]) -> Records:
        """Returns these records with `extra` added; a record of `extra` replaces one with the same id."""
        tables = {kind: {**rows, **extra.get(kind, {})} for kind, rows in self._tables.items()}
        return Records(tables, self.record_kinds, self.history, self.words, self.rules, self.rolls)

    def list_ids(self, kind: str) -> tuple[str, ...]:
        """Returns the ids of all records of a kind."""
        return tuple(self._tables.get(kind, ()))

    def kind_names(self) -> tuple[str, ...]:
        """Returns the names of all kinds."""
        return tuple(self._tables)

    def __iter__(self) -> Iterator[tuple[str, Record]]:
        for kind, rows in self._tables.items():
            for record in rows.values():
                yield kind, record

    def blame(self, kind: str, id: str, field: str) -> tuple[str, ...]:
        """Returns ``mod file:line`` of every write to a field (``"stats.effective_to_hit"``), in order."""
        return self.history.blame(kind, id, field) if self.history is not None else ()
