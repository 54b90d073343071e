"""Programs of rules of chance: their statements as instructions (`footfall.expressions.program`)."""

from collections.abc import Sequence

from .program import Operation, Output, ProgramBuilder, count_steps
from .statements import Bernoulli, Fold, If, Let, Lowered, Return, Roll, Statement, count_row_steps, end_with
from .typed import Input, Typed


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
        self.named = {name: number for number, name in enumerate(_list_names(body))}
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


def _list_names(body: Sequence[Statement]) -> list[str]:
    """Returns the names that statements set, each once."""
    names: dict[str, None] = {}
    for statement in body:
        if isinstance(statement, If):
            names |= dict.fromkeys((*_list_names(statement.then), *_list_names(statement.otherwise)))
        elif isinstance(statement, Fold):
            names |= dict.fromkeys(statement.names)
        elif not isinstance(statement, Return):
            names[statement.name] = None
    return list(names)
