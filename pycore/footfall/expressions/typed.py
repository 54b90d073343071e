"""Typed expressions: names resolved, types checked, costs known. Both evaluators are generated from them."""

from __future__ import annotations

from collections.abc import Iterator
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
        is_square: it has at most one item for each cell within as many cells as its last argument says.
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
