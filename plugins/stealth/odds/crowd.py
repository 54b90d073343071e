"""All creatures in view at once: their meetings with the character in the round, and the noises that they hear."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from footfall.api.grid import Cell

from ..senses.known_map import KnownGround
from .exposure import Call, Exposure, Noise, make_hurt
from .meetings import WALLED, Numbers, Place, number_meetings
from .watchers import Watcher

Sight: TypeAlias = tuple[Numbers, list[npt.NDArray[np.bool_]], list[npt.NDArray[np.int32]], list[int]]
"""Distances, whether each sees the other, sound distances, and the places to which routines may lead, as bits."""


class Crowd:
    """The creatures in view that may notice the character, and where each may be after one action.

    Attributes:
        rows: the number of each creature, by id.
        places: places of each creature: its own place first.
    """

    def __init__(
        self, at: Cell, ground: KnownGround, watchers: Sequence[Watcher], places: Iterable[Iterable[Place]]
    ) -> None:
        """`at`: array index of the cell of the character."""
        self._at, self._ground, self.watchers = at, ground, watchers
        self.rows = {watcher.id: row for row, watcher in enumerate(watchers)}
        self.places = [tuple(own) for own in places]
        size = max(map(len, self.places))
        cells = np.array([[place.at for place in (*own, *own[:1] * (size - len(own)))] for own in self.places])
        self._y, self._x = cells[..., 0], cells[..., 1]
        self._index = self._y * ground.known.shape[1] + self._x
        self._bits = np.array([[1 << place if place < len(own) else 0 for place in range(size)] for own in self.places])
        self._steps = self._bits.sum(1).tolist()
        self._fov = np.array([[watcher.fov] for watcher in watchers])
        self._range = (
            max(watcher.fov for watcher in watchers),
            max(watcher.limit_hearing(ground) for watcher in watchers),
        )
        self._meetings: dict[Exposure, list[tuple[list[int], int]]] = {}
        self._heard: dict[tuple[Call, Cell | None], list[int]] = {}
        self._sights: dict[tuple[Cell, Cell | None, bool], Sight] = {}
        self._limits: dict[int, npt.NDArray[np.int64]] = {}
        self._earshots: dict[tuple[int, ...], npt.NDArray[np.int64]] = {}
        self._doors: dict[Cell, tuple[list[int], list[int]]] = {}
        for row, own in enumerate(self.places):
            for column, place in enumerate(own):
                if place.opened_door is not None:
                    rows, columns = self._doors.setdefault(place.opened_door, ([], []))
                    rows.append(row)
                    columns.append(column)

    def meet(self, exposure: Exposure) -> list[tuple[list[int], int]]:
        """The meetings of each creature, by its places, and the places to which its routine may lead, as bits."""
        found = self._meetings.get(exposure)
        if found is None:
            distance, lines, ways, steps = self._face(exposure.at, exposure.opened_door, exposure.is_diving)
            noise, louder = exposure.noise, make_hurt(exposure.noise)
            heard = [self._hear(way, noise) for way in ways]
            is_same = not self.watchers[0].asks_hearing and self._limit_hearing(noise) is self._limit_hearing(louder)
            heard += heard if is_same else [self._hear(way, louder) for way in ways]
            found = list(zip(number_meetings(distance, lines, heard).tolist(), steps, strict=True))
            self._meetings[exposure] = found
        return found

    def _face(self, at: Cell, opened: Cell | None, is_diving: bool) -> Sight:
        """How the creatures and a cell of the character see and hear each other, with a door open."""
        found = self._sights.get((at, opened, is_diving))
        if found is not None:
            return found
        view = self._ground.open_doors(opened).look_from(at, *self._range)
        lines, ways = ([field.take(self._index) for field in fields] for fields in (view.sight, view.sound))
        for door, spots in self._doors.items():
            beyond = self._ground.open_doors(opened, door).look_from(at, *self._range)
            for values, field in zip((*lines, *ways), (*beyond.sight, *beyond.sound), strict=True):
                values[spots] = field.take(self._index[spots])
        distance = np.maximum(abs(self._y - at[0]), abs(self._x - at[1]))
        near = distance <= self._fov
        if is_diving:
            near &= distance <= 1
        for line in lines:
            if opened is None and at == self._at:  # sight is symmetric, and the creature is in view
                line[:, 0] = True
            line &= near
        steps: list[int] = self._steps if distance.all() else ((distance > 0) * self._bits).sum(1).tolist()
        found = self._sights[at, opened, is_diving] = distance, lines, ways, steps
        return found

    def hear(self, calls: Iterable[Call], opened: Cell | None) -> list[int]:
        """The places at which each creature hears one of some noises, with a door open: see `listen`."""
        heard = [0] * len(self.watchers)
        for call in calls:
            heard = [one | other for one, other in zip(heard, self.listen(call, opened), strict=True)]
        return heard

    def listen(self, call: Call, opened: Cell | None) -> list[int]:
        """The places at which each creature hears a noise: bit i for place i with unknown ground open.

        With it walled, bit i + `WALLED`.
        """
        found = self._heard.get((call, opened))
        if found is None:
            view = self._ground.open_doors(opened).look_from(call.at, *self._range)
            heard = np.zeros(len(self.watchers), np.int64)
            for shift, field in zip((0, WALLED), view.sound, strict=True):
                hears = self._hear(field.take(self._index), call.noise)
                heard |= (hears.astype(np.int64) << np.arange(shift, shift + hears.shape[1])).sum(1)
            found = self._heard[call, opened] = heard.tolist()
        return found

    def _hear(self, ways: npt.NDArray[Any], noise: Noise) -> npt.NDArray[Any]:
        if self.watchers[0].asks_hearing:
            return np.array([watcher.hear(way, noise) for watcher, way in zip(self.watchers, ways, strict=True)])
        return (ways >= 0) & (ways <= self._limit_hearing(noise))

    def _limit_hearing(self, noise: Noise) -> npt.NDArray[np.int64]:
        """The sound distance up to which each creature hears a noise, the same array for the same distances."""
        limits = self._limits.get(noise.loudness)
        if limits is None:
            own = tuple([watcher.measure_earshot(noise) for watcher in self.watchers])
            limits = self._limits[noise.loudness] = self._earshots.setdefault(own, np.array(own)[:, None])
        return limits
