"""Counts of what happened in games: events and commands by kind, and by each of their words.

Only fields that hold text are counted by value: a card, a room, a status, a cause. A count is a
pair: in how many games, and how often; kept apart by how the game ended.
"""

from __future__ import annotations

import typing
from collections import Counter
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, TypeAlias

import msgspec

CoverageItem: TypeAlias = tuple[str, str, str]
"""What was seen: tag of the event or command, name of the field, its value; the last two are ``""``
for the kind itself."""

Coverage: TypeAlias = "dict[tuple[str, str, str, str], list[int]]"
"""(tag, field, value, outcome) to [games, times]."""


def list_text_fields(kind: type) -> tuple[str, ...]:
    """Names of the fields of a struct that hold text."""
    try:
        fields = msgspec.structs.fields(kind)
    except (NameError, TypeError):  # a type that only a type checker can see
        return ()
    return tuple(field.name for field in fields if _is_text(field.type))


def _is_text(annotation: Any) -> bool:
    if annotation is str:
        return True
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Literal:
        return all(isinstance(each, str) for each in args)
    if origin is typing.Annotated:
        return _is_text(args[0])
    return (
        bool(args)
        and origin not in (tuple, list, dict)
        and all(each is type(None) or _is_text(each) for each in args)
    )


class _StructCounter:
    """How structs of one type are counted: by the values of their words together."""

    __slots__ = ("cells", "counts", "fields", "key", "tag")

    def __init__(self, kind: type) -> None:
        self.tag = str(kind.__struct_config__.tag or kind.__name__)  # type: ignore[attr-defined]
        self.fields = list_text_fields(kind)
        self.key: Callable[[Any], Any] | None = attrgetter(*self.fields) if self.fields else None
        self.counts: dict[Any, int] = {}
        self.cells: dict[str, tuple[dict[str | None, list[int]], ...]] = {}

    def count(self, structs: list[Any]) -> None:
        """Counts structs of the running game."""
        counts, key = self.counts, self.key
        if key is None:
            counts[None] = counts.get(None, 0) + len(structs)
        elif counts:
            for value, times in Counter(map(key, structs)).items():
                counts[value] = counts.get(value, 0) + times
        else:
            self.counts = Counter(map(key, structs))

    def finish_game(self, outcome: str) -> None:
        """Ends the game. The first of the cells is for the kind itself, the others for its fields."""
        cells = self.cells.get(outcome)
        if cells is None:
            cells = self.cells[outcome] = tuple({} for _ in range(1 + len(self.fields)))
        counts = self.counts
        _add_count(cells[0], None, sum(counts.values()))
        if len(cells) == 2:
            for value, times in counts.items():
                _add_count(cells[1], value, times)
        elif self.fields:
            for at, column in enumerate(cells[1:]):
                found: dict[Any, int] = {}
                for values, times in counts.items():
                    found[values[at]] = found.get(values[at], 0) + times
                for value, times in found.items():
                    _add_count(column, value, times)
        self.counts = {}


def _add_count(cells: dict[Any, list[int]], value: Any, times: int) -> None:
    cell = cells.get(value)
    if cell is None:
        cells[value] = [1, times]
    else:
        cell[0] += 1
        cell[1] += times


class CoverageCounter:
    """Counts one game after another.

    Attributes:
        seen: events and commands of the running game not counted yet; whoever plays it adds them.
    """

    MAX_PENDING = 20_000
    """Structs that may wait to be counted."""

    def __init__(self) -> None:
        self.pending: list[Any] = []
        self._kinds: dict[type, _StructCounter] = {}
        self._more: Coverage = {}

    def count_pending(self) -> None:
        """Counts what was seen since the last time."""
        sorted_out: dict[type, list[Any]] = {}
        for struct in self.pending:
            kind = type(struct)
            if kind in sorted_out:
                sorted_out[kind].append(struct)
            else:
                sorted_out[kind] = [struct]
        self.pending.clear()
        for kind, structs in sorted_out.items():
            known = self._kinds.get(kind)
            if known is None:
                known = self._kinds[kind] = _StructCounter(kind)
            known.count(structs)

    def finish_game(self, outcome: str, more: Iterable[tuple[CoverageItem, int]] = ()) -> None:
        """Ends the game: what was counted, and `more`, goes to the column of its outcome."""
        self.count_pending()
        for kind in self._kinds.values():
            if kind.counts:
                kind.finish_game(outcome)
        for seen, times in more:
            _add_count(self._more, (*seen, outcome), times)

    def build_coverage(self) -> Coverage:
        """All counts so far."""
        found = dict(self._more)
        for kind in self._kinds.values():
            for outcome, cells in kind.cells.items():
                for field, column in zip(("", *kind.fields), cells, strict=True):
                    for value, cell in column.items():
                        if value is not None or not field:
                            found[kind.tag, field, value or "", outcome] = cell
        return found


def merge_coverage(into: Coverage, other: Coverage) -> None:
    """Adds the counts of other games."""
    for key, (games, times) in other.items():
        cell = into.get(key)
        if cell is None:
            into[key] = [games, times]
        else:
            cell[0] += games
            cell[1] += times
