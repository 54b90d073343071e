"""Record types and the marks on their fields.

A plugin declares its kinds of record with `provide_records`; TOML files of any mod define and patch the records.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from footfall.diagnostics.findings import Finding, Severity


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all record types. `id` is the full id, ``"core.stealth:goblin"``."""

    id: str = ""


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
