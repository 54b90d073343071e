"""Where the doors of a new zone go (D-DOORPLACE, G-11, G-12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from .drawing import facing, sheet_of
from .fitting import viable
from .geometry import Cell, Rect, slots, within
from .policy import Master
from .record import Delve, Kind, Zone
from .shape import LANES, Wall, door_cells, thresholds, wall_names, wall_of
from .sheet import Sheet


class Site(NamedTuple):
    """A place for a door; `to` is the zone that an unfound secret door faces, -1 for none."""

    wall: Wall
    at: Cell
    width: int = LANES
    to: int = -1


def hangable(sheet: Sheet, wall: Wall, width: int) -> Iterator[Cell]:
    """Anchors on a wall, in slot order, whose door cells are wall; none if it carries a door already (G-11)."""
    if sheet.no_door(wall.rect):
        for slot in slots(wall.length, width):
            at = wall.anchor(slot)
            if sheet.all_wall(door_cells(at, wall.heading, width)):
                yield at


def pocket(sheet: Sheet, at: Cell, heading: int, width: int, bounds: Rect | None) -> bool:
    """Whether both threshold cells are merely free (G-12)."""
    ahead = thresholds(at, heading, width)
    return sheet.free(ahead) and (bounds is None or within(ahead, bounds))


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
    double = zone.kind is Kind.ROOM and policy.double_doors == "always_if_fits"
    line = list(wall_names(zone, policy.corridor_short_door))
    if policy.door_walls == "random":
        line = master.shuffled(line)
    if master.ask is not None:
        line = master.order("door_walls", line, line, gate)
    ruled = master.rule("door_site", policy.door_site, ("viable", "free", "random"), gate)
    sites: list[Site] = []
    taken: set[str] = set()

    def hang(wall: Wall, at: Cell, width: int, to: int = -1) -> None:
        sites.append(Site(wall, at, width, to))
        taken.add(wall.name)

    def sweep(good: Callable[[Cell, Wall, int], int | None]) -> None:
        for name in line:
            if len(sites) == count:
                return
            if name in taken:
                continue
            for width in _widths(zone, double, master, gate):
                one = wall_of(zone, name, width)
                spot = next(
                    (
                        (at, to)
                        for at in hangable(sheet, one, width)
                        if (to := good(at, one, width)) is not None
                    ),
                    None,
                )
                if spot is not None:
                    hang(one, spot[0], width, spot[1])
                    break

    bounds = policy.bounds

    def is_viable(at: Cell, wall: Wall, width: int) -> int | None:
        return -1 if viable(sheet, at, wall.heading, width, bounds) else None

    def is_facing(at: Cell, wall: Wall, width: int) -> int | None:
        other = facing(delve, zone.level, at, wall.heading, width)
        return None if other is None or other.hidden or other.id == zone.id else other.id

    def is_pocket(at: Cell, wall: Wall, width: int) -> int | None:
        return -1 if pocket(sheet, at, wall.heading, width, bounds) else None

    if ruled == "viable":
        sweep(is_viable)
    elif ruled == "random":
        for name in master.shuffled(line):
            wall = wall_of(zone, name)
            good = [
                at for at in hangable(sheet, wall, LANES) if viable(sheet, at, wall.heading, LANES, bounds)
            ]
            if good and len(sites) < count:
                hang(wall, good[master.chance.below(len(good))], LANES)
    if ruled == "free":
        sweep(is_pocket)
        sweep(is_facing)
    else:
        sweep(is_facing)
        sweep(is_pocket)
    return sites


def _widths(zone: Zone, double: bool, master: Master, gate: int) -> tuple[int, ...]:
    if zone.kind is not Kind.ROOM:
        return (LANES,)
    if master.ask is not None:
        double = master.rule("double_doors", double, (True, False), gate)
    return (2 * LANES, LANES) if double else (LANES,)
