"""Intermediate forms of records: definitions, as files contain them, and the writes to each field."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from footfall.diagnostics.findings import find_closest
from footfall.diagnostics.toml import KeyPath

from .patches import FieldWrite, Patch, SourceTable, copy_plain
from .schemas.schema import SchemaNode

RecordKey = tuple[str, str]
"""Kind and id of a record."""


class Definition(SourceTable, eq=False):
    """A record as a file defines it.

    Attributes:
        parent: id of the record it inherits, or ``""``.
        is_template: whether it exists only to be inherited.
    """

    parent: str = ""
    is_template: bool = False


class ResolvedRecord(msgspec.Struct):
    """A record in plain form, after inheritance and patches.

    Attributes:
        blame: the writes that made up the value of each field, in order.
        own_writes: all writes of patches to this record itself, in order.
        above: every path above a field that was ever written.
    """

    raw: dict[str, Any]
    blame: dict[KeyPath, list[FieldWrite]] = msgspec.field(default_factory=dict)
    own_writes: list[FieldWrite] = msgspec.field(default_factory=list)
    above: set[KeyPath] = msgspec.field(default_factory=set)

    def find_writes(self, path: KeyPath) -> list[FieldWrite]:
        """Returns the writes to a field, or to its nearest ancestor, in order."""
        while path:
            if path in self.blame:
                return self.blame[path]
            path = path[:-1]
        return []

    def find_overlapping_writes(self, path: KeyPath) -> list[FieldWrite]:
        """Returns the writes to a field, its ancestors and its descendants."""
        writes = (rows for known, rows in self.blame.items() if all(a == b for a, b in zip(known, path, strict=False)))
        return [write for rows in writes for write in rows]

    def record_write(self, write: FieldWrite) -> None:
        """Records a write of a patch."""
        is_whole = write.op == "set" or write.operand is True  # it replaces everything below
        if is_whole and write.path in self.above:
            for below in [p for p in self.blame if p != write.path and p[: len(write.path)] == write.path]:
                del self.blame[below]
        self.blame.setdefault(write.path, list(self.find_writes(write.path))).append(write)
        self.own_writes.append(write)
        self.above.update(write.path[:end] for end in range(len(write.path)))

    def overlay(self, definition: Definition, node: SchemaNode) -> None:
        """Merges a definition into the inherited values: tables key by key, other values as a whole."""
        if self.raw or self.blame:
            _overlay(self.raw, definition.table, node, definition, self.blame, ())
        else:
            table = definition.table
            self.raw = dict(table)
            self.blame = {(k,): [FieldWrite(definition, definition.id, (k,), "define", v, v)] for k, v in table.items()}
        self.above.update(path[:end] for path in self.blame for end in range(len(path)))


def _overlay(
    raw: dict[str, Any],
    table: Mapping[str, Any],
    node: SchemaNode | None,
    definition: Definition,
    blame: dict[KeyPath, list[FieldWrite]],
    path: KeyPath,
) -> None:
    for key, value in table.items():
        field_path = (*path, key)
        below = node.get_child(key) if node is not None else None
        if isinstance(value, dict) and isinstance(raw.get(key), dict):
            _overlay(raw[key], value, below, definition, blame, field_path)
        else:
            raw[key] = copy_plain(value)
            for known in [p for p in blame if p[: len(field_path)] == field_path]:
                del blame[known]
            blame[field_path] = [FieldWrite(definition, definition.id, field_path, "define", value, value)]


MAX_MATCHES = 30_000
"""Records that the patterns of one mod's patches may match, each patch counted."""

MAX_ANCESTORS = 100
"""The longest chain of ancestors that a record may have."""


def match_patches(
    patches: Sequence[Patch], definitions: Mapping[RecordKey, Definition]
) -> tuple[dict[RecordKey, list[Patch]], list[Patch]]:
    """Returns the patches of each record, in their order, and those whose mods have reached `MAX_MATCHES`."""
    ids: dict[str, list[str]] = {}
    for kind, id in definitions:
        ids.setdefault(kind, []).append(id)
    by_record: dict[RecordKey, list[Patch]] = {}
    excess: list[Patch] = []
    work: dict[str, int] = {}
    for patch in patches:
        matches = [patch.id] if (patch.kind, patch.id) in definitions else []
        if patch.is_wildcard:
            candidates = ids.get(patch.kind, []) if work.get(patch.mod, 0) <= MAX_MATCHES else []
            matches = [id for id in candidates if patch.is_for(id)]
            work[patch.mod] = work.get(patch.mod, 0) + len(matches) + len(candidates) // 50
            if work[patch.mod] > MAX_MATCHES:
                excess.append(patch)
                continue
        for id in matches:
            by_record.setdefault((patch.kind, id), []).append(patch)
    return by_record, excess


def find_long_chains(definitions: Mapping[RecordKey, Definition]) -> list[RecordKey]:
    """Returns the records with more than `MAX_ANCESTORS`, those with the fewest first in each chain."""
    depths: dict[RecordKey, int] = {}
    for key in definitions:
        chain: dict[RecordKey, None] = {}
        while key in definitions and key not in depths and key not in chain:
            chain[key] = None
            key = (key[0], definitions[key].parent)
        depth = depths.get(key, 0)
        for above in reversed(chain):
            depth = depths[above] = depth + 1
    return [key for key, depth in depths.items() if depth - 1 > MAX_ANCESTORS]


class NearestIds:
    """The ids of each kind of record, by the part after the colon."""

    def __init__(self, keys: Iterable[RecordKey]) -> None:
        self._names: dict[str, dict[str, str]] = {}
        for kind, id in keys:
            self._names.setdefault(kind, {}).setdefault(id.partition(":")[2], id)

    def find(self, kind: str, id: str) -> str:
        """Returns the id of the same name or a similar spelling, or ``""``."""
        names, name = self._names.get(kind, {}), id.partition(":")[2]
        return names.get(name) or names.get(find_closest(name, names), "")
