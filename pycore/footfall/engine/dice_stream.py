"""Ordered random streams, for dice whose order is part of a game."""

from __future__ import annotations

from footfall import kernels

from .core_changes import Draw
from .dice import stream_key
from .host import Host


class DiceStream:
    """An ordered random stream, read ahead: its n-th number depends only on the seed, its name and n.

    Reading changes nothing. Return `draw_change` together with the changes that the numbers led to; a
    refusal after reading uses up none of them.

    Attributes:
        name: full name (``"core.delve:leader"``).
        index: numbers used so far, including those read ahead.
    """

    __slots__ = ("_first", "_key", "_session", "index", "name")

    def __init__(self, session: Host, mod: str, purpose: str) -> None:
        self._session = session
        self._key = stream_key(mod, purpose)
        self.name = f"{mod}:{purpose}"
        self._first = self.index = session.state.streams.get(self.name, 0)

    def roll(self, low: int, high: int) -> int:
        """Returns the next number, uniform in ``low..high``, both ends included."""
        session, index = self._session, self.index
        self.index = index + 1
        if session.dice_source is not None:
            die = session.dice_source.take(self.name.rpartition(":")[2], low, high)
            if die is not None:
                return die
        return low + kernels.draw(session.state.seed, self._key, 0, index, high - low + 1)

    @property
    def draw_change(self) -> Draw:
        """The change that records all numbers read."""
        return Draw(self.name, self.index - self._first)
