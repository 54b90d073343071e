"""Draws zones and exits with tiles of the base game on a level of the world."""

from collections.abc import Container

import numpy as np

from footfall.api import Change
from footfall.api.grid import KEEP_TILE, Level, PaintTiles

from ..model import Delve, Exit, ExitKind, Fate, Zone, ZoneKind
from ..tables import SpecialRoom, Tables, add_namespace
from .geometry import Cell, CellRect, bounding_rect, frame_rect, list_cells, shift_rect, to_tiles, turn_left
from .rasterize import bitmap_of, floor_tiles_of
from .shapes import SECTION_LENGTH, door_rect, mouth_rect

RECIPE = "core.delve:dice"
"""The generator name of these levels."""

ROCK, WALL = "core.stealth:rock", "core.stealth:wall"
FLOOR = "core.stealth:floor"
DOOR, OPEN_DOOR, FALSE_DOOR = "core.stealth:door", "core.stealth:door_open", "core.delve:false_door"
STAIRS_UP, STAIRS_DOWN = "core.stealth:stairs_up", "core.stealth:stairs_down"
BOULDERS = "core.delve:boulders"

_PALETTE = (ROCK, WALL, FLOOR, DOOR, OPEN_DOOR, FALSE_DOOR, STAIRS_UP, STAIRS_DOWN, BOULDERS)


def build_blank_level(delve: Delve, number: int) -> Level:
    """An empty level of the world; its origin is that of its first zone."""
    first = next(zone for zone in delve.zones if zone.level == number)
    empty = np.zeros((1, 1), np.uint8)
    start = find_arrival_cell(delve, first)
    return Level(
        id=number,
        recipe=RECIPE,
        floor=delve.levels[number - 1].depth + 1,
        palette=[ROCK],
        tiles=empty,
        explored=empty.astype(np.bool_),
        recognized=empty.astype(np.bool_),
        origin=start,
        arrivals={"start": start},
    )


def find_stairs_tiles(delve: Delve, zone: Zone) -> CellRect:
    """The tiles of the stairs of a zone."""
    rect = zone.floors[0] if zone.kind is ZoneKind.START else zone.floors[-1]
    return to_tiles(rect, delve.wall_thickness)


def find_arrival_cell(delve: Delve, zone: Zone) -> Cell:
    """The arrival tile at the stairs of a zone."""
    rect = find_stairs_tiles(delve, zone)
    return rect[0], rect[1]


def paint_zone(delve: Delve, zone: Zone, tables: Tables, taken: Container[Cell] = ()) -> Change:
    """The change that draws a zone with its walls, doors and entry door; `taken` cells stay floor."""
    sheet = bitmap_of(delve, zone.level)
    floors, thickness = floor_tiles_of(delve, zone), delve.wall_thickness
    box = _expand_rect(bounding_rect(floors))
    top, left, height, width = box
    block = np.full((height, width), KEEP_TILE, np.uint8)
    palette = list(_PALETTE)

    def put(at: Cell, tile: str) -> None:
        if tile not in palette:
            palette.append(tile)
        block[at[0] - top, at[1] - left] = palette.index(tile)

    for rect in floors:
        for at in list_cells(_expand_rect(rect)):
            if sheet.find_plain_wall((*at, 1, 1)):
                put(at, WALL)
    for rect in floors:
        for at in list_cells(rect):
            put(at, FLOOR)
    for rect, tile in _list_features(delve, zone, tables):
        for at in list_cells(rect):
            if at not in taken:
                put(at, tile)
    for gate in delve.list_exits_of(zone.id):
        if gate.way is not ExitKind.MOUTH:
            for at in list_cells(door_rect(gate.at, gate.heading, gate.width, thickness)):
                put(at, _choose_door_tile(gate))
    entry = delve.get_exit(zone.entry) if zone.entry else None
    if entry is not None and entry.way is not ExitKind.MOUTH:
        for at in list_cells(door_rect(entry.at, entry.heading, entry.width, thickness)):
            if top <= at[0] < top + height and left <= at[1] < left + width:
                put(at, OPEN_DOOR)
    return PaintTiles(zone.level, (top, left), block, tuple(palette), ROCK)


def paint_exit(delve: Delve, gate: Exit, closed: bool = False) -> Change:
    """The change that draws an exit after a change of its state.

    Args:
        closed: draw a passable door as closed.
    """
    level = delve.zones[gate.zone].level
    if gate.way is ExitKind.MOUTH:
        return _fill_rect(level, mouth_rect(gate.at, gate.heading, delve.wall_thickness), WALL)
    tile = _choose_door_tile(gate)
    if tile == DOOR and not closed and gate.fate is not Fate.PENDING:
        tile = OPEN_DOOR
    return _fill_rect(level, door_rect(gate.at, gate.heading, gate.width, delve.wall_thickness), tile)


def _fill_rect(level: int, rect: CellRect, tile: str) -> Change:
    return PaintTiles(level, (rect[0], rect[1]), np.zeros((rect[2], rect[3]), np.uint8), (tile,), ROCK)


def _choose_door_tile(gate: Exit) -> str:
    if gate.fate is Fate.UNFOUND:
        return WALL
    return FALSE_DOOR if gate.fate is Fate.BLOCKED else DOOR


def _list_features(delve: Delve, zone: Zone, tables: Tables) -> list[tuple[CellRect, str]]:
    """Stairs, and the terrain of special rooms (C-FOOT) and corridors (D-CORR-LEN 12)."""
    found: list[tuple[CellRect, str]] = []
    stairs, thickness = find_stairs_tiles(delve, zone), delve.wall_thickness
    if zone.kind is ZoneKind.START:
        found.append((stairs, STAIRS_DOWN if "from-up" in zone.tags else STAIRS_UP))
    elif zone.end and tables.ends[zone.end].stairs:
        found.append((stairs, STAIRS_DOWN if tables.ends[zone.end].stairs == "down" else STAIRS_UP))
    special = tables.find_special(zone)
    if isinstance(special, SpecialRoom):
        if special.terrain:
            found.append((to_tiles(find_footprint(zone, special), thickness), add_namespace(special.terrain)))
    elif special is not None:
        length = SECTION_LENGTH * zone.sections
        if special.width == 1:
            right = to_tiles(frame_rect(zone.at, zone.heading, 1, length - 2, 1, 1), thickness)
            found.append((right, BOULDERS))
            if not thickness:  # the tiles between the lanes as well
                found.append((shift_rect(right, turn_left(zone.heading), 1), BOULDERS))
        if special.terrain:
            middle = (zone.sections - 1) // 2 * SECTION_LENGTH
            tile = add_namespace(special.terrain)
            wet = frame_rect(zone.at, zone.heading, middle + 1, middle + SECTION_LENGTH - 2, 0, 1)
            found.append((to_tiles(wet, thickness), tile))
    return found


def find_footprint(zone: Zone, room: SpecialRoom) -> CellRect:
    """The cells of the object in the middle of a special room."""
    top, left, height, width = zone.floors[0]
    tall, wide = room.footprint or (height, width)
    return top + (height - tall) // 2, left + (width - wide) // 2, tall, wide


def _expand_rect(rect: CellRect) -> CellRect:
    return rect[0] - 1, rect[1] - 1, rect[2] + 2, rect[3] + 2
