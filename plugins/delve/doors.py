"""Where the doors of a new zone go (D-DOORPLACE, G-11, G-12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from . import places
from .drawing import facing, sheet_of
from .geometry import Cell, Rect
from .policy import Master
from .record import Delve, Kind, Zone
from .shape import LANES, Wall, wall_names, wall_of
from .sheet import Sheet


class Site(NamedTuple):
    """A place for a door; `to` is the zone that an unfound secret door faces, -1 for none."""

    wall: Wall
    at: Cell
    width: int = LANES
    to: int = -1


Found: TypeAlias = "tuple[Cell, int] | None"


Find: TypeAlias = "Callable[[Delve, Zone, Wall, int, int, Rect | None], Found]"
"""Looks for a place among the slots of a wall on which a door can hang: delve, zone, wall, width, slots, bounds."""


def _viable(delve: Delve, zone: Zone, wall: Wall, width: int, free: int, bounds: Rect | None) -> Found:
    """A slot with space for a 5×5 room behind it."""
    good = free & places.viable(sheet_of(delve, zone.level), wall, width, bounds)
    at = places.first(wall, width, good)
    return None if at is None else (at, -1)


def _facing(delve: Delve, zone: Zone, wall: Wall, width: int, free: int, bounds: Rect | None) -> Found:
    """A slot that looks onto one other revealed zone: an unfound secret door."""
    good = free & places.opposite(sheet_of(delve, zone.level), wall, width)
    for at in places.anchors(wall, width, good):
        other = facing(delve, zone.level, at, wall.heading, width)
        if other is not None and not other.hidden and other.id != zone.id:
            return at, other.id
    return None


def _pocket(delve: Delve, zone: Zone, wall: Wall, width: int, free: int, bounds: Rect | None) -> Found:
    """A slot before which there is nothing yet."""
    good = free & places.pocket(sheet_of(delve, zone.level), wall, width, bounds)
    at = places.first(wall, width, good)
    return None if at is None else (at, -1)


PASSES: Mapping[str, tuple[Find, ...]] = {
    "viable": (_viable, _facing, _pocket),
    "random": (_facing, _pocket),
    "free": (_pocket, _facing),
}
"""What is looked for on all walls before the next is, by policy ``door_site`` (G-12)."""


def place(delve: Delve, zone: Zone, count: int, master: Master, gate: int) -> list[Site]:
    """The sites of a zone's rolled doors, at most `count`, in the three passes of G-12.

    The zone itself must be on the sheet already.

    Args:
        count: doors rolled.
        gate: the exit being explored, for rulings.
    """
    if count == 0:
        return []
    policy = master.policy
    sheet = sheet_of(delve, zone.level)
    line = list(wall_names(zone, policy.corridor_short_door))
    if policy.door_walls == "random":
        line = master.shuffled(line)
    if master.ask is not None:
        line = master.order("door_walls", line, line, gate)
    ruled = master.rule("door_site", policy.door_site, ("viable", "free", "random"), gate)
    sites: list[Site] = []
    if ruled == "random":
        sites = _at_random(delve, zone, sheet, line, count, master)
    taken = {site.wall.name for site in sites}
    for find in PASSES[ruled]:
        for name in line:
            if len(sites) == count:
                return sites
            if name in taken:
                continue
            for width in _widths(zone, master, gate):
                wall = wall_of(zone, name, width)
                free = places.hangable(sheet, wall, width)
                found = find(delve, zone, wall, width, free, policy.bounds) if free else None
                if found is not None:
                    sites.append(Site(wall, found[0], width, found[1]))
                    taken.add(name)
                    break
    return sites


def _at_random(
    delve: Delve, zone: Zone, sheet: Sheet, line: list[str], count: int, master: Master
) -> list[Site]:
    """Viable slots drawn from the master's own stream."""
    sites: list[Site] = []
    for name in master.shuffled(line):
        wall = wall_of(zone, name)
        good = places.hangable(sheet, wall, LANES) & places.viable(sheet, wall, LANES, master.policy.bounds)
        ways = list(places.anchors(wall, LANES, good))
        if ways and len(sites) < count:
            sites.append(Site(wall, ways[master.chance.below(len(ways))]))
    return sites


def _widths(zone: Zone, master: Master, gate: int) -> tuple[int, ...]:
    if zone.kind is not Kind.ROOM:
        return (LANES,)
    double = master.policy.double_doors == "always_if_fits"
    if master.ask is not None:
        double = master.rule("double_doors", double, (True, False), gate)
    return (2 * LANES, LANES) if double else (LANES,)
