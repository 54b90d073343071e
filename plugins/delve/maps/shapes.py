"""The shapes of zones in their entry frames: floors, walls, mouths, places for doors (G-5 to G-7, G-11)."""

from functools import cache
from typing import NamedTuple

from ..model import Exit, ExitKind, Zone, ZoneKind
from ..tables import CorridorEnd
from .geometry import (
    HEADINGS,
    Cell,
    CellRect,
    Heading,
    frame_cell,
    frame_rect,
    shift_rect,
    to_tiles,
    turn_left,
    turn_right,
)

SECTION_LENGTH, LANES = 5, 2
SMALL_SIDE, LARGE_SIDE = 5, 10


class ZoneShape(NamedTuple):
    """The cells of a zone.

    Attributes:
        floors: its floor as rectangles, in the order of `Zone.floors`.
        solid: the same floor in as few rectangles as possible; these must be free (G-8a).
        walls: rectangles that contain floor and walls; no floor may be there yet (G-8b).
        mouths: heading and anchor of each mouth.
    """

    floors: tuple[CellRect, ...]
    solid: tuple[CellRect, ...]
    walls: tuple[CellRect, ...]
    mouths: tuple[tuple[Heading, Cell], ...] = ()


class Wall(NamedTuple):
    """A wall that can take a door (G-11).

    Attributes:
        name: ``far``, ``left``, ``right`` of a room, whose ``near`` wall is the entry wall and takes
            no door; ``1L``, ``1R``, ``2L``... and ``end`` of a corridor.
        heading: heading of a door in it.
        rect: its tiles.
        first_anchor: anchor of a door in slot 0.
        slot_heading: the heading in which slots are numbered.
        length: cells of floor along it.
    """

    name: str
    heading: Heading
    rect: CellRect
    first_anchor: Cell
    slot_heading: Heading
    length: int

    def anchor_at(self, slot: int) -> Cell:
        """The anchor of a door in a slot."""
        return frame_cell(self.first_anchor, self.slot_heading, slot, 0)


def threshold_rect(at: Cell, heading: int, width: int = LANES) -> CellRect:
    """The threshold cells of an exit (G-3)."""
    return frame_rect(at, heading, 0, 0, 0, width - 1)


def door_rect(at: Cell, heading: int, width: int, thickness: int) -> CellRect:
    """A door's own tiles, one step back from its threshold cells (G-3)."""
    if thickness:
        return frame_rect(at, heading, -1, -1, 0, width - 1)
    return shift_rect(to_tiles(threshold_rect(at, heading, width), thickness), heading, -1)


def mouth_rect(at: Cell, heading: int, thickness: int) -> CellRect:
    """The tiles that a walled-up mouth turns into wall: its threshold cells, or the edge before them (G-13)."""
    if thickness:
        return threshold_rect(at, heading)
    return door_rect(at, heading, LANES, thickness)


def move_walls_to_edges(shape: ZoneShape) -> ZoneShape:
    """A shape whose walls take no cells: only its floor and its mouths' threshold cells must be free (G-8)."""
    ahead = (threshold_rect(at, heading) for heading, at in shape.mouths)
    return shape._replace(walls=(*shape.floors, *ahead))


def corridor_shape(at: Cell, h: int, sections: int, end: CorridorEnd, from_mouth: bool) -> ZoneShape:
    """A corridor (G-5). One entered by a mouth has no wall behind its first row (G-2)."""
    length = SECTION_LENGTH * sections
    start = 0 if from_mouth else -1
    run = frame_rect(at, h, 0, length - 1, 0, 1)
    if end.piece == 0:
        return ZoneShape((run,), (run,), (frame_rect(at, h, start, length, -1, 2),))
    if end.piece == SMALL_SIDE:
        chamber = frame_rect(at, h, length, length + 4, -1, 3)
        rings = (frame_rect(at, h, start, length, -1, 2), frame_rect(at, h, length - 1, length + 5, -2, 4))
        return ZoneShape((run, chamber), (run, chamber), rings)
    piece = frame_rect(at, h, length, length + 1, 0, 1)
    ways = {
        "left": (turn_left(h), frame_cell(at, h, length, -1)),
        "straight": (HEADINGS[h], frame_cell(at, h, length + 2, 0)),
        "right": (turn_right(h), frame_cell(at, h, length + 1, 2)),
    }
    mouths = tuple(ways[side] for side in end.mouths)
    whole = frame_rect(at, h, 0, length + 1, 0, 1)
    return ZoneShape((run, piece), (whole,), (frame_rect(at, h, start, length + 2, -1, 2),), mouths)


