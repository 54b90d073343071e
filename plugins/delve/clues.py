"""Dungeon clues, which change what was just laid (C-CLUE), and the length of the way out in sections."""

from __future__ import annotations

import msgspec

from .bitmap import Bitmap
from .changes import ReplaceZone
from .explore import ForbiddenError, is_way_out
from .geometry import frame_rect
from .model import Delve, ExitKind, Fate, JournalEntry, Zone, ZoneKind
from .policy import Policy
from .rasterize import bitmap_of
from .shapes import SECTION_LENGTH, SMALL_SIDE
from .tables import Tables


def replace_end(delve: Delve, number: int, end: str, tables: Tables) -> ReplaceZone:
    """Replaces the end of a corridor by one without mouths, as a clue allows: stairs up, down, or out.

    Unexplored mouths are walled up. A closed corridor gets an end piece if there is space.

    Raises:
        ForbiddenError: the zone is not a corridor, the new end has mouths, a mouth was opened, or there is no space.
    """
    zone = delve.get_zone(number)
    if zone.kind is not ZoneKind.CORRIDOR or end not in tables.ends or tables.ends[end].mouths:
        raise ForbiddenError("C-CLUE", "delve-no-such-end", zone=number)
    mouths = [gate for gate in delve.list_exits_of(number) if gate.way is ExitKind.MOUTH]
    if any(gate.fate is not Fate.PENDING for gate in mouths):
        raise ForbiddenError("C-CLUE", "delve-end-explored", zone=number)
    floors = zone.floors
    side = tables.ends[end].piece
    if side != tables.ends[zone.end].piece:
        length = SECTION_LENGTH * zone.sections
        piece = frame_rect(zone.at, zone.heading, length, length + 1, 0, 1)
        ring = frame_rect(zone.at, zone.heading, length + 1, length + 2, -1, 2)
        sheet = bitmap_of(delve, zone.level)
        if side != 2 or zone.end != "closed" or not _has_room_for_piece(sheet, zone) or not sheet.has_no_floor(ring):
            raise ForbiddenError("C-CLUE", "delve-no-space", zone=number)
        floors = (*zone.floors, piece)
    exits = tuple(msgspec.structs.replace(gate, fate=Fate.BLOCKED) for gate in mouths)
    changed = msgspec.structs.replace(zone, end=end, rolled_end=end, floors=floors, tags=(*zone.tags, "clue"))
    return ReplaceZone(changed, exits, JournalEntry("replace", -1, zone=number, remarks=(f"clue-{end}",)))


def _has_room_for_piece(sheet: Bitmap, zone: Zone) -> bool:
    """Whether the end of a closed corridor is plain wall with free cells behind it."""
    length = SECTION_LENGTH * zone.sections
    wall = frame_rect(zone.at, zone.heading, length, length, 0, 1)
    return sheet.find_plain_wall(wall) == 0b11 and sheet.is_free(
        frame_rect(zone.at, zone.heading, length + 1, length + 1, 0, 1)
    )


def replace_type(delve: Delve, number: int, special: str, tables: Tables) -> ReplaceZone:
    """Makes an empty room a special room, as a clue allows.

    Raises:
        ForbiddenError: the room is not empty, or there is no such special room of its size.
    """
    zone = delve.get_zone(number)
    if zone.type != "empty" or special not in tables.special_rooms:
        raise ForbiddenError("C-CLUE", "delve-no-such-room", zone=number)
    if tables.special_rooms[special].size == "double":
        raise ForbiddenError("C-CLUE", "delve-no-space", zone=number)
    changed = msgspec.structs.replace(zone, type="special", special=special, tags=(*zone.tags, "clue"))
    return ReplaceZone(changed, (), JournalEntry("replace", -1, zone=number, remarks=(f"clue-{special}",)))


def count_sections_to_way_out(delve: Delve, number: int, tables: Tables, policy: Policy) -> int | None:
    """Board sections between a zone and the nearest stairs out, along open ways; None without such a way.

    A section of a corridor, a 5×5 room and half a large room count 1 each; the zone itself does not.
    """
    ways: dict[int, set[int]] = {}
    for gate in delve.exits:
        if gate.fate in (Fate.OPENED, Fate.LINKED):
            ways.setdefault(gate.zone, set()).add(gate.to)
            ways.setdefault(gate.to, set()).add(gate.zone)
    near = {number: 0}
    todo = [number]
    while todo:
        todo.sort(key=lambda zone: (near[zone], zone))
        here = todo.pop(0)
        if is_way_out(delve, here, policy, tables):
            return near[here]
        for other in sorted(ways.get(here, ())):
            away = near[here] + count_sections(delve.zones[other])
            if away < near.get(other, away + 1):
                near[other] = away
                todo.append(other)
    return None


def count_sections(zone: Zone) -> int:
    """A zone in board sections."""
    return zone.sections if zone.kind is not ZoneKind.ROOM else max(zone.depth, zone.width) // SMALL_SIDE
