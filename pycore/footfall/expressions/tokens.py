"""Tokens of an expression, with their columns."""

import re
from typing import Any, TypeAlias

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
    r"""[ \t\r\n]*(?:
        (?P<decimal>[0-9][0-9_]*\.[0-9]+)
      | (?P<number>[0-9][0-9_]*)
      | (?P<name>[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)
      | (?P<text>'[^'\n]*'|"[^"\n]*")
      | (?P<sign>//|<=|>=|==|!=|[-+*%<>(),.])
      | $
    )""",
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
    at = 0
    for match in _TOKEN.finditer(source):
        if match.start() != at:
            break
        at, kind = match.end(), match.lastgroup
        if kind is None:
            continue
        text = match[kind]
        column = at - len(text) + 1
        if kind == "name":
            tokens.append((text if text in WORDS else "name", text, column))
        elif kind == "sign":
            tokens.append((text, text, column))
        elif kind == "text":
            tokens.append(("text", text[1:-1], column))
        elif len(text) <= SURELY_FITS and text.isdigit():
            tokens.append((kind, int(text), column))
        else:
            tokens.append((kind, _read_number(text, column), column))
    if at < len(source):
        at += len(source[at:]) - len(source[at:].lstrip(" \t\r\n"))
        advice = _ADVICE.get(source[at], "it has no meaning here")
        raise ExpressionError(f"unexpected {source[at]!r}: {advice}", at + 1)
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
