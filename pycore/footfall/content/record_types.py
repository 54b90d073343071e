"""Record types, and annotations of their fields.

A plugin declares its kinds of record with `provide_records`; TOML files of any mod define and patch the records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any, TypeAlias

import msgspec

from footfall.diagnostics.findings import Finding, Severity


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all record types. `id` is the full id: ``"core.stealth:goblin"``."""

    id: str = ""


class Ref(msgspec.Struct, frozen=True):
    """Marks a field as the id of another record: ``Annotated[str, Ref("item")]``.

    Attributes:
        omits: the namespace (``"core.king:"``) that the value of an event's field or of a reading lacks, ``"*"`` for
            every namespace. Rules as data write the full id all the same.
        filter: a field of the record and its values in those records that a deed takes:
            ``("group", ("object", "tale"))``.
    """

    kind: str
    omits: str = ""
    filter: tuple[str, tuple[str, ...]] = ("", ())

    def shorten(self, id: str) -> str:
        """Returns the id of a record as the value holds it."""
        return id.rpartition(":")[2] if self.omits == "*" else id.removeprefix(self.omits)


class MessageId(msgspec.Struct, frozen=True):
    """Marks a field as the id of a message in the catalog: ``Annotated[str, MessageId()]``."""


class Expression(msgspec.Struct, frozen=True):
    """Marks a text as a condition that a game asks with `Context.holds`: ``Annotated[str, Expression(("draft",))]``.

    An empty text always holds. The text may read `things`, readings, and settings by their full names.

    Attributes:
        things: names of the things that the game passes; the name of a thing is its kind, too.
    """

    things: tuple[str, ...] = ()


class RowKey(msgspec.Struct, frozen=True):
    """Names the field whose value identifies a row of a list in patches; the default is ``id``.

    ``Annotated[tuple[Span, ...], RowKey("floor")]``.
    """

    field: str


class Words(msgspec.Struct, frozen=True):
    """Limits a text to the words of a list: ``Annotated[str, Words("stat", STATS)]``.

    Of a list, such as the King's effects ``["lose", 2]``, it limits the first item. A field of an event, a reading or a
    deed may name a list without words: the words of ``provide_words`` of all active mods.

    Attributes:
        name: name of the list.
        words: its words; the empty word stands for none.
        is_open: whether mods may add words: ``[words]`` with ``stat = ["tide"]`` in a file of ``content/``.
        refs: kinds of record whose ids belong to the list, too; not for fields of records.
        meanings: for each word a phrase, or none at all; the reference prints them.
    """

    name: str
    words: tuple[str, ...] = ()
    is_open: bool = False
    refs: tuple[Ref, ...] = ()
    meanings: tuple[str, ...] = ()


class AnyText(msgspec.Struct, frozen=True):
    """Marks a text of an event, a reading, a deed or a command that may be any: ``Annotated[str, AnyText()]``.

    Attributes:
        adds_to: the list of words that gains the texts that rules as data write here.
    """

    adds_to: str = ""


class Glyph(msgspec.Struct, frozen=True):
    """Limits a text to one character that fills one cell of a terminal: ``Annotated[str, Glyph()]``."""


class Ascending(msgspec.Struct, frozen=True):
    """Limits a list to ascending order: numbers, rows by their first item, or rows by the field of `RowKey`."""


MAX_NUMBER = 1_000_000_000
"""Largest number of a `Natural`; sums of several stay within 64 bits."""

Natural = Annotated[int, msgspec.Meta(ge=0, le=MAX_NUMBER)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=MAX_NUMBER)]
Amount = Annotated[int, msgspec.Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)]
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]
Quantity = Annotated[int, msgspec.Meta(ge=0, le=100)]
"""A number of things that are made one by one, or of attempts: creatures of a room, copies of a card."""
FEW = msgspec.Meta(max_length=100)
"""Limits a list whose items are made or done one by one: ``Annotated[tuple[str, ...], FEW]``."""
Radius = Annotated[int, msgspec.Meta(ge=0, le=1000)]
"""A distance on a map in cells."""
Interval = Annotated[tuple[Natural, Natural], Ascending()]
"""Bounds of a roll: lowest and highest."""


class Deprecated(msgspec.Struct, frozen=True):
    """Marks a hook, a name or a field (``Annotated[int, Deprecated(...)]``) as deprecated.

    Attributes:
        since: first version that has the mark.
        removal: version that removes it.
        use: the replacement.
    """

    since: str
    removal: str
    use: str

    def describe(self, subject: str, owner: str = "") -> str:
        """Returns the message. `owner` is the mod whose versions are meant; "" is the framework."""
        suffix = f" of {owner}" if owner else ""
        return f"{subject} is deprecated since {self.since}{suffix} and will be removed in {self.removal}"

    def to_finding(self, mod: str, subject: str, place: str, owner: str = "") -> Finding:
        """Returns the warning for a mod that uses it."""
        return Finding("deprecated", mod, self.describe(subject, owner), place, f"use {self.use}", Severity.WARNING)


RecordField: TypeAlias = tuple[str, str, tuple[str, ...]]
"""A field of a record: the kind and the id of the record, and the path of the field."""


class RecordProblem(msgspec.Struct, frozen=True):
    """A reason why a record cannot be used together with other records.

    Attributes:
        text: a sentence.
        fields: the fields that decide it.
    """

    text: str
    fields: tuple[RecordField, ...]


class RecordKind(msgspec.Struct, frozen=True):
    """A kind of record: its name in TOML tables, and its type.

    Attributes:
        check: yields the problems of a record of the kind, given all `Records`; they are valid, and their
            references resolve. The last mod that wrote one of the fields loses its patch or record.
        name_text: returns the id of the text by which players see a record, given its id; None: it has no name, or a
            field for it.
        warn: yields the values of a valid record that have no effect; ``mods check`` warns of those that the mod wrote.
    """

    name: str
    type: type[Record]
    check: Callable[[Any, Any], Iterable[RecordProblem]] | None = None
    name_text: Callable[[str], str] | None = None
    warn: Callable[[Any], Iterable[RecordProblem]] | None = None
