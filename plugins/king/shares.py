"""The shares of a number: the functions that compute one note its shares in a list, if they are given one."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Sign: TypeAlias = Literal["", "+", "= ", "×"]


class Share(NamedTuple):
    """One step on the way to a number.

    Attributes:
        source: where it comes from, by the suffix of its message id or as a status.
        sign: begins the sum, adds to the sum before it, replaces it or multiplies it.
    """

    source: str
    sign: Sign
    amount: int


Shares: TypeAlias = list[Share]


def note(shares: Shares | None, source: str, sign: Sign, amount: int) -> None:
    """Notes a share; no list, no note."""
    if shares is not None:
        shares.append(Share(source, sign, amount))
