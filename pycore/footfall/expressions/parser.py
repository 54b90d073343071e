"""The parser: operator precedence climbing, after V. Pratt, "Top down operator precedence", POPL 1973."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from .syntax import ExpressionError, Node, Token, split_tokens

MAX_DEPTH = 32
"""Levels of an expression's tree."""

MAX_NODES = 200
"""Nodes of an expression's tree."""

_COMPARISONS = frozenset(("<", "<=", ">", ">=", "==", "!="))
_OR, _AND, _NOT, _COMPARE, _SUM, _PRODUCT = range(1, 7)
_POWERS = {
    "or": _OR,
    "and": _AND,
    "in": _COMPARE,
    "not": _COMPARE,
    **dict.fromkeys(_COMPARISONS, _COMPARE),
    **dict.fromkeys("+-", _SUM),
    **dict.fromkeys(("*", "//", "%"), _PRODUCT),
}
"""How tightly each operator binds; ``not`` stands here for ``not in``."""

_CONSTANTS = frozenset(("number", "decimal", "text"))


MAX_KNOWN = 2_000
"""Expressions whose trees are kept between loads."""


@lru_cache(MAX_KNOWN)
def parse_expression(source: str) -> Node:
    """Parses an expression.

    Raises:
        ExpressionError: it is not valid.
    """
    parser = _Parser(split_tokens(source))
    node = parser.parse_operators(0)
    token = parser.tokens[parser.at]
    if token[0] != "end":
        hint = "; write == to compare" if token[1] == "=" else ""
        raise ExpressionError(f"unexpected {_describe(token)} after a complete expression{hint}", token[2])
    return node


def _describe(token: Token) -> str:
    return "the end" if token[0] == "end" else repr(str(token[1]))


class _Parser:
    """The state of one run: the tokens, the position, and the limits."""

    __slots__ = ("at", "level", "tokens")

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.level = 0

    def accept(self, sign: str) -> bool:
        """Skips a sign or word if it is next."""
        if self.tokens[self.at][0] != sign:
            return False
        self.at += 1
        return True

    def expect(self, sign: str, after: str) -> None:
        if self.tokens[self.at][0] != sign:
            token = self.tokens[self.at]
            raise ExpressionError(f"expected {sign!r} {after}, found {_describe(token)}", token[2])
        self.at += 1

    def parse_operators(self, power: int) -> Node:
        """Parses operands joined by operators that bind more tightly than `power`."""
        self.level += 1
        if self.level > MAX_DEPTH:
            raise _make_limit_error("levels", MAX_DEPTH, self.tokens[self.at][2])
        left = self.parse_prefix()
        while True:
            kind, _, column = self.tokens[self.at]
            binding = _POWERS.get(kind, 0)
            if binding <= power:
                self.level -= 1
                return left
            self.at += 1
            if kind in ("in", "not"):
                left = self.parse_membership(left, kind, column)
            elif binding == _COMPARE:
                left = self.parse_comparison(left, kind, column)
            elif binding <= _AND:
                parts = [left, self.parse_operators(binding)]
                while self.accept(kind):
                    parts.append(self.parse_operators(binding))
                left = make_node(kind, column, None, parts)
            else:
                left = make_node(kind, column, None, (left, self.parse_operators(binding)))

    def parse_comparison(self, left: Node, kind: str, column: int) -> Node:
        signs, parts = [kind], [left, self.parse_operators(_COMPARE)]
        while (kind := self.tokens[self.at][0]) in _COMPARISONS:
            self.at += 1
            signs.append(kind)
            parts.append(self.parse_operators(_COMPARE))
        return make_node("compare", column, tuple(signs), parts)

    def parse_membership(self, left: Node, kind: str, column: int) -> Node:
        if kind == "not":
            self.expect("in", "after 'not'")
        elif self.tokens[self.at][0] == "name":
            return make_node("among", column, None, (left, self.parse_postfix()))
        self.expect("(", "after 'in'")
        options = self.parse_arguments()
        if not options:
            raise ExpressionError("the list after 'in' is empty", column)
        return make_node("not in" if kind == "not" else "in", column, None, (left, *options))

    def parse_prefix(self) -> Node:
        kind, _, column = self.tokens[self.at]
        if kind == "not":
            self.at += 1
            return make_node("not", column, None, (self.parse_operators(_NOT),))
        if kind == "-":
            self.at += 1
            return make_node("minus", column, None, (self.parse_operators(_PRODUCT),))
        return self.parse_postfix()

    def parse_postfix(self) -> Node:
        """Parses a value, and ``.name`` and ``.name(arguments)`` after it."""
        token = self.tokens[self.at]
        kind, value, column = token
        self.at += 1
        if kind == "name":
            node = self.parse_call(value, column) if self.accept("(") else make_path(value, column)
        elif kind in _CONSTANTS:
            node = Node(kind, column, value)
        elif kind in ("true", "false"):
            node = Node("flag", column, kind == "true")
        elif kind == "(":
            node = self.parse_operators(0)
            self.expect(")", f"for the '(' in column {column}")
        else:
            raise ExpressionError(f"expected a value, found {_describe(token)}", column)
        while self.tokens[self.at][0] == ".":
            token = self.tokens[self.at + 1]
            if token[0] != "name":
                raise ExpressionError(f"expected a name after '.', found {_describe(token)}", token[2])
            self.at += 2
            *path, name = str(token[1]).split(".")  # after a call, too, a path is one token
            column = token[2]
            for part in path:
                node = make_node("field", column, part, (node,))
                column += len(part) + 1
            if self.accept("("):
                node = make_node("method", column, name, (node, *self.parse_arguments()))
            else:
                node = make_node("field", column, name, (node,))
        return node

    def parse_call(self, name: str, column: int) -> Node:
        """Parses what follows ``name(`` or ``path.name(``."""
        path, _, name = name.rpartition(".")
        if not path:
            return make_node("call", column, name, self.parse_arguments())
        subject = make_path(path, column)
        return make_node("method", column + len(path) + 1, name, (subject, *self.parse_arguments()))

    def parse_arguments(self) -> list[Node]:
        """Parses expressions separated by commas, up to ``)``; the last may have a comma."""
        arguments: list[Node] = []
        while not self.accept(")"):
            if arguments:
                self.expect(",", "or ')' between values")
                if self.accept(")"):
                    break
            arguments.append(self.parse_operators(0))
        return arguments


def make_path(path: str, column: int) -> Node:
    """Returns the node of a name, or of several joined by dots, which count as a level each."""
    levels = path.count(".") + 1
    if levels > MAX_DEPTH:
        raise _make_limit_error("levels", MAX_DEPTH, column)
    return Node("name" if levels == 1 else "path", column, path, (), levels, levels)


def make_node(kind: str, column: int, value: Any, parts: Sequence[Node]) -> Node:
    """Returns a node within the limits of an expression."""
    depth = size = 1
    for part in parts:
        size += part.size
        if part.depth >= depth:
            depth = part.depth + 1
    if depth > MAX_DEPTH:
        raise _make_limit_error("levels", MAX_DEPTH, column)
    if size > MAX_NODES:
        raise _make_limit_error("parts", MAX_NODES, column)
    return Node(kind, column, value, tuple(parts), depth, size)


def _make_limit_error(unit: str, limit: int, column: int) -> ExpressionError:
    return ExpressionError(f"an expression has at most {limit} {unit}; split the rule", column, "limit")
