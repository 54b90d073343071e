"""Fold arithmetic: combines proposals for named terms.

First ``set`` (the last mod in order wins), then the sum of all ``add``, then the product of all ``mul``, rounded
half up once at the end. Only integers and ratios, so that the result is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from itertools import islice
from typing import Any

import msgspec

from .model import Cause, Change, Op, Term

_SET, _ADD, _MUL = Op.SET, Op.ADD, Op.MUL  # members of an enum are slow to read from its class

FIXED_POINT = 1000
"""Denominator for floats passed to `mul`: 1.5 becomes 1500/1000."""


def set_to(name: str, value: int, reason: str = "") -> Term:
    """Proposes to set a term to `value`, before all ``add`` and ``mul``."""
    return Term(_SET, name, value, 1, reason)


def add(name: str, value: int, reason: str = "") -> Term:
    """Proposes to add `value` to a term, after all ``set`` and before all ``mul``."""
    return Term(_ADD, name, value, 1, reason)


def mul(name: str, value: int | float, divisor: int = 1, reason: str = "") -> Term:
    """Proposes to multiply a term by ``value / divisor``; a float is rounded to thousandths."""
    if isinstance(value, float):
        return Term(_MUL, name, round(value * FIXED_POINT), divisor * FIXED_POINT, reason)
    return Term(_MUL, name, value, divisor, reason)


MAX_RESULTS = 10_000
"""Terms and changes that one call of a hook, a step or a command may return."""


def list_changes(result: Iterable[Any] | None) -> list[Any] | None:
    """Returns the result of a step or a command handler as a list; a generator runs here.

    Raises:
        TypeError: it is text or a table.
        ValueError: there are more than `MAX_RESULTS`.
    """
    if result is None or (type(result) is list and len(result) <= MAX_RESULTS):
        return result
    if isinstance(result, str | bytes | Mapping):
        raise TypeError(f"it returns a list of changes, not {result!r}")
    items = result if type(result) is list else list(islice(result, MAX_RESULTS + 1))
    if len(items) > MAX_RESULTS:
        raise ValueError(f"it returns more than {MAX_RESULTS:,} changes")
    return items


def limit_changes(run: Callable[..., Iterable[Any] | None]) -> Callable[..., list[Any] | None]:
    """Returns a step whose result `list_changes` limits."""

    @wraps(run)
    def run_limited(*arguments: Any) -> list[Any] | None:
        return list_changes(run(*arguments))

    return run_limited


MAX_TERM = 10**9
"""The largest value of a term that a mod proposes, and of a result."""

_MIN_TERM = -MAX_TERM


class Proposal(msgspec.Struct, frozen=True, gc=False):
    """The terms and changes of one listener, applied or dropped as a unit.

    Attributes:
        hook: the hook that asked the listener; ``cause.via`` of a rule as data also has the name of the rule.
    """

    cause: Cause
    terms: tuple[Term, ...] = ()
    changes: tuple[Change, ...] = ()
    hook: str = ""


def parse_proposal(hook: str, cause: Cause, result: Any, terms: Mapping[str, int]) -> Proposal:
    """Checks the result of a listener.

    Raises:
        TypeError, ValueError: the result contains anything but changes and these terms.
    """
    kind = type(result)
    if kind is list or kind is tuple:
        items = result
    elif isinstance(result, (Term, Change)):
        items = (result,)
    else:
        items = tuple(islice(result, MAX_RESULTS + 1))
    if len(items) > MAX_RESULTS:
        raise ValueError(f"{hook} returns more than {MAX_RESULTS:,} terms and changes")
    proposed: list[Term] = []
    changes: list[Change] = []
    for item in items:
        if type(item) is Term:
            name, value, divisor = item.name, item.value, item.divisor
            if name not in terms:
                known = ", ".join(terms) or "no terms"
                raise ValueError(f"{hook} has no term {name!r}; it has: {known}")
            if divisor == 0 or type(value) is not int or type(divisor) is not int:
                shown = repr(value) if divisor == 1 else f"{value!r} / {divisor!r}"
                function = "set_to" if item.op is _SET else item.op.value
                raise ValueError(f"{function}({name!r}, {shown}) needs a whole number")
            if not (-MAX_TERM <= value <= MAX_TERM and -MAX_TERM <= divisor <= MAX_TERM):
                raise ValueError(f"term {name!r} needs integers of at most {MAX_TERM:,}")
            proposed.append(item)
        elif isinstance(item, Change):
            changes.append(item)
        else:
            raise TypeError(f"{hook} returns terms and changes, not {item!r}")
    return Proposal(cause, tuple(proposed), tuple(changes), hook)


class BatchProposal(msgspec.Struct, frozen=True):
    """The proposals of one listener for some events of a batch.

    Attributes:
        indices: indices of the events in the batch.
        items: terms and changes, the same for each of these events.
    """

    indices: tuple[int, ...]
    items: tuple[Term | Change, ...]


def expand_batch_proposals(hook: str, result: Any, count: int) -> list[list[Term | Change]]:
    """Returns the terms and changes for each of the `count` events of a batch.

    Raises:
        TypeError: `result` contains anything but `BatchProposal`s.
        ValueError: there are more than `MAX_RESULTS` terms and changes for each event.
    """
    rows: list[list[Term | Change]] = [[] for _ in range(count)]
    limit = MAX_RESULTS * max(count, 1)
    for proposal in (result,) if isinstance(result, BatchProposal) else islice(result, limit + 1):
        if not isinstance(proposal, BatchProposal):
            raise TypeError(f"{hook} with batch=True returns batch.where(...) or batch.every(...), not {proposal!r}")
        limit -= max(len(proposal.indices) * len(proposal.items), 1)
        if limit < 0:
            raise ValueError(f"{hook} returns more than {MAX_RESULTS:,} terms and changes for an event")
        for index in proposal.indices:
            rows[index].extend(proposal.items)
    return rows


class FoldResult(msgspec.Struct, frozen=True, gc=False):
    """The result of a fold: the final terms, and the proposals that contain changes."""

    terms: Mapping[str, int]
    proposals: tuple[Proposal, ...] = ()

    def __getitem__(self, name: str) -> int:
        return self.terms[name]


def divide_half_up(numerator: int, denominator: int) -> int:
    """Returns ``numerator / denominator`` rounded to the nearest integer, halves up."""
    return (2 * numerator + denominator) // (2 * denominator)


def combine(base: Mapping[str, int], proposals: Iterable[Proposal]) -> dict[str, int]:
    """Returns `base` with all proposed terms applied; `parse_proposal` has checked their names."""
    values = dict(base)
    products: dict[str, tuple[int, int]] = {}
    sums: dict[str, int] = {}
    for proposal in proposals:
        for term in proposal.terms:
            name, op = term.name, term.op
            if op is _SET:
                values[name] = term.value
            elif op is _ADD:
                sums[name] = sums.get(name, 0) + term.value
            else:
                over, under = products.get(name, (1, 1))
                products[name] = (over * term.value, under * term.divisor)
    return _apply_sums(values, sums, products)


def combine_plain(base: Mapping[str, int], results: Iterable[tuple[Any, Any]]) -> dict[str, int] | None:
    """Returns the same as `combine` without building proposals; None unless all results are lists of valid terms.

    Args:
        results: pairs of a listener and its result.
    """
    values = dict(base)
    products: dict[str, tuple[int, int]] = {}
    sums: dict[str, int] = {}
    try:
        for _, result in results:
            if type(result) is not list or len(result) > MAX_RESULTS:
                return None
            for term in result:
                if type(term) is not Term:
                    return None
                name, value, divisor, op = term.name, term.value, term.divisor, term.op
                if type(value) is not int or not _MIN_TERM <= value <= MAX_TERM or name not in values:
                    return None
                if type(divisor) is not int or divisor == 0 or not _MIN_TERM <= divisor <= MAX_TERM:
                    return None
                if op is _ADD:
                    sums[name] = sums[name] + value if name in sums else value
                elif op is _SET:
                    values[name] = value
                else:
                    over, under = products.get(name, (1, 1))
                    products[name] = (over * value, under * divisor)
    except TypeError:  # a name that is not a text
        return None
    return _apply_sums(values, sums, products)


def _apply_sums(values: dict[str, int], sums: dict[str, int], products: dict[str, tuple[int, int]]) -> dict[str, int]:
    for name, amount in sums.items():
        values[name] += amount
    for name, (over, under) in products.items():
        values[name] = divide_half_up(values[name] * over, under)
    for changed in (sums, products) if products else (sums,):
        for name in changed:
            if not _MIN_TERM <= values[name] <= MAX_TERM:
                values[name] = MAX_TERM if values[name] > 0 else _MIN_TERM
    return values


def combine_results(
    session: Any, hook: str, event: Any, terms: Mapping[str, int], results: list[tuple[Any, Any]]
) -> FoldResult:
    """Returns the result of a fold from the answers of its listeners, pairs of a `Listener` and its result."""
    plain = combine_plain(terms, results) if results else terms
    if plain is not None:
        if session.tracer is not None:
            session.tracer.record_plain_fold(session, hook, event, terms, results, plain)
        return FoldResult(plain)
    proposals = tuple(session.check_proposals(hook, results, terms))
    final = combine(terms, proposals)
    if session.tracer is not None:
        session.tracer.record_fold(session, hook, event, terms, proposals, final)
    return FoldResult(final, tuple([proposal for proposal in proposals if proposal.changes]))
