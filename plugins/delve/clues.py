"""Dungeon clues rewrite what was just laid, and the way out is measured in sections (section C)."""

from __future__ import annotations

import msgspec

from .changes import Alter
from .drawing import sheet_of
from .explore import Forbidden, leads_out
from .geometry import area
from .policy import Policy
from .record import Delve, Fate, Kind, Note, Way, Zone
from .shape import SECTION, SMALL
from .sheet import Sheet
from .tables import Tables


def replace_end(delve: Delve, number: int, end: str, tables: Tables) -> Alter:
    """A corridor's end becomes another without mouths, as a clue allows: stairs up, down, or out.

    Mouths nobody has looked into are walled up. A closed corridor gets a piece if there is space.

    Raises:
        Forbidden: it is no corridor, the end has mouths, a mouth was opened, or there is no space.
    """
    zone = delve.zone(number)
    if zone.kind is not Kind.CORRIDOR or end not in tables.ends or tables.ends[end].mouths:
        raise Forbidden("C-CLUE", "delve-no-such-end", zone=number)
    mouths = [gate for gate in delve.exits_of(number) if gate.way is Way.MOUTH]
    if any(gate.fate is not Fate.PENDING for gate in mouths):
        raise Forbidden("C-CLUE", "delve-end-explored", zone=number)
    floors = zone.floors
    side = tables.ends[end].piece
    if side != tables.ends[zone.end].piece:
        length = SECTION * zone.sections
        piece = area(zone.at, zone.heading, length, length + 1, 0, 1)
        ring = area(zone.at, zone.heading, length + 1, length + 2, -1, 2)
        sheet = sheet_of(delve, zone.level)
        if side != 2 or zone.end != "closed" or not _beyond(sheet, zone) or not sheet.no_floor(ring):
            raise Forbidden("C-CLUE", "delve-no-space", zone=number)
        floors = (*zone.floors, piece)
    exits = tuple(msgspec.structs.replace(gate, fate=Fate.BLOCKED) for gate in mouths)
    changed = msgspec.structs.replace(zone, end=end, rolled_end=end, floors=floors, tags=(*zone.tags, "clue"))
    return Alter(changed, exits, Note("replace", -1, zone=number, remarks=(f"clue-{end}",)))


def _beyond(sheet: Sheet, zone: Zone) -> bool:
    """Whether the end of a closed corridor is plain wall, and what lies behind it is free."""
    length = SECTION * zone.sections
    wall = area(zone.at, zone.heading, length, length, 0, 1)
    return sheet.plain(wall) == 0b11 and sheet.free(area(zone.at, zone.heading, length + 1, length + 1, 0, 1))


def replace_type(delve: Delve, number: int, special: str, tables: Tables) -> Alter:
    """An empty room becomes a special one, as a clue allows.

    Raises:
        Forbidden: it is no empty room, or there is no such special room of its size.
    """
    zone = delve.zone(number)
    if zone.type != "empty" or special not in tables.special_rooms:
        raise Forbidden("C-CLUE", "delve-no-such-room", zone=number)
    if tables.special_rooms[special].size == "double":
        raise Forbidden("C-CLUE", "delve-no-space", zone=number)
    changed = msgspec.structs.replace(zone, type="special", special=special, tags=(*zone.tags, "clue"))
    return Alter(changed, (), Note("replace", -1, zone=number, remarks=(f"clue-{special}",)))


def sections_out(delve: Delve, number: int, tables: Tables, policy: Policy) -> int | None:
    """Board sections between a zone and the nearest stairs that lead out, along ways that are open; None: no way.

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
        if leads_out(delve, here, policy, tables):
            return near[here]
        for other in sorted(ways.get(here, ())):
            away = near[here] + length_of(delve.zones[other])
            if away < near.get(other, away + 1):
                near[other] = away
                todo.append(other)
    return None


def length_of(zone: Zone) -> int:
    """A zone in board sections."""
    return zone.sections if zone.kind is not Kind.ROOM else max(zone.depth, zone.width) // SMALL
