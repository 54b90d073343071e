"""Records: typed, frozen pieces of content, ``kind/namespace:name`` each.

A plugin declares its kinds with `provide_records`; TOML files of any mod fill and patch them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from footfall.diagnostics.findings import Finding, Severity, suggest

if TYPE_CHECKING:
    from .history import History


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all record types. `id` is the full id, ``"core.stealth:goblin"``."""

    id: str = ""


R = TypeVar("R", bound=Record)


@dataclass(frozen=True, slots=True)
class Ref:
    """Marks a field as the id of another record: ``Annotated[str, Ref("item")]``."""

    kind: str


@dataclass(frozen=True, slots=True)
class MessageId:
    """Marks a field as the id of a message of the catalogue: ``Annotated[str, Text()]``."""


@dataclass(frozen=True, slots=True)
class RowKey:
    """Marks the field by which patches name the rows of a list; ``id`` where nothing is said.

    ``Annotated[tuple[Span, ...], Key("floor")]``.
    """

    field: str


@dataclass(frozen=True, slots=True)
class Deprecated:
    """Marks what will go: a hook, a name, a field (``Annotated[int, Deprecated(...)]``).

    Attributes:
        since: version that marked it first.
        removed: version that will not have it any more.
        use: what to use.
    """

    since: str
    removed: str
    use: str

    def describe(self, what: str, owner: str = "") -> str:
        """The sentence about it; `of` names whose versions are meant, if not the framework's."""
        whose = f" of {owner}" if owner else ""
        return f"{what} is deprecated since {self.since}{whose} and goes in {self.removed}"

    def to_finding(self, mod: str, what: str, where: str, owner: str = "") -> Finding:
        """What whoever uses it is told."""
        return Finding(
            "deprecated", mod, self.describe(what, owner), where, f"use {self.use}", Severity.WARNING
        )


@dataclass(frozen=True, slots=True)
class RecordKind:
    """A kind of record: its name in TOML tables and its type."""

    name: str
    type: type[Record]


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
