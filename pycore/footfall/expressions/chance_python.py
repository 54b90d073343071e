"""Rules of chance as generated Python: the statements of a rule as a function of its facts and the dice."""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Any, get_type_hints

from .lowering import number_member
from .python import PythonWriter
from .statements import Adjust, Bernoulli, Fold, If, Let, Lowered, Return, Roll, Statement
from .typed import FACT, MEMBER, NAME, Typed


def write_function(rule: Lowered, name: str, outcome: Any, is_traced: bool = False) -> Callable[[Any, Any], Any]:
    """Returns a rule of chance as a function.

    Args:
        name: the name of the function.
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
        enums: the enum of each field of the outcome; None: it has none.
    """

    is_traced = False
    enums: Sequence[type[Enum] | None] = ()

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

    def write_statement(self, statement: Let | Roll | Bernoulli | Fold | Return) -> str:
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
