"""Dice: random streams, the serials of entries, and sources of forced dice.

The rolls and pushes of an entry are numbered under the entry's own serial. The serial of a pushed entry is derived from
the serial of its parent, the step's name, its first argument if that is an integer (usually an actor id), and a count
of equal pushes. So a failing mod, an additional creature or a dropped hook does not shift the numbers of other entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from footfall import kernels

_MASK = (1 << 64) - 1


@lru_cache(maxsize=4096)
def stream_key(mod: str, purpose: str) -> int:
    """Returns the 64-bit key of a mod's named random stream."""
    return int.from_bytes(blake2b(f"{mod}\0{purpose}".encode(), digest_size=8).digest(), "little")


def mix_all(start: int, numbers: Sequence[int]) -> int:
    """Returns a 64-bit number that depends on all numbers in their order."""
    for number in numbers:
        start = kernels.mix(start, number & _MASK)
    return start


class Serials:
    """The serial of the current entry, with its counts of draws and pushes."""

    __slots__ = ("_drawn", "_pushed", "serial")

    def __init__(self) -> None:
        self.serial = 0
        self._drawn: dict[int, int] = {}
        self._pushed: dict[int, int] = {}

    def enter(self, serial: int) -> None:
        """Starts another entry."""
        self.serial = serial
        self._drawn = {}
        self._pushed = {}

    def draw(self, seed: int, key: int, size: int) -> int:
        """Returns the next number of stream `key` under this entry, uniform in ``0..size-1``."""
        index = self._drawn.get(key, 0)
        self._drawn[key] = index + 1
        return kernels.draw(seed, key, self.serial, index, size)

    def derive_child(self, key: int, args: tuple[Any, ...]) -> int:
        """Returns the serial of an entry that this one pushes.

        Args:
            key: the key of the step's name.
        """
        serial = kernels.mix(self.serial, key)
        if args and type(args[0]) is int:
            serial = kernels.mix(serial, args[0] & _MASK)
        repeats = self._pushed.get(serial, 0)
        self._pushed[serial] = repeats + 1
        return kernels.mix(serial, repeats) if repeats else serial

    def copy(self) -> Serials:
        """Returns a copy to resume from after entering other serials; it keeps the counts of draws."""
        copy = Serials()
        copy.serial = self.serial
        copy._drawn = dict(self._drawn)
        return copy


class ConsoleDice:
    """Dice that the modder's console set."""

    def __init__(self, dice: list[tuple[str, int]]) -> None:
        self._dice = list(dice)

    def take(self, purpose: str, low: int, high: int) -> int | None:
        """Returns the next die set for this purpose or for any, clamped to the range; None to roll it."""
        for index, (set_purpose, value) in enumerate(self._dice):
            if set_purpose in ("", purpose):
                del self._dice[index]
                return min(max(value, low), high)
        return None


class Faces:
    """Shows one face of each die that is rolled, and after `turn_over` the next combination: odds are counted so."""

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
