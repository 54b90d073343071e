"""Rules of chance as generated Python: the statements of a rule as a function of its facts and the dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .python import PythonWriter
from .statements import Bernoulli, Fold, If, Let, Lowered, Return, Roll, Statement
from .typed import FACT, NAME, Typed


def write_function(rule: Lowered, name: str, outcome: Any) -> Callable[[Any, Any], Any]:
    """Returns a rule of chance as a function.

    Args:
        name: of the function.
        outcome: the struct that it returns.
    """
    writer = _ChanceWriter({})
    lines = "".join(f"\n{line}" for line in writer.write_block(rule.body, " "))
    names: dict[str, Any] = {**writer.names, "Outcome": outcome}
    exec(compile(f"def rule(facts, dice):{lines}", f"<{name}>", "exec"), names)
    function: Any = names["rule"]
    function.__name__, function.__annotations__ = name, {"return": outcome}
    written: Callable[[Any, Any], Any] = function
    return written


class _ChanceWriter(PythonWriter):
    """Writes facts as attributes of ``facts``, and names as names of the function."""

    def write(self, node: Typed) -> str:
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
            return f"return Outcome({self.write_all(statement.values)})"
        if isinstance(statement, Fold):
            event = f"event{len(self.names)}"
            self.names[event] = statement.event
            terms = "".join(f", {name}={self.write(value)}" for name, value in statement.terms)
            targets = "".join(f"{_write_name(name)}, " for name in statement.names)
            return f"{targets}= dice.fold({statement.hook!r}, {event}({self.write_all(statement.fields)}){terms})"
        if isinstance(statement, Let):
            value = self.write(statement.value)
        elif isinstance(statement, Roll):
            value = f"dice.roll({statement.purpose!r}, {self.write_all((statement.low, statement.high))})"
        else:
            value = f"dice.chance({statement.purpose!r}, {self.write_all((statement.part, statement.whole))})"
        return f"{_write_name(statement.name)} = {value}"


def _write_name(name: str) -> str:
    """Returns a name that is no word of Python and none that the source uses."""
    return f"n_{name.replace('.', '_')}"
