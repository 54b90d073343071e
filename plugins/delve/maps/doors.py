"""Placement of the doors of a new zone (D-DOORPLACE, G-11, G-12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from ..model import Delve, Zone, ZoneKind
from ..policy import GameMaster
from . import door_slots
from .bitmap import Bitmap
from .geometry import Cell, CellRect
from .rasterize import bitmap_of, find_facing_zone
from .shapes import LANES, Wall, get_wall, list_wall_names


class DoorSite(NamedTuple):
    """A place for a door; `faced_zone` is the zone that an unfound secret door faces, -1 for none."""

    wall: Wall
    at: Cell
    width: int = LANES
    faced_zone: int = -1


SiteMatch: TypeAlias = "tuple[Cell, int] | None"


SiteFinder: TypeAlias = "Callable[[Delve, Zone, Wall, int, int, CellRect | None], SiteMatch]"
"""Finds a place among the slots of a wall: takes delve, zone, wall, width, slots, bounds."""


def _find_viable(delve: Delve, zone: Zone, wall: Wall, width: int, free: int, bounds: CellRect | None) -> SiteMatch:
    """A slot with space for a 5×5 room behind it."""
    good = free & door_slots.find_viable_slots(bitmap_of(delve, zone.level), wall, width, bounds)
    at = door_slots.find_first_anchor(wall, width, good)
    return None if at is None else (at, -1)


def _find_facing(delve: Delve, zone: Zone, wall: Wall, width: int, free: int, bounds: CellRect | None) -> SiteMatch:
    """A slot that faces exactly one other revealed zone: an unfound secret door."""
    good = free & door_slots.find_facing_slots(bitmap_of(delve, zone.level), wall, width)
    for at in door_slots.list_anchors(wall, width, good):
        other = find_facing_zone(delve, zone.level, at, wall.heading, width)
        if other is not None and not other.is_hidden and other.id != zone.id:
            return at, other.id
    return None


def _find_pocket(delve: Delve, zone: Zone, wall: Wall, width: int, free: int, bounds: CellRect | None) -> SiteMatch:
    """A slot with free cells in front of it."""
    good = free & door_slots.find_pocket_slots(bitmap_of(delve, zone.level), wall, width, bounds)
    at = door_slots.find_first_anchor(wall, width, good)
    return None if at is None else (at, -1)


SITE_PASSES: Mapping[str, tuple[SiteFinder, ...]] = {
    "viable": (_find_viable, _find_facing, _find_pocket),
    "random": (_find_facing, _find_pocket),
    "free": (_find_pocket, _find_facing),
}
"""The passes over all walls, in order, by policy ``door_site`` (G-12)."""


def place_doors(delve: Delve, zone: Zone, count: int, master: GameMaster, gate: int) -> list[DoorSite]:
    """The sites of a zone's rolled doors, at most `count`, in the three passes of G-12.

    The zone itself must already be drawn on the bitmap.

    Args:
        count: doors rolled.
        gate: the exit being explored, for rulings.
    """
    if count == 0:
        return []
    policy = master.policy
    sheet = bitmap_of(delve, zone.level)
    line = list(list_wall_names(zone, policy.has_short_end_doors))
    if policy.door_walls == "random":
        line = master.shuffle(line)
    if master.ask_ruling is not None:
        line = master.rule_order("door_walls", line, line, gate)
    ruled = master.rule("door_site", policy.door_site, ("viable", "free", "random"), gate)
    sites: list[DoorSite] = []
    if ruled == "random":
        sites = _place_at_random(delve, zone, sheet, line, count, master)
    taken = {site.wall.name for site in sites}
    for find in SITE_PASSES[ruled]:
        for name in line:
            if len(sites) == count:
                return sites
            if name in taken:
                continue
            for width in _list_widths(zone, master, gate):
                wall = get_wall(zone, name, width, sheet.thickness)
                free = door_slots.find_hangable_slots(sheet, wall, width)
                found = find(delve, zone, wall, width, free, policy.bounds) if free else None
                if found is not None:
                    sites.append(DoorSite(wall, found[0], width, found[1]))
                    taken.add(name)
                    break
    return sites


def _place_at_random(
    delve: Delve, zone: Zone, sheet: Bitmap, line: list[str], count: int, master: GameMaster
) -> list[DoorSite]:
    """Picks viable slots from the game master's stream."""
    sites: list[DoorSite] = []
    for name in master.shuffle(line):
        wall = get_wall(zone, name, LANES, sheet.thickness)
        good = door_slots.find_hangable_slots(sheet, wall, LANES) & door_slots.find_viable_slots(
            sheet, wall, LANES, master.policy.bounds
        )
        ways = list(door_slots.list_anchors(wall, LANES, good))
        if ways and len(sites) < count:
            sites.append(DoorSite(wall, ways[master.random.draw_below(len(ways))]))
    return sites


def _list_widths(zone: Zone, master: GameMaster, gate: int) -> tuple[int, ...]:
    if zone.kind is not ZoneKind.ROOM:
        return (LANES,)
    double = master.policy.double_doors == "always_if_fits"
    if master.ask_ruling is not None:
        double = master.rule("double_doors", double, (True, False), gate)
    return (2 * LANES, LANES) if double else (LANES,)
