"""Placement of the doors of a new zone (D-DOORPLACE, G-11, G-12)."""

from collections.abc import Mapping
from typing import NamedTuple

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


def find_site(
    delve: Delve, zone: Zone, wall: Wall, width: int, free: int, bounds: CellRect | None, kind: str
) -> DoorSite | None:
    """The first place for a door in a wall.

    Args:
        free: the slots to try.
        kind: ``viable``: with space for a 5×5 room behind it; ``facing``: before exactly one other revealed zone, for a
            secret door; ``pocket``: with free cells in front of it.
    """
    sheet = bitmap_of(delve, zone.level)
    if kind == "facing":
        for at in door_slots.list_anchors(wall, width, free & door_slots.find_facing_slots(sheet, wall, width)):
            other = find_facing_zone(delve, zone.level, at, wall.heading, width)
            if other is not None and not other.is_hidden and other.id != zone.id:
                return DoorSite(wall, at, width, other.id)
        return None
    find_slots = door_slots.find_viable_slots if kind == "viable" else door_slots.find_pocket_slots
    for at in door_slots.list_anchors(wall, width, free & find_slots(sheet, wall, width, bounds)):
        return DoorSite(wall, at, width)
    return None


SITE_PASSES: Mapping[str, tuple[str, ...]] = {
    "viable": ("viable", "facing", "pocket"),
    "random": ("facing", "pocket"),
    "free": ("pocket", "facing"),
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
    for kind in SITE_PASSES[ruled]:
        for name in line:
            if len(sites) == count:
                return sites
            if name in taken:
                continue
            for width in _list_widths(zone, master, gate):
                wall = get_wall(zone, name, width, sheet.thickness)
                free = door_slots.find_hangable_slots(sheet, wall, width)
                found = find_site(delve, zone, wall, width, free, policy.bounds, kind) if free else None
                if found is not None:
                    sites.append(found)
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
