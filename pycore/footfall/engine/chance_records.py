"""Rules of chance that mods have changed, and records of the dice of mods, for explanations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

R = TypeVar("R")


class ChanceTable:
    """The rules of chance of a game, as its mods have changed them."""

    __slots__ = ("_changed",)

    def __init__(self, changed: Mapping[Any, Any]) -> None:
        self._changed = changed

    def find(self, rule: R) -> R:
        """Returns a rule as it is in force."""
        found: R = self._changed.get(rule, rule)
        return found


AS_WRITTEN = ChanceTable({})
"""The table of a game whose rules of chance no mod changes."""


class Die(msgspec.Struct, frozen=True, gc=False):
    """A die that was rolled.

    Attributes:
        part: of a chance of `part` in `high`, which comes about up to this face; else 0.
    """

    name: str
    face: int
    low: int
    high: int
    part: int = 0

    def __str__(self) -> str:
        limit = f"at most {self.part} of {self.high}" if self.part else f"{self.low} to {self.high}"
        return f"{self.name} {self.face} ({limit})"


class ChanceRecord(msgspec.Struct, frozen=True, gc=False):
    """A rule of chance of a mod that took effect.

    Attributes:
        shown: id of the text that says what it decides, or ``""``.
        outcome: the outcome of a rule in Python.
    """

    turn: int
    mod: str
    rule: str
    shown: str
    dice: tuple[Die, ...]
    outcome: Any = None
    entry: int = 0
