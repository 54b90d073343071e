"""Programs: rules as bytes for compiled evaluators, with the results of the generated Python bit for bit.

All numbers are little-endian. A program is

* the magic ``FFR3``;
* ``u16`` each: number of texts, constants, inputs, outputs, folds, choices, instructions, registers (1 to 64);
* ``u32``: steps, an upper bound of the cost (`footfall.expressions.typed.Typed.steps`);
* texts: ``u16`` length in bytes, then UTF-8. Text n of the table has the number n;
* constants: ``i64``;
* inputs: ``u8`` kind (0 field of the event, 1 reading, 2 number in the mod's memory, 3 item of a choice or thing of a
  BIND), ``u8`` type (`TYPES`), ``u16`` text number of its name (of a reading its key: ``actor.stat``, or ``round``
  without a subject), ``u8`` number of arguments, then per argument ``u8`` kind (0 constant, 1 text, 2 an input that
  stands earlier in the table, 3 boolean) and ``u16`` number (of the constant, text or input; 0 or 1);
* outputs: ``u8`` kind (`OUTPUTS`), ``u8`` 0, ``u16`` text number of its name (a term; the text of a denial; a deed and
  its parameter with the number of the deed: ``0:hurt.amount``), ``i32`` divisor (1000 for a ``mul`` of thousandths,
  else 1; of a rule of chance a field of its outcome);
* folds: ``u16`` text number of the hook, ``u8`` number of the fields of its event, per field ``u8`` type (0 integer,
  1 boolean, 2 thing: a text of the table, or one of its own), ``u8`` number of terms, per term ``u16`` text number of
  its name;
* choices: ``u8`` kind (`KINDS`), ``u16`` each: the input that is the list, the input that is the item, the limit of
  items, the instruction at which the condition ends, the most items that a rule picks, the instruction at which the
  results of the rule end; the last two are 0 for other kinds;
* instructions of eight bytes: ``u8`` `Operation`, ``u8`` destination, ``u8`` a, ``u8`` b, ``i32`` immediate.

Registers hold ``i64``. Booleans are 0 and 1. Decimals are thousandths. A thing that is a number (an actor, a seat) is
that number. Another thing (type ``thing``) is passed to readings; a cell may also be loaded and bound, as the number
``y * 2**32 + x``, and no cell as the smallest number. A text is its number in the table; any other text has a number
that no other text has, at least the number of texts. An input of type ``text`` with another value (a field that is a
cell in some games) is -1.

An input is read when its ``LOAD`` runs, and reading it again gives the same value, so a host may keep it until an item
on which it depends is another. Jumps only lead forward and never out of a choice, which runs its instructions once for
each item, so a program ends. A program whose condition does not hold ends without an ``EMIT``. ``rust/rules`` reads and
runs programs.
"""

import struct
from collections.abc import Sequence, Sized
from enum import IntEnum

import msgspec

from .choices import CHOICES, PICK, find_choice
from .statements import Fold, Statement
from .syntax import THOUSANDTHS, ExpressionError
from .typed import (
    ANY,
    BIND,
    BOOLEAN,
    CHOICE,
    DECIMAL,
    FACT,
    INTEGER,
    ITEM,
    NAME,
    OPAQUE,
    TEXT,
    Input,
    ListChoice,
    Typed,
)

MAGIC = b"FFR3"
MAX_REGISTERS = 64

TYPES = ("integer", "decimal", "boolean", "text", "number", "thing")
"""Types of inputs by number; ``number`` is a thing that is a number, ``thing`` any other."""

KINDS = (*CHOICES, PICK)
"""Kinds of choices by number."""

OUTPUTS = ("set", "add", "mul", "deny", "deed", "allow", "outcome")
"""Kinds of outputs by number; ``allow``, with the value 1, lets a placement or a row take effect."""


