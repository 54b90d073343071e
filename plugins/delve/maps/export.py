"""The map (D-MAPPER) as text, plain data, a picture, or pictures of its growth; maps that are loaded (D-MODE).

The view of the *players* shows their finds only: unfound secret doors are wall, hidden zones are absent. The
view of the *master* shows everything.

A prepared map is the output of `to_json`, possibly edited by hand. It is loaded as placed but hidden zones. Beyond its
edge, dice decide: an exit without a prepared zone is explored as usual.
"""

import json
from enum import Enum
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from ..model import Delve, Exit, ExitKind, Fate, Hero, JournalEntry, Zone, ZoneKind, seat_heroes
from ..tables import Tables
from .geometry import Cell, CellRect, list_cells, to_tiles
from .invariants import check_invariants
from .rasterize import draw_part, floor_tiles_of
from .shapes import door_rect, mouth_rect

MAP_FORMAT = "delve-1"
"""Format name of the plain data; `prepared.parse_prepared_map` requires it."""

Image = npt.NDArray[np.uint8]


class MapView(Enum):
    """The view of the players or of the game master."""

    PLAYERS = "players"
    MASTER = "master"


class Ink(Enum):
    """The kind of a cell: a character in text, a color in pictures."""

    NOTHING = (" ", (0x10, 0x14, 0x18))
    FLOOR = (".", (0xD9, 0xD2, 0xC0))
    ROOM = (".", (0xE9, 0xE2, 0xCE))
    SPECIAL = ("*", (0xC4, 0xB5, 0xE8))
    LAIR = ("!", (0xF0, 0xA0, 0x84))
    QUEST = ("$", (0xF2, 0xDC, 0x6C))
    WALL = ("#", (0x5A, 0x52, 0x48))
    DOOR = ("+", (0xB8, 0x74, 0x2E))
    SECRET = ("S", (0x7A, 0x4F, 0xB0))
    FALSE = ("x", (0x8C, 0x6A, 0x4A))
    MOUTH = ("░", (0x3C, 0x46, 0x50))
    UP = ("<", (0x63, 0xBD, 0xF0))
    DOWN = (">", (0x3A, 0x86, 0xC8))


class Chart(NamedTuple):
    """A drawn level: the cell of its upper left corner, and the kind of every cell."""

    origin: Cell
    rows: list[list[Ink]]


class MapPart(NamedTuple):
    """The zones and exits of one level that a map shows."""

    zones: list[Zone]
    gates: list[Exit]


def select_part(delve: Delve, level: int, view: MapView) -> MapPart:
    """The zones and exits of a level that a view shows now."""
    zones = [z for z in delve.zones if z.level == level and (view is MapView.MASTER or not z.is_hidden)]
    ids = {zone.id for zone in zones}
    gates = [g for g in delve.exits if g.zone in ids and (view is MapView.MASTER or g.fate is not Fate.UNFOUND)]
    return MapPart(zones, gates)


def select_part_at(delve: Delve, step: int, level: int, view: MapView) -> MapPart:
    """The zones and exits that a view shows after the first `step` entries of the journal."""
    notes = delve.journal[:step]
    ids = {note.zone for note in notes if note.kind in ("start", "lay", "level", "reveal")}
    done = {note.exit for note in notes if note.kind in ("lay", "reveal", "link", "block", "found")}
    fates = {note.exit: note.remarks[0] for note in delve.journal if note.kind == "found"}
    zones = [z for z in delve.zones if z.id in ids and z.level == level]
    gates = []
    for gate in delve.exits:
        if gate.zone not in {zone.id for zone in zones}:
            continue
        if gate.id not in done and gate.fate is not Fate.UNFOUND:
            if fates.get(gate.id) == "new":
                continue
            gate = msgspec.structs.replace(gate, fate=Fate.UNFOUND if gate.id in fates else Fate.PENDING)
        if view is MapView.MASTER or gate.fate is not Fate.UNFOUND:
            gates.append(gate)
    return MapPart(zones, gates)


ROOM_INKS = {"": Ink.FLOOR, "special": Ink.SPECIAL, "lair": Ink.LAIR, "quest": Ink.QUEST}
"""The ink of a floor by the type of its room; `Ink.ROOM` for the others."""

DOOR_INKS = {Fate.UNFOUND: Ink.SECRET, Fate.BLOCKED: Ink.FALSE}


