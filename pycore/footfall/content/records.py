"""Records: the frozen content of a mod set, by kind and id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from footfall.diagnostics.findings import suggest

from .history import History
from .record_types import Record, RecordKind

R = TypeVar("R", bound=Record)


class Records:
    """All records of a mod set after define, patch, inherit, check and freeze.

    Iteration is in order of definition: mod order, then file name, then place in the file.
    """

    def __init__(
        self,
        tables: Mapping[str, Mapping[str, Record]],
        record_kinds: Mapping[str, RecordKind] | None = None,
        history: History | None = None,
    ) -> None:
        """Keeps the tables.

        Args:
            tables: records by kind and id.
            types: all kinds of record by name.
            history: who wrote what; asked only when somebody wants to know.
        """
        self._tables = {kind: dict(rows) for kind, rows in tables.items()}
        self.record_kinds = dict(record_kinds or {})
        self.history = history

    def table(self, type: type[R], kind: str) -> Mapping[str, R]:
        """All records of a kind by id. `type` is what the kind declares; it types the result."""
        return self._tables.get(kind, {})  # type: ignore[return-value]

    def get(self, type: type[R], kind: str, id: str) -> R:
        """One record.

        Raises:
            KeyError: there is none; the message lists near names.
        """
        rows = self._tables.get(kind, {})
        if id not in rows:
            raise KeyError(f"there is no {kind} {id!r}{suggest(id, rows)}")
        return rows[id]  # type: ignore[return-value]

    def merge(self, extra: Mapping[str, Mapping[str, Record]]) -> Records:
        """These records and more of known kinds; where both have an id, the new one counts."""
        tables = {kind: {**rows, **extra.get(kind, {})} for kind, rows in self._tables.items()}
        return Records(tables, self.record_kinds, self.history)

    def kind_names(self) -> tuple[str, ...]:
        """Names of all kinds."""
        return tuple(self._tables)

    def __iter__(self) -> Iterator[tuple[str, Record]]:
        for kind, rows in self._tables.items():
            for record in rows.values():
                yield kind, record

    def blame(self, kind: str, id: str, field: str) -> tuple[str, ...]:
        """``mod file:line`` of everything that wrote a field (``"stats.effective_to_hit"``), first to last."""
        return self.history.blame(kind, id, field) if self.history is not None else ()


def record_to_builtins(record: Record) -> Any:
    """The plain form of a record, for tables and ``--json``."""
    return msgspec.to_builtins(record)
