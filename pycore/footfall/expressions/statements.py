"""The statements of a rule of chance: named values, dice and hooks in order, and the outcome that ends it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, TypeAlias

import msgspec

from .typed import Typed

DIE_STEPS = 20
"""Cost of a die, in steps of an evaluator."""


class Let(msgspec.Struct, frozen=True):
    """Names a value."""

    name: str
    value: Typed


class Adjust(Let, frozen=True):
    """Gives a named number another value, as rules as data propose.

    Attributes:
        values: the proposal of each of them.
        whens: the condition of each; None: always.
        number: the number of the change in its rule.
    """

    values: tuple[Typed, ...]
    whens: tuple[Typed | None, ...]
    number: int


class Roll(msgspec.Struct, frozen=True):
    """Names the face of a die from `low` to `high`; `low` if `high` is not above it.

    Attributes:
        reading: the reading that gives the face of a die that several rules share; None: it is rolled.
    """

    name: str
    purpose: str
    low: Typed
    high: Typed
    reading: Typed | None = None


class Bernoulli(msgspec.Struct, frozen=True):
    """Names whether something happens, in `part` of `whole` cases."""

    name: str
    purpose: str
    part: Typed
    whole: Typed


class Fold(msgspec.Struct, frozen=True):
    """Asks a hook, and names its terms.

    Attributes:
        event: builds the event of the hook from the values of `fields`.
        fields: values of the fields of the event, in their order.
        terms: the terms with their values before the hook is asked.
        names: names of the terms after it, in the same order.
    """

    hook: str
    event: Any
    fields: tuple[Typed, ...]
    terms: tuple[tuple[str, Typed], ...]
    names: tuple[str, ...]


class If(msgspec.Struct, frozen=True):
    """Runs one of two lists of statements."""

    condition: Typed
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()


class Return(msgspec.Struct, frozen=True):
    """Ends the rule with the values of the fields of its outcome, in their order."""

    values: tuple[Typed, ...]


Statement: TypeAlias = Let | Roll | Bernoulli | Fold | If | Return


class Lowered(msgspec.Struct, frozen=True, dict=True):
    """A rule of chance as statements.

    Attributes:
        facts: type of each fact that it reads (`footfall.expressions.typed`), by dotted name.
        outcome: names of the fields of its outcome.
    """

    facts: dict[str, str]
    outcome: tuple[str, ...]
    body: tuple[Statement, ...]

    @cached_property
    def folds(self) -> list[Fold]:
        """Its folds, in the order of its program."""
        return list_folds(self.body)


def list_folds(body: tuple[Statement, ...]) -> list[Fold]:
    """Returns the folds of statements, in order."""
    folds = []
    for statement in body:
        if isinstance(statement, Fold):
            folds.append(statement)
        elif isinstance(statement, If):
            folds += [*list_folds(statement.then), *list_folds(statement.otherwise)]
    return folds


def end_with(rows: Sequence[Statement], last: Return) -> tuple[Statement, ...]:
    """Returns rows of a rule as data as statements: they end with `last` where the condition of an `If` is false."""
    return tuple(If(row.condition, (), (last,)) if isinstance(row, If) else row for row in rows)


def count_row_steps(rows: Sequence[Statement]) -> int:
    """Returns the cost of rows, an upper bound, in steps of an evaluator."""
    dice = sum(isinstance(row, Roll | Bernoulli) for row in rows)
    return DIE_STEPS * dice + sum(value.steps for value in list_values(rows))


def list_values(body: Sequence[Statement]) -> list[Typed]:
    """Returns the values of statements, in order; none of them may be a fold."""
    values: list[Typed] = []

    def keep(value: Typed) -> Typed:
        values.append(value)
        return value

    map_values(body, keep)
    return values


def map_values(body: Sequence[Statement], change: Callable[[Typed], Typed]) -> tuple[Statement, ...]:
    """Returns statements with each of their values changed; none of them may be a fold."""
    changed: list[Statement] = []
    for statement in body:
        if isinstance(statement, Return):
            changed.append(Return(tuple(map(change, statement.values))))
        elif isinstance(statement, If):
            then, otherwise = map_values(statement.then, change), map_values(statement.otherwise, change)
            changed.append(If(change(statement.condition), then, otherwise))
        else:
            fields = {name: getattr(statement, name) for name in statement.__struct_fields__}
            values = {name: change(value) for name, value in fields.items() if isinstance(value, Typed)}
            changed.append(msgspec.structs.replace(statement, **values))
    return tuple(changed)
