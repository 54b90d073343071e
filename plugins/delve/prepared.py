"""Prepared maps (D-MODE): a dungeon drawn beforehand loads as already placed but hidden zones.

The file is what `export.to_json` writes, edited by hand or not. Dice go on where it ends: an
exit without a prepared zone behind it is explored as usual.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from .check import check
from .export import FORMAT
from .record import Delve, Exit, Fate, Hero, Kind, Note, Way
from .tables import Tables


class BadMap(ValueError):
    """A prepared map that cannot be played; the message says where and why."""


def read(source: str, tables: Tables, name: str = "the map") -> Delve:
    """Reads a prepared map; its start is known, all the rest is hidden.

    Args:
        source: JSON text: what `export.to_json` or ``footfall generate delve --json`` wrote.
        name: how messages call it.

    Raises:
        BadMap: it is not JSON, not a delve, or breaks the rules of a map.
    """
    try:
        raw: Any = json.loads(source)
    except json.JSONDecodeError as error:
        raise BadMap(f"{name}:{error.lineno}: not valid JSON: {error.msg}") from None
    if isinstance(raw, dict) and "data" in raw:
        raw = raw["data"]
    if not isinstance(raw, dict) or raw.pop("format", None) != FORMAT:
        raise BadMap(f'{name}: not a map of a delve; its "format" must be "{FORMAT}"')
    try:
        delve = msgspec.convert(raw, type=Delve)
    except msgspec.ValidationError as error:
        raise BadMap(f"{name}: {error}") from None
    return hide(delve, tables, name)


def hide(delve: Delve, tables: Tables, name: str = "the map") -> Delve:
    """A copy in which nobody has seen more than the start.

    Raises:
        BadMap: it breaks the rules of a map; the invariant is named.
    """
    _known(delve, tables, name)
    zones = [msgspec.structs.replace(zone, hidden=zone.kind is not Kind.START) for zone in delve.zones]
    exits = [_closed(gate) for gate in delve.exits]
    heroes = [Hero(hero.name, hero.kin) for hero in delve.heroes] or [Hero() for _ in range(4)]
    prepared = Delve(
        zones=zones,
        exits=exits,
        levels=list(delve.levels),
        heroes=heroes,
        mapper=delve.mapper,
        danger=delve.danger,
        journal=[Note("start", -1, zone=0)],
    )
    wrong = [line for line in check(prepared, tables) if line[: line.index(":")] in _OF_MAPS]
    if wrong:
        raise BadMap(f"{name}: invariant {wrong[0]}")
    return prepared


_OF_MAPS = ("1", "2", "3", "4", "5", "6", "7")
"""Invariants that a map must keep that nobody rolled."""


def _closed(gate: Exit) -> Exit:
    """An exit before anybody came: opened ones lead to a hidden zone, searches were never made."""
    if gate.fate is Fate.OPENED:
        return msgspec.structs.replace(gate, fate=Fate.PENDING)
    if gate.fate is Fate.LINKED:
        fate = Fate.UNFOUND if gate.way is Way.SECRET else Fate.PENDING
        return msgspec.structs.replace(gate, fate=fate, to=gate.to if fate is Fate.UNFOUND else -1)
    return gate


def _known(delve: Delve, tables: Tables, name: str) -> None:
    if not delve.zones or delve.zones[0].kind is not Kind.START or not delve.levels:
        raise BadMap(f"{name}: the first zone must be a start, and there must be a level")
    for number, zone in enumerate(delve.zones):
        if zone.id != number:
            raise BadMap(f"{name}: zones[{number}] has the id {zone.id}; zones are numbered in order")
        if zone.end and zone.end not in tables.ends:
            raise BadMap(f"{name}: zones[{number}]: there is no corridor_end {zone.end!r}")
        if zone.type and zone.type not in tables.rooms:
            raise BadMap(f"{name}: zones[{number}]: there is no room_type {zone.type!r}")
        if not 1 <= zone.level <= len(delve.levels):
            raise BadMap(f"{name}: zones[{number}]: there is no level {zone.level}")
    for number, gate in enumerate(delve.exits, 1):
        if gate.id != number:
            raise BadMap(
                f"{name}: exits[{number - 1}] has the id {gate.id}; exits are numbered in order from 1"
            )
        if not 0 <= gate.zone < len(delve.zones) or not -1 <= gate.to < len(delve.zones):
            raise BadMap(f"{name}: e{number} names a zone that is not there")
    for zone in delve.zones:
        if not 0 <= zone.entry <= len(delve.exits):
            raise BadMap(f"{name}: Z{zone.id} was entered by e{zone.entry}, which is not there")
