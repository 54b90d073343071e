"""Rules of chance as generated Python, functions of facts and dice, or programs (`footfall.expressions.program`)."""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Any, get_type_hints

from .lowering import number_member
from .program import Operation, Output, ProgramBuilder, count_steps
from .python import PythonWriter
from .statements import (
    Adjust,
    Bernoulli,
    Fold,
    If,
    Let,
    Lowered,
    PlainStatement,
    Return,
    Roll,
    Statement,
    count_row_steps,
    end_with,
    walk_statements,
)
from .typed import FACT, MEMBER, NAME, Input, Typed


def write_function(rule: Lowered, name: str, outcome: Any, is_traced: bool = False) -> Callable[[Any, Any], Any]:
    """Returns a rule of chance as a function.

    Args:
        outcome: the struct that it returns.
        is_traced: tell the dice of each `Adjust`.
    """
    writer = _ChanceWriter({})
    writer.is_traced = is_traced
    hints = get_type_hints(outcome)
    writer.enums = [hint if isinstance(hint, type) and issubclass(hint, Enum) else None for hint in hints.values()]
    lines = "".join(f"\n{line}" for line in writer.write_block(rule.body, " "))
    names: dict[str, Any] = {**writer.names, "Outcome": outcome}
    exec(compile(f"def rule(facts, dice):{lines}", f"<{name}>", "exec"), names)
    function: Any = names["rule"]
    function.__name__, function.__annotations__ = name, {"return": outcome}
    written: Callable[[Any, Any], Any] = function
    return written


class _ChanceWriter(PythonWriter):
    """Writes facts as attributes of ``facts``, and names as names of the function.

    Attributes:
        is_traced: whether the dice receive each `Adjust`.
        enums: the enum of each field of the outcome; None: it has none.
    """

    is_traced: bool
    enums: Sequence[type[Enum] | None]

    def write(self, node: Typed) -> str:
        if node.op == FACT and node.type == MEMBER:
            self.names["number_member"] = number_member
            return f"number_member(facts.{node.value})"
        if node.op == FACT:
            return f"facts.{node.value}"
        return _write_name(node.value) if node.op == NAME else super().write(node)

    def write_all(self, values: Sequence[Typed]) -> str:
        """Returns the source of values, separated by commas."""
        return ", ".join(map(self.write, values))

    def write_block(self, body: Sequence[Statement], indent: str) -> Iterator[str]:
        """Yields the lines of statements."""
        for statement in body:
            if isinstance(statement, If):
                yield f"{indent}if {self.write(statement.condition)}:"
                yield from self.write_block(statement.then, indent + " ") if statement.then else (f"{indent} pass",)
                if statement.otherwise:
                    yield f"{indent}else:"
                    yield from self.write_block(statement.otherwise, indent + " ")
            else:
                yield indent + self.write_statement(statement)

    def write_statement(self, statement: PlainStatement) -> str:
        """Returns the line of a statement."""
        if isinstance(statement, Return):
            return f"return Outcome({', '.join(map(self.write_field, statement.values, self.enums))})"
        if isinstance(statement, Fold):
            event = f"event{len(self.names)}"
            self.names[event] = statement.event
            terms = "".join(f", {name}={self.write(value)}" for name, value in statement.terms)
            targets = "".join(f"{_write_name(name)}, " for name in statement.names)
            return f"{targets}= dice.fold({statement.hook!r}, {event}({self.write_all(statement.fields)}){terms})"
        if isinstance(statement, Let):
            value = self.write(statement.value)
            if self.is_traced and isinstance(statement, Adjust):
                value = self.write_change(statement, value)
        elif isinstance(statement, Roll):
            value = f"dice.roll({statement.purpose!r}, {self.write_all((statement.low, statement.high))})"
        else:
            value = f"dice.chance({statement.purpose!r}, {self.write_all((statement.part, statement.whole))})"
        return f"{_write_name(statement.name)} = {value}"

    def write_field(self, value: Typed, enum: type[Enum] | None) -> str:
        """Returns the source of a field of the outcome."""
        if enum is None:
            return self.write(value)
        members = f"members_{enum.__name__}"
        self.names[members] = list(enum)
        return f"{members}[{self.write(value)}]"

    def write_change(self, change: Adjust, value: str) -> str:
        """Returns the source that tells the dice of a change and gives its value."""
        proposed = [
            self.write(part) if when is None else f"{self.write(part)} if {self.write(when)} else None"
            for part, when in zip(change.values, change.whens, strict=True)
        ]
        before = _write_name(change.name)
        return f"dice.change({change.number}, {before}, {value}, ({''.join(f'{part}, ' for part in proposed)}))"


