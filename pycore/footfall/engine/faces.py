"""All faces of dice, one combination after another: for odds that are counted by asking again and again."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


class Faces:
    """Shows one face of each die that is rolled, and after `turn_over` the next combination."""

    def __init__(self) -> None:
        self._shown: list[tuple[int, int, Sequence[int]]] = []
        self._place = 0

    def pick(self, weights: Sequence[int]) -> int:
        """Returns an index; the chance of each is proportional to its weight."""
        return self._show(len(weights), weights)

    def take(self, purpose: str, low: int, high: int) -> int:
        """Returns a face of a die (`footfall.engine.host.DiceSource`)."""
        return low + self._show(high - low + 1, ()) if high > low else low

    def take_chance(self, part: int, whole: int) -> bool:
        """Returns whether something happens in `part` of `whole` cases."""
        part = max(0, min(part, whole))
        return self.pick((part, whole - part)) == 0 if 0 < part < whole else part > 0

    def _show(self, count: int, weights: Sequence[int]) -> int:
        """Returns one of some indices, which are equally likely without weights."""
        if self._place == len(self._shown):
            self._shown.append((0, count, weights))
        self._place += 1
        return self._shown[self._place - 1][0]

    @property
    def share(self) -> Fraction:
        """The chance of this combination."""
        part = whole = 1
        for index, count, weights in self._shown:
            part *= weights[index] if weights else 1
            whole *= sum(weights) if weights else count
        return Fraction(part, whole)

    def turn_over(self) -> bool:
        """Turns to the next combination; False after the last one."""
        self._place = 0
        while self._shown and self._shown[-1][0] == self._shown[-1][1] - 1:
            self._shown.pop()
        if not self._shown:
            return False
        index, count, weights = self._shown[-1]
        self._shown[-1] = index + 1, count, weights
        return True
