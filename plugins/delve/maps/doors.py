"""Placement of the doors of a new zone (D-DOORPLACE, G-9, G-11, G-12).

Places on a wall are computed for all its slots at once. A set of slots is an integer with one bit per slot. Bits count
from the north or west end of the wall, independent of the direction of its slots; `list_anchors` lists them in the
order they are tried. Bits beyond the last slot are ignored.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from ..model import Delve, Zone, ZoneKind
from ..policy import GameMaster
from .bitmap import Bitmap
from .geometry import Cell, CellRect, Heading, frame_rect, is_within, order_slots
from .rasterize import bitmap_of, find_facing_zone
from .shapes import LANES, SMALL_SIDE, Wall, get_wall, list_wall_names, threshold_rect

_ROOM_REACH = SMALL_SIDE - 1
"""Cells by which a 5×5 room behind a wall, walls included, can extend beyond the ends of that wall."""


def list_anchors(wall: Wall, width: int, slots: int) -> Iterator[Cell]:
    """The anchors of a set of slots, middle first (G-9)."""
    last = wall.length - width
    turned = wall.slot_heading in _REVERSED_HEADINGS
    for slot in order_slots(wall.length, width) if slots else ():
        if slots >> (last - slot if turned else slot) & 1:
            yield wall.anchor_at(slot)


_REVERSED_HEADINGS = (Heading.N, Heading.W)
"""Headings along which slots count in the opposite direction of bits."""


def find_hangable_slots(sheet: Bitmap, wall: Wall, width: int) -> int:
    """Slots whose door cells are wall; empty if the wall already has a door (G-11)."""
    return _find_fully_covered(sheet.find_plain_wall(wall.rect), width)


def find_viable_slots(sheet: Bitmap, wall: Wall, width: int, bounds: CellRect | None) -> int:
    """Slots behind which a 5×5 room would be legal (G-12)."""
    if not sheet.thickness:

        def has_room(at: Cell) -> bool:
            offsets = order_slots(SMALL_SIDE, width)
            floors = (frame_rect(at, wall.heading, 0, SMALL_SIDE - 1, -o, SMALL_SIDE - 1 - o) for o in offsets)
            return any(sheet.is_free(floor) and (bounds is None or is_within(floor, bounds)) for floor in floors)

        return _collect_slots(wall, width, has_room)
    top, left, _, wide = wall.rect
    upright = wide == 1
    long = wall.length + 2 * _ROOM_REACH
    if upright:
        ring = (top - _ROOM_REACH, left if wall.heading == Heading.E else left - SMALL_SIDE - 1, long, SMALL_SIDE + 2)
    else:
        ring = (top if wall.heading == Heading.S else top - SMALL_SIDE - 1, left - _ROOM_REACH, SMALL_SIDE + 2, long)
    taken, touched = sheet.project_strip(ring, upright)
    if bounds is not None:
        touched |= _find_out_of_bounds(ring, bounds, upright)
    taken |= taken >> 1  # a room is 5 cells long: all of these must be free ...
    taken |= taken >> 2
    taken |= taken >> 1
    touched |= touched >> 1  # ... and with its walls 7, of which none may be floor
    touched |= touched >> 2
    touched |= touched >> 3
    rooms = ~(taken | touched << 1) >> (width - 1)
    rooms |= rooms >> 1  # a room may start up to 5 - width cells before the door (G-6)
    return rooms | rooms >> 2 if width == LANES else rooms


def find_facing_slots(sheet: Bitmap, wall: Wall, width: int) -> int:
    """Slots whose threshold cells are floor; `rasterize` finds the zone (G-12)."""
    if not sheet.thickness:
        return _collect_slots(wall, width, lambda at: sheet.is_all_floor(threshold_rect(at, wall.heading, width)))
    return _find_fully_covered(sheet.project_plane(sheet.floor, _rect_behind(wall), wall.rect[3] == 1), width)


def find_pocket_slots(sheet: Bitmap, wall: Wall, width: int, bounds: CellRect | None) -> int:
    """Slots whose threshold cells are free (G-12)."""
    if not sheet.thickness:

        def is_free(at: Cell) -> bool:
            ahead = threshold_rect(at, wall.heading, width)
            return sheet.is_free(ahead) and (bounds is None or is_within(ahead, bounds))

        return _collect_slots(wall, width, is_free)
    ahead, upright = _rect_behind(wall), wall.rect[3] == 1
    taken = sheet.project_plane(sheet.solid, ahead, upright)
    if bounds is not None:
        taken |= _find_out_of_bounds(ahead, bounds, upright)
    return _find_fully_covered(~taken, width)


def _rect_behind(wall: Wall) -> CellRect:
    """The cells right behind a wall."""
    top, left, height, width = wall.rect
    if wall.heading == Heading.N:
        return top - 1, left, height, width
    if wall.heading == Heading.S:
        return top + 1, left, height, width
    return top, left + (1 if wall.heading == Heading.E else -1), height, width


def _find_fully_covered(bits: int, width: int) -> int:
    """The bits at which a door of `width` can begin so that all the bits it covers are set."""
    bits &= bits >> 1
    return bits if width == LANES else bits & bits >> 2


def _find_out_of_bounds(rect: CellRect, bounds: CellRect, upright: bool) -> int:
    """Rows (if `upright`) or columns of a rectangle that are not completely within the bounds."""
    first, long = (rect[0], rect[2]) if upright else (rect[1], rect[3])
    start, size = (bounds[0], bounds[2]) if upright else (bounds[1], bounds[3])
    across, deep = (rect[1], rect[3]) if upright else (rect[0], rect[2])
    begin, room = (bounds[1], bounds[3]) if upright else (bounds[0], bounds[2])
    if across < begin or across + deep > begin + room:
        return (1 << long) - 1
    return sum(1 << n for n in range(long) if not start <= first + n < start + size)


# Walls on edges: the same conditions slot by slot.


def _collect_slots(wall: Wall, width: int, fits: Callable[[Cell], bool]) -> int:
    last = wall.length - width
    turned = wall.slot_heading in _REVERSED_HEADINGS
    return sum(1 << (last - slot if turned else slot) for slot in range(last + 1) if fits(wall.anchor_at(slot)))


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
        kind: ``viable``: with space for a 5×5 room behind it; ``facing``: before exactly one other revealed zone, for a
            secret door; ``pocket``: with free cells in front of it.
    """
    sheet = bitmap_of(delve, zone.level)
    if kind == "facing":
        for at in list_anchors(wall, width, free & find_facing_slots(sheet, wall, width)):
            other = find_facing_zone(delve, zone.level, at, wall.heading, width)
            if other is not None and not other.is_hidden and other.id != zone.id:
                return DoorSite(wall, at, width, other.id)
        return None
    find_slots = find_viable_slots if kind == "viable" else find_pocket_slots
    for at in list_anchors(wall, width, free & find_slots(sheet, wall, width, bounds)):
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
                free = find_hangable_slots(sheet, wall, width)
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
        good = find_hangable_slots(sheet, wall, LANES) & find_viable_slots(sheet, wall, LANES, master.policy.bounds)
        ways = list(list_anchors(wall, LANES, good))
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
