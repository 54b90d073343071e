"""Descriptions of fields that mean the same in every type: ids, cells, turns. A docstring of a type comes first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from footfall.diagnostics.docstrings import parse_field_docs

FIELD_WORDS: dict[str, str] = {
    "actor": "id of an actor; in a board game, a seat",
    "amount": "in hit points",
    "args": "plain data",
    "arrival": "name of the stairs at which one arrives",
    "at": "cell `(y, x)`",
    "attacker": "id of an actor; 0 for none",
    "backstab": "whether the target is unaware",
    "bar": "(value, maximum) of a gauge",
    "by": "id of the actor that caused it; 0 for none",
    "cause": "what caused it",
    "changes": "the proposed changes",
    "charges": "remaining uses",
    "choice": "index of the chosen option, from 0",
    "command": "the command's tag",
    "count": "a number of things, at least 0",
    "divisor": "what `value` is divided by",
    "effect": "id of an `effect`",
    "field": "name of a field",
    "fixture": "a fixture, or its id",
    "fixtures": "by id",
    "height": "in cells",
    "holder": "id of the actor that carries it; 0 for none",
    "how": "what caused it, as a word",
    "hp": "in hit points",
    "id": "its id",
    "inside": "id of the fixture that contains it; 0 for none",
    "item": "an item, or its id",
    "items": "by id",
    "key": "a key of the table",
    "killer": "id of an actor; 0 for none",
    "kind": "what kind it is, as a word",
    "known": "whether it is identified",
    "label": "text for the player",
    "level": "a level, or its id",
    "levels": "by id",
    "lines": "in order",
    "manner": "how it was done, as a word",
    "mask": "bool `(height, width)`",
    "message": "text for the player",
    "mod": "id of a mod",
    "name": "its name, unique",
    "noise": "the noise; loudness in levels from 1",
    "number": "from 1",
    "op": "`set`, `add` or `mul`",
    "options": "what can be chosen",
    "origin": "cell `(y, x)` it comes from",
    "outcome": "a word of the game, such as `won`",
    "place": "what is entered: a cell `(y, x)`, or the id of a room",
    "proposals": "what each mod proposed",
    "question": "what is asked",
    "reason": "text for the player",
    "shares": "what contributes to it",
    "side": "the side it is on, as a word",
    "slot": "where it is worn, as a word",
    "spans": "runs of text, in order",
    "spends_turn": "whether the refused action costs the turn",
    "stat": "a word of the list [stat](records.md#words-stat)",
    "step": "name of a [step](chains.md)",
    "stream": "name of a random stream",
    "target": "id of an actor, or a cell `(y, x)`",
    "terms": "by name",
    "text": "text for the player",
    "then": 'name of the [step](chains.md) that runs with the answer; `""` for none',
    "tile": "id of a `tile`",
    "tint": "a word of the list [tint](records.md#words-tint)",
    "title": "text for the player",
    "to": "cell `(y, x)` or level it leads to",
    "turn": "number of the game's turn, from 0",
    "turns": "in turns of the game; 0 ends it",
    "type": "the class",
    "value": "plain data; a number without a unit of its own has that of its name",
    "via": "the hook, step or command",
    "weapon": "id of an item; 0 for none",
    "where": "`file:line`",
    "width": "in cells",
}


class FieldFacts(NamedTuple):
    """A field for a table of the reference.

    Attributes:
        hint: its type as written in code.
        default: as written in code; None if it is required.
        text: its description, or ``""``.
    """

    name: str
    hint: str
    default: str | None
    text: str


def list_fields(kind: type) -> Iterator[FieldFacts]:
    """Yields the fields of a struct, in order; none for other types."""
    docs = parse_field_docs(kind)
    hints = _list_hints(kind)
    for name, default in _list_defaults(kind):
        yield FieldFacts(name, hints.get(name, "Any"), default, docs.get(name) or FIELD_WORDS.get(name, ""))


def _list_defaults(kind: type) -> Iterator[tuple[str, str | None]]:
    if issubclass(kind, msgspec.Struct):
        names, defaults = kind.__struct_fields__, kind.__struct_defaults__
        required = (msgspec.NODEFAULT,) * (len(names) - len(defaults))
        for name, default in zip(names, (*required, *defaults), strict=True):
            make = getattr(default, "factory", None)
            value = default if make is None else make()
            yield name, None if value is msgspec.NODEFAULT else format_default(value)


def format_default(value: Any) -> str:
    """Formats a default as written in code; ``...`` for other objects."""
    if isinstance(value, type) or callable(value):
        return str(getattr(value, "__name__", "..."))
    return repr(value) if isinstance(value, (str, int, float, bool, tuple, dict, list, type(None))) else "..."


def _list_hints(kind: type) -> dict[str, str]:
    hints: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        for name, hint in vars(base).get("__annotations__", {}).items():
            hints[name] = format_hint(hint)
    return hints


def format_hint(hint: Any) -> str:
    """Formats an annotation as written in code, without modules."""
    text = hint if isinstance(hint, str) else str(getattr(hint, "__name__", hint))
    for module in ("typing.", "collections.abc.", "npt.", "numpy."):
        text = text.replace(module, "")
    return text.strip("\"'")
