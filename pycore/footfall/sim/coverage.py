"""Coverage: counts of events and commands by kind and by the values of their text fields.

A count is a pair: number of games and total, per outcome of the games. Only text fields are counted by value
(cards, rooms, statuses, causes).
"""

from __future__ import annotations

import typing
from collections import Counter
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, TypeAlias

import msgspec

CoverageItem: TypeAlias = tuple[str, str, str]
"""Tag of the event or command, name of a field, its value; the last two are ``""`` for the kind itself."""

Coverage: TypeAlias = "dict[tuple[str, str, str, str], list[int]]"
"""(tag, field, value, outcome) to [games, times]."""


def list_text_fields(kind: type) -> tuple[str, ...]:
    """Names of the text fields of a struct."""
    try:
        fields = msgspec.structs.fields(kind)
    except (NameError, TypeError):  # an annotation imported under TYPE_CHECKING
        return ()
    return tuple(field.name for field in fields if _is_text(field.type))


def _is_text(annotation: Any) -> bool:
    if annotation is str:
        return True
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Literal:
        return all(isinstance(value, str) for value in args)
    if origin is typing.Annotated:
        return _is_text(args[0])
    return (
        bool(args) and origin not in (tuple, list, dict) and all(part is type(None) or _is_text(part) for part in args)
    )


class _StructCounter:
    """Counts structs of one type by the combined values of their text fields."""

    __slots__ = ("cells", "counts", "fields", "key", "tag")

    def __init__(self, kind: type) -> None:
        self.tag = str(kind.__struct_config__.tag or kind.__name__)  # type: ignore[attr-defined]
        self.fields = list_text_fields(kind)
        self.key: Callable[[Any], Any] | None = attrgetter(*self.fields) if self.fields else None
        self.counts: dict[Any, int] = {}
        self.cells: dict[str, tuple[dict[str | None, list[int]], ...]] = {}

    def count(self, structs: list[Any]) -> None:
        """Counts structs of the current game."""
        counts, key = self.counts, self.key
        if key is None:
            counts[None] = counts.get(None, 0) + len(structs)
        elif counts:
            for value, times in Counter(map(key, structs)).items():
                counts[value] = counts.get(value, 0) + times
        else:
            self.counts = Counter(map(key, structs))

    def finish_game(self, outcome: str) -> None:
        """Adds the counts of the current game to its outcome: the first cell is the kind, the others its fields."""
        cells = self.cells.get(outcome)
        if cells is None:
            cells = self.cells[outcome] = tuple({} for _ in range(1 + len(self.fields)))
        counts = self.counts
        _add_count(cells[0], None, sum(counts.values()))
        if len(cells) == 2:
            for value, times in counts.items():
                _add_count(cells[1], value, times)
        elif self.fields:
            for index, column in enumerate(cells[1:]):
                totals: dict[Any, int] = {}
                for values, times in counts.items():
                    totals[values[index]] = totals.get(values[index], 0) + times
                for value, times in totals.items():
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
    """Counts games one after another.

    Attributes:
        pending: uncounted events and commands of the current game; the player of the game appends them.
    """

    MAX_PENDING = 20_000
    """Maximum length of `pending`."""

    def __init__(self) -> None:
        self.pending: list[Any] = []
        self._kinds: dict[type, _StructCounter] = {}
        self._more: Coverage = {}

    def count_pending(self) -> None:
        """Counts and clears the pending structs."""
        by_kind: dict[type, list[Any]] = {}
        for struct in self.pending:
            kind = type(struct)
            if kind in by_kind:
                by_kind[kind].append(struct)
            else:
                by_kind[kind] = [struct]
        self.pending.clear()
        for kind, structs in by_kind.items():
            counter = self._kinds.get(kind)
            if counter is None:
                counter = self._kinds[kind] = _StructCounter(kind)
            counter.count(structs)

    def finish_game(self, outcome: str, more: Iterable[tuple[CoverageItem, int]] = ()) -> None:
        """Adds the counts of the current game, and `more`, to its outcome."""
        self.count_pending()
        for kind in self._kinds.values():
            if kind.counts:
                kind.finish_game(outcome)
        for item, times in more:
            _add_count(self._more, (*item, outcome), times)

    def build_coverage(self) -> Coverage:
        """Returns all counts so far."""
        coverage = dict(self._more)
        for kind in self._kinds.values():
            for outcome, cells in kind.cells.items():
                for field, column in zip(("", *kind.fields), cells, strict=True):
                    for value, cell in column.items():
                        if value is not None or not field:
                            coverage[kind.tag, field, value or "", outcome] = cell
        return coverage


def merge_coverage(into: Coverage, other: Coverage) -> None:
    """Adds the counts of `other` to `into`."""
    for key, (games, times) in other.items():
        cell = into.get(key)
        if cell is None:
            into[key] = [games, times]
        else:
            cell[0] += games
            cell[1] += times
