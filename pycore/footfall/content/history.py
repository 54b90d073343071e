"""Who wrote what of each record: asked by people who want to know, never by rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from footfall.diagnostics.docstrings import locate_field
from footfall.diagnostics.toml import KeyPath

from .conflicts import RecordConflict
from .definitions import RecordKey, ResolvedRecord
from .record_types import RecordKind
from .schema import NodeKind, SchemaNode, find_row, schema_of


class Origin(msgspec.Struct, frozen=True):
    """One step on the way of a field to its value.

    Attributes:
        mod: who; ``""`` for the default of the record's type.
        where: ``file:line``; for a default that of the field in the record's type.
        op: ``define``, ``set``, ``add``, ``mul``, ``remove`` or ``default``.
        operand: what the operation was given.
        result: the value afterwards, None if the place was gone.
        record: id of the record it was done to, if that is another one, from which it was inherited.
    """

    mod: str
    where: str
    op: str
    operand: Any
    result: Any
    record: str = ""


@dataclass(frozen=True)
class History:
    """The history of all records of a mod set."""

    kinds: Mapping[str, RecordKind]
    resolved: Mapping[RecordKey, ResolvedRecord]
    conflicts: tuple[RecordConflict, ...] = ()

    def list_origins(self, kind: str, id: str) -> dict[str, tuple[Origin, ...]]:
        """What led to the value of each field of a record, by dotted name, first to last.

        A field is a leaf: tables go on by key, lists with named rows by row; the rest is whole.
        """
        final = self.resolved.get((kind, id))
        if final is None:
            return {}
        type = self.kinds[kind].type
        out: dict[str, tuple[Origin, ...]] = {}
        for path, value in iter_fields(schema_of(type), final.raw):
            steps = list(_iter_origins(final, path, schema_of(type), id))
            if not steps or steps[-1].result != value:
                steps.append(Origin("", _locate_default(schema_of(type), path), "default", None, value))
            out[".".join(path)] = tuple(steps)
        return out

    def blame(self, kind: str, id: str, field: str) -> tuple[str, ...]:
        """``mod file:line`` of everything that wrote a field or what is below it, first to last."""
        final = self.resolved.get((kind, id))
        if final is None:
            return ()
        # Keys may hold dots themselves (ids do): a place is compared as it is written.
        within = [p for p in final.blame if field == (name := ".".join(p)) or field.startswith(name + ".")]
        path = max(within, key=len, default=(field,))
        lines = [f"{s.mod} {s.locate(path)}" for s in final.find_writes(path)]
        for below, made in final.blame.items():
            if below[: len(path)] == path:
                lines += [f"{s.mod} {s.locate(below)}" for s in made]
        return tuple(dict.fromkeys(lines))


def _locate_default(node: SchemaNode, path: KeyPath) -> str:
    """``file:line`` of the field whose default stands at a place."""
    found = ""
    here: SchemaNode | None = node
    for key in path:
        if here is not None and here.struct is not None:
            found = locate_field(here.struct, key)
        here = here.get_child(key) if here is not None else None
    return found


def _iter_origins(final: ResolvedRecord, path: KeyPath, node: SchemaNode, id: str) -> Iterator[Origin]:
    """What was done to one field, with operands and results as far as they speak of it."""
    before: Any = None
    for stroke in final.find_writes(path):
        rest, here = path[len(stroke.path) :], _find_node(node, stroke.path)
        result = _extract_part(stroke.result, rest, here)
        if rest and result == before:  # it changed the place above, but nothing here
            continue
        operand = (
            stroke.operand
            if stroke.op in ("add", "mul", "remove")
            else _extract_part(stroke.operand, rest, here)
        )
        record = "" if stroke.record == id else stroke.record
        yield Origin(stroke.mod, stroke.locate(path), stroke.op, operand, result, record)
        before = result


def _find_node(node: SchemaNode | None, path: KeyPath) -> SchemaNode | None:
    for key in path:
        node = node.get_child(key) if node is not None else None
    return node


def _extract_part(value: Any, path: KeyPath, node: SchemaNode | None) -> Any:
    """The part of a value at a place below it, None if there is none."""
    for key in path:
        if isinstance(value, list):
            value = find_row(value, key, node)
        else:
            value = value.get(key) if isinstance(value, dict) else None
        node = node.get_child(key) if node is not None else None
    return value


def iter_fields(node: SchemaNode, value: Any) -> Iterator[tuple[KeyPath, Any]]:
    """All fields of a record's plain form with their values; what was left out has its default.

    Tables go on by key and lists with named rows by row; all else is whole.
    """
    return ((path, leaf) for path, leaf in _iter_fields(value, node, ()) if path != ("id",))


def _iter_fields(value: Any, node: SchemaNode | None, path: KeyPath) -> Iterator[tuple[KeyPath, Any]]:
    """All fields of a plain record with their values; what was left out has its default."""
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
    """Whether each row of a list has a name of its own."""
    if node.kind is not NodeKind.LIST or not isinstance(value, list) or not value:
        return False
    names = [row.get(node.row_key) if isinstance(row, dict) else None for row in value]
    return None not in names and len(set(map(str, names))) == len(names)
