"""The statements of a rule of chance: named values, dice and hooks in order, and the outcome that ends it."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from .typed import Typed


class Let(msgspec.Struct, frozen=True):
    """Names a value."""

    name: str
    value: Typed


class Roll(msgspec.Struct, frozen=True):
    """Names the face of a die from `low` to `high`; `low` if `high` is not above it."""

    name: str
    purpose: str
    low: Typed
    high: Typed


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
        names: of the terms after it, in the same order.
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


class Lowered(msgspec.Struct, frozen=True):
    """A rule of chance as statements.

    Attributes:
        facts: type of each fact that it reads (`footfall.expressions.typed`), by dotted name.
        outcome: names of the fields of its outcome.
    """

    facts: dict[str, str]
    outcome: tuple[str, ...]
    body: tuple[Statement, ...]

    @property
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
