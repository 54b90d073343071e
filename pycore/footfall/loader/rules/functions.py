"""The Python function of a rule as data: generated, without a loop, and located at the rule's line in its file."""

from collections.abc import Callable, Container, Mapping
from typing import Any

from footfall.api.deeds import Deed, NoChanges, note_no_changes
from footfall.content.rule_tables import RuleTable
from footfall.engine.model import Cause, Deny, Op, Term
from footfall.engine.terms import MAX_TERM
from footfall.expressions.program import Output
from footfall.expressions.python import PythonWriter
from footfall.expressions.syntax import THOUSANDTHS
from footfall.expressions.typed import BOOLEAN, CHOICE, DECIMAL, INTEGER, TEXT, Typed, walk

from ..hooks.implementations import FieldCondition
from .chance import RuleChance
from .rule import compile_at, compile_on_first_call

PLACEMENT = "draft"
"""The argument of a placement, and the field by which expressions read it."""


def limit_term(value: int) -> int:
    """Returns the nearest value that a term may have."""
    return max(-MAX_TERM, min(MAX_TERM, value))


def split_condition(condition: Typed | None) -> tuple[tuple[FieldCondition, ...], Typed | None]:
    """Splits a condition into its leading tests of a field against a constant, which dispatch runs, and the rest."""
    if condition is None:
        return (), None
    parts = list(condition.parts) if condition.op == "and" else [condition]
    tests = []
    while parts and (test := _read_field_test(parts[0])) is not None:
        tests.append(test)
        del parts[0]
    if len(parts) > 1:
        return tuple(tests), Typed("and", BOOLEAN, condition.column, None, tuple(parts), condition.steps)
    return tuple(tests), parts[0] if parts else None


