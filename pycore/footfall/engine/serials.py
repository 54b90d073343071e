"""Random serials: the rolls and pushes of an entry are numbered under the entry's own serial.

The serial of a pushed entry is derived from the serial of its parent, the step's name, its first argument if
that is an integer (usually an actor id), and a count of equal pushes. So a failing mod, an additional creature
or a dropped hook does not shift the numbers of other entries.
"""

from __future__ import annotations

from typing import Any

from footfall import kernels

_MASK = (1 << 64) - 1


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
            key: of the step's name.
            args: of the step.
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
