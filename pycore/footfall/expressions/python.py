"""Generates Python source from typed expressions: the evaluator that the others must agree with, bit for bit.

Both evaluators saturate 64-bit integers; division rounds down and never fails.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from .choices import count_item_steps, gather, look, rank, take_first
from .syntax import MAX_INTEGER, MIN_INTEGER, THOUSANDTHS
from .typed import BIND, CHOICE, ITEM, NAME, OPAQUE, Input, ListChoice, Typed

MAX_DIE = 10**9
"""The bounds of ``roll`` are limited to this number and its negative."""


def saturate(value: int) -> int:
    """Returns the nearest 64-bit integer."""
    return MAX_INTEGER if value > MAX_INTEGER else MIN_INTEGER if value < MIN_INTEGER else value


def divide(left: int, right: int) -> int:
    """Returns the quotient rounded down; 0 if the divisor is 0."""
    return saturate(left // right) if right else 0


def take_remainder(left: int, right: int) -> int:
    """Returns the remainder, which has the sign of the divisor; 0 if the divisor is 0."""
    return left % right if right else 0


def multiply_decimals(left: int, right: int) -> int:
    """Returns the product of two numbers of thousandths, rounded down to thousandths."""
    return saturate(left * right // THOUSANDTHS)


def limit_die(bound: int) -> int:
    """Returns a bound of ``roll`` within its limits."""
    return max(-MAX_DIE, min(MAX_DIE, bound))


FUNCTIONS: Mapping[str, Any] = {
    "saturate": saturate,
    "divide": divide,
    "multiply_decimals": multiply_decimals,
    "limit_die": limit_die,
    "remainder": take_remainder,
    "min": min,
    "max": max,
    "abs": abs,
    "any": any,
    "sum": sum,
    "look": look,
    "rank": rank,
    "take_first": take_first,
    "gather": gather,
    "__builtins__": {},
}
"""The names that generated source may use, besides those of `PythonWriter.names`."""


class PythonWriter:
    """Writes expressions that share one function with the arguments ``event`` and ``ctx``.

    Attributes:
        names: the values that the source refers to: readings by number, and `FUNCTIONS`.
        wants_context: whether the source uses ``ctx``.
    """

    def __init__(
        self,
        readings: Mapping[str, Callable[..., Any]],
        purpose: str = "",
        arguments: Collection[str] = (),
        counts_items: bool = False,
    ) -> None:
        """Initializes the writer.

        Args:
            readings: the function of each reading by key, called as ``read(ctx, ...)``; ``memory`` reads a number of
                the mod's memory.
            purpose: name of the random stream of ``roll``.
            arguments: fields that are arguments of the function instead of attributes of ``event``.
            counts_items: ``ctx`` counts the steps of the items of choices.
        """
        self.readings = readings
        self.names: dict[str, Any] = dict(FUNCTIONS)
        self.wants_context = False
        self._purpose = purpose
        self._arguments, self._counts_items = arguments, counts_items
        self._functions: dict[str, str] = {}
        self._temporaries = 0

    def write(self, node: Typed) -> str:
        """Returns the source of an expression, in parentheses if it needs them."""
        op = node.op
        if op == "constant":
            return f"({node.value!r})" if node.type != "text" and node.value < 0 else repr(node.value)
        if op == "input":
            return self.write_input(node.value)
        if op == NAME:
            return f"outcome.{node.value}"
        if op == CHOICE:
            return self.write_choice(node)
        parts = [self.write(part) for part in node.parts]
        if op == BIND:
            return f"({_name_item(node.value)} := {parts[0]}, {parts[1]})[1]"
        if op in ("and", "or"):
            return f"({f' {op} '.join(parts)})"
        if op == "compare":
            pairs = [f" {sign} {part}" for sign, part in zip(node.value, parts[1:], strict=True)]
            return f"({parts[0]}{''.join(pairs)})"
        if op == "in":
            return f"({parts[0]} in {node.value!r})"
        if op == "not":
            return f"(not {parts[0]})"
        if op == "if":
            return f"({parts[1]} if {parts[0]} else {parts[2]})"
        return self.write_arithmetic(node, parts)

    def write_choice(self, node: Typed) -> str:
        choice: ListChoice = node.value
        listed, item = self.write_input(choice.items), _name_item(choice.item)
        where, limit = self.write(node.parts[0]), f"{choice.limit}{self.count(count_item_steps(node))}"
        if choice.kind == "any":
            return f"any({where} for {item} in look({listed}, {limit}))"
        if choice.kind == "sum":
            return self.saturate(f"sum([{where} for {item} in look({listed}, {limit})])")
        if choice.kind == "count":
            return f"sum([1 for {item} in look({listed}, {limit}) if {where}])"
        key = f"{self.write(node.parts[1])}, " if choice.count else ""
        rows = f"[({key}place, {item}) for place, {item} in rank({listed}, {limit}) if {where}]"
        if choice.count:
            return f"take_first({rows}, {choice.count})"
        return f"min({rows}, default=(0, {None if choice.item.type in OPAQUE else 0}))[1]"

    def count(self, steps: int) -> str:
        """Returns the arguments that count the steps of each item, if steps are counted."""
        if not self._counts_items:
            return ""
        self.wants_context = True
        return f", ctx, {steps}"

    def write_each(self, node: Typed, results: str, steps: int = 0) -> str:
        """Returns the source of the results for each item that a rule picks, in one list; they take some steps."""
        if node.op == BIND:
            value, each = self.write(node.parts[0]), self.write_each(node.parts[1], results, steps)
            return f"({_name_item(node.value)} := {value}, {each})[1]"
        give = f"lambda {_name_item(node.value.item)}: {results}"
        return f"gather({self.write_choice(node)}, {give}{self.count(steps)})"

    def write_arithmetic(self, node: Typed, parts: list[str]) -> str:
        op = node.op
        if op in ("+", "-", "*"):
            return self.saturate(f"{parts[0]} {op} {parts[1]}")
        if op == "scale":
            return self.saturate(f"{parts[0]} * {THOUSANDTHS}")
        if op == "minus":
            return self.saturate(f"-{parts[0]}")
        if op == "abs":
            return self.saturate(f"abs({parts[0]})")
        if op == "*.":
            return f"multiply_decimals({parts[0]}, {parts[1]})"
        if op in ("//", "%"):
            divisor = node.parts[1]
            if divisor.op == "constant" and divisor.value > 0:
                return f"({parts[0]} {op} {parts[1]})"
            return f"{'divide' if op == '//' else 'remainder'}({parts[0]}, {parts[1]})"
        if op == "roll":
            self.wants_context = True
            return f"ctx.roll({self._purpose!r}, limit_die({parts[0]}), limit_die({parts[1]}))"
        return f"{op}({', '.join(parts)})"  # min and max

    def saturate(self, source: str) -> str:
        """Returns the source of a calculation whose result may exceed 64 bits."""
        self._temporaries += 1
        name = f"t{self._temporaries}"
        return f"({name} if {MIN_INTEGER} <= ({name} := {source}) <= {MAX_INTEGER} else saturate({name}))"

    def restart_temporaries(self) -> None:
        """Names temporary values as in a new function; the expression that follows is complete in itself."""
        self._temporaries = 0

    def write_input(self, source: Input) -> str:
        """Returns the source that reads an input."""
        if source.kind == ITEM:
            return _name_item(source)
        if source.kind == "field":
            return source.name if source.name in self._arguments else f"event.{source.name}"
        self.wants_context = True
        key = "memory" if source.kind == "memory" else source.name
        function = self._functions.setdefault(key, f"read{len(self._functions)}")
        self.names[function] = self.readings[key]
        if source.kind == "memory":
            return f"{function}(ctx, {source.name!r})"
        arguments = [self.write_input(a) if isinstance(a, Input) else repr(a) for a in source.arguments]
        return f"{function}({', '.join(['ctx', *arguments])})"


def _name_item(item: Input) -> str:
    return f"item_{item.name}"
