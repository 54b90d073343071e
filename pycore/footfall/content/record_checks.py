"""The checks of record kinds: problems of records that are valid one by one, and their writers."""

from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

from .definitions import Definition, RecordKey, ResolvedRecord
from .patches import FieldWrite, Patch
from .record_types import Record, RecordKind, RecordProblem
from .records import Records


class FieldWriter(NamedTuple):
    """A patch of a record, or its definition (``patch`` is None), that wrote one of the fields of a problem.

    Attributes:
        record: the record that it wrote to; of an inherited field, the ancestor.
        place: ``file:line`` of the write.
    """

    patch: Patch | None
    record: RecordKey
    place: str


def collect_tables(
    kinds: Mapping[str, RecordKind], records: Mapping[RecordKey, Record]
) -> dict[str, dict[str, Record]]:
    """Returns records by kind and id."""
    tables: dict[str, dict[str, Record]] = {kind: {} for kind in kinds}
    for (kind, id), record in records.items():
        tables[kind][id] = record
    return tables


def find_record_problems(
    kind: RecordKind,
    records: Mapping[RecordKey, Record],
    kinds: Mapping[str, RecordKind],
    steps: Container[str] | None,
) -> list[RecordProblem]:
    """Returns the problems that the check of a kind finds in its records."""
    if kind.check is None:
        return []
    every = Records(collect_tables(kinds, records), kinds, steps=steps)
    return [problem for record in every.table(Record, kind.name).values() for problem in kind.check(record, every)]


def list_writers(
    problem: RecordProblem,
    resolved: Mapping[RecordKey, ResolvedRecord],
    definitions: Mapping[RecordKey, Definition],
    mods: Sequence[str],
    patches: Sequence[Patch],
) -> list[FieldWriter]:
    """Returns the writers of the fields of a problem, the last one first.

    They write in mod order; in a mod, definitions before patches.
    """
    writers: dict[FieldWriter, tuple[int, int]] = {}
    for kind, id, path in problem.fields:
        writes: list[FieldWrite] = resolved[kind, id].find_overlapping_writes(path)
        for write in writes:
            if isinstance(write.writer, Patch):
                writer = FieldWriter(write.writer, (kind, write.record), write.locate(path))
                writers[writer] = (mods.index(write.mod), patches.index(write.writer))
        definition = definitions[kind, id]
        place = writes[-1].locate(path) if writes and writes[-1].writer is definition else definition.locate(*path)
        writers[FieldWriter(None, (kind, id), place)] = (mods.index(definition.mod), -1)
    return sorted(writers, key=lambda writer: writers[writer], reverse=True)