class Operation(IntEnum):
    """The operations of instructions: destination ``dst``, registers ``a`` and ``b``, immediate ``imm``."""

    END = 0  # the end
    CONST = 1  # dst = constants[imm]
    IMM = 2  # dst = imm: a boolean, a small integer or the number of a text
    LOAD = 3  # dst = inputs[imm]
    MOVE = 4  # dst = a
    ADD = 5  # dst = a + b, saturating
    SUB = 6  # dst = a - b, saturating
    MUL = 7  # dst = a * b, saturating
    DIV = 8  # dst = floor of a / b, saturating; 0 if b is 0
    MOD = 9  # dst = a - b * floor(a / b); 0 if b is 0
    MULDEC = 10  # dst = floor(a * b / 1000), the product in 128 bits, then saturating
    NEG = 11  # dst = -a, saturating
    ABS = 12  # dst = |a|, saturating
    MIN = 13  # dst = the lower of a and b
    MAX = 14  # dst = the higher of a and b
    EQ = 15  # dst = 1 if a == b, else 0
    NE = 16  # dst = 1 if a != b, else 0
    LT = 17  # dst = 1 if a < b, else 0
    LE = 18  # dst = 1 if a <= b, else 0
    NOT = 19  # dst = 1 - a
    ROLL = 20  # dst = a die from a to b, within -10**9 .. 10**9; a if b <= a, without a draw; imm: text of its purpose
    JUMP = 21  # to instruction imm
    JUMP_IF_NOT = 22  # to instruction imm if a is 0
    JUMP_IF = 23  # to instruction imm if a is not 0
    EMIT = 24  # outputs[imm] = a; the value of a term is limited to -10**9 .. 10**9
    CHANCE = 25  # dst = 1 if a die from 1 to b shows at most a, else 0; without a draw if b <= 1; imm: its purpose
    FOLD = 26  # asks folds[imm]: registers from a on hold the fields of its event, then its terms, which it changes
    CHOICE = 27  # dst = choices[imm]: the instructions of the condition, left in a, run for each item
    BIND = 28  # inputs[imm], an item, is a


_BINARY = {
    "+": Operation.ADD,
    "-": Operation.SUB,
    "*": Operation.MUL,
    "*.": Operation.MULDEC,
    "//": Operation.DIV,
    "%": Operation.MOD,
    "min": Operation.MIN,
    "max": Operation.MAX,
    "roll": Operation.ROLL,
}
_UNARY = {"minus": Operation.NEG, "abs": Operation.ABS, "not": Operation.NOT}
_SIGNS = {"==": Operation.EQ, "!=": Operation.NE, "<": Operation.LT, "<=": Operation.LE}


class Output(msgspec.Struct, frozen=True):
    """One result of a rule.

    Attributes:
        kind: one of `OUTPUTS`.
        name: a term, the text of a denial, or a parameter of a deed.
        value: its value; None for a denial and an ``allow``.
    """

    kind: str
    name: str
    value: Typed | None = None


def build_program(condition: Typed | None, outputs: Sequence[Output], pick: Typed | None = None) -> bytes:
    """Builds the program of a rule.

    Args:
        condition: its condition; None: always.
        outputs: in the order in which they are evaluated.
        pick: the choice of the items for each of which the outputs are given; None: they are given once.

    Raises:
        ExpressionError: it needs more registers than there are.
    """
    builder = ProgramBuilder()
    skip = None
    if condition is not None:
        builder.write(condition, 0)
        skip = builder.jump(Operation.JUMP_IF_NOT, 0)
    builder.write_results(outputs, 0, pick)
    if skip is not None:
        builder.land(skip)
    builder.emit(Operation.END)
    return builder.encode(outputs, count_steps(condition, outputs, pick))


def count_steps(condition: Typed | None, outputs: Sequence[Output], pick: Typed | None = None) -> int:
    """Returns the cost of a rule, an upper bound."""
    if pick is not None:
        return count_steps(condition, ()) + pick.steps + find_choice(pick).count * count_steps(None, outputs)
    return (condition.steps if condition else 0) + sum(output.value.steps if output.value else 1 for output in outputs)


def may_exceed_registers(rows: Sequence[Statement], values: Sequence[Typed | None]) -> bool:
    """Returns whether a rule may need more registers than there are: a quick look that never misses one."""
    return (
        len(rows) + max((_bound_registers(value) for value in values if value is not None), default=0) > MAX_REGISTERS
    )


def _bound_registers(node: Typed) -> int:
    if not node.parts:
        return 3
    return max((_bound_registers(part) for part in node.parts if part.parts), default=3) + 2