def draw_chart(
    delve: Delve,
    tables: Tables,
    level: int = 1,
    view: MapView = MapView.PLAYERS,
    box: CellRect | None = None,
    part: MapPart | None = None,
) -> Chart:
    """Draws a level.

    Args:
        box: the tiles to show; None: all drawn tiles.
        part: the zones and exits to show; None: those that the view shows now.
    """
    zones, gates = part or select_part(delve, level, view)
    sheet = draw_part(delve, zones, gates)
    floor, doors, walls = sheet.list_floor_cells(), sheet.list_door_cells(), sheet.list_wall_cells()
    thickness = sheet.thickness
    mouths = [gate for gate in gates if gate.way is ExitKind.MOUTH and gate.fate is Fate.PENDING]
    waiting = {at for gate in mouths for at in list_cells(mouth_rect(gate.at, gate.heading, thickness))}
    waiting -= walls | floor | doors
    if box is None:
        every = floor | doors | walls | waiting
        top, left = min(y for y, _ in every), min(x for _, x in every)
        box = (top, left, max(y for y, _ in every) - top + 1, max(x for _, x in every) - left + 1)
    ink: dict[Cell, Ink] = dict.fromkeys(sorted(waiting), Ink.MOUTH)
    ink.update(dict.fromkeys(walls, Ink.WALL))
    for zone in zones:
        for rect in floor_tiles_of(delve, zone):
            ink.update(dict.fromkeys(list_cells(rect), ROOM_INKS.get(zone.type, Ink.ROOM)))
        stairs = _find_stairs(zone, tables)
        if stairs is not None:
            ink.update(dict.fromkeys(list_cells(to_tiles(stairs[0], thickness)), stairs[1]))
    for gate in gates:
        if gate.way is not ExitKind.MOUTH:
            door = door_rect(gate.at, gate.heading, gate.width, thickness)
            ink.update(dict.fromkeys(list_cells(door), DOOR_INKS.get(gate.fate, Ink.DOOR)))
    top, left, height, width = box
    columns = range(left, left + width)
    return Chart((top, left), [[ink.get((y, x), Ink.NOTHING) for x in columns] for y in range(top, top + height)])


def _find_stairs(zone: Zone, tables: Tables) -> tuple[CellRect, Ink] | None:
    if "entry" in zone.tags or "from-down" in zone.tags:
        return zone.floors[0], Ink.UP
    if "from-up" in zone.tags:
        return zone.floors[0], Ink.DOWN
    way = tables.ends[zone.end].stairs if zone.end else ""
    if not way:
        return None
    return zone.floors[-1], Ink.DOWN if way == "down" else Ink.UP


def render_text(delve: Delve, tables: Tables, level: int = 1, view: MapView = MapView.PLAYERS) -> str:
    """A level as text, one character per cell, with zone numbers in the middle of zones where they fit."""
    drawn = draw_chart(delve, tables, level, view)
    rows = [[ink.value[0] for ink in row] for row in drawn.rows]
    for zone in delve.zones:
        if zone.level == level and (view is MapView.MASTER or not zone.is_hidden):
            for (y, x), sign in place_zone_number(zone, delve.wall_thickness):
                rows[y - drawn.origin[0]][x - drawn.origin[1]] = sign
    return "\n".join("".join(row).rstrip() for row in rows) + "\n"


def place_zone_number(zone: Zone, thickness: int) -> list[tuple[Cell, str]]:
    """Tiles of the digits of a zone number: in the middle of its floor, if they fit."""
    top, left, height, width = to_tiles(zone.floors[1 if len(zone.floors) == 3 else 0], thickness)
    name = str(zone.id)
    if len(name) > width:
        return []
    y, x = top + (height - 1) // 2, left + (width - len(name)) // 2
    return [((y, x + n), sign) for n, sign in enumerate(name)]


def to_plain_data(delve: Delve) -> dict[str, Any]:
    """The map as plain data, the input of `prepared.parse_prepared_map`."""
    return {"format": MAP_FORMAT, **msgspec.to_builtins(delve)}


def to_json(delve: Delve) -> str:
    """The map as JSON."""
    return json.dumps(to_plain_data(delve), indent=1, ensure_ascii=False) + "\n"


