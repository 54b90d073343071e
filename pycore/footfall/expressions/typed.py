"""Typed expressions: names that may be read and their types, costs known. Both evaluators are generated from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

INTEGER, DECIMAL, BOOLEAN, TEXT, ANY = "integer", "decimal", "boolean", "text", "any"
"""Types of values; ``decimal`` is an integer of thousandths. Other names are kinds of things: ``actor``, ``cell``."""

MEMBER = "member"
"""The type of a member of an enum in a rule of chance; its value is its place in the enum."""

NAME, FACT = "name", "fact"
"""The operations of nodes that read a named value and a fact of a rule of chance."""

CHOICE, BIND = "choice", "bind"
"""The operations of nodes that look at a list (`ListChoice`), and that name a thing for a reading of it."""

ITEM = "item"
"""The kind of an input that is the item of a choice, or the thing of a `BIND`."""

VALUES = frozenset((INTEGER, DECIMAL, BOOLEAN, TEXT))

OPAQUE = frozenset(("cell", "command", "draft", ANY))
"""Kinds of things that are not numbers: they are only passed to readings. `ANY` also equals texts."""

PLACES = frozenset(("cell", ANY))
"""The kinds that a value of type `ANY` may have: it is a cell, or the text that names a place of a board."""

WORDS_OF_TYPES = {
    INTEGER: "a whole number",
    DECIMAL: "a decimal number",
    BOOLEAN: "true or false",
    TEXT: "a text",
    ANY: "a place",
}


def accepts(wanted: str, kind: str) -> bool:
    """Returns whether a value of one type can stand where another is wanted; a number can name a numbered thing."""
    is_number = kind == INTEGER and wanted not in VALUES and wanted not in OPAQUE
    return kind == wanted or is_number or wanted == ANY or (kind == ANY and wanted in PLACES)


def describe_type(type: str) -> str:
    """Returns a type in words, with an article."""
    return WORDS_OF_TYPES.get(type) or f"{'an' if type[:1] in 'aeiou' else 'a'} {type}"


class Readable(msgspec.Struct, frozen=True):
    """A reading as expressions see it.

    Attributes:
        name: its name in expressions.
        parameters: types of its arguments; the first, if it names a kind of thing, stands before the dot.
        type: type of its value; of a list, type of its items.
        steps: its cost, in steps of an evaluator.
        limit: number of a list's items that a choice looks at; 0 for a single value.
        is_square: its last argument is a distance in cells, and it has at most one item for each cell within.
    """

    name: str
    parameters: tuple[str, ...]
    type: str
    steps: int
    limit: int = 0
    is_square: bool = False

    @property
    def subject(self) -> str:
        """The kind of thing that stands before the dot, or ``""``."""
        return self.parameters[0] if self.parameters and self.parameters[0] not in VALUES else ""

    @property
    def key(self) -> str:
        """Its unique name: ``"actor.stat"``, or the name alone without a subject."""
        return f"{self.subject}.{self.name}" if self.subject else self.name


class Input(msgspec.Struct, frozen=True, gc=False):
    """A value from outside the expression.

    Attributes:
        kind: ``"field"`` of the event, ``"reading"``, ``"memory"`` of the mod, or `ITEM`.
        name: the name of the field, the key of the reading, or the key in the memory.
        arguments: constants and inputs that a reading takes.
        steps: its cost with that of its arguments.
    """

    kind: str
    name: str
    type: str
    arguments: tuple[Input | int | bool | str, ...] = ()
    steps: int = 1

    def __str__(self) -> str:
        words = [
            f"'{a}'" if isinstance(a, str) else str(a).lower() if isinstance(a, bool) else str(a)
            for a in self.arguments
        ]
        if self.kind != "reading":
            return f"memory.{self.name}" if self.kind == "memory" else self.name
        subject, _, name = self.name.rpartition(".")
        name = f"{words.pop(0)}.{name}" if subject else name
        return f"{name}({', '.join(words)})" if words else name


class ListChoice(msgspec.Struct, frozen=True, gc=False):
    """A look at a list.

    Attributes:
        kind: ``"count"``, ``"any"``, ``"nearest"``, ``"sum"``, or ``"pick"``, which a rule has.
        item: the input that is each item in turn.
        items: the list, a reading.
        limit: the number of its items that are looked at.
        count: maximum number of items that a rule picks.
    """

    kind: str
    item: Input
    items: Input
    limit: int
    count: int = 0


class Typed(msgspec.Struct, frozen=True, gc=False):
    """One node.

    Attributes:
        op: ``"constant"``, ``"input"``, ``"minus"``, ``"scale"`` (an integer to thousandths), ``"+"``, ``"-"``,
            ``"*"``, ``"*."`` (of two decimals), ``"//"``, ``"%"``, ``"compare"``, ``"in"``, ``"not"``, ``"and"``,
            ``"or"``, ``"if"``, ``"min"``, ``"max"``, ``"abs"``, ``"roll"``, `NAME`, `FACT`, `CHOICE`, `BIND`.
        type: type of its value.
        column: where it stands in the text.
        value: the constant; the `Input`; the name; the operators between the parts of a comparison; the constants of
            ``in``; the `ListChoice`.
        steps: cost of the whole tree, an upper bound.
    """

    op: str
    type: str
    column: int
    value: Any = None
    parts: tuple[Typed, ...] = ()
    steps: int = 1


def walk(*roots: Typed | None) -> Iterator[Typed]:
    """Yields expressions and all their parts, each before its parts."""
    waiting = [root for root in reversed(roots) if root is not None]
    while waiting:
        node = waiting.pop()
        yield node
        if node.parts:
            waiting.extend(reversed(node.parts))


def list_inputs(*roots: Typed | None) -> dict[Input, None]:
    """Returns the inputs of expressions, the lists of choices included, in order of first appearance."""
    found: dict[Input, None] = {}
    for node in walk(*roots):
        if node.op == "input":
            found.setdefault(node.value)
        elif node.op == CHOICE:
            found.setdefault(node.value.items)
    return found


def depends_on_item(source: Input) -> bool:
    """Whether an input is the item of a choice, or a reading of one."""
    return source.kind == ITEM or any(isinstance(a, Input) and depends_on_item(a) for a in source.arguments)


ROLLS = "rolls"
"""The prefix of the names of shared rolls, and the key of their readings."""


class SharedRoll(msgspec.Struct, frozen=True):
    """A die that the rules of a mod share: ``rolls.NAME``.

    Attributes:
        low, high: its faces.
        each: expressions for whole numbers; the die shows one face as long as none of them changes.
        is_of_step: each step of the game rolls it again, too.
    """

    low: int
    high: int
    each: tuple[str, ...] = ()
    is_of_step: bool = False


class Scope(msgspec.Struct, frozen=True):
    """The names that an expression may read.

    Attributes:
        fields: type of each field of the event or record, by dotted path; ``""`` if expressions cannot read it.
        readings: by subject (``""`` for none) and name.
        settings: values of the settings by the names that the mod may use.
        has_dice: whether ``roll`` is allowed.
        no_memory: why the mod's memory cannot be read; ``""`` if it can.
        rolls: the dice that the rules of the mod share.
        no_rolls: why none of them can be read; ``""`` if they can.
        names: type of each named value.
        lists: those from which choices are made, by subject and name.
        items: type of the item of each choice around the expression.
        memo: the names, paths, and readings of plain values that are known so far.
    """

    fields: Mapping[str, str] = msgspec.field(default_factory=dict)
    readings: Mapping[tuple[str, str], Readable] = msgspec.field(default_factory=dict)
    settings: Mapping[str, bool | int | float | str] = msgspec.field(default_factory=dict)
    has_dice: bool = True
    no_memory: str = ""
    rolls: Mapping[str, SharedRoll] = msgspec.field(default_factory=dict)
    no_rolls: str = ""
    names: Mapping[str, str] = msgspec.field(default_factory=dict)
    lists: Mapping[tuple[str, str], Readable] = msgspec.field(default_factory=dict)
    items: Mapping[str, str] = msgspec.field(default_factory=dict)
    memo: dict[str, Typed] = msgspec.field(default_factory=dict)

    def list_names(self) -> list[str]:
        """Returns the names that may start an expression."""
        alone = [name for subject, name in self.readings if not subject]
        return [
            *self.names,
            *self.items,
            *(name for name, type in self.fields.items() if type),
            *alone,
            "settings",
            "memory",
            *([ROLLS] if self.rolls else ()),
        ]

    def find_readings(self, subject: str, name: str) -> list[Readable]:
        """Returns the readings of this name for a kind of thing; for `ANY`, those of all kinds in `PLACES`."""
        if subject != ANY:
            found = self.readings.get((subject, name)) or self.readings.get((ANY, name))
            return [found] if found else []
        return [r for (kind, own), r in self.readings.items() if own == name and kind in PLACES]

    def list_reading_names(self, subject: str) -> list[str]:
        """Returns the names of the readings of a kind of thing."""
        kinds = PLACES if subject == ANY else (subject, ANY)
        return [name for kind, name in self.readings if kind in kinds]
