"""The values that an expression can have, and those that its inputs can have if a condition holds.

A range contains at least the values that are possible. Only an empty range is a proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from .arithmetic import divide, multiply_decimals, saturate
from .syntax import MAX_INTEGER, MIN_INTEGER, THOUSANDTHS
from .typed import BIND, BOOLEAN, CHOICE, TEXT, Input, Typed

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
