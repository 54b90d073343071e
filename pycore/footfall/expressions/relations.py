"""Relations of conditions: whether two can hold at once, and whether one implies the other, with proof or example.

They follow from the values that an expression can have, and those that its inputs can have if a condition holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import islice, product
from typing import Any

import msgspec

from .python import PythonWriter, divide, limit_die, multiply_decimals, saturate
from .syntax import MAX_INTEGER, MIN_INTEGER, THOUSANDTHS
from .typed import BIND, BOOLEAN, CHOICE, TEXT, Input, Typed, walk

NEGATED: Mapping[str, str] = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
"""The comparison that holds exactly if another does not."""

MIRRORED: Mapping[str, str] = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
"""The comparison with its sides swapped."""


class Range(msgspec.Struct, frozen=True):
    """A set of values: whole numbers between two bounds, or texts.

    Attributes:
        low, high: bounds of a number; a flag is 0 or 1.
        words: the possible texts; None: any text and any number within the bounds.
        without: values that are not possible.
    """

    low: int = MIN_INTEGER
    high: int = MAX_INTEGER
    words: frozenset[str] | None = None
    without: frozenset[int | str] = frozenset()

    @property
    def is_empty(self) -> bool:
        """Whether no value is possible."""
        if self.words is not None:
            return not self.words - self.without
        return self.low > self.high or (self.low == self.high and self.low in self.without)

    def intersect(self, other: Range) -> Range:
        """Returns the values of both."""
        words = self.words if other.words is None else other.words if self.words is None else self.words & other.words
        low, high = max(self.low, other.low), min(self.high, other.high)
        without = self.without | other.without
        while low <= high and low in without:
            low += 1
        while low <= high and high in without:
            high -= 1
        return Range(low, high, words, without)

    @property
    def only(self) -> int | str | None:
        """The value, if there is just one."""
        if self.words is not None:
            left = self.words - self.without
            return next(iter(left)) if len(left) == 1 else None
        return self.low if self.low == self.high else None


ANYTHING = Range()
FLAG = Range(0, 1)
NOTHING = Range(1, 0)

Ranges = dict[Input, Range]
"""The range of each input that is not `ANYTHING`."""


def contain(value: int | str | bool) -> Range:
    """Returns the range of one value."""
    return Range(words=frozenset((value,))) if isinstance(value, str) else Range(int(value), int(value))


def find_range(node: Typed, ranges: Ranges) -> Range:
    """Returns the range of an expression."""
    if node.op == "constant":
        return contain(node.value)
    if node.op == "input":
        return ranges.get(node.value, FLAG if node.type == BOOLEAN else ANYTHING)
    if node.type in (BOOLEAN, TEXT):
        return FLAG if node.type == BOOLEAN else ANYTHING
    if node.op in (CHOICE, BIND):
        is_number = node.op == CHOICE and node.value.kind == "count"
        return Range(0, node.value.limit) if is_number else ANYTHING
    parts = [find_range(part, ranges) for part in node.parts]
    if not parts:  # a name of a rule of chance
        return ANYTHING
    if any(part.is_empty for part in parts):
        return NOTHING
    return _calculate(node, parts)


def _calculate(node: Typed, parts: list[Range]) -> Range:
    first, last = parts[0], parts[-1]
    match node.op:
        case "+":
            return _between((first.low + last.low, first.high + last.high))
        case "-":
            return _between((first.low - last.high, first.high - last.low))
        case "minus":
            return _between((-first.high, -first.low))
        case "scale":
            return _between((first.low * THOUSANDTHS, first.high * THOUSANDTHS))
        case "*" | "*.":
            times = multiply_decimals if node.op == "*." else lambda a, b: saturate(a * b)
            return _between(times(a, b) for a in (first.low, first.high) for b in (last.low, last.high))
        case "//" if last.low > 0:
            return _between(divide(a, b) for a in (first.low, first.high) for b in (last.low, last.high))
        case "%" if last.low > 0:
            return Range(0, last.high - 1)
        case "min":
            return Range(min(part.low for part in parts), min(part.high for part in parts))
        case "max":
            return Range(max(part.low for part in parts), max(part.high for part in parts))
        case "abs":
            ends = (abs(first.low), abs(first.high))
            return _between((0 if first.low <= 0 <= first.high else min(ends), max(ends)))
        case "if":
            low, high = (min(p.low for p in parts[1:]), max(p.high for p in parts[1:]))
            return Range(low, high)
        case "roll":
            return Range(first.low, max(first.high, last.high))
    return ANYTHING


def _between(values: Iterable[int]) -> Range:
    known = [saturate(value) for value in values]
    return Range(min(known), max(known))


def narrow(node: Typed, allowed: Range, ranges: Ranges) -> Ranges | None:
    """Returns the ranges if an expression has one of the allowed values; None if it cannot."""
    left = find_range(node, ranges).intersect(allowed)
    if left.is_empty:
        return None
    if node.op == "input":
        return {**ranges, node.value: left}
    if node.op == "scale":
        return narrow(node.parts[0], _divide_bounds(left, THOUSANDTHS), ranges)
    if node.op in ("+", "-") and node.parts[1].op == "constant":
        shift = node.parts[1].value if node.op == "+" else -node.parts[1].value
        low = left.low - shift if left.low > MIN_INTEGER else MIN_INTEGER
        return narrow(node.parts[0], Range(low, left.high - shift if left.high < MAX_INTEGER else MAX_INTEGER), ranges)
    if node.op == "*":
        factor, other = sorted(node.parts, key=lambda part: part.op != "constant")
        if factor.op == "constant" and factor.value > 0:
            return narrow(other, _divide_bounds(left, factor.value), ranges)
    return ranges


def _divide_bounds(product: Range, factor: int) -> Range:
    """Returns the numbers whose product with a positive factor lies in a range; a saturated bound does not count."""
    low = -(-product.low // factor) if product.low > MIN_INTEGER else MIN_INTEGER
    return Range(low, product.high // factor if product.high < MAX_INTEGER else MAX_INTEGER)


def compare(sign: str, left: Typed, right: Typed, ranges: Ranges) -> Ranges | None:
    """Returns the ranges if a comparison holds; None if it cannot."""
    for _ in range(2):  # what one side excludes may narrow the other side again
        for a, op, b in ((left, sign, right), (right, MIRRORED[sign], left)):
            allowed = other = find_range(b, ranges)
            if op == "!=":
                allowed = ANYTHING if other.only is None else Range(without=frozenset((other.only,)))
            elif op in ("<", "<="):
                allowed = Range(high=other.high - (op == "<"))
            elif op in (">", ">="):
                allowed = Range(low=other.low + (op == ">"))
            narrowed = narrow(a, allowed, ranges)
            if narrowed is None:
                return None
            ranges = narrowed
    return ranges


MAX_BRANCHES = 256
"""Maximum number of alternatives in a proof."""

MAX_EXAMPLES = 5_000
"""Maximum number of combinations of values in the search for an example."""

MAX_ALTERNATIVES = 16
"""Maximum number of alternatives in the search for an example."""


class Verdict(Enum):
    """The known answer to a question."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNKNOWN = "unknown"


