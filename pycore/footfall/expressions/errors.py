"""The error of a malformed expression."""

from __future__ import annotations


class ExpressionError(ValueError):
    """An expression that is not valid.

    Attributes:
        column: where in its text, from 1.
        misspelled: a misspelled name, or ``""``.
        suggestion: the name that was probably meant, or ``""``.
        kind: ``"syntax"``, ``"name"``, ``"type"`` or ``"limit"``.
    """

    def __init__(
        self, text: str, column: int, kind: str = "syntax", misspelled: str = "", suggestion: str = ""
    ) -> None:
        super().__init__(text)
        self.column = column
        self.kind = kind
        self.misspelled = misspelled
        self.suggestion = suggestion
