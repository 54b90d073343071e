"""The parser: operator precedence climbing, after V. Pratt, "Top down operator precedence", POPL 1973."""

from __future__ import annotations

from typing import Any

from .errors import ExpressionError
from .syntax import Node
from .tokens import Token, split_tokens

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


def parse_expression(source: str) -> Node:
    """Parses an expression.

    Raises:
        ExpressionError: it is not valid.
    """
    parser = _Parser(split_tokens(source))
    node = parser.parse_operators(0)
    token = parser.token
    if token.kind != "end":
        hint = "; write == to compare" if token.value == "=" else ""
        raise ExpressionError(f"unexpected {_describe(token)} after a complete expression{hint}", token.column)
    return node


def _describe(token: Token) -> str:
    return "the end" if token.kind == "end" else repr(str(token.value))


class _Parser:
    """The state of one run: the tokens, the position, and the limits."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.level = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def advance(self) -> Token:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def accept(self, sign: str) -> bool:
        """Skips a sign or word if it is next."""
        token = self.token
        if token.kind not in ("sign", "word") or token.value != sign:
            return False
        self.at += 1
        return True

    def expect(self, sign: str, after: str) -> None:
        if not self.accept(sign):
            text = f"expected {sign!r} {after}, found {_describe(self.token)}"
            raise ExpressionError(text, self.token.column)

    def parse_operators(self, power: int) -> Node:
        """Parses operands joined by operators that bind more tightly than `power`."""
        self.level += 1
        if self.level > MAX_DEPTH:
            raise _make_limit_error("levels", MAX_DEPTH, self.token.column)
        left = self.parse_prefix()
        while True:
            token = self.token
            binding = _POWERS.get(str(token.value), 0) if token.kind in ("sign", "word") else 0
            if binding <= power:
                self.level -= 1
                return left
            left = self.parse_infix(left, binding)

    def parse_infix(self, left: Node, binding: int) -> Node:
        token = self.advance()
        operator = str(token.value)
        if operator in ("in", "not"):
            return self.parse_membership(left, token)
        if operator in _COMPARISONS:
            operators, parts = [operator], [left, self.parse_operators(_COMPARE)]
            while self.token.kind == "sign" and self.token.value in _COMPARISONS:
                operators.append(str(self.advance().value))
                parts.append(self.parse_operators(_COMPARE))
            return self.make("compare", token.column, tuple(operators), *parts)
        if operator in ("and", "or"):
            parts = [left, self.parse_operators(binding)]
            while self.accept(operator):
                parts.append(self.parse_operators(binding))
            return self.make(operator, token.column, None, *parts)
        return self.make(operator, token.column, None, left, self.parse_operators(binding))

    def parse_membership(self, left: Node, token: Token) -> Node:
        if token.value == "not":
            self.expect("in", "after 'not'")
        self.expect("(", "after 'in'")
        options = self.parse_arguments()
        if not options:
            raise ExpressionError("the list after 'in' is empty", token.column)
        return self.make("not in" if token.value == "not" else "in", token.column, None, left, *options)

    def parse_prefix(self) -> Node:
        token = self.token
        if self.accept("not"):
            return self.make("not", token.column, None, self.parse_operators(_NOT))
        if self.accept("-"):
            return self.make("minus", token.column, None, self.parse_operators(_PRODUCT))
        return self.parse_postfix(self.parse_atom())

    def parse_atom(self) -> Node:
        token = self.advance()
        if token.kind in ("number", "decimal", "text"):
            return self.make(token.kind, token.column, token.value)
        if token.value in ("true", "false") and token.kind == "word":
            return self.make("flag", token.column, token.value == "true")
        if token.kind == "name":
            if self.accept("("):
                return self.make("call", token.column, token.value, *self.parse_arguments())
            return self.make("name", token.column, token.value)
        if token.kind == "sign" and token.value == "(":
            node = self.parse_operators(0)
            self.expect(")", f"for the '(' in column {token.column}")
            return node
        raise ExpressionError(f"expected a value, found {_describe(token)}", token.column)

    def parse_postfix(self, node: Node) -> Node:
        """Parses ``.name`` and ``.name(arguments)`` after a value."""
        while self.accept("."):
            token = self.advance()
            if token.kind not in ("name", "word"):
                raise ExpressionError(f"expected a name after '.', found {_describe(token)}", token.column)
            if self.accept("("):
                node = self.make("method", token.column, token.value, node, *self.parse_arguments())
            else:
                node = self.make("field", token.column, token.value, node)
        return node

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

    def make(self, kind: str, column: int, value: Any, *parts: Node) -> Node:
        depth = 1 + max((part.depth for part in parts), default=0)
        size = 1 + sum(part.size for part in parts)
        if depth > MAX_DEPTH:
            raise _make_limit_error("levels", MAX_DEPTH, column)
        if size > MAX_NODES:
            raise _make_limit_error("parts", MAX_NODES, column)
        return Node(kind, column, value, parts, depth, size)


def _make_limit_error(what: str, limit: int, column: int) -> ExpressionError:
    return ExpressionError(f"an expression has at most {limit} {what}; split the rule", column, "limit")
