"""Statements of a rule of chance: named values and their changes, dice, hooks in order, the outcome that ends it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count
from typing import Any, TypeAlias

import msgspec

from .syntax import THOUSANDTHS
from .typed import DECIMAL, FACT, INTEGER, NAME, Input, Typed

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


PlainStatement: TypeAlias = Let | Roll | Bernoulli | Fold | Return
Statement: TypeAlias = PlainStatement | If


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
        return [statement for statement in walk_statements(self.body) if isinstance(statement, Fold)]


def walk_statements(body: Sequence[Statement]) -> Iterator[PlainStatement]:
    """Yields statements in order, and in the place of an `If` those of both its lists."""
    for statement in body:
        if isinstance(statement, If):
            yield from walk_statements((*statement.then, *statement.otherwise))
        else:
            yield statement


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


MAX_TERM = 10**9
"""The largest value of a changed number."""

FACTORS_AT_ONCE = 3
"""Factors that are multiplied before they are rounded: more thousandths could exceed 64 bits."""


class Proposed(msgspec.Struct, frozen=True):
    """The proposal of a rule as data for a named number.

    Attributes:
        operation: ``"set"``, ``"add"`` or ``"mul"``.
        value: reads facts as fields.
        when: its condition; None: always.
    """

    operation: str
    value: Typed
    when: Typed | None


def list_numbers(rule: Lowered) -> list[str]:
    """Returns the named numbers of a rule, in order, without those of the functions that it calls."""
    names = dict.fromkeys(name for statement in walk_statements(rule.body) for name in _list_set_numbers(statement))
    return [name for name in names if "." not in name]  # the values of a called function have dotted names


def _list_set_numbers(statement: PlainStatement) -> tuple[str, ...]:
    """Returns the numbers that a statement names."""
    if isinstance(statement, Fold):
        return statement.names
    if isinstance(statement, Roll):
        return (statement.name,)
    return (statement.name,) if isinstance(statement, Let) and statement.value.type == INTEGER else ()


def list_changes(body: Sequence[Statement]) -> list[Adjust]:
    """Returns the changes among statements, in the order of their numbers."""
    return [statement for statement in walk_statements(body) if isinstance(statement, Adjust)]


def change_numbers(rule: Lowered, changes: Mapping[str, Sequence[Proposed]]) -> Lowered:
    """Returns a rule with changes of its numbers, each where the number is named.

    Args:
        changes: the proposals for each, in the order of mods.
    """
    facts = dict(rule.facts)

    def read(node: Typed) -> Typed:
        if node.op == "input":
            source: Input = node.value
            facts.setdefault(source.name, source.type)
            return Typed(FACT, node.type, node.column, source.name)
        return msgspec.structs.replace(node, parts=tuple(map(read, node.parts))) if node.parts else node

    known = {
        name: [Proposed(p.operation, read(p.value), None if p.when is None else read(p.when)) for p in proposed]
        for name, proposed in changes.items()
    }
    return Lowered(facts, rule.outcome, _change_block(rule.body, known, count()))


def _change_block(
    body: Sequence[Statement], changes: Mapping[str, Sequence[Proposed]], numbers: count[int]
) -> tuple[Statement, ...]:
    changed: list[Statement] = []
    for statement in body:
        if isinstance(statement, If):
            then = _change_block(statement.then, changes, numbers)
            changed.append(If(statement.condition, then, _change_block(statement.otherwise, changes, numbers)))
            continue
        changed.append(statement)
        for name in _list_set_numbers(statement):
            if proposed := changes.get(name):
                values, whens = tuple(one.value for one in proposed), tuple(one.when for one in proposed)
                changed.append(Adjust(name, _combine(name, proposed), values, whens, next(numbers)))
    return tuple(changed)


def _combine(name: str, proposed: Sequence[Proposed]) -> Typed:
    """Returns the new value: first what is set, the last counts; then all sums; then all factors, rounded half up."""
    value = Typed(NAME, INTEGER, 1, name)
    for one in proposed:
        if one.operation == "set":
            value = _choose(one, one.value, value)
    for one in proposed:
        if one.operation == "add":
            value = _make("+", value, _choose(one, one.value, _number(0)))
    factors = [one for one in proposed if one.operation == "mul"]
    for first in range(0, len(factors), FACTORS_AT_ONCE):
        value, under = _limit(value), 1
        for one in factors[first : first + FACTORS_AT_ONCE]:
            divisor = THOUSANDTHS if one.value.type == DECIMAL else 1
            plain = msgspec.structs.replace(one.value, type=INTEGER)
            value, under = _make("*", value, _choose(one, plain, _number(divisor))), under * divisor
        if under > 1:
            doubled = _make("+", _make("*", value, _number(2)), _number(under))
            value = _make("//", doubled, _number(2 * under))
    return _limit(value)


def _limit(value: Typed) -> Typed:
    return _make("max", _make("min", value, _number(MAX_TERM)), _number(-MAX_TERM))


def _choose(proposal: Proposed, value: Typed, otherwise: Typed) -> Typed:
    return value if proposal.when is None else _make("if", proposal.when, value, otherwise)


def _number(value: int) -> Typed:
    return Typed("constant", INTEGER, 1, value)


def _make(op: str, *parts: Typed) -> Typed:
    return Typed(op, INTEGER, 1, None, parts, 1 + sum(part.steps for part in parts))
