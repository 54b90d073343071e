"""The error of a malformed expression."""

from __future__ import annotations


class ExpressionError(ValueError):
    """An expression that is not valid.

    Attributes:
        column: where in its text, from 1.
        wrong_word: a misspelled name, or ``""``.
        suggestion: the name that was probably meant, or ``""``.
        kind: ``"syntax"``, ``"name"``, ``"type"`` or ``"limit"``.
        words: the words that are possible instead of a wrong one; empty if others are too.
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
