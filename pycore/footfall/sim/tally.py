"""Counts of what happened in games: events and commands by kind, and by each of their words.

Only fields that hold text are counted by value: a card, a room, a status, a cause. A count is a
pair: in how many games, and how often; kept apart by how the game ended.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, TypeAlias

import msgspec

Seen: TypeAlias = tuple[str, str, str]
"""What was seen: tag of the event or command, name of the field, its value; the last two are ``""``
for the kind itself."""

Coverage: TypeAlias = "dict[tuple[str, str, str, str], list[int]]"
"""(tag, field, value, outcome) to [games, times]."""


def words_of(kind: type) -> tuple[str, ...]:
    """Names of the fields of a struct that hold text."""
    try:
        fields = msgspec.structs.fields(kind)
    except (NameError, TypeError):  # a type that only a type checker can see
        return ()
    return tuple(field.name for field in fields if _text(field.type))


def _text(annotation: Any) -> bool:
    if annotation is str:
        return True
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Literal:
        return all(isinstance(each, str) for each in args)
    if origin is typing.Annotated:
        return _text(args[0])
    return (
        bool(args)
        and origin not in (tuple, list, dict)
        and all(each is type(None) or _text(each) for each in args)
    )


class _Kind:
    """How structs of one type are counted: by the values of their words together."""

    __slots__ = ("counts", "fields", "key", "tag")

    def __init__(self, kind: type) -> None:
        self.tag = str(kind.__struct_config__.tag or kind.__name__)  # type: ignore[attr-defined]
        self.fields = words_of(kind)
        self.key: Callable[[Any], Any] | None = attrgetter(*self.fields) if self.fields else None
        self.counts: dict[Any, int] = {}


class Tally:
    """Counts one game after another. One dictionary look-up and one addition per struct."""

    def __init__(self) -> None:
        self._kinds: dict[type, _Kind] = {}
        self.coverage: Coverage = {}

    def add(self, structs: Iterable[Any]) -> None:
        """Counts events or commands of the running game."""
        kinds = self._kinds
        for struct in structs:
            kind = kinds.get(type(struct))
            if kind is None:
                kind = kinds[type(struct)] = _Kind(type(struct))
            key = kind.key
            value = None if key is None else key(struct)
            kind.counts[value] = kind.counts.get(value, 0) + 1

    def close(self, outcome: str, more: Iterable[tuple[Seen, int]] = ()) -> None:
        """Ends the game: what was counted goes to the column of its outcome."""
        found: dict[Seen, int] = dict(more)
        for kind in self._kinds.values():
            if not kind.counts:
                continue
            tag, fields = kind.tag, kind.fields
            found[tag, "", ""] = sum(kind.counts.values())
            if len(fields) == 1:
                for value, times in kind.counts.items():
                    if value is not None:
                        found[tag, fields[0], value] = times
            elif fields:
                for values, times in kind.counts.items():
                    for field, value in zip(fields, values, strict=True):
                        if value is not None:
                            seen = (tag, field, value)
                            found[seen] = found.get(seen, 0) + times
            kind.counts.clear()
        coverage = self.coverage
        for (tag, field, value), times in found.items():
            cell = coverage.get((tag, field, value, outcome))
            if cell is None:
                coverage[tag, field, value, outcome] = [1, times]
            else:
                cell[0] += 1
                cell[1] += times


def merge(into: Coverage, other: Coverage) -> None:
    """Adds the counts of other games."""
    for key, (games, times) in other.items():
        cell = into.get(key)
        if cell is None:
            into[key] = [games, times]
        else:
            cell[0] += games
            cell[1] += times
