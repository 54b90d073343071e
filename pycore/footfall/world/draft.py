"""A level being made: the private working copy that generator steps write.

Steps of an ``on_generate`` chain get ``run(play, draft)`` and write it freely; nobody else sees it
until the finished draft is committed as one list of changes. `copy` and `restore` undo a mod's
step that raised.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from .level import Level

Cell = tuple[int, int]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Room:
    """A room: its bounding box (top, left, height, width), its floor cells, how it was made."""

    top: int
    left: int
    height: int
    width: int
    shape: str
    cells: tuple[Cell, ...]

    @property
    def centre(self) -> Cell:
        """The middle cell of the box."""
        return self.top + self.height // 2, self.left + self.width // 2


@dataclass(slots=True)
class Guest:
    """A creature to come: record id, cell, and what a game wants to say of it."""

    kind: str
    at: Cell
    traits: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Thing:
    """An object to come; `inside` puts it into the container on its cell."""

    kind: str
    at: Cell
    count: int = 1
    inside: bool = False


@dataclass(slots=True)
class Part:
    """A breakable part of the level to come (`footfall.world.things.Fixture`): cell and life."""

    at: Cell
    hp: int


@dataclass(slots=True)
class Draft:
    """The working copy.

    Attributes:
        recipe, floor: as in `Level`.
        palette, tiles: as in `Level`; write through `put` and `fill`.
        rooms: rooms in the order they were made.
        arrivals: where somebody arrives, by name.
        stairs: (cell, ``"up"`` or ``"down"``).
        guests, things, parts: what will stand and lie there.
        taken: cells where nothing random may be put.
        counts: how often each kind was placed on earlier floors; steps add to it.
        notes: free for the steps of one recipe to leave each other word.
        failed: why the level must be made anew, or ``""``.
    """

    recipe: str
    floor: int
    palette: list[str]
    tiles: npt.NDArray[np.uint8]
    rooms: list[Room] = field(default_factory=list)
    arrivals: dict[str, Cell] = field(default_factory=dict)
    stairs: list[tuple[Cell, str]] = field(default_factory=list)
    guests: list[Guest] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    taken: set[Cell] = field(default_factory=set)
    counts: dict[str, int] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict)
    failed: str = ""

    @classmethod
    def new(cls, recipe: str, floor: int, shape: tuple[int, int], tile: str) -> Draft:
        """A draft full of one tile; `shape` is ``(height, width)``."""
        return cls(recipe, floor, [tile], np.zeros(shape, np.uint8))

    @property
    def shape(self) -> tuple[int, int]:
        """``(height, width)``."""
        return self.tiles.shape[0], self.tiles.shape[1]

    def code(self, tile: str) -> int:
        """The number of a tile in the palette, added if it is new."""
        if tile not in self.palette:
            self.palette.append(tile)
        return self.palette.index(tile)

    def put(self, cell: Cell, tile: str) -> None:
        """Turns one cell into `tile`."""
        self.tiles[cell] = self.code(tile)

    def fill(self, mask: Mask, tile: str) -> None:
        """Turns all cells of a mask into `tile`."""
        self.tiles[mask] = self.code(tile)

    def at(self, cell: Cell) -> str:
        """The tile of a cell."""
        return self.palette[self.tiles[cell]]

    def mask(self, tiles: Iterable[str]) -> Mask:
        """Where any of these tiles lie."""
        wanted = [self.palette.index(tile) for tile in tiles if tile in self.palette]
        table = np.zeros(256, np.bool_)
        table[wanted] = True
        return table[self.tiles]

    def free(self, cell: Cell) -> bool:
        """Whether nothing stands, lies or is forbidden on a cell."""
        return cell not in self.taken

    def invite(self, kind: str, at: Cell, **traits: Any) -> None:
        """Adds a creature and takes its cell."""
        self.guests.append(Guest(kind, at, traits))
        self.taken.add(at)
        self.counts[kind] = self.counts.get(kind, 0) + 1

    def drop(self, kind: str, at: Cell, count: int = 1, inside: bool = False) -> None:
        """Adds an object; one that lies open takes its cell."""
        self.things.append(Thing(kind, at, count, inside))
        self.counts[kind] = self.counts.get(kind, 0) + 1
        if not inside:
            self.taken.add(at)

    def copy(self) -> Draft:
        """A copy that shares nothing that steps write."""
        return replace(
            self,
            palette=list(self.palette),
            tiles=self.tiles.copy(),
            rooms=list(self.rooms),
            arrivals=dict(self.arrivals),
            stairs=list(self.stairs),
            guests=[replace(guest, traits=dict(guest.traits)) for guest in self.guests],
            things=[replace(thing) for thing in self.things],
            parts=[replace(part) for part in self.parts],
            taken=set(self.taken),
            counts=dict(self.counts),
            notes=dict(self.notes),
        )

    def restore(self, kept: Draft) -> None:
        """Becomes what `copy` kept."""
        for name in self.__slots__:
            setattr(self, name, getattr(kept, name))

    def level(self, id: int, links: Sequence[tuple[int, int, int, str]]) -> Level:
        """The finished level."""
        return Level(
            id=id,
            recipe=self.recipe,
            floor=self.floor,
            palette=list(self.palette),
            tiles=self.tiles.copy(),
            explored=np.zeros(self.shape, np.bool_),
            recognised=np.zeros(self.shape, np.bool_),
            arrivals=dict(self.arrivals),
            rooms=[room.centre for room in self.rooms],
            links=list(links),
        )
