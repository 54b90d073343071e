"""Programs: expressions as bytes for compiled evaluators, with the values of the generated Python bit for bit.

All numbers are little-endian. A program is

* the magic ``FFR1``;
* ``u16`` each: number of texts, constants, inputs, instructions; ``u8`` number of registers (1 to 64); ``u8`` 0;
* texts: ``u16`` length in bytes, then UTF-8;
* constants: ``i64``;
* inputs: ``u8`` kind (0 field of the event, 1 reading, 2 number in the mod's memory), ``u16`` text of its name (of a
  reading its key: ``actor.stat``, or the name alone without a subject), ``u8`` number of arguments, then for each
  ``u8`` kind (0 an input that stands earlier, 1 text, 2 constant, 3 boolean) and ``u16`` number (of the input, text or
  constant; 0 or 1);
* instructions: ``u8`` operation, ``u8`` destination, ``u8`` a, ``u8`` b, ``i32`` value (`Operation`).

Registers hold ``i64``. Booleans are 0 and 1. Decimals are thousandths. A thing that is a number (an actor, a seat) is
that number; one that is none (a cell, a command) is never loaded, only passed to readings. Two texts have the same
number only if they are equal. A field that is a text in some games and a cell in others has, as a cell, a number that
no text has.

An input is read when its instruction runs, and reading it again gives the same value, so a host may keep it. Jumps only
lead forward, so a program ends after at most as many instructions as it has. ``rust/rules`` reads and runs programs.
"""

from __future__ import annotations

import struct
from enum import IntEnum

from .errors import ExpressionError
from .tokens import THOUSANDTHS
from .typed import Input, Typed

MAGIC = b"FFR1"
MAX_REGISTERS = 64


class Operation(IntEnum):
    """The operations of instructions.

    ``RETURN`` ends the run with a. ``CONSTANT``, ``TEXT`` and ``INPUT`` load by `value`. Arithmetic saturates; division
    rounds down and is 0 if b is 0, as is the remainder. Jumps go to the instruction `value`. ``ROLL`` is a die from a
    to b, or a if b is not larger.
    """

    RETURN = 0
    CONSTANT = 1
    TEXT = 2
    INPUT = 3
    MOVE = 4
    ADD = 5
    SUBTRACT = 6
    MULTIPLY = 7
    DIVIDE = 8
    REMAINDER = 9
    NEGATE = 10
    SMALLER = 11
    LARGER = 12
    EQUAL = 13
    UNEQUAL = 14
    LESS = 15
    AT_MOST = 16
    NOT = 17
    JUMP = 18
    JUMP_UNLESS = 19
    JUMP_IF = 20
    ROLL = 21


_BINARY = {
    "+": Operation.ADD,
    "-": Operation.SUBTRACT,
    "*": Operation.MULTIPLY,
    "//": Operation.DIVIDE,
    "%": Operation.REMAINDER,
    "min": Operation.SMALLER,
    "max": Operation.LARGER,
    "roll": Operation.ROLL,
}
_SIGNS = {"==": Operation.EQUAL, "!=": Operation.UNEQUAL, "<": Operation.LESS, "<=": Operation.AT_MOST}


def build_program(expression: Typed) -> bytes:
    """Builds the program of an expression.

    Raises:
        ExpressionError: it needs more registers than there are.
    """
    builder = _Builder()
    builder.write(expression, 0)
    builder.emit(Operation.RETURN)
    return builder.encode()


