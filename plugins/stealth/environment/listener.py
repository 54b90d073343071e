"""A baseline that explores, and lets its ears decide: it plays by observations alone, so that it can be deafened."""

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from footfall.api.environments import EnvironmentLayout, Mask, Parts
from footfall.api.grid import Cell, kernels

from ..actors.surroundings import NEIGHBOR_OFFSETS
from ..senses.sounds import compass_direction
from . import actions
from .observation import THING, TILE

SIDE: Final = 128
"""Sides of the map that it keeps, in cells."""

HARK_TURNS, RECENT = 8, 3
"""Turns that it listens before it explores, and turns for which a sound counts."""

DREAD, TURN = 40, 3
"""Cells of a detour that it takes for a sound of loudness 1 in that direction, and for an eighth of a turn away from
the last sound that it looks for."""

BLOCKED = ("wall", "rock", "column", "bars", "window", "bookshelf", "table", "chest", "water")
"""Last parts of the names of tiles on which it does not walk."""

UNKNOWN, OPEN, CLOSED, GOAL = range(4)
"""Its knowledge of a cell."""


class ListeningPlayer:
    """One running game.

    Args:
        ear: ``toward``: it goes where sounds come from, and takes what it finds; ``away``: it listens first, and
            explores where it is silent; ``still``: it stays while it hears steps.
    """

    def __init__(self, layout: EnvironmentLayout, ear: str) -> None:
        self._ear = ear
        names = [word.rpartition(":")[2] for word in layout.words]
        kinds = [GOAL if name == "way_out" else CLOSED if name.endswith(BLOCKED) else OPEN for name in names]
        self._kinds = np.array([UNKNOWN, *kinds], np.int8)
        self._map = np.full((SIDE, SIDE), UNKNOWN, np.int8)
        self._heard = np.zeros(actions.DIRECTIONS)
        self._start: Cell | None = None
        self._waits, self._silence, self._bearing = 0, RECENT + 1, -1

    def play(self, parts: Parts, mask: Mask, draw: Callable[[int], int]) -> int:
        """Chooses an action."""
        at = int(parts["numbers"][17]), int(parts["numbers"][18])
        if self._start is None:
            self._start = at
        self.remember(parts["planes"], at)
        self.hear(parts["sounds"])
        if self._ear == "toward" and mask[actions.PICK_UP]:
            return actions.PICK_UP
        steps = self.choose_steps(at)
        allowed = [direction for direction in steps if mask[actions.WALK + direction]]
        if steps and not allowed:
            allowed = [direction for direction in range(actions.DIRECTIONS) if mask[actions.WALK + direction]]
        self._waits += not allowed
        return actions.WALK + allowed[draw(len(allowed))] if allowed else actions.WAIT

    def remember(self, planes: npt.NDArray[np.int16], at: Cell) -> None:
        """Adds what it sees to its map."""
        radius = planes.shape[1] // 2
        top, left = max(0, at[0] - radius), max(0, at[1] - radius)
        window = planes[:, top - at[0] + radius :, left - at[1] + radius :]
        known = self._kinds[window[TILE]]
        if self._ear == "toward":
            known[window[THING] > 0] = GOAL
        kept = self._map[top : top + known.shape[0], left : left + known.shape[1]]
        known = known[: kept.shape[0], : kept.shape[1]]
        kept[known != UNKNOWN] = known[known != UNKNOWN]
        self._map[at] = OPEN

    def hear(self, sounds: npt.NDArray[np.int16]) -> None:
        """Notes the sounds of this turn."""
        self._silence += 1
        for is_there, direction, loudness, _, _, age, *_ in sounds.tolist():
            if is_there and age == 0 and direction >= 0:
                self._silence, self._bearing = 0, direction
                self._heard[direction] += loudness

    def choose_steps(self, at: Cell) -> list[int]:
        """The directions of good steps, all as good; none to wait."""
        is_recent = self._silence < RECENT
        if self._ear == "still" and is_recent:
            return []
        goals = np.argwhere(self._map == GOAL)
        if len(goals):
            return self.descend(at, [(y, x) for y, x in goals.tolist()])
        if self._ear == "toward" and self._bearing >= 0 and (is_recent or self._waits < HARK_TURNS):
            ways = [self._bearing, (self._bearing + 1) % 8, (self._bearing - 1) % 8]
            return [way for way in ways if self.know(at, way) != CLOSED][:1]
        if self._waits < HARK_TURNS:
            return []
        return self.explore(at)

    def know(self, at: Cell, way: int) -> int:
        """Its knowledge of a neighbor."""
        dy, dx = NEIGHBOR_OFFSETS[way]
        return int(self._map[at[0] + dy, at[1] + dx])

    def explore(self, at: Cell) -> list[int]:
        """Steps to the nearest unknown cells, where sounds count as detours if it keeps away from them."""
        field = kernels.distance_map(self._map == OPEN, [at])
        edge = np.zeros(self._map.shape, np.bool_)
        for dy, dx in NEIGHBOR_OFFSETS:
            edge |= np.roll(self._map == UNKNOWN, (dy, dx), (0, 1))
        costs = {}
        for y, x in np.argwhere(edge & (field >= 0) & (self._map == OPEN)).tolist():
            costs[y, x] = int(field[y, x]) + self.count_detour(at, (y, x))
        least = min(costs.values(), default=0)
        cells = [cell for cell, cost in costs.items() if cost == least]
        if at in cells:
            return [way for way in range(actions.DIRECTIONS) if self.know(at, way) == UNKNOWN]
        return self.descend(at, cells) if cells else []

    def count_detour(self, at: Cell, to: Cell) -> int:
        """The cells of a detour that the sounds of an unknown place are worth."""
        assert self._start is not None, "it has seen where it is"
        if self._ear == "away":
            way = compass_direction(self._start, to)
            return DREAD * int(self._heard[way]) if way >= 0 else 0
        if self._ear == "toward" and self._bearing >= 0:
            turn = abs(compass_direction(at, to) - self._bearing) % 8
            return TURN * min(turn, 8 - turn)
        return 0

    def descend(self, at: Cell, goals: list[Cell]) -> list[int]:
        """The steps of all shortest ways to the nearest of some cells; it knows no way around what it does not know."""
        walkable = (self._map == OPEN) | (self._map == GOAL)
        field = kernels.distance_map(walkable, goals)
        ways = [(int(field[at[0] + dy, at[1] + dx]), way) for way, (dy, dx) in enumerate(NEIGHBOR_OFFSETS)]
        least = min((cost for cost, _ in ways if cost >= 0), default=-1)
        return [way for cost, way in ways if cost == least] if least >= 0 else []