def _write_name(name: str) -> str:
    """Returns a name that is neither a word of Python nor used by the source."""
    return f"n_{name.replace('.', '_')}"


def build_chance_program(rule: Lowered) -> bytes:
    """Builds the program of a rule of chance.

    Raises:
        ExpressionError: it needs more registers than there are.
    """
    builder = _ChanceBuilder()
    builder.write_rule(rule)
    return builder.encode([Output("outcome", name) for name in rule.outcome], len(builder.code))


def build_rule_program(
    condition: Typed | None, rows: Sequence[Statement], outputs: Sequence[Output], pick: Typed | None = None
) -> bytes:
    """Builds the program of a rule as data with rows of dice (`footfall.expressions.program.build_program`).

    Raises:
        ExpressionError: it needs more registers than there are.
    """
    builder = _ChanceBuilder()
    guard = (If(condition, ()),) if condition is not None else ()
    free = builder.name_registers(rows)
    builder.write_block(end_with((*guard, *rows), Return(())), free)
    builder.write_results(outputs, free, pick)
    builder.emit(Operation.END)
    return builder.encode(outputs, count_steps(condition, outputs, pick) + count_row_steps(rows))


class _ChanceBuilder(ProgramBuilder):
    """Each name has a register; above them is room for values."""

    def write_rule(self, rule: Lowered) -> None:
        """Adds the facts of a rule, in their order, and its instructions."""
        for name, type in rule.facts.items():
            self.number_input(Input("field", name, type))
        self.write_block(rule.body, self.name_registers(rule.body))
        self.emit(Operation.END)

    def name_registers(self, body: Sequence[Statement]) -> int:
        """Gives each name a register; returns the first free one."""
        self.named = {}
        for statement in walk_statements(body):
            if not isinstance(statement, Return):
                for name in statement.names if isinstance(statement, Fold) else (statement.name,):
                    self.named.setdefault(name, len(self.named))
        return len(self.named)

    def write_block(self, body: Sequence[Statement], free: int) -> None:
        """Adds the instructions of statements, whose values use the registers from `free` on."""
        for statement in body:
            if isinstance(statement, Let):
                self.write_into(statement.value, self.named[statement.name], free)
            elif isinstance(statement, Roll) and statement.reading is not None:
                self.write_into(statement.reading, self.named[statement.name], free)
            elif isinstance(statement, Roll):
                self.write_die(Operation.ROLL, statement.low, statement.high, statement, free)
            elif isinstance(statement, Bernoulli):
                self.write_die(Operation.CHANCE, statement.part, statement.whole, statement, free)
            elif isinstance(statement, Fold):
                self.write_fold(statement, free)
            elif isinstance(statement, Return):
                for number, value in enumerate(statement.values):
                    self.write(value, free)
                    self.emit(Operation.EMIT, 0, free, value=number)
                self.emit(Operation.END)
            else:
                self.write_branches(statement, free)

    def write_branches(self, statement: If, free: int) -> None:
        """Adds a condition with its two lists of statements."""
        self.write(statement.condition, free)
        other = self.jump(Operation.JUMP_IF_NOT, free)
        self.write_block(statement.then, free)
        if not statement.otherwise:
            self.land(other)
            return
        end = self.jump(Operation.JUMP)
        self.land(other)
        self.write_block(statement.otherwise, free)
        self.land(end)

    def write_into(self, value: Typed, name: int, free: int) -> None:
        """Adds the instructions that leave a value in the register of a name."""
        self.write(value, free)
        self.emit(Operation.MOVE, name, free)

    def write_die(self, operation: Operation, first: Typed, second: Typed, die: Roll | Bernoulli, free: int) -> None:
        """Adds a die with its two numbers."""
        self.write(first, free)
        self.write(second, free + 1)
        self.emit(operation, self.named[die.name], free, free + 1, self.number_text(die.purpose))

    def write_fold(self, fold: Fold, free: int) -> None:
        """Adds a fold: the fields of its event and its terms stand in consecutive registers."""
        values = *fold.fields, *(value for _, value in fold.terms)
        for place, value in enumerate(values):
            self.write(value, free + place)
        self.number_text(fold.hook)
        for term, _ in fold.terms:
            self.number_text(term)
        self.emit(Operation.FOLD, 0, free, value=len(self.folds))
        self.folds.append(fold)
        for place, name in enumerate(fold.names, len(fold.fields)):
            self.emit(Operation.MOVE, self.named[name], free + place)
