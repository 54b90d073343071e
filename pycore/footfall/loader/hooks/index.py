"""An index of a hook's implementations by the values that their conditions compare with constants.

A condition of rules as data is a conjunction; each part that compares a value with a constant is a test. Values that
many implementations test are read once for an event, and give those whose tests hold: by value for equality, by
position in a sorted list for an order. The others are not asked, since their conditions cannot hold. Implementations
that are found still test their whole condition.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from footfall.expressions.python import PythonWriter
from footfall.expressions.typed import BIND, BOOLEAN, CHOICE, DECIMAL, INTEGER, TEXT, Typed, walk

from .implementations import Implementation

MIN_SHARED = 5
"""The fewest implementations that test a value for which an index reads it."""

MAX_TEST_STEPS = 2_000
"""The most that a value may cost that an index reads: the steps of its readings are not counted."""

MAX_KEYS = 3
"""The most values that an index reads for equality."""

MAX_ORDERS = 4
"""The most values that an index compares with bounds."""

_OTHER = object()
"""A value that no test names."""


class Test(NamedTuple):
    """A comparison of a value with constants: the source that reads the value, ``==``, ``>=`` or ``<=``, constants.

    Attributes:
        reads_all: the source leaves out none of its readings.
    """

    source: str
    sign: str
    constants: tuple[Any, ...]
    reads_all: bool = False


class _Order(NamedTuple):
    """The implementations that test one value against bounds, those that hold first."""

    sign: str
    bounds: Sequence[int]
    places: Sequence[int]

    def count(self, value: int) -> int:
        return bisect_right(self.bounds, value if self.sign == ">=" else -value)


class HookIndex:
    """The index of a hook."""

    def __init__(self, impls: Sequence[Implementation]) -> None:
        readings = next((impl.rule.readings.functions for impl in impls if impl.rule is not None), {})
        self._writer = PythonWriter(readings)
        tests = [list(_list_tests(impl, self._writer)) for impl in impls]
        left = dict.fromkeys(range(len(impls)))
        sources: list[str] = []
        self._keys: list[Mapping[Hashable, list[int]]] = []
        for _ in range(MAX_KEYS):
            shared = Counter(source for n in left for source in {t.source: 0 for t in tests[n] if t.sign == "=="})
            source, count = next(iter(shared.most_common(1)), ("", 0))
            if count < MIN_SHARED:
                break
            by_value: dict[Hashable, list[int]] = {}
            for place in list(left):
                found = next((t for t in tests[place] if t.source == source and t.sign == "=="), None)
                if found is not None:
                    del left[place]
                    for value in dict.fromkeys(found.constants):
                        by_value.setdefault(value, []).append(place)
            sources.append(source)
            self._keys.append(by_value)
        bounds: dict[tuple[str, str], list[tuple[int, int]]] = {}
        for place in left:
            if tests[place] and tests[place][0].sign != "==":
                source, sign, (bound,), _ = tests[place][0]
                bounds.setdefault((source, sign), []).append((bound if sign == ">=" else -bound, place))
        self._orders: list[_Order] = []
        for (source, sign), pairs in bounds.items():
            if len(pairs) >= MIN_SHARED and len(self._orders) < MAX_ORDERS:
                pairs.sort()
                self._orders.append(_Order(sign, [bound for bound, _ in pairs], [place for _, place in pairs]))
                sources.append(source)
                left = {place: None for place in left if place not in set(self._orders[-1].places)}
        self._general = list(left)
        self.wants_context = self._writer.wants_context
        whole = {test.source for own in tests for test in own if test.reads_all}
        self._read = self.compile_reader(sources, whole)

    def compile_reader(self, sources: Sequence[str], whole: Container[str]) -> Callable[[Any, Any], tuple[Any, ...]]:
        """Returns a function of an event and a context that reads values.

        Args:
            whole: the sources that leave out none of their readings.
        """
        calls: dict[str, str] = {}
        values = "".join(f"{share_calls(source, calls) if source in whole else source}, " for source in sources)
        lines = [f"    {name} = {call}" for call, name in calls.items()]
        code = "\n".join(["def read(event, ctx):", *lines, f"    return ({values})"])
        exec(compile(code, "<footfall/loader/index>", "exec"), self._writer.names)
        read: Callable[[Any, Any], tuple[Any, ...]] = self._writer.names["read"]
        return read

    def find(self, event: Any, ctx: Any) -> tuple[tuple[Hashable, ...], list[int]]:
        """Returns a key and the places of the implementations to ask; the key with an empty list stands for its own.

        Raises:
            Exception: a value cannot be read or compared.
        """
        values = self._read(event, ctx)
        count = len(self._keys)
        key = tuple([v if v in by_value else _OTHER for by_value, v in zip(self._keys, values, strict=False)])
        held: list[int] = []
        for order, value in zip(self._orders, values[count:], strict=True):
            number = order.count(value)
            if number:
                held += order.places[:number]
        return key, sorted((*held, *self.list_places(key))) if held else []

    def list_places(self, key: tuple[Hashable, ...]) -> list[int]:
        """Returns the places of the implementations for a key, without those that test an order."""
        found = [place for by_value, value in zip(self._keys, key, strict=True) for place in by_value.get(value, ())]
        return sorted((*self._general, *found))


_CALL = re.compile(r"\bread\d+\(ctx(?:, (?:'[^'\\]*'|event\.\w+|-?\d+))*\)")
"""A reading of plain values and fields, as `PythonWriter` writes it."""

_BRANCHES = ("if", "and", "or", CHOICE, BIND)
"""Parts of an expression that may leave out others."""


def share_calls(source: str, calls: dict[str, str]) -> str:
    """Returns an expression in which a variable stands for each reading, so that it is read once for an event.

    Args:
        source: an expression that reads all of its readings.
        calls: the readings so far, with their variables.
    """
    return _CALL.sub(lambda found: calls.setdefault(found[0], f"shared{len(calls)}"), source)


def _list_tests(impl: Implementation, writer: PythonWriter) -> Iterator[Test]:
    """Yields the tests of an implementation up to the first part of its condition that rolls dice or reads memory."""
    if impl.rule is None:
        for condition in impl.conditions:
            if isinstance(condition.value, Hashable) and (condition.op == "==" or type(condition.value) is int):
                yield Test(f"event.{condition.field}", condition.op, (condition.value,))
        return
    when = impl.rule.when
    for part in () if when is None else when.parts if when.op == "and" else (when,):
        if any(node.op == "roll" or (node.op == "input" and node.value.kind == "memory") for node in walk(part)):
            return
        if part.steps > MAX_TEST_STEPS:
            continue
        writer.restart_temporaries()  # equal expressions have equal sources
        test = _read_test(part, writer)
        if test is not None:
            yield test._replace(reads_all=not any(node.op in _BRANCHES for node in walk(part)))


def _read_test(node: Typed, writer: PythonWriter) -> Test | None:
    """Returns an expression as a test, or None."""
    if node.op == "input" and node.type == BOOLEAN:
        return Test(writer.write(node), "==", (True,))
    if node.op == "not" and node.parts[0].op == "input":
        return Test(writer.write(node.parts[0]), "==", (False,))
    if node.op == "in":
        return Test(writer.write(node.parts[0]), "==", node.value)
    if node.op != "compare" or len(node.parts) != 2:
        return None
    (left, right), sign = node.parts, node.value[0]
    if left.op == "constant":
        left, right, sign = right, left, {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(sign, sign)
    if right.op != "constant" or left.op == "constant" or sign == "!=" or left.type not in _TESTABLE:
        return None
    if sign in (">", "<"):
        return Test(writer.write(left), sign + "=", (right.value + (1 if sign == ">" else -1),))
    return Test(writer.write(left), sign, (right.value,))


_TESTABLE = (INTEGER, DECIMAL, BOOLEAN, TEXT)
