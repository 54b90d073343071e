"""All creatures in view at once: their meetings with the character in the round, and the noises that they hear."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from footfall.api.grid import Cell

from ..actors.surroundings import NEIGHBOR_OFFSETS
from ..senses.known_map import KnownGround
from .exposure import Call, Exposure, Noise, make_hurt
from .meetings import DISTANCE, PERCEIVED, WALLED, Numbers, Place, number_meetings
from .watchers import Watcher

ROW = 2 * WALLED
"""Bits that each creature has in a number of `Crowd.listen`."""

BARRED, FREE, DOOR = range(3)
"""Whether a creature may step on a cell."""

AROUND = np.array([(0, 0), *NEIGHBOR_OFFSETS]).T
"""The offsets (dy, dx) of the places of a creature."""


class Met(NamedTuple):
    """How each creature may perceive the character after an action; a row for each.

    Attributes:
        meetings: by place; see `meetings`.
        is_met: whether a creature may perceive the character.
    """

    meetings: Numbers
    is_met: list[bool]


class Crowd:
    """The creatures in view that may notice the character, and where each may be after one action.

    The first place of a creature is its own cell, the others are the cells around it, those that are barred too.

    Attributes:
        rows: the number of each creature, by id.
        met: see `meet`.
    """

    def __init__(self, at: Cell, ground: KnownGround, watchers: Sequence[Watcher], ways: npt.NDArray[np.uint8]) -> None:
        """Finds the places.

        Args:
            at: array index of the cell of the character.
            ways: `BARRED`, `FREE` or `DOOR` of each cell, with a border of one cell.
        """
        self._at, self._ground, self.watchers = at, ground, watchers
        self.rows = {watcher.id: row for row, watcher in enumerate(watchers)}
        y, x = np.array([watcher.at for watcher in watchers]).T[:, :, None]
        around_y, around_x = y + AROUND[0], x + AROUND[1]
        way = ways[around_y + 1, around_x + 1]
        passes = np.array([[one.kind.passes_doors] for one in watchers])
        opens = np.array([[one.kind.opens_doors] for one in watchers])
        is_free, opens_door = (way == FREE) | (way == DOOR) & passes, (way == DOOR) & opens & ~passes
        is_free[:, 0], opens_door[:, 0] = True, False
        self._y, self._x = np.where(is_free, around_y, y), np.where(is_free, around_x, x)
        self._index = self._y * ground.known.shape[1] + self._x
        self._bits = ((is_free | opens_door) << np.arange(AROUND.shape[1])).tolist()
        self._doors = {
            (row, place): (int(around_y[row, place]), int(around_x[row, place]))
            for row, place in zip(*opens_door.nonzero(), strict=True)
        }
        self._fov = np.array([[watcher.fov] for watcher in watchers])
        self._range = int(self._fov.max()), max(watcher.limit_hearing(ground) for watcher in watchers)
        self._places: dict[int, tuple[Place, ...]] = {}
        self.met: dict[Exposure, Met] = {}
        self._heard: dict[tuple[Call, Cell | None], int] = {}
        self._limits: dict[int, npt.NDArray[np.int64]] = {}

    def list_places(self, row: int) -> tuple[Place, ...]:
        """Where the creature of a row may be after one action of its routine; its own place for each barred one."""
        places = self._places.get(row)
        if places is None:
            cells = zip(self._y[row].tolist(), self._x[row].tolist(), strict=True)
            places = tuple([Place(cell, self._doors.get((row, place))) for place, cell in enumerate(cells)])
            self._places[row] = places
        return places

    def list_meetings(self, row: int, exposure: Exposure) -> tuple[list[int], int]:
        """How the creature of a row meets the character at each place, and the places to which its routine may lead.

        Bit i is for place i.
        """
        meetings: list[int] = self.meet(exposure).meetings[row].tolist()
        return meetings, sum([bit for bit, met in zip(self._bits[row], meetings, strict=True) if met >> DISTANCE])

    def meet(self, exposure: Exposure) -> Met:
        """How the creatures meet the character of an exposure."""
        if exposure not in self.met:
            self.foresee([exposure])
        return self.met[exposure]

    def foresee(self, exposures: Sequence[Exposure]) -> None:
        """Finds `meet` of several exposures at once, which takes little longer than of one."""
        exposures = [exposure for exposure in dict.fromkeys(exposures) if exposure not in self.met]
        views = [self._ground.open_doors(one.opened_door).look_from(one.at, *self._range) for one in exposures]
        index = self._index
        lines = np.array([[mask.take(index) for mask in view.sight] for view in views]).swapaxes(0, 1)
        ways = np.array([[field.take(index) for field in view.sound] for view in views]).swapaxes(0, 1)
        y, x = np.array([one.at for one in exposures]).T[:, :, None, None]
        distance = np.maximum(abs(self._y - y), abs(self._x - x))
        near = distance <= self._fov
        for number, exposure in enumerate(exposures):
            for (row, place), door in self._doors.items():
                view = self._ground.open_doors(exposure.opened_door, door).look_from(exposure.at, *self._range)
                for fields, others in ((lines, view.sight), (ways, view.sound)):
                    fields[:, number, row, place] = [other.item(index[row, place]) for other in others]
            if exposure.opened_door is None and exposure.at == self._at:  # sight is symmetric, and it is in view
                lines[:, number, :, 0] = True
            if exposure.is_diving:
                near[number] &= distance[number] <= 1
        noises = [exposure.noise for exposure in exposures]
        heard = *self._hear(ways, noises), *self._hear(ways, [make_hurt(noise) for noise in noises])
        meetings = number_meetings(distance, lines & near, heard)
        is_met: list[list[bool]] = np.any(meetings & PERCEIVED, axis=2).tolist()
        self.met.update(zip(exposures, map(Met, meetings, is_met), strict=True))

    def listen(self, call: Call, opened: Cell | None) -> int:
        """Where the creatures hear a noise, with a door open.

        Bit `ROW` * row + i for place i of a row with unknown ground open, `WALLED` bits further with it walled.
        """
        found = self._heard.get((call, opened))
        if found is None:
            view = self._ground.open_doors(opened).look_from(call.at, *self._range)
            ways = np.array([[field.take(self._index)] for field in view.sound])
            hears = self._hear(ways, [call.noise])[:, 0].swapaxes(0, 1)
            found = int.from_bytes(np.packbits(hears, axis=-1, bitorder="little").tobytes(), "little")
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
        for noise in noises:
            if noise.loudness not in self._limits:
                earshots = [[watcher.measure_earshot(noise)] for watcher in self.watchers]
                self._limits[noise.loudness] = np.array(earshots)
        limits = np.array([self._limits[noise.loudness] for noise in noises])
        return ways.view(np.uint32) <= limits  # -1, too far, is the highest number


def pick_row(row: int, heard: int) -> int:
    """The places at which the creature of a row hears a noise, of a number of `Crowd.listen`."""
    return heard >> ROW * row & (1 << ROW) - 1
