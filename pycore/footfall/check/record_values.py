"""Checks the records of a mod for values that have no effect, as the kinds of record say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from footfall.content.record_types import Record
from footfall.content.records import Records
from footfall.diagnostics.findings import Finding, Severity

from .mod_source import Subject


def check_record_values(subject: Subject, records: Iterable[Records]) -> Iterator[Finding]:
    """Yields findings about values that the mod wrote, in its own records or in others, and that have no effect."""
    for table in records:
        for kind in table.record_kinds.values():
            for record in table.table(Record, kind.name).values() if kind.warn is not None else ():
                for problem in kind.warn(record) if kind.warn is not None else ():
                    for name, id, path in problem.fields:
                        mod, _, place = (table.blame(name, id, ".".join(path)) or ("",))[-1].partition(" ")
                        if mod == subject.id:
                            text = f"{name} {id!r}: {problem.text}"
                            yield subject.report("no-effect", text, place, "remove it", Severity.WARNING)
