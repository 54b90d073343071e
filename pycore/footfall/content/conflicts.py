"""Conflicts: fields that two mods change, where the result depends on mod order."""

from collections.abc import Callable, Mapping

import msgspec

from footfall.diagnostics.findings import Finding, Severity
from footfall.diagnostics.toml import KeyPath

from .definitions import RecordKey, ResolvedRecord
from .patches import FieldWrite

_VERBS = {"set": "sets it to", "add": "adds", "mul": "multiplies it by", "remove": "removes"}


class ConflictSide(msgspec.Struct, frozen=True, rename={"place": "where"}):
    """One mod's write to the field.

    Attributes:
        op: ``set``, ``add``, ``mul`` or ``remove``.
        place: ``file:line``.
    """

    mod: str
    op: str
    value: object
    place: str

    def __str__(self) -> str:
        return f"{_VERBS[self.op]} {self.value!r}"


class RecordConflict(msgspec.Struct, frozen=True, rename={"field": "place", "other_ids": "others"}):
    """Two mods write to one field, and no manifest orders them.

    Attributes:
        field: its dotted path.
        last: the write that is applied last; only mod ids decide this.
        first: the write that is applied before it.
        other_ids: other records with the same conflict, through patches with wildcards.
    """

    kind: str
    id: str
    field: str
    last: ConflictSide
    first: ConflictSide
    other_ids: tuple[str, ...] = ()

    @property
    def is_lossy(self) -> bool:
        """Whether both set the field, so that one value is lost in either order."""
        return self.last.op == self.first.op == "set"

    def to_finding(self) -> Finding:
        """Returns the conflict as a finding: a warning if a value is lost, else a note."""
        a, b = self.first, self.last
        more = f" (and {len(self.other_ids)} more records)" if self.other_ids else ""
        fix = f'to keep this order, add to {b.mod}: [order] after = ["{a.mod}"]'
        if self.is_lossy:
            text = f"sets {self.kind} {self.id!r} {self.field} to {b.value!r}; {a.mod} {a} ({a.place}){more}"
            return Finding("clash", b.mod, text, b.place, fix, Severity.WARNING)
        text = f"{self.kind} {self.id!r} {self.field}: {b.mod} {b}, {a.mod} {a} ({a.place}); their order matters{more}"
        return Finding("overlap", b.mod, text, b.place, fix, Severity.NOTE)


def find_conflicts(
    resolved: Mapping[RecordKey, ResolvedRecord], is_order_fixed: Callable[[str, str], bool]
) -> list[RecordConflict]:
    """Finds all conflicts of a resolved mod set."""
    conflicts: dict[tuple[str, str], RecordConflict] = {}
    for (kind, id), record in resolved.items():
        latest: dict[KeyPath, dict[str, FieldWrite]] = {}  # the last write of each operation
        below: dict[KeyPath, dict[KeyPath, None]] = {}
        for last in record.own_writes:
            ancestors = [last.path[:end] for end in range(len(last.path))]
            touched = (*ancestors, last.path, *below.get(last.path, ()))
            for first in [write for path in touched for write in latest.get(path, {}).values()]:
                is_fixed = first.mod == last.mod or not _is_order_dependent(first, last)
                if is_fixed or is_order_fixed(first.mod, last.mod):
                    continue
                a, b = (ConflictSide(w.mod, w.op, w.operand, w.locate()) for w in (first, last))
                field = ".".join(first.path if len(first.path) > len(last.path) else last.path)
                known = conflicts.setdefault((a.place, b.place), RecordConflict(kind, id, field, b, a))
                if known.id != id and id not in known.other_ids:
                    other_ids = (*known.other_ids, id)
                    conflicts[a.place, b.place] = msgspec.structs.replace(known, other_ids=other_ids)
            latest.setdefault(last.path, {})[last.op] = last
            for path in ancestors:
                below.setdefault(path, {})[last.path] = None
    return list(conflicts.values())


def _is_order_dependent(first: FieldWrite, last: FieldWrite) -> bool:
    """Returns whether the reverse order would give another result."""
    whole = [w for w in (first, last) if w.op == "set" or w.operand is True]
    if first.path != last.path:  # a write to an ancestor replaces its descendants
        above, below = sorted((first, last), key=lambda w: len(w.path))
        return above in whole or (above.op == "remove" and below.path[len(above.path)] in _list_operands(above))
    if len(whole) == 2:
        return bool(first.result != last.result)
    ops = {first.op, last.op}
    if ops == {"add", "remove"} and not whole:
        return any(item in _list_operands(first) for item in _list_operands(last))
    return bool(whole) or ops == {"add", "mul"}


def _list_operands(write: FieldWrite) -> list[object]:
    return write.operand if isinstance(write.operand, list) else [write.operand]
