"""Tokens of an expression, with their columns."""

from __future__ import annotations

import re
from typing import NamedTuple

from .errors import ExpressionError

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
    r"""(?P<space>[ \t\r\n]+)
      | (?P<decimal>[0-9][0-9_]*\.[0-9]+)
      | (?P<number>[0-9][0-9_]*)
      | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
      | (?P<text>'[^'\n]*'|"[^"\n]*")
      | (?P<sign>//|<=|>=|==|!=|[-+*%<>(),.])""",
    re.VERBOSE,
)

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


class Token(NamedTuple):
    """One token.

    Attributes:
        kind: ``"number"``, ``"decimal"``, ``"text"``, ``"name"``, ``"word"``, ``"sign"`` or ``"end"``.
        value: an integer (thousandths for ``"decimal"``), or the text without quotes.
        column: from 1.
    """

    kind: str
    value: int | str
    column: int


def split_tokens(source: str) -> list[Token]:
    """Returns the tokens of an expression; the last one is ``end``.

    Raises:
        ExpressionError: it is too long, or has a character or number that is not allowed.
    """
    if len(source) > MAX_LENGTH:
        raise ExpressionError(f"an expression has at most {MAX_LENGTH:,} characters", MAX_LENGTH, "limit")
    tokens = []
    at = 0
    while at < len(source):
        match = _TOKEN.match(source, at)
        if match is None:
            advice = _ADVICE.get(source[at], "it has no meaning here")
            raise ExpressionError(f"unexpected {source[at]!r}: {advice}", at + 1)
        kind, text, column = str(match.lastgroup), match.group(), at + 1
        at = match.end()
        value: int | str = text[1:-1] if kind == "text" else text
        if kind == "name" and text in WORDS:
            kind = "word"
        elif kind in ("number", "decimal"):
            whole, _, fraction = text.replace("_", "").partition(".")
            if len(fraction) > 3:
                raise ExpressionError("a number has at most three decimal places", column)
            value = int(whole[:20])
            if kind == "decimal":
                value = value * THOUSANDTHS + int(fraction.ljust(3, "0"))
            if len(whole) > 20 or value > MAX_INTEGER:
                raise ExpressionError("a number does not fit into 64 bits", column, "limit")
        if kind != "space":
            tokens.append(Token(kind, value, column))
    return [*tokens, Token("end", "", len(source) + 1)]
