"""Conflicts: places of records that two mods change so that the result hangs on their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from footfall.diagnostics.findings import Finding, Severity
from footfall.diagnostics.toml import KeyPath

from .definitions import FieldWrite, RecordKey, ResolvedRecord


class ConflictSide(msgspec.Struct, frozen=True):
    """What one mod does to the place.

    Attributes:
        op: ``set``, ``add``, ``mul`` or ``remove``.
        value: what the operation is given.
        where: ``file:line``.
    """

    mod: str
    op: str
    value: object
    where: str

    def __str__(self) -> str:
        return f"{self.op}s it to {self.value!r}" if self.op == "set" else f"has {self.op} {self.value!r}"


class RecordConflict(msgspec.Struct, frozen=True):
    """Two mods, one place, and no manifest that says who comes first.

    Attributes:
        kind, id: of the record.
        place: of the value in it, dotted.
        last: who has the last word now, by id alone.
        first: who comes before.
        others: ids of more records at whose place the same two lines meet (wildcards).
    """

    kind: str
    id: str
    place: str
    last: ConflictSide
    first: ConflictSide
    others: tuple[str, ...] = ()

    @property
    def is_lossy(self) -> bool:
        """Whether both set it: one value is lost whatever the order."""
        return self.last.op == self.first.op == "set"

    def to_finding(self) -> Finding:
        """The conflict as something to say at load: loud if a value is lost."""
        a, b = self.first, self.last
        more = f" (and {len(self.others)} more records)" if self.others else ""
        fix = f'to settle it, in {b.mod}: [order] after = ["{a.mod}"]'
        if self.is_lossy:
            text = f"sets {self.kind} {self.id!r} {self.place} to {b.value!r}; {a.mod} {a} ({a.where}){more}"
            return Finding("clash", b.mod, text, b.where, fix, Severity.WARNING)
        text = f"{b} at {self.kind} {self.id!r} {self.place}; {a.mod} {a} ({a.where}), and the order counts{more}"
        return Finding("overlap", b.mod, text, b.where, fix, Severity.NOTE)


def find_conflicts(
    resolved: Mapping[RecordKey, ResolvedRecord], is_order_fixed: Callable[[str, str], bool]
) -> list[RecordConflict]:
    """All conflicts of a resolved mod set.

    Args:
        finals: the records, with what was done to each.
        fixed: whether manifests fix the order of two mods.
    """
    found: dict[tuple[str, str], RecordConflict] = {}
    for (kind, id), final in resolved.items():
        for first, last, path in _iter_collisions(final.own_writes, is_order_fixed):
            sides = [ConflictSide(s.mod, s.op, s.operand, s.locate()) for s in (first, last)]
            meeting = RecordConflict(kind, id, ".".join(path), sides[1], sides[0])
            known = found.setdefault((sides[0].where, sides[1].where), meeting)
            if known.id != id and id not in known.others:
                others = (*known.others, id)
                found[sides[0].where, sides[1].where] = msgspec.structs.replace(known, others=others)
    return list(found.values())


def _iter_collisions(
    writes: Iterable[FieldWrite], is_order_fixed: Callable[[str, str], bool]
) -> Iterator[tuple[FieldWrite, FieldWrite, KeyPath]]:
    """Pairs of strokes of different mods at one place, in order, of which the order counts.

    Each stroke meets the last one of each operation before it: whoever has had the last word so far.
    """
    latest: dict[KeyPath, dict[str, FieldWrite]] = {}
    for stroke in writes:
        for path, there in latest.items():
            if path[: len(stroke.path)] != stroke.path and stroke.path[: len(path)] != path:
                continue
            for other in there.values():
                if (
                    other.mod != stroke.mod
                    and _is_order_dependent(other, stroke)
                    and not is_order_fixed(other.mod, stroke.mod)
                ):
                    yield other, stroke, max(path, stroke.path, key=len)
        latest.setdefault(stroke.path, {})[stroke.op] = stroke


def _is_order_dependent(first: FieldWrite, last: FieldWrite) -> bool:
    """Whether the result would be another one the other way round."""
    whole = [s for s in (first, last) if s.op == "set" or s.operand is True]
    if first.path != last.path:  # what is above takes what is below along
        above, below = sorted((first, last), key=lambda s: len(s.path))
        return above in whole or (
            above.op == "remove" and below.path[len(above.path)] in _list_operands(above)
        )
    if len(whole) == 2:
        return bool(first.result != last.result)
    ops = {first.op, last.op}
    if ops == {"add", "remove"} and not whole:
        return any(item in _list_operands(first) for item in _list_operands(last))
    return bool(whole) or ops == {"add", "mul"}


def _list_operands(write: FieldWrite) -> list[object]:
    return write.operand if isinstance(write.operand, list) else [write.operand]
