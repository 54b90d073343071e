"""Records: the frozen content of a mod set, by kind and id."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from footfall.diagnostics.findings import suggest
from footfall.expressions.typed import SharedRoll

from .history import History
from .record_types import Record, RecordKind
from .rule_tables import RuleTable

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


def record_to_builtins(record: Record) -> Any:
    """Converts a record to plain values, for tables and ``--json``."""
    return msgspec.to_builtins(record)
