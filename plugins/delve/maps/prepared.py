"""Prepared maps (D-MODE): a map is loaded as placed but hidden zones.

The file is the output of `export.to_json`, possibly edited by hand. Beyond its edge, dice decide: an
exit without a prepared zone is explored as usual.
"""

import json
from typing import Any

import msgspec

from ..model import Delve, ExitKind, Fate, Hero, JournalEntry, ZoneKind, seat_heroes
from ..tables import Tables
from .export import MAP_FORMAT
from .invariants import check_invariants


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