def start_shape(at: Cell, h: int, end: CorridorEnd, sections: int = 2) -> ZoneShape:
    """A start: stairs behind the anchor, two sections, a T piece (G-7)."""
    body = corridor_shape(at, h, sections, end, True)
    length = SECTION_LENGTH * sections
    stairs = frame_rect(at, h, -2, -1, 0, 1)
    whole = frame_rect(at, h, -2, length + 1, 0, 1)
    return ZoneShape((stairs, *body.floors), (whole,), (frame_rect(at, h, -3, length + 2, -1, 2),), body.mouths)


def room_shape(at: Cell, h: int, depth: int, width: int, offset: int) -> ZoneShape:
    """A room (G-6)."""
    floor = (frame_rect(at, h, 0, depth - 1, -offset, width - 1 - offset),)
    return ZoneShape(floor, floor, (frame_rect(at, h, -1, depth, -offset - 1, width - offset),))


ROOM = ZoneKind.ROOM
"""Looked up once: observations list the walls of all zones at each step."""


def list_wall_names(zone: Zone, include_end: bool = False) -> tuple[str, ...]:
    """The names of the walls of a zone that can take a door, in the order in which doors are placed.

    Args:
        include_end: whether the end wall of a corridor without an end piece is one of them.
    """
    if zone.kind is ROOM:
        return "far", "left", "right"
    return _list_section_walls(zone.sections, include_end and len(zone.floors) == 1, zone.entry_wall)


@cache
def _list_section_walls(sections: int, include_end: bool, entry: str) -> tuple[str, ...]:
    numbers = range(1, sections + 1)
    zigzag = [f"{i}{'LR'[(i + first) % 2]}" for first in (1, 0) for i in numbers]
    return tuple(name for name in (*zigzag, *["end"] * include_end) if name != entry)


def get_wall(zone: Zone, name: str, width: int, thickness: int) -> Wall:
    """A wall of a zone by name, one of `list_wall_names`."""
    wall = _get_cell_wall(zone, name, width)
    if thickness:
        return wall
    edge = shift_rect(to_tiles(wall.rect, thickness), wall.heading, -1)
    return wall._replace(rect=edge, first_anchor=frame_cell(wall.first_anchor, wall.heading, -1, 0))


def _get_cell_wall(zone: Zone, name: str, width: int) -> Wall:
    at, h = zone.at, zone.heading
    left, ahead, right = turn_left(h), HEADINGS[h], turn_right(h)
    if zone.kind is ZoneKind.ROOM:
        d, w, o = zone.depth, zone.width, zone.offset
        if name == "far":
            rect = frame_rect(at, h, d, d, -o, w - 1 - o)
            return Wall("far", ahead, rect, frame_cell(at, h, d + 1, -o), right, w)
        if name == "left":
            side = frame_rect(at, h, 0, d - 1, -o - 1, -o - 1)
            return Wall("left", left, side, frame_cell(at, h, 0, -o - 2), ahead, d)
        side = frame_rect(at, h, 0, d - 1, w - o, w - o)
        return Wall("right", right, side, frame_cell(at, h, width - 1, w - o + 1), ahead, d)
    if name == "end":
        end = SECTION_LENGTH * zone.sections
        return Wall("end", ahead, frame_rect(at, h, end, end, 0, 1), frame_cell(at, h, end + 1, 0), right, 2)
    u = SECTION_LENGTH * (int(name[:-1]) - 1)
    if name[-1] == "L":
        side = frame_rect(at, h, u, u + 4, -1, -1)
        return Wall(name, left, side, frame_cell(at, h, u, -2), ahead, SECTION_LENGTH)
    side = frame_rect(at, h, u, u + 4, 2, 2)
    return Wall(name, right, side, frame_cell(at, h, u + width - 1, 3), ahead, SECTION_LENGTH)


def inner_rect(gate: Exit, thickness: int) -> CellRect:
    """The owner's floor cells on the inner side of an exit."""
    away = 2 if thickness and gate.way is not ExitKind.MOUTH else 1
    return frame_rect(gate.at, gate.heading, -away, -away, 0, gate.width - 1)
