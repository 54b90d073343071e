"""Random serials: what an entry rolls and pushes is numbered under the entry's own serial.

The serial of a pushed entry is derived from the entry that pushes it, the step's name, its first
integer argument (whom it is about) and how often the same was pushed before. So a mod that raises, a
monster more or a dropped hook shifts nobody else's numbers.
"""

from __future__ import annotations

from typing import Any

from footfall import kernels

_MASK = (1 << 64) - 1


class Serials:
    """The serial of the entry at work, how often each stream was drawn from, and what was pushed."""

    __slots__ = ("_drawn", "_pushed", "serial")

    def __init__(self) -> None:
        self.serial = 0
        self._drawn: dict[int, int] = {}
        self._pushed: dict[int, int] = {}

    def enter(self, serial: int) -> None:
        """Begins another entry."""
        self.serial = serial
        self._drawn = {}
        self._pushed = {}

    def draw(self, seed: int, key: int, size: int) -> int:
        """The next number of stream `key` under this entry, uniform in ``0..size-1``."""
        index = self._drawn.get(key, 0)
        self._drawn[key] = index + 1
        return kernels.draw(seed, key, self.serial, index, size)

    def derive_child(self, key: int, args: tuple[Any, ...]) -> int:
        """The serial of an entry that this one pushes: a step by the key of its name, and its arguments."""
        serial = kernels.mix(self.serial, key)
        if args and type(args[0]) is int:
            serial = kernels.mix(serial, args[0] & _MASK)
        again = self._pushed.get(serial, 0)
        self._pushed[serial] = again + 1
        return kernels.mix(serial, again) if again else serial

    def copy(self) -> Serials:
        """A copy to go on with after something else was entered: what was drawn counts on."""
        copy = Serials()
        copy.serial = self.serial
        copy._drawn = dict(self._drawn)
        return copy
