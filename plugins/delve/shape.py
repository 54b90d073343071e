"""The shapes of zones in their entry frames: floors, walls, mouths, places for doors (G-5 to G-7, G-11)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from .geometry import HEADINGS, Cell, Heading, Rect, area, cell, left, right
from .record import Exit, Kind, Way, Zone
from .tables import CorridorEnd

SECTION, LANES = 5, 2
SMALL, LARGE = 5, 10


class Shape(NamedTuple):
    """What a zone covers.

    Attributes:
        floors: its floor as rectangles, in the order the record keeps them.
        solid: the same floor in as few rectangles as possible: what must be free (G-8a).
        walls: rectangles that hold floor and walls: where no floor may be yet (G-8b).
        mouths: heading and anchor of each mouth.
    """

    floors: tuple[Rect, ...]
    solid: tuple[Rect, ...]
    walls: tuple[Rect, ...]
    mouths: tuple[tuple[Heading, Cell], ...] = ()


class Wall(NamedTuple):
    """A wall that can take a door (G-11).

    Attributes:
        name: ``far``, ``left``, ``right`` of a room, whose ``near`` wall is the entry wall and takes
            no door; ``1L``, ``1R``, ``2L``... and ``end`` of a corridor.
        heading: where a door in it leads.
        rect: its cells.
        first: anchor of a door in slot 0.
        along: the heading in which slots count.
        length: cells of floor along it.
    """

    name: str
    heading: Heading
    rect: Rect
    first: Cell
    along: Heading
    length: int

    def anchor(self, slot: int) -> Cell:
        """The anchor of a door in a slot."""
        return cell(self.first, self.along, slot, 0)


def thresholds(at: Cell, heading: int, width: int = LANES) -> Rect:
    """The threshold cells of an exit (G-3)."""
    return area(at, heading, 0, 0, 0, width - 1)


def door_cells(at: Cell, heading: int, width: int = LANES) -> Rect:
    """A door's own cells: its threshold cells, one step back (G-3)."""
    return area(at, heading, -1, -1, 0, width - 1)


def corridor(at: Cell, h: int, sections: int, end: CorridorEnd, from_mouth: bool) -> Shape:
    """A corridor (G-5). One entered by a mouth has no wall behind its first row (G-2)."""
    length = SECTION * sections
    start = 0 if from_mouth else -1
    run = area(at, h, 0, length - 1, 0, 1)
    if end.piece == 0:
        return Shape((run,), (run,), (area(at, h, start, length, -1, 2),))
    if end.piece == SMALL:
        chamber = area(at, h, length, length + 4, -1, 3)
        rings = (area(at, h, start, length, -1, 2), area(at, h, length - 1, length + 5, -2, 4))
        return Shape((run, chamber), (run, chamber), rings)
    piece = area(at, h, length, length + 1, 0, 1)
    mouths = tuple(_mouth(at, h, length, side) for side in end.mouths)
    whole = area(at, h, 0, length + 1, 0, 1)
    return Shape((run, piece), (whole,), (area(at, h, start, length + 2, -1, 2),), mouths)


def _mouth(at: Cell, h: int, length: int, side: str) -> tuple[Heading, Cell]:
    if side == "left":
        return left(h), cell(at, h, length, -1)
    if side == "right":
        return right(h), cell(at, h, length + 1, 2)
    return HEADINGS[h], cell(at, h, length + 2, 0)


def start(at: Cell, h: int, end: CorridorEnd, sections: int = 2) -> Shape:
    """A start: stairs behind the anchor, two sections, a T piece (G-7)."""
    body = corridor(at, h, sections, end, True)
    length = SECTION * sections
    stairs = area(at, h, -2, -1, 0, 1)
    whole = area(at, h, -2, length + 1, 0, 1)
    return Shape((stairs, *body.floors), (whole,), (area(at, h, -3, length + 2, -1, 2),), body.mouths)


def room(at: Cell, h: int, depth: int, width: int, offset: int) -> Shape:
    """A room (G-6)."""
    floor = (area(at, h, 0, depth - 1, -offset, width - 1 - offset),)
    return Shape(floor, floor, (area(at, h, -1, depth, -offset - 1, width - offset),))


def shape_of(zone: Zone, end: CorridorEnd | None, from_mouth: bool) -> Shape:
    """The shape of a zone as it was laid; `end` is the record of its end."""
    if zone.kind is Kind.ROOM:
        return room(zone.at, zone.heading, zone.depth, zone.width, zone.offset)
    assert end is not None
    if zone.kind is Kind.START:
        return start(zone.at, zone.heading, end, zone.sections)
    return corridor(zone.at, zone.heading, zone.sections, end, from_mouth)


def wall_names(zone: Zone, short: bool = False) -> tuple[str, ...]:
    """The names of the walls of a zone, in the order of `walls`."""
    if zone.kind is Kind.ROOM:
        return "far", "left", "right"
    names = _section_names(zone.sections, short and len(zone.floors) == 1)
    return names if zone.entry_wall == "near" else tuple(name for name in names if name != zone.entry_wall)


@cache
def _section_names(sections: int, short: bool) -> tuple[str, ...]:
    numbers = range(1, sections + 1)
    zigzag = [f"{i}{'LR'[(i + first) % 2]}" for first in (1, 0) for i in numbers]
    return (*zigzag, "end") if short else tuple(zigzag)


def wall_of(zone: Zone, name: str, width: int = LANES) -> Wall:
    """A wall of a zone by name, one of `wall_names`."""
    at, h = zone.at, zone.heading
    if zone.kind is Kind.ROOM:
        return _room_wall(zone, name, width)
    if name == "end":
        end = SECTION * zone.sections
        return Wall("end", HEADINGS[h], area(at, h, end, end, 0, 1), cell(at, h, end + 1, 0), right(h), 2)
    u = SECTION * (int(name[:-1]) - 1)
    if name[-1] == "L":
        return Wall(name, left(h), area(at, h, u, u + 4, -1, -1), cell(at, h, u, -2), HEADINGS[h], SECTION)
    first = cell(at, h, u + width - 1, 3)
    return Wall(name, right(h), area(at, h, u, u + 4, 2, 2), first, HEADINGS[h], SECTION)


def _room_wall(zone: Zone, name: str, width: int) -> Wall:
    at, h, d, w, o = zone.at, zone.heading, zone.depth, zone.width, zone.offset
    if name == "far":
        return Wall("far", HEADINGS[h], area(at, h, d, d, -o, w - 1 - o), cell(at, h, d + 1, -o), right(h), w)
    ahead = HEADINGS[h]
    if name == "left":
        side = area(at, h, 0, d - 1, -o - 1, -o - 1)
        return Wall("left", left(h), side, cell(at, h, 0, -o - 2), ahead, d)
    side = area(at, h, 0, d - 1, w - o, w - o)
    return Wall("right", right(h), side, cell(at, h, width - 1, w - o + 1), ahead, d)


def inner(gate: Exit) -> Rect:
    """The owner's floor cells on the inner side of an exit (invariant 5)."""
    away = 1 if gate.way is Way.MOUTH else 2
    return area(gate.at, gate.heading, -away, -away, 0, gate.width - 1)
