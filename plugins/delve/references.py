"""Checks of a loaded delve beyond its types: the zones, exits, seats and table rows that it refers to."""

from collections.abc import Iterator
from typing import Any

from .maps.geometry import Cell, CellRect
from .model import Delve, Zone
from .tables import Tables, tables_of

MAX_SIDE = 64
"""Cells of a rectangle of floor, and between it and the entry of its zone."""

MAX_DISTANCE = 2048
"""Cells between the start and the entry of a zone."""


def check_expedition(delve: Delve, bands: dict[int, list[int]], records: Any) -> Iterator[str]:
    """Yields the faults of an expedition of a loaded state.

    Monsters of `bands` may be gone: a turn in which the hero dies as well does not end.
    """
    tables = tables_of(records)
    zones, exits = len(delve.zones), len(delve.exits)
    if not zones or not delve.levels or not delve.heroes:
        yield "the delve has no zones, no levels or no heroes"
        return
    for number, zone in enumerate(delve.zones):
        yield from _check_zone(zone, number, delve, tables)
    for number, gate in enumerate(delve.exits, 1):
        if gate.id != number or gate.zone >= zones or not -1 <= gate.to < zones:
            yield f"exit {number} has the id {gate.id} and joins zones {gate.zone} and {gate.to}"
        elif not _is_near(delve.zones[gate.zone].at, (*gate.at, 1, 1)) or gate.width not in (2, 4):
            yield f"exit {number} is {gate.width} cells wide, or far from its zone"
    if any(not -1 <= level.stairs < zones for level in delve.levels):
        yield "stairs lead down from a zone that does not exist"
    if max(delve.leader, delve.mapper) >= len(delve.heroes):
        yield f"the leader or the mapper is not among the {len(delve.heroes)} heroes"
    places = {*delve.fighting, *bands, *(search.zone for search in delve.searches)}
    if max(places, default=0) >= zones:
        yield "there is a fight or a search in a zone that does not exist"
    for note in delve.journal:
        if not (-1 <= note.exit <= exits and -1 <= note.zone < zones and -1 <= note.roller < len(delve.heroes)):
            yield f"the journal names exit {note.exit}, zone {note.zone}, seat {note.roller}"


def _check_zone(zone: Zone, number: int, delve: Delve, tables: Tables) -> Iterator[str]:
    if zone.id != number or not 1 <= zone.level <= len(delve.levels) or zone.entry > len(delve.exits):
        yield f"zone {number} has the id {zone.id}, the level {zone.level} and the entry {zone.entry}"
    if not 1 <= len(zone.floors) <= 3 or not all(_is_near(zone.at, rect) for rect in zone.floors):
        yield f"zone {number} has a floor of no possible size or place"
    rows = (
        (zone.end, tables.ends), (zone.rolled_end, tables.ends), (zone.type, tables.rooms),
        (zone.rolled_type, tables.rooms),
    )  # fmt: skip
    for name, table in rows:
        if name and name not in table:
            yield f"zone {number} has the end or the type {name[:40]!r}, which does not exist"


def _is_near(at: Cell, rect: CellRect) -> bool:
    """Whether a rectangle of a possible size lies near a cell, and that near the start."""
    top, left, height, width = rect
    return (
        max(height, width) <= MAX_SIDE
        and min(height, width) > 0
        and max(abs(top - at[0]), abs(left - at[1])) <= MAX_SIDE
        and max(map(abs, at)) <= MAX_DISTANCE
    )