def render_image(
    delve: Delve,
    tables: Tables,
    level: int = 1,
    view: MapView = MapView.PLAYERS,
    *,
    box: CellRect | None = None,
    part: MapPart | None = None,
    scale: int = 6,
) -> Image:
    """A level as a picture.

    Args:
        box, part: as in `draw_chart`.
        scale: pixels per cell.

    Returns:
        uint8 ``(height, width, 3)``, red, green, blue.
    """
    drawn = draw_chart(delve, tables, level, view, box, part)
    inks = list(Ink)
    colors = np.array([ink.value[1] for ink in inks], np.uint8)
    number = {ink: n for n, ink in enumerate(inks)}
    flat = np.array([[number[ink] for ink in row] for row in drawn.rows], np.intp)
    image: Image = _enlarge(colors[flat], scale)
    if scale >= 4:  # a grid of faint lines on the floor
        floor = _enlarge(np.isin(flat, [number[ink] for ink in _FLOOR_INKS]), scale)
        edge = np.zeros(floor.shape, np.bool_)
        edge[::scale] = True
        edge[:, ::scale] = True
        image[floor & edge] = (image[floor & edge].astype(np.uint16) * 9 // 10).astype(np.uint8)
    return image


_FLOOR_INKS = (Ink.FLOOR, Ink.ROOM, Ink.SPECIAL, Ink.LAIR, Ink.QUEST)


def _enlarge(array: npt.NDArray[Any], scale: int) -> npt.NDArray[Any]:
    return np.repeat(np.repeat(array, scale, axis=0), scale, axis=1)


class BadMapError(ValueError):
    """A prepared map that cannot be played; the message says where and why."""


def parse_prepared_map(source: str, tables: Tables, name: str = "the map") -> Delve:
    """Reads a prepared map; everything but the start is hidden.

    Args:
        source: JSON text: the output of `export.to_json` or ``footfall generate delve --json``.
        name: the name in error messages.

    Raises:
        BadMapError: the text is not JSON, not a delve, or violates an invariant.
    """
    try:
        raw: Any = json.loads(source)
    except json.JSONDecodeError as error:
        raise BadMapError(f"{name}:{error.lineno}: not valid JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:  # a number with thousands of digits, or too many brackets
        raise BadMapError(f"{name}: not valid JSON: {error}") from None
    if isinstance(raw, dict) and "data" in raw:
        raw = raw["data"]
    if not isinstance(raw, dict) or raw.pop("format", None) != MAP_FORMAT:
        raise BadMapError(f'{name}: not a map of a delve; its "format" must be "{MAP_FORMAT}"')
    try:
        delve = msgspec.convert(raw, type=Delve)
    except msgspec.ValidationError as error:
        raise BadMapError(f"{name}: {error}") from None
    return hide_zones(delve, tables, name)


def hide_zones(delve: Delve, tables: Tables, name: str = "the map") -> Delve:
    """Returns a copy in which only the start is revealed.

    Raises:
        BadMapError: the map violates an invariant, which the message names.
    """
    _validate_map(delve, tables, name)
    zones = [msgspec.structs.replace(zone, is_hidden=zone.kind is not ZoneKind.START) for zone in delve.zones]
    exits = []
    for gate in delve.exits:  # opened exits become pending ones of a hidden zone, found secret doors unfound
        if gate.fate is Fate.OPENED:
            gate = msgspec.structs.replace(gate, fate=Fate.PENDING)
        elif gate.fate is Fate.LINKED and gate.way is ExitKind.SECRET:
            gate = msgspec.structs.replace(gate, fate=Fate.UNFOUND)
        elif gate.fate is Fate.LINKED:
            gate = msgspec.structs.replace(gate, fate=Fate.PENDING, to=-1)
        exits.append(gate)
    heroes = [Hero(hero.name, hero.kin) for hero in delve.heroes] or seat_heroes()
    prepared = Delve(
        zones=zones,
        exits=exits,
        levels=list(delve.levels),
        heroes=heroes,
        mapper=delve.mapper,
        danger=delve.danger,
        edge_walls=delve.edge_walls,
        journal=[JournalEntry("start", -1, zone=0)],
    )
    wrong = [line for line in check_invariants(prepared, tables) if line[: line.index(":")] in _MAP_INVARIANTS]
    if wrong:
        raise BadMapError(f"{name}: invariant {wrong[0]}")
    return prepared


_MAP_INVARIANTS = ("1", "2", "3", "4", "5", "6", "7")
"""Invariants that a hand-written map must satisfy."""


def _validate_map(delve: Delve, tables: Tables, name: str) -> None:
    if not delve.zones or delve.zones[0].kind is not ZoneKind.START or not delve.levels:
        raise BadMapError(f"{name}: the first zone must be a start, and there must be a level")
    for number, zone in enumerate(delve.zones):
        if zone.id != number:
            raise BadMapError(f"{name}: zones[{number}] has the id {zone.id}; zones are numbered in order")
        if zone.end and zone.end not in tables.ends:
            raise BadMapError(f"{name}: zones[{number}]: there is no corridor_end {zone.end!r}")
        if zone.type and zone.type not in tables.rooms:
            raise BadMapError(f"{name}: zones[{number}]: there is no room_type {zone.type!r}")
        if not 1 <= zone.level <= len(delve.levels):
            raise BadMapError(f"{name}: zones[{number}]: there is no level {zone.level}")
    for number, gate in enumerate(delve.exits, 1):
        if gate.id != number:
            raise BadMapError(f"{name}: exits[{number - 1}] has the id {gate.id}; exits are numbered in order from 1")
        if not 0 <= gate.zone < len(delve.zones) or not -1 <= gate.to < len(delve.zones):
            raise BadMapError(f"{name}: e{number} names a zone that does not exist")
    for zone in delve.zones:
        if not 0 <= zone.entry <= len(delve.exits):
            raise BadMapError(f"{name}: Z{zone.id} was entered by e{zone.entry}, which does not exist")
