"""Tokens of an expression, with their columns, its syntax tree, and the error of a malformed one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar

import msgspec

P = TypeVar("P")
R = TypeVar("R")


class ExpressionError(ValueError):
    """An expression that is not valid.

    Attributes:
        column: where in its text, from 1.
        wrong_word: a misspelled name, or ``""``.
        suggestion: the name that was probably meant, or ``""``.
        kind: ``"syntax"``, ``"name"``, ``"type"`` or ``"limit"``.
        words: the words that are possible instead of a wrong one; empty if others are too.
        more: the errors of other parts of the expression.
    """

    def __init__(
        self, text: str, column: int, kind: str = "syntax", wrong_word: str = "", suggestion: str = ""
    ) -> None:
        super().__init__(text)
        self.column = column
        self.kind = kind
        self.wrong_word = wrong_word
        self.suggestion = suggestion
        self.words: tuple[str, ...] = ()
        self.more: tuple[ExpressionError, ...] = ()

    @classmethod
    def check_all(cls, parts: Iterable[P], check: Callable[[P], R]) -> list[R]:
        """Returns the result of each part; if some have errors, raises the first, which holds the others."""
        results, errors = [], []
        for part in parts:
            try:
                results.append(check(part))
            except ExpressionError as error:
                errors += [error, *error.more]
        if errors:
            errors[0].more = tuple(errors[1:])
            raise errors[0]
        return results


MAX_LENGTH = 1_000
"""Characters of an expression."""

MAX_TEXT_BYTES = (1 << 16) - 1
"""UTF-8 bytes of a text, which a setting can bring."""

MAX_INTEGER = (1 << 63) - 1
MIN_INTEGER = -(1 << 63)

THOUSANDTHS = 1_000
"""A decimal number is an integer of thousandths."""

WORDS = frozenset(("and", "or", "not", "in", "true", "false"))
"""Names that the language reserves; ``if`` is a function."""

_TOKEN = re.compile(
    r"""([ \t\r\n]*)(?:
        ([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)
      | (//|<=|>=|==|!=|[-+*%<>(),.])
      | ([0-9][0-9_]*(?:\.[0-9]+)?)
      | ('[^'\n]*'|"[^"\n]*")
      | ([^ \t\r\n])
      | $
    )""",
    re.VERBOSE,
)
"""A space, then a name, a sign, a number, a text or a character without meaning."""

_ADVICE = {
    "/": "write // to divide; the result is rounded down",
    "=": "write == to compare",
    "&": "write 'and'",
    "|": "write 'or'",
    "!": "write 'not' or !=",
    "^": "there is no power; multiply instead",
    "'": "the text has no closing quote",
    '"': "the text has no closing quote",
    "[": "there are no lists; write in ('a', 'b')",
    "{": "there are no tables in expressions",
}


Token: TypeAlias = tuple[str, Any, int]
"""A token.

Its kind: ``"number"``, ``"decimal"``, ``"text"``, ``"name"`` (also several joined by dots), ``"end"``, or of a sign or
reserved word that word itself.
Its value: an integer (thousandths for ``"decimal"``), or the text without quotes. Its column, from 1.
"""


def split_tokens(source: str) -> list[Token]:
    """Returns the tokens of an expression; the last one is ``end``.

    Raises:
        ExpressionError: it is too long, or has a character or number that is not allowed.
    """
    if len(source) > MAX_LENGTH:
        raise ExpressionError(f"an expression has at most {MAX_LENGTH:,} characters", MAX_LENGTH, "limit")
    tokens: list[Token] = []
    column = 1
    for space, name, sign, number, text, unknown in _TOKEN.findall(source):  # twice as fast as matches one by one
        column += len(space)
        if name:
            tokens.append((name if name in WORDS else "name", name, column))
        elif sign:
            tokens.append((sign, sign, column))
        elif number:
            is_plain = len(number) <= SURELY_FITS and number.isdigit()
            value = int(number) if is_plain else _read_number(number, column)
            tokens.append(("decimal" if "." in number else "number", value, column))
        elif text:
            tokens.append(("text", text[1:-1], column))
        elif unknown:
            advice = _ADVICE.get(unknown, "it has no meaning here")
            raise ExpressionError(f"unexpected {unknown!r}: {advice}", column)
        column += len(name or sign or number or text)
    tokens.append(("end", "", len(source) + 1))
    return tokens


SURELY_FITS = 18
"""Digits of a whole number that always fits into 64 bits."""


def _read_number(text: str, column: int) -> int:
    """Returns a whole number, or a decimal in thousandths."""
    whole, point, fraction = text.replace("_", "").partition(".")
    if len(fraction) > 3:
        raise ExpressionError("a number has at most three decimal places", column)
    value = int(whole[:20])
    if point:
        value = value * THOUSANDTHS + int(fraction.ljust(3, "0"))
    if len(whole) > 20 or value > MAX_INTEGER:
        raise ExpressionError("a number does not fit into 64 bits", column, "limit")
    return value


class Node(msgspec.Struct, frozen=True, gc=False):
    """One node.

    Attributes:
        kind: ``"number"``, ``"decimal"``, ``"text"``, ``"flag"``, ``"name"``, ``"path"`` (names joined by dots),
            ``"field"`` (`value` of ``parts[0]``),
            ``"call"`` (of the function or reading `value`), ``"method"`` (`value` of ``parts[0]``, then arguments),
            ``"minus"``, ``"not"``, ``"and"``, ``"or"``, ``"compare"`` (`value`: the operators between the parts),
            ``"in"`` and ``"not in"`` (the first part among the others), ``"among"`` (a name in a list), or an
            arithmetic operator.
        column: where it starts, from 1; of an operator, where the operator is.
        depth: levels of the tree.
        size: number of nodes.
    """

    kind: str
    column: int
    value: Any = None
    parts: tuple[Node, ...] = ()
    depth: int = 1
    size: int = 1
