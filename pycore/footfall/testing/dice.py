"""Forced dice: a queue that knows what each die is for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


class WrongDie(AssertionError):
    """The rules rolled something else than the test said."""


class Forced:
    """Dice in the order the rules must ask for them.

    Args:
        dice: pairs of purpose and value.
        free: purposes that are not part of the test, and the value they give (brought into range).
    """

    def __init__(self, dice: Iterable[tuple[str, int]] = (), free: Mapping[str, int] | None = None) -> None:
        self.left = list(dice)
        self.free = dict(free or {})

    def take(self, purpose: str, low: int, high: int) -> int:
        """The next die.

        Raises:
            WrongDie: none is left, another purpose was expected, or the value is out of range.
        """
        if high <= low and (not self.left or self.left[0][0] != purpose):
            return low
        if purpose in self.free:
            return max(low, min(high, self.free[purpose]))
        if not self.left:
            raise WrongDie(f"the rules roll {purpose!r} ({low}..{high}), but no forced die is left")
        wanted, value = self.left.pop(0)
        if wanted != purpose:
            raise WrongDie(
                f"the rules roll {purpose!r} ({low}..{high}), but the next forced die is {wanted!r} = {value}"
            )
        if not low <= value <= max(low, high):
            raise WrongDie(f"the forced {purpose!r} = {value} is outside {low}..{high}")
        return value

    def check_empty(self) -> None:
        """Raises `WrongDie` if dice are left over."""
        if self.left:
            rest = ", ".join(f"{purpose} = {value}" for purpose, value in self.left)
            raise WrongDie(f"forced dice were never rolled: {rest}")