class Decision(msgspec.Struct, frozen=True):
    """The answer to "can these never hold at once?", with the values for which they do if it is refuted."""

    verdict: Verdict
    example: Mapping[str, int | str | bool] = {}


class _UndecidedError(Exception):
    """The proof needs more than `MAX_BRANCHES` alternatives."""


def are_exclusive(conditions: Sequence[tuple[Typed | None, bool]], ranges: Ranges) -> Decision:
    """Whether some conditions can never hold at once.

    Args:
        conditions: each with its wanted truth value; None always holds.
        ranges: the known ranges of the inputs.
    """
    goals = [(condition, truth) for condition, truth in conditions if condition is not None]
    if any(condition is None and not truth for condition, truth in conditions):
        return Decision(Verdict.PROVED)
    try:
        left = list(_solve(goals, ranges, [MAX_BRANCHES]))
        # Ranges that the last condition made smaller may exclude what an earlier one accepted.
        left = [again for found in left for again in _solve(goals, found, [MAX_BRANCHES])]
    except _UndecidedError:
        left = [ranges]
    else:
        if not left:
            return Decision(Verdict.PROVED)
    example = _find_example(goals, left)
    return Decision(Verdict.UNKNOWN) if example is None else Decision(Verdict.REFUTED, example)


def implies(condition: Typed | None, other: Typed | None, ranges: Ranges) -> Decision:
    """Whether `other` holds whenever `condition` does; an example shows where it does not."""
    return are_exclusive([(condition, True), (other, False)], ranges)


# Proof: alternatives are tried one after another; each narrows the ranges of the inputs.


def _solve(goals: Sequence[tuple[Typed, bool]], ranges: Ranges, budget: list[int]) -> Iterator[Ranges]:
    """Yields the ranges of each alternative that intervals cannot exclude."""
    if not goals:
        yield ranges
        return
    (node, truth), *rest = goals
    budget[0] -= 1
    if budget[0] < 0:
        raise _UndecidedError
    if node.op == "not":
        yield from _solve([(node.parts[0], not truth), *rest], ranges, budget)
    elif node.op in ("and", "or"):
        if truth is (node.op == "and"):
            yield from _solve([*((part, truth) for part in node.parts), *rest], ranges, budget)
        else:
            for part in node.parts:
                yield from _solve([(part, truth), *rest], ranges, budget)
    else:
        for narrowed in _narrow_all(node, truth, ranges):
            yield from _solve(rest, narrowed, budget)