class _Builder:
    """The tables and instructions of a program under construction."""

    def __init__(self) -> None:
        self.texts: dict[str, int] = {}
        self.constants: dict[int, int] = {}
        self.inputs: dict[Input, int] = {}
        self.code: list[tuple[int, int, int, int, int]] = []
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
            self.emit(Operation.INPUT, to, value=self.number_input(node.value))
        elif op in _BINARY:
            self.write(parts[0], to)
            for part in parts[1:]:
                self.write(part, to + 1)
                self.emit(_BINARY[op], to, to, to + 1)
        elif op in ("and", "or"):
            self.write_logic(node, to)
        elif op == "if":
            self.write_choice(node, to)
        elif op == "compare":
            self.write_comparison(node, to)
        elif op == "in":
            self.write_membership(node, to)
        else:
            self.write_unary(node, to)

    def write_constant(self, value: int | bool | str, to: int) -> None:
        """Loads a constant."""
        if isinstance(value, str):
            self.emit(Operation.TEXT, to, value=self.number_text(value))
        else:
            self.emit(Operation.CONSTANT, to, value=self.number_constant(value))

    def write_unary(self, node: Typed, to: int) -> None:
        """Writes ``not``, ``-``, ``abs``, or the conversion of an integer to thousandths."""
        self.write(node.parts[0], to)
        if node.op == "not":
            self.emit(Operation.NOT, to, to)
        elif node.op == "scale":
            self.write_constant(THOUSANDTHS, to + 1)
            self.emit(Operation.MULTIPLY, to, to, to + 1)
        else:
            self.emit(Operation.NEGATE, to + (node.op == "abs"), to)
            if node.op == "abs":
                self.emit(Operation.LARGER, to, to, to + 1)

    def write_membership(self, node: Typed, to: int) -> None:
        """Compares one value with each constant until one is equal."""
        self.write(node.parts[0], to + 1)
        exits = []
        for value in node.value:
            self.write_constant(value, to + 2)
            self.emit(Operation.EQUAL, to, to + 1, to + 2)
            exits.append(self.jump(Operation.JUMP_IF, to))
        self.land(*exits)

    def write_comparison(self, node: Typed, to: int) -> None:
        """Compares each part with the next until a comparison does not hold."""
        self.write(node.parts[0], to + 1)
        exits = []
        for number, (sign, part) in enumerate(zip(node.value, node.parts[1:], strict=True)):
            if number:
                exits.append(self.jump(Operation.JUMP_UNLESS, to))
                self.emit(Operation.MOVE, to + 1, to + 2)
            self.write(part, to + 2)
            a, b = (to + 2, to + 1) if sign in (">", ">=") else (to + 1, to + 2)
            self.emit(_SIGNS[sign.replace(">", "<")], to, a, b)
        self.land(*exits)

    def write_choice(self, node: Typed, to: int) -> None:
        """Writes ``if``, which evaluates one of two values."""
        condition, then, otherwise = node.parts
        self.write(condition, to)
        other = self.jump(Operation.JUMP_UNLESS, to)
        self.write(then, to)
        end = self.jump(Operation.JUMP)
        self.land(other)
        self.write(otherwise, to)
        self.land(end)

    def write_logic(self, node: Typed, to: int) -> None:
        """Writes ``and`` or ``or``, which stop as soon as the result is known."""
        operation = Operation.JUMP_UNLESS if node.op == "and" else Operation.JUMP_IF
        exits = []
        for number, part in enumerate(node.parts):
            if number:
                exits.append(self.jump(operation, to))
            self.write(part, to)
        self.land(*exits)

    def encode(self) -> bytes:
        """Returns the program."""
        counts = len(self.texts), len(self.constants), len(self.inputs), len(self.code), self.registers, 0
        parts = [MAGIC, struct.pack("<4H2B", *counts)]
        for text in self.texts:
            data = text.encode()
            parts.append(struct.pack("<H", len(data)) + data)
        parts += [struct.pack("<q", value) for value in self.constants]
        parts += [self.encode_input(source) for source in self.inputs]
        parts += [struct.pack("<BBBBi", *instruction) for instruction in self.code]
        return b"".join(parts)

    def encode_input(self, source: Input) -> bytes:
        """Returns the row of an input."""
        kind = ("field", "reading", "memory").index(source.kind)
        rows = [struct.pack("<BHB", kind, self.texts[source.name], len(source.arguments))]
        for argument in source.arguments:
            if isinstance(argument, Input):
                rows.append(struct.pack("<BH", 0, self.inputs[argument]))
            elif isinstance(argument, str):
                rows.append(struct.pack("<BH", 1, self.texts[argument]))
            elif isinstance(argument, bool):
                rows.append(struct.pack("<BH", 3, argument))
            else:
                rows.append(struct.pack("<BH", 2, self.constants[argument]))
        return b"".join(rows)
