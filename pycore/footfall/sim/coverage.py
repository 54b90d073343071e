"""Coverage: counts of events and commands by kind and by the values of their text fields.

A count is a pair: number of games and total, per outcome of the games. Only text fields are counted by value
(cards, rooms, statuses, causes). An `Audit` also counts every step and every die roll, to see which rules ran and
whether dice are fair.
"""

import typing
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from operator import attrgetter
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from footfall.engine.context import Context
from footfall.engine.declarations.rules import BoundStep, Rules
from footfall.engine.host import Contexts, Host, StepFunction
from footfall.engine.session import Session

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
    """Counts structs of one type by the combined values of their text fields.

    Attributes:
        counts: structs of the current game by combined values.
        columns: by outcome, the cells (games, times) by value of the type itself, then of each field.
    """

    __slots__ = ("columns", "counts", "fields", "key", "tag")

    def __init__(self, kind: type) -> None:
        self.tag = str(kind.__struct_config__.tag or kind.__name__)  # type: ignore[attr-defined]
        self.fields = list_text_fields(kind)
        self.key: Callable[[Any], Any] | None = attrgetter(*self.fields) if self.fields else None
        self.counts: dict[Any, int] = {}
        self.columns: dict[str, tuple[dict[str | None, list[int]], ...]] = {}

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
        """Adds the counts of the current game to its outcome."""
        columns = self.columns.get(outcome)
        if columns is None:
            columns = self.columns[outcome] = tuple({} for _ in range(1 + len(self.fields)))
        counts = self.counts
        add_count(columns[0], None, 1, sum(counts.values()))
        if len(columns) == 2:
            for value, times in counts.items():
                add_count(columns[1], value, 1, times)
        elif self.fields:
            for index, column in enumerate(columns[1:]):
                totals: dict[Any, int] = {}
                for values, times in counts.items():
                    totals[values[index]] = totals.get(values[index], 0) + times
                for value, times in totals.items():
                    add_count(column, value, 1, times)
        self.counts = {}


def add_count(cells: dict[Any, list[int]], key: Any, games: int, times: int) -> None:
    """Adds a number of games and a total to a cell."""
    cell = cells.setdefault(key, [0, 0])
    cell[0] += games
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
        self._audit_coverage: Coverage = {}

    def count_pending(self) -> None:
        """Counts and clears the pending structs."""
        by_kind: defaultdict[type, list[Any]] = defaultdict(list)
        for struct in self.pending:
            by_kind[type(struct)].append(struct)
        self.pending.clear()
        for kind, structs in by_kind.items():
            if kind not in self._kinds:
                self._kinds[kind] = _StructCounter(kind)
            self._kinds[kind].count(structs)

    def finish_game(self, outcome: str, audit_counts: Iterable[tuple[CoverageItem, int]] = ()) -> None:
        """Adds the counts of the current game, and those of its audit, to its outcome."""
        self.count_pending()
        for kind in self._kinds.values():
            if kind.counts:
                kind.finish_game(outcome)
        for item, times in audit_counts:
            add_count(self._audit_coverage, (*item, outcome), 1, times)

    def build_coverage(self) -> Coverage:
        """Returns all counts so far."""
        coverage = dict(self._audit_coverage)
        for kind in self._kinds.values():
            for outcome, columns in kind.columns.items():
                for field, column in zip(("", *kind.fields), columns, strict=True):
                    for value, cell in column.items():
                        if value is not None or not field:
                            coverage[kind.tag, field, value or "", outcome] = cell
        return coverage


def merge_coverage(into: Coverage, addition: Coverage) -> None:
    """Adds the counts of `addition` to `into`."""
    for key, (games, times) in addition.items():
        add_count(into, key, games, times)


STEP_TAG, DIE_TAG = "footfall:step", "footfall:die"
"""Coverage tags for steps and dice."""

MAX_FACES = 20
"""Dice with more faces (shuffles, draws from long lists) are not counted."""


class Audit:
    """Counts steps and rolls without changing the games."""

    def __init__(self, rules: Rules) -> None:
        self._counts: dict[CoverageItem, int] = {}
        self._plain_rules = rules
        steps = {name: replace(step, run=self._count_calls(step)) for name, step in rules.steps.items()}
        self.rules = replace(rules, steps=steps)

    def begin(self, rules: Rules, seed: int, options: Mapping[str, Any], **keywords: Any) -> Session:
        """Like `Session.begin`, with counted dice."""
        counts, plain_rules = self._counts, self._plain_rules

        class CountingSession(Session):
            def __init__(self, rules: Rules, state: Any, **more: Any) -> None:
                super().__init__(rules, state, **more)
                self.contexts = Contexts(self, partial(_CountingContext, counts=counts))

            def fork(self, seed: int) -> Session:
                """Returns a copy that counts nothing: a bot's search is not part of the game."""
                return Session(plain_rules, super().fork(seed).state, quiet=True)

        return CountingSession.begin(rules, seed, options, **keywords)

    def take_counts(self) -> Iterable[tuple[CoverageItem, int]]:
        """Returns the counts since the last call."""
        counts = list(self._counts.items())
        self._counts.clear()
        return counts

    def _count_calls(self, step: BoundStep) -> StepFunction:
        counts, run, item = self._counts, step.run, (STEP_TAG, "step", step.name)

        def run_counted(*args: Any) -> Any:
            counts[item] = counts.get(item, 0) + 1
            return run(*args)

        return run_counted


class _CountingContext(Context):
    __slots__ = ("_counts",)

    def __init__(self, session: Host, mod: str, counts: dict[CoverageItem, int]) -> None:
        super().__init__(session, mod)
        self._counts = counts

    def roll(self, purpose: str, low: int, high: int) -> int:
        value = super().roll(purpose, low, high)
        if low < high < low + MAX_FACES:
            item = (DIE_TAG, f"{self.mod} {purpose} {low}..{high}", str(value))
            self._counts[item] = self._counts.get(item, 0) + 1
        return value
