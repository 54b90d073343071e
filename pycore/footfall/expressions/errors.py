"""The error of a malformed expression."""

from collections.abc import Callable, Iterable
from typing import TypeVar

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