def _narrow_all(node: Typed, truth: bool, ranges: Ranges) -> Iterator[Ranges]:
    """Yields the ranges of each way in which a condition without ``and``, ``or`` and ``not`` has a truth."""
    if node.op == "compare":
        pairs = list(zip(node.parts, node.value, node.parts[1:], strict=False))
        if truth:
            narrowed: Ranges | None = ranges
            for left, sign, right in pairs:
                narrowed = narrowed if narrowed is None else compare(sign, left, right, narrowed)
            found = [narrowed]
        else:
            found = [compare(NEGATED[sign], left, right, ranges) for left, sign, right in pairs]
    elif node.op == "in":
        first = node.parts[0]
        constants = [Typed("constant", TEXT if isinstance(v, str) else "integer", 0, v) for v in node.value]
        if truth:
            found = [compare("==", first, constant, ranges) for constant in constants]
        else:
            narrowed = ranges
            for constant in constants:
                narrowed = narrowed if narrowed is None else compare("!=", first, constant, narrowed)
            found = [narrowed]
    else:
        found = [narrow(node, contain(truth), ranges)]
    yield from (ranges for ranges in found if ranges is not None)


# Examples: values at the bounds of the remaining ranges, and next to the constants of the conditions.


def _find_example(
    goals: Sequence[tuple[Typed, bool]], alternatives: Sequence[Ranges]
) -> Mapping[str, int | str | bool] | None:
    if any(node.op in (CHOICE, BIND) for node in walk(*(goal for goal, _ in goals))):
        return None  # the items of a list and calculated values have no example
    inputs = list(dict.fromkeys(node.value for node in walk(*(goal for goal, _ in goals)) if node.op == "input"))
    constants = {
        value
        for node in walk(*(goal for goal, _ in goals))
        for value in ((node.value,) if node.op == "constant" else node.value if node.op == "in" else ())
    }
    rolls = sum(node.op == "roll" for node in walk(*(goal for goal, _ in goals)))
    find_values = compile_values([goal for goal, _ in goals], inputs)
    share = MAX_EXAMPLES // max(1, min(len(alternatives), MAX_ALTERNATIVES))
    for ranges in alternatives[:MAX_ALTERNATIVES]:
        choices = [_list_candidates(source, ranges, constants) for source in inputs]
        for values in islice(product(*choices, *[(0, 1)] * rolls), share):
            if all(bool(value) is truth for value, (_, truth) in zip(find_values(values), goals, strict=True)):
                flags = [bool(v) if source.type == BOOLEAN else v for source, v in zip(inputs, values, strict=False)]
                return {str(source): flag for source, flag in zip(inputs, flags, strict=True)}
    return None


def _list_candidates(source: Input, ranges: Ranges, constants: set[int | str]) -> list[int | str]:
    known = ranges.get(source)
    if source.type == BOOLEAN:
        return [value for value in (1, 0) if known is None or known.low <= value <= known.high]
    if known is not None and known.words is not None:
        return sorted(known.words - known.without)
    if source.type == TEXT:
        words = sorted(value for value in constants if isinstance(value, str))
        return [word for word in (*words, "other") if known is None or word not in known.without]
    numbers = {0, 1, *(value + step for value in constants if not isinstance(value, str) for step in (-1, 0, 1))}
    numbers |= {value // THOUSANDTHS for value in numbers}
    if known is not None:
        numbers |= {known.low, known.high}
        numbers = {n for n in numbers if known.low <= n <= known.high and n not in known.without}
    words = [word for word in constants if isinstance(word, str)] if source.type == "any" else []
    return [*sorted(numbers, key=abs)[:12], *words]


class _ExampleWriter(PythonWriter):
    """Writes inputs, and after them a number for each die, as items of ``values``."""

    def __init__(self, inputs: Sequence[Input]) -> None:
        super().__init__({})
        self.names["show_face"] = _show_face
        self.places = {source: place for place, source in enumerate(inputs)}
        self.item_count = len(inputs)

    def write_input(self, source: Input) -> str:
        return f"values[{self.places[source]}]"

    def write_arithmetic(self, node: Typed, parts: list[str]) -> str:
        if node.op != "roll":
            return super().write_arithmetic(node, parts)
        self.item_count += 1
        return f"show_face({parts[0]}, {parts[1]}, values[{self.item_count - 1}])"


def _show_face(low: int, high: int, is_highest: int) -> int:
    low, high = limit_die(low), limit_die(high)
    return high if high > low and is_highest else low


def compile_values(nodes: Sequence[Typed], inputs: Sequence[Input]) -> Callable[[Sequence[int | str]], Sequence[Any]]:
    """Returns a function of the values of inputs that gives those of expressions without choices.

    After the inputs it takes a number for each die, in order: 0 for its lowest face, 1 for its highest.
    """
    writer = _ExampleWriter(inputs)
    sources = ", ".join(map(writer.write, nodes))
    written: Callable[[Sequence[int | str]], Sequence[Any]] = eval(f"lambda values: [{sources}]", writer.names)
    return written
