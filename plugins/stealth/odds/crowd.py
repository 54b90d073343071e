"""All creatures in view at once: their meetings with the character in the round, and the noises that they hear."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from footfall.api.grid import Cell

from ..senses.known_map import KnownGround
from .exposure import Call, Exposure, Noise, make_hurt
from .meetings import WALLED, Place, number_meetings
from .watchers import Watcher

ROW = 2 * WALLED
"""Bits that each creature has in a number of `Crowd.listen`."""


class Crowd:
    """The creatures in view that may notice the character, and where each may be after one action.

    Attributes:
        rows: the number of each creature, by id.
        places: places of each creature: its own place first.
        met: see `meet`.
    """

    def __init__(
        self, at: Cell, ground: KnownGround, watchers: Sequence[Watcher], places: Iterable[Iterable[Place]]
    ) -> None:
        """`at`: array index of the cell of the character."""
        self._at, self._ground, self.watchers = at, ground, watchers
        self.rows = {watcher.id: row for row, watcher in enumerate(watchers)}
        self.places = [tuple(own) for own in places]
        sizes, width = [len(own) for own in self.places], ground.known.shape[1]
        padded = [place for own in self.places for place in (*own, *own[:1] * (max(sizes) - len(own)))]
        self._index = np.array([y * width + x for (y, x), _ in padded]).reshape(len(sizes), -1)
        self._y, self._x = np.divmod(self._index, width)
        numbers = np.arange(max(sizes))
        self._bits = (numbers < np.array(sizes)[:, None]) << numbers
        self._fov = np.array([[watcher.fov] for watcher in watchers])
        self._range = (
            max(watcher.fov for watcher in watchers),
            max(watcher.limit_hearing(ground) for watcher in watchers),
        )
        self.met: dict[Exposure, list[tuple[list[int], int]]] = {}
        self._heard: dict[tuple[Call, Cell | None], int] = {}
        self._limits: dict[int, list[list[int]]] = {}
        self._doors: dict[Cell, tuple[list[int], list[int]]] = {}
        for row, own in enumerate(self.places):
            for column, place in enumerate(own):
                if place.opened_door is not None:
                    rows, columns = self._doors.setdefault(place.opened_door, ([], []))
                    rows.append(row)
                    columns.append(column)

    def meet(self, exposure: Exposure) -> list[tuple[list[int], int]]:
        """The meetings of each creature, by its places, and the places to which its routine may lead, as bits."""
        if exposure not in self.met:
            self.foresee([exposure])
        return self.met[exposure]

    def foresee(self, exposures: Sequence[Exposure]) -> None:
        """Finds `meet` of several exposures at once, which takes little longer than of one."""
        exposures = [exposure for exposure in dict.fromkeys(exposures) if exposure not in self.met]
        views = [self._ground.open_doors(one.opened_door).look_from(one.at, *self._range) for one in exposures]
        lines = np.array([[view.sight[ground].take(self._index) for view in views] for ground in (0, 1)])
        ways = np.array([[view.sound[ground].take(self._index) for view in views] for ground in (0, 1)])
        y, x = np.array([one.at for one in exposures]).T[:, :, None, None]
        distance = np.maximum(abs(self._y - y), abs(self._x - x))
        near = distance <= self._fov
        for number, exposure in enumerate(exposures):
            opened = exposure.opened_door
            for door, spots in self._doors.items():
                beyond = self._ground.open_doors(opened, door).look_from(exposure.at, *self._range)
                for fields, others in ((lines, beyond.sight), (ways, beyond.sound)):
                    for field, other in zip(fields[:, number], others, strict=True):
                        field[spots] = other.take(self._index[spots])
            if opened is None and exposure.at == self._at:  # sight is symmetric, and the creature is in view
                lines[:, number, :, 0] = True
            if exposure.is_diving:
                near[number] &= distance[number] <= 1
        noises = [exposure.noise for exposure in exposures]
        heard = *self._hear(ways, noises), *self._hear(ways, [make_hurt(noise) for noise in noises])
        meetings = number_meetings(distance, lines & near, heard).tolist()
        steps = ((distance > 0) * self._bits).sum(2).tolist()
        for exposure, *met in zip(exposures, meetings, steps, strict=True):
            self.met[exposure] = list(zip(*met, strict=True))

    def listen(self, call: Call, opened: Cell | None) -> int:
        """Where the creatures hear a noise, with a door open.

        Bit `ROW` * row + i for place i of a row with unknown ground open, `WALLED` bits further with it walled.
        """
        found = self._heard.get((call, opened))
        if found is None:
            view = self._ground.open_doors(opened).look_from(call.at, *self._range)
            ways = np.array([[field.take(self._index)] for field in view.sound])
            hears = self._hear(ways, [call.noise])[:, 0]
            flags = np.zeros((hears.shape[1], 2, WALLED), np.bool_)
            flags[:, :, : hears.shape[2]] = hears.swapaxes(0, 1)
            found = int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")
            self._heard[call, opened] = found
        return found

    def _hear(self, ways: npt.NDArray[np.int32], noises: Sequence[Noise]) -> npt.NDArray[np.bool_]:
        """Whether the creatures hear each of some noises: bool, of the shape ``(grounds, noises, rows, places)``."""
        if self.watchers[0].asks_hearing:
            heard = [
                [watcher.hear(ways[:, number, row], noise) for row, watcher in enumerate(self.watchers)]
                for number, noise in enumerate(noises)
            ]
            return np.array(heard).transpose(2, 0, 1, 3)
        limits = np.array([self._limit_hearing(noise) for noise in noises])
        return ways.view(np.uint32) <= limits  # -1, too far, is the highest number

    def _limit_hearing(self, noise: Noise) -> list[list[int]]:
        """The sound distance up to which each creature hears a noise."""
        limits = self._limits.get(noise.loudness)
        if limits is None:
            limits = self._limits[noise.loudness] = [[watcher.measure_earshot(noise)] for watcher in self.watchers]
        return limits


def pick_rows(row: int, heard: Iterable[int]) -> tuple[int, ...]:
    """The places at which the creature of a row hears noises, of each number of `Crowd.listen`."""
    return tuple([places >> ROW * row & (1 << ROW) - 1 for places in heard])