def _read_field_test(node: Typed) -> FieldCondition | None:
    """Returns an expression as a test of a field of the event, or None."""
    if _is_plain_field(node, BOOLEAN):
        return FieldCondition(node.value.name, "==", True)
    if node.op == "not" and _is_plain_field(node.parts[0], BOOLEAN):
        return FieldCondition(node.parts[0].value.name, "==", False)
    if node.op != "compare" or len(node.parts) != 2:
        return None
    left, right = node.parts
    sign = node.value[0]
    if left.op == "constant":
        left, right, sign = right, left, {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(sign, sign)
    if right.op != "constant" or not _is_plain_field(left, INTEGER, TEXT):
        return None
    if sign in ("==", ">=", "<="):
        return FieldCondition(left.value.name, sign, right.value)
    if sign in (">", "<"):
        return FieldCondition(left.value.name, sign + "=", right.value + (1 if sign == ">" else -1))
    return None


def _is_plain_field(node: Typed, *types: str) -> bool:
    return node.op == "input" and node.value.kind == "field" and node.type in types


def _asks_context(node: Typed) -> bool:
    return node.op in ("roll", CHOICE) or (node.op == "input" and node.value.kind != "field")


class RuleFunction:
    """Generates the function of one rule, when it is called first.

    Attributes:
        function: called with the event, and with the context if `wants_context`.
        wants_context: whether the function takes the context.
        pick: the choice of things; the results are given once for each of them.
        is_counted: whether it counts the items of its choices.
        result_steps: the cost of the results for each of these things.
    """

    def __init__(
        self,
        table: RuleTable,
        readings: Mapping[str, Callable[..., Any]],
        purpose: str,
        arguments: tuple[str, ...],
        is_answer: bool = False,
        is_counted: bool = True,
    ) -> None:
        """Initializes the function.

        Args:
            purpose: name of the random stream of ``roll``.
            is_answer: the function returns its single result, not a tuple of results.
            arguments: arguments of the function, instead of ``event`` and ``ctx``; those of a step are ``ctx``, or
                ``ctx`` and ``draft`` for a placement.
            is_counted: whether it counts the items of its choices.
        """
        self._table = table
        self._cause = Cause(table.mod, purpose, table.locate())
        self._is_answer = is_answer
        self._arguments = arguments
        self._writer = PythonWriter(readings, purpose, arguments, is_counted)
        self.is_counted = is_counted
        self._items: list[Callable[[], str]] = []
        self.function: Callable[..., Any] = lambda *arguments: None
        self.pick: Typed | None = None
        self.result_steps = 0
        self.wants_context = False

    def add_term(self, output: Output, reason: str) -> None:
        """Adds a term to the results."""
        assert output.value is not None
        value = output.value
        op, divisor = Op(output.kind), THOUSANDTHS if output.kind == "mul" and value.type == DECIMAL else 1

        def write() -> str:
            if value.op == "constant":
                return self._name(Term(op, output.name, limit_term(value.value), divisor, reason))
            self._writer.names.update(Term=Term, limit_term=limit_term)
            source = self._writer.write(value)
            return f"Term({self._name(op)}, {output.name!r}, limit_term({source}), {divisor}, {reason!r})"

        self.wants_context = self.wants_context or any(map(_asks_context, walk(value)))
        self._items.append(write)

    def add_deed(self, deed: Deed, values: Mapping[str, Typed], words: Mapping[str, Container[str]]) -> None:
        """Adds a deed to the results; where it makes no changes, that is recorded for explanations.

        Args:
            words: the allowed words of each value that is read in play; with another word, the deed does nothing.
        """

        nothing = None if self._is_answer else NoChanges("footfall-unchanged-word")

        def build_if_known(ctx: Any, *arguments: Any, **given: Any) -> Any:
            is_known = all(given[name] in known for name, known in words.items())
            return deed.build(ctx, *arguments, **given) if is_known else nothing

        def write() -> str:
            arguments = "".join(f", {name}={self._writer.write(value)}" for name, value in values.items())
            build = self._name(build_if_known if words else deed.build)
            if self._is_answer:
                return f"{build}(ctx{arguments})"
            if PLACEMENT in self._arguments:
                return f"{build}(ctx, {PLACEMENT}{arguments})"
            note = self._name(lambda ctx, changes: note_no_changes(ctx, deed.name, changes, self._cause))
            return f"*(made if (made := {build}(ctx{arguments})) else {note}(ctx, made))"

        self.wants_context = True
        self._items.append(write)

    def add_answer(self, answer: str | Deny) -> None:
        """Adds an answer to the results."""
        self._items.append(lambda: self._name(answer))

    @property
    def result_count(self) -> int:
        """The number of results so far."""
        return len(self._items)

    def _name(self, value: Any) -> str:
        name = f"value{len(self._writer.names)}"
        self._writer.names[name] = value
        return name

    def finish(self, condition: Typed | None, chance: RuleChance | None = None) -> None:
        """Sets `function`.

        Args:
            condition: the condition that the function itself tests.
            chance: the dice, rolled after the condition is tested.
        """
        is_asking = chance is not None or self.pick is not None or any(map(_asks_context, walk(condition)))
        self.wants_context = self.wants_context or is_asking
        self.function = compile_on_first_call(lambda: self._compile(condition, chance))

    def _compile(self, condition: Typed | None, chance: RuleChance | None) -> Callable[..., Any]:
        items = [write() for write in self._items]
        result = items[0] if self._is_answer else f"({', '.join(items)},)"
        if self.pick is not None:
            result = f"({self._writer.write_each(self.pick, result, self.result_steps)} or None)"
        elif not self._is_answer and all(item in self._writer.names for item in items):
            result = self._name(tuple(self._writer.names[item] for item in items))
        conditions = [self._writer.write(condition)] if condition is not None else []
        if chance is not None:
            conditions.append(f"(outcome := {self._name(chance.play)}(event, ctx))")
        if conditions:
            result = f"{result} if {' and '.join(conditions)} else None"
        arguments = ", ".join(self._arguments) or ("event, ctx" if self.wants_context else "event")
        return compile_at(f"def rule({arguments}): return {result}", self._table, self._writer.names)
