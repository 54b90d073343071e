"""Draws zones on bitmaps: floor, wall and door of each level (G-2, G-16).

A bitmap depends on the zones alone, not on the order in which they were laid, so it can be redrawn at any time.
"""

from collections.abc import Iterable
from typing import NamedTuple

from ..model import Delve, Exit, ExitKind, Fate, Zone
from .bitmap import Bitmap, make_bitmap
from .geometry import Cell, CellRect, bounding_rect, contains, frame_rect, to_tiles
from .shapes import LANES, SECTION_LENGTH, door_rect, mouth_rect, threshold_rect


class TrialPlacement(NamedTuple):
    """A copy of a bitmap on which a candidate zone was drawn.

    Attributes:
        base: the copied bitmap and its version.
    """

    sheet: Bitmap
    base: Bitmap
    version: int
    zone: Zone

    def matches(self, base: Bitmap, zone: Zone) -> bool:
        """Whether it shows this zone on the current state of this bitmap."""
        return self.base is base and self.version == base.version and self.zone.floors is zone.floors


def place_on_trial(delve: Delve, zone: Zone, exits: Iterable[Exit]) -> TrialPlacement:
    """Draws a zone on a copy of its bitmap; if the zone is placed, the copy is used (`draw_zone`)."""
    base = bitmap_of(delve, zone.level)
    trial = TrialPlacement(base.copy(), base, base.version, zone)
    rasterize_zone(trial.sheet, zone, exits, _is_entered_by_mouth(delve, zone))
    delve.__dict__["trial"] = trial
    return trial


def get_cached_bitmaps(delve: Delve) -> list[Bitmap] | None:
    """The bitmaps, if they have been drawn."""
    return delve.__dict__.get("sheets")


def forget_bitmaps(delve: Delve) -> None:
    """Drops the bitmaps, so that the next use redraws them."""
    delve.__dict__.pop("sheets", None)


def bitmaps_of(delve: Delve) -> list[Bitmap]:
    """The bitmap of each level, drawn on first use."""
    sheets: list[Bitmap] | None = delve.__dict__.get("sheets")
    if sheets is None:
        sheets = delve.__dict__["sheets"] = [make_bitmap(delve.wall_thickness) for _ in delve.levels]
        own: dict[int, list[Exit]] = {}
        for gate in delve.exits:
            own.setdefault(gate.zone, []).append(gate)
        for zone in delve.zones:
            draw_zone(sheets, delve, zone, own.get(zone.id, ()))
    return sheets


def bitmap_of(delve: Delve, level: int) -> Bitmap:
    """The bitmap of a level."""
    sheets: list[Bitmap] | None = delve.__dict__.get("sheets")
    return (sheets if sheets is not None else bitmaps_of(delve))[level - 1]


def draw_part(delve: Delve, zones: Iterable[Zone], exits: Iterable[Exit]) -> Bitmap:
    """A bitmap of some zones and exits of one level."""
    sheet = make_bitmap(delve.wall_thickness)
    own: dict[int, list[Exit]] = {}
    for gate in exits:
        own.setdefault(gate.zone, []).append(gate)
    for zone in zones:
        rasterize_zone(sheet, zone, own.get(zone.id, ()), _is_entered_by_mouth(delve, zone))
    return sheet


def _is_entered_by_mouth(delve: Delve, zone: Zone) -> bool:
    return zone.entry > 0 and delve.exits[zone.entry - 1].way is ExitKind.MOUTH


def draw_zone(sheets: list[Bitmap], delve: Delve, zone: Zone, exits: Iterable[Exit]) -> None:
    """Draws a zone with its exits; reuses the trial drawing if it is current."""
    while len(sheets) < zone.level:
        sheets.append(make_bitmap(delve.wall_thickness))
    trial: TrialPlacement | None = delve.__dict__.pop("trial", None)
    if trial is not None and trial.matches(sheets[zone.level - 1], zone):
        sheets[zone.level - 1] = trial.sheet
        for gate in exits:
            if gate.way is not ExitKind.MOUTH:
                draw_exit(trial.sheet, gate)
        return
    rasterize_zone(sheets[zone.level - 1], zone, exits, _is_entered_by_mouth(delve, zone))


def rasterize_zone(sheet: Bitmap, zone: Zone, exits: Iterable[Exit], from_mouth: bool) -> None:
    """Draws a zone: floor, surrounded by wall except at its mouths and the row it was entered from (G-2)."""
    exits = tuple(exits)
    thickness = sheet.thickness
    gaps = [mouth_rect(e.at, e.heading, thickness) for e in exits if e.way is ExitKind.MOUTH]
    if from_mouth and thickness:
        gaps.append(frame_rect(zone.at, zone.heading, -1, -1, -1, 2))
    sheet.draw_floors(list_floor_tiles(zone, from_mouth, thickness), gaps)
    for gate in exits:
        if gate.way is not ExitKind.MOUTH or gate.fate is Fate.BLOCKED:
            draw_exit(sheet, gate)


def draw_exit(sheet: Bitmap, gate: Exit) -> None:
    """Draws a door, or walls up a mouth."""
    if gate.way is not ExitKind.MOUTH:
        sheet.draw_door(door_rect(gate.at, gate.heading, gate.width, sheet.thickness))
    elif gate.fate is Fate.BLOCKED:
        sheet.draw_wall(mouth_rect(gate.at, gate.heading, sheet.thickness))


def floor_tiles_of(delve: Delve, zone: Zone) -> tuple[CellRect, ...]:
    """The floor of a placed zone as rectangles of tiles."""
    return list_floor_tiles(zone, _is_entered_by_mouth(delve, zone), delve.wall_thickness)


def list_floor_tiles(zone: Zone, from_mouth: bool, thickness: int) -> tuple[CellRect, ...]:
    """The floor of a zone as rectangles of tiles: its cells, and with walls on edges the tiles between them.

    The edge at the mouth through which a zone is entered is floor of that zone.
    """
    floors = merge_floors(zone.floors)
    if thickness:
        return floors
    if len(floors) > 1:  # a chamber: the run reaches into it
        length = SECTION_LENGTH * zone.sections
        floors = (*floors, frame_rect(zone.at, zone.heading, length - 1, length, 0, 1))
    tiles = tuple(to_tiles(rect, thickness) for rect in floors)
    return (*tiles, mouth_rect(zone.at, zone.heading, thickness)) if from_mouth else tiles


def merge_floors(floors: tuple[CellRect, ...]) -> tuple[CellRect, ...]:
    """Merges rectangles in one line that together form a rectangle."""
    if len(floors) == 1:
        return floors
    whole = bounding_rect(floors)
    if whole[2] == LANES or whole[3] == LANES:
        return (whole,)
    return floors


def find_zone_at(delve: Delve, level: int, at: Cell) -> Zone | None:
    """The zone whose floor contains a cell."""
    for zone in delve.zones:
        if zone.level == level:
            for rect in zone.floors:
                if contains(rect, at):
                    return zone
    return None


def find_facing_zone(delve: Delve, level: int, at: Cell, heading: int, width: int) -> Zone | None:
    """The zone whose floor contains all threshold cells of an exit, or None."""
    ahead = threshold_rect(at, heading, width)
    if not bitmap_of(delve, level).is_all_floor(ahead):
        return None
    first = find_zone_at(delve, level, (ahead[0], ahead[1]))
    last = find_zone_at(delve, level, (ahead[0] + ahead[2] - 1, ahead[1] + ahead[3] - 1))
    return first if first is last else None
