"""Fold arithmetic: how proposals for named terms become one number.

``set`` first (the last mod in order has the word), then the sum of all ``add``, then the
product of all ``mul``, rounded half up once at the end. Integers and ratios only, so that
the result is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from .model import Cause, Change, Op, Term

FIXED_POINT = 1000
"""A float given to `mul` is read as thousandths: 1.5 becomes 1500/1000."""


def set_to(name: str, value: int, reason: str = "") -> Term:
    """Proposes that a term become `value` before anything is added or multiplied."""
    return Term(Op.SET, name, value, 1, reason)


def add(name: str, value: int, reason: str = "") -> Term:
    """Proposes to add `value` to a term (after every ``set``, before every ``mul``)."""
    return Term(Op.ADD, name, value, 1, reason)


def mul(name: str, value: int | float, divisor: int = 1, reason: str = "") -> Term:
    """Proposes to multiply a term by ``value / per``; a float is taken in thousandths."""
    if isinstance(value, float):
        return Term(Op.MUL, name, round(value * FIXED_POINT), divisor * FIXED_POINT, reason)
    return Term(Op.MUL, name, value, divisor, reason)


class Proposal(msgspec.Struct, frozen=True, gc=False):
    """What one listener asked for: its terms and its changes, taken or dropped as a unit."""

    cause: Cause
    terms: tuple[Term, ...] = ()
    changes: tuple[Change, ...] = ()


def parse_proposal(hook: str, cause: Cause, result: Any, terms: Mapping[str, int]) -> Proposal:
    """Reads what a listener returned; a nonsensical result is dropped whole.

    Raises:
        TypeError, ValueError: it is not made of changes and of `terms` that the hook has.
    """
    items = (result,) if isinstance(result, (Term, Change)) else tuple(result)
    for item in items:
        if type(item) is Term:
            if item.name not in terms:
                known = ", ".join(terms) or "no terms"
                raise ValueError(f"{hook} has no term {item.name!r}; it has: {known}")
            if item.divisor == 0 or type(item.value) is not int or type(item.divisor) is not int:
                raise ValueError(f"term {item.name!r} needs integers, got {item!r}")
        elif not isinstance(item, Change):
            raise TypeError(f"{hook} returns terms and changes, not {item!r}")
    return Proposal(
        cause,
        tuple([item for item in items if type(item) is Term]),
        tuple([item for item in items if type(item) is not Term]),
    )


class BatchProposal(msgspec.Struct, frozen=True):
    """What one listener proposes for some events of a batch.

    Attributes:
        events: their places in the batch.
        what: terms and changes for each of them.
    """

    indices: tuple[int, ...]
    items: tuple[Term | Change, ...]


def expand_batch_proposals(hook: str, result: Any, count: int) -> list[list[Term | Change]]:
    """What a listener's answer to a batch is for each of its `count` events.

    Raises:
        TypeError: it is not made of `Spread`s.
    """
    rows: list[list[Term | Change]] = [[] for _ in range(count)]
    for spread in (result,) if isinstance(result, BatchProposal) else result:
        if not isinstance(spread, BatchProposal):
            raise TypeError(
                f"{hook} with batch=True returns batch.where(...) or batch.every(...), not {spread!r}"
            )
        for place in spread.indices:
            rows[place].extend(spread.items)
    return rows


class FoldResult(msgspec.Struct, frozen=True, gc=False):
    """The outcome of a fold: the final terms, and the changes each listener queued."""

    terms: Mapping[str, int]
    proposals: tuple[Proposal, ...] = ()

    def __getitem__(self, name: str) -> int:
        return self.terms[name]


def divide_half_up(numerator: int, denominator: int) -> int:
    """Rounds ``numerator / denominator`` to the nearest integer, halves upwards."""
    return (2 * numerator + denominator) // (2 * denominator)


def combine(base: Mapping[str, int], proposals: Iterable[Proposal]) -> dict[str, int]:
    """Applies all proposed terms to `base`; unknown names were refused before this point."""
    value = dict(base)
    product: dict[str, tuple[int, int]] = {}
    added: dict[str, int] = {}
    for proposal in proposals:
        for term in proposal.terms:
            if term.op is Op.SET:
                value[term.name] = term.value
            elif term.op is Op.ADD:
                added[term.name] = added.get(term.name, 0) + term.value
            else:
                over, under = product.get(term.name, (1, 1))
                product[term.name] = (over * term.value, under * term.divisor)
    for name, amount in added.items():
        value[name] += amount
    for name, (over, under) in product.items():
        value[name] = divide_half_up(value[name] * over, under)
    return value