class ProgramBuilder:
    """The tables and instructions of a program under construction.

    Attributes:
        named: the register of each named value.
        registers: the number of registers used.
    """

    def __init__(self) -> None:
        self.texts: dict[str, int] = {}
        self.constants: dict[int, int] = {}
        self.inputs: dict[Input, int] = {}
        self.code: list[tuple[int, int, int, int, int]] = []
        self.folds: list[Fold] = []
        self.choices: list[tuple[ListChoice, int, int]] = []
        self.named: dict[str, int] = {}
        self.registers = 1

    def emit(self, operation: Operation, to: int = 0, a: int = 0, b: int = 0, value: int = 0) -> None:
        """Adds an instruction."""
        self.registers = max(self.registers, to + 1, a + 1, b + 1)
        self.code.append((operation, to, a, b, value))

    def jump(self, operation: Operation, a: int = 0) -> int:
        """Adds a jump whose target `land` sets, and returns its place."""
        self.emit(operation, 0, a)
        return len(self.code) - 1

    def land(self, *places: int) -> None:
        """Lets jumps lead to the next instruction."""
        for place in places:
            self.code[place] = (*self.code[place][:4], len(self.code))

    def number_text(self, text: str) -> int:
        """Returns the number of a text in the table."""
        return self.texts.setdefault(text, len(self.texts))

    def number_constant(self, value: int) -> int:
        """Returns the number of a constant in the table."""
        return self.constants.setdefault(int(value), len(self.constants))

    def number_input(self, source: Input) -> int:
        """Returns the number of an input in the table, after those of its arguments."""
        self.number_text(source.name)
        for argument in source.arguments:
            if isinstance(argument, Input):
                self.number_input(argument)
            elif isinstance(argument, str):
                self.number_text(argument)
            elif not isinstance(argument, bool):
                self.number_constant(argument)
        return self.inputs.setdefault(source, len(self.inputs))

    def write(self, node: Typed, to: int) -> None:
        """Adds the instructions that leave the value of `node` in register `to` and use those from `to` on."""
        if to > MAX_REGISTERS - 3:
            raise ExpressionError("the expression is nested too deeply; split the rule", node.column, "limit")
        op, parts = node.op, node.parts
        if op == "constant":
            self.write_constant(node.value, to)
        elif op == "input":
            self.emit(Operation.LOAD, to, value=self.number_input(node.value))
        elif op == FACT:
            self.emit(Operation.LOAD, to, value=self.number_input(Input("field", node.value, node.type)))
        elif op == NAME:
            self.emit(Operation.MOVE, to, self.named[node.value])
        elif op in _BINARY:
            self.write(parts[0], to)
            for part in parts[1:]:
                self.write(part, to + 1)
                self.emit(_BINARY[op], to, to, to + 1, self.number_text("") if op == "roll" else 0)
        elif op in ("and", "or"):
            self.write_logic(node, to)
        elif op == "if":
            self.write_branches_of_if(node, to)
        elif op == "compare":
            self.write_comparison(node, to)
        elif op == "in":
            self.write_membership(node, to)
        elif op == "scale":
            self.write_scale(node, to)
        elif op == CHOICE:
            self.write_choice(node, to, ())
        elif op == BIND:
            self.write(parts[0], to)
            self.emit(Operation.BIND, 0, to, value=self.number_input(node.value))
            self.write(parts[1], to)
        else:
            self.write(parts[0], to)
            self.emit(_UNARY[op], to, to)

    def write_outputs(self, outputs: Sequence[Output], free: int) -> None:
        """Gives the outputs, with registers from `free` on."""
        for number, output in enumerate(outputs):
            if output.value is None:
                self.emit(Operation.IMM, free, value=1)
            else:
                self.write(output.value, free)
            self.emit(Operation.EMIT, 0, free, value=number)

    def write_results(self, outputs: Sequence[Output], free: int, pick: Typed | None) -> None:
        """Gives the outputs, once or for each item that is picked."""
        if pick is None:
            self.write_outputs(outputs, free)
        elif pick.op == BIND:
            self.write(pick.parts[0], free)
            self.emit(Operation.BIND, 0, free, value=self.number_input(pick.value))
            self.write_results(outputs, free, pick.parts[1])
        else:
            self.write_choice(pick, free, outputs)

    def write_choice(self, node: Typed, to: int, outputs: Sequence[Output]) -> None:
        """Writes a choice: its condition, in a pick the value that orders, and the outputs."""
        choice: ListChoice = node.value
        for source in (choice.item, choice.items):
            self.number_input(source)
        number = len(self.choices)
        self.choices.append((choice, 0, 0))
        self.emit(Operation.CHOICE, to, to + 1, to + 2, number)
        self.write(node.parts[0], to + 1)
        if choice.count:
            skip = self.jump(Operation.JUMP_IF_NOT, to + 1)
            self.write(node.parts[1], to + 2)
            self.land(skip)
        end = len(self.code)
        self.write_outputs(outputs, to + 1)
        self.choices[number] = (choice, end, len(self.code) if choice.count else 0)

    def write_constant(self, value: int | bool | str, to: int) -> None:
        """Loads a constant."""
        if isinstance(value, str):
            self.emit(Operation.IMM, to, value=self.number_text(value))
        elif -(1 << 31) <= value < 1 << 31:
            self.emit(Operation.IMM, to, value=int(value))
        else:
            self.emit(Operation.CONST, to, value=self.number_constant(value))

    def write_scale(self, node: Typed, to: int) -> None:
        """Converts an integer to thousandths."""
        self.write(node.parts[0], to)
        self.write_constant(THOUSANDTHS, to + 1)
        self.emit(Operation.MUL, to, to, to + 1)

    def write_membership(self, node: Typed, to: int) -> None:
        """Compares one value with each constant until one is equal."""
        self.write(node.parts[0], to + 1)
        exits = []
        for value in node.value:
            self.write_constant(value, to + 2)
            self.emit(Operation.EQ, to, to + 1, to + 2)
            exits.append(self.jump(Operation.JUMP_IF, to))
        self.land(*exits)

    def write_comparison(self, node: Typed, to: int) -> None:
        """Compares each part with the next until a comparison does not hold."""
        self.write(node.parts[0], to + 1)
        exits = []
        for number, (sign, part) in enumerate(zip(node.value, node.parts[1:], strict=True)):
            if number:
                exits.append(self.jump(Operation.JUMP_IF_NOT, to))
                self.emit(Operation.MOVE, to + 1, to + 2)
            self.write(part, to + 2)
            a, b = (to + 2, to + 1) if sign in (">", ">=") else (to + 1, to + 2)
            self.emit(_SIGNS[sign.replace(">", "<")], to, a, b)
        self.land(*exits)

    def write_branches_of_if(self, node: Typed, to: int) -> None:
        """Writes ``if``, which evaluates one of two values."""
        condition, then, otherwise = node.parts
        self.write(condition, to)
        other = self.jump(Operation.JUMP_IF_NOT, to)
        self.write(then, to)
        end = self.jump(Operation.JUMP)
        self.land(other)
        self.write(otherwise, to)
        self.land(end)

    def write_logic(self, node: Typed, to: int) -> None:
        """Writes ``and`` or ``or``, which stop as soon as the result is known."""
        operation = Operation.JUMP_IF_NOT if node.op == "and" else Operation.JUMP_IF
        exits = []
        for number, part in enumerate(node.parts):
            if number:
                exits.append(self.jump(operation, to))
            self.write(part, to)
        self.land(*exits)

    def encode(self, outputs: Sequence[Output], steps: int) -> bytes:
        """Returns the program."""
        names = [self.number_text(output.name) for output in outputs]
        divisors = [THOUSANDTHS if o.kind == "mul" and o.value and o.value.type == DECIMAL else 1 for o in outputs]
        tables: list[Sized] = [self.texts, self.constants, self.inputs, outputs, self.folds, self.choices, self.code]
        parts = [MAGIC, struct.pack("<8HI", *map(len, tables), self.registers, steps)]
        for text in self.texts:
            data = text.encode()
            parts.append(struct.pack("<H", len(data)) + data)
        parts += [struct.pack("<q", value) for value in self.constants]
        parts += [self.encode_input(source) for source in self.inputs]
        for output, name, divisor in zip(outputs, names, divisors, strict=True):
            parts.append(struct.pack("<BBHi", OUTPUTS.index(output.kind), 0, name, divisor))
        parts += [self.encode_fold(fold) for fold in self.folds]
        for choice, end, last in self.choices:
            listed, item = self.inputs[choice.items], self.inputs[choice.item]
            parts.append(
                struct.pack("<B6H", KINDS.index(choice.kind), listed, item, choice.limit, end, choice.count, last)
            )
        parts += [struct.pack("<BBBBi", *instruction) for instruction in self.code]
        return b"".join(parts)

    def encode_fold(self, fold: Fold) -> bytes:
        """Returns the row of a fold."""
        types = [{INTEGER: 0, BOOLEAN: 1}.get(field.type, 2) for field in fold.fields]
        terms = b"".join(struct.pack("<H", self.texts[term]) for term, _ in fold.terms)
        head = struct.pack("<HB", self.texts[fold.hook], len(types))
        return head + bytes(types) + struct.pack("<B", len(fold.terms)) + terms

    def encode_input(self, source: Input) -> bytes:
        """Returns the row of an input."""
        kind = ("field", "reading", "memory", ITEM).index(source.kind)
        type = TEXT if source.type == ANY else "thing" if source.type in OPAQUE else source.type
        number = TYPES.index(type if type in TYPES else "number")
        rows = [struct.pack("<BBHB", kind, number, self.texts[source.name], len(source.arguments))]
        for argument in source.arguments:
            if isinstance(argument, Input):
                rows.append(struct.pack("<BH", 2, self.inputs[argument]))
            elif isinstance(argument, str):
                rows.append(struct.pack("<BH", 1, self.texts[argument]))
            elif isinstance(argument, bool):
                rows.append(struct.pack("<BH", 3, argument))
            else:
                rows.append(struct.pack("<BH", 0, self.constants[argument]))
        return b"".join(rows)
