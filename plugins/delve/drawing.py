"""From the record of zones to sheets: what is floor, wall and door on each level (G-2, G-16).

A sheet depends on the record alone, not on the order in which its parts were laid, so it can
be drawn anew at any time.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .geometry import Cell, Rect, area, around, holds
from .record import Delve, Exit, Fate, Way, Zone
from .shape import LANES, door_cells, thresholds
from .sheet import Sheet


class Trial(NamedTuple):
    """A copy of a sheet on which a zone that is being considered was laid.

    Attributes:
        base: the sheet that was copied, and how often it had been drawn on.
    """

    sheet: Sheet
    base: Sheet
    strokes: int
    zone: Zone

    def fits(self, base: Sheet, zone: Zone) -> bool:
        """Whether it shows that zone, laid on that sheet as it is."""
        return self.base is base and self.strokes == base.strokes and self.zone.floors is zone.floors


def try_zone(delve: Delve, zone: Zone, exits: Iterable[Exit]) -> Trial:
    """Lays a zone on a copy of its sheet; when it is placed, the copy is used (`draw_zone`)."""
    base = sheet_of(delve, zone.level)
    trial = Trial(base.copy(), base, base.strokes, zone)
    lay_zone(trial.sheet, zone, exits, _from_mouth(delve, zone))
    delve.__dict__["trial"] = trial
    return trial


def drawn(delve: Delve) -> list[Sheet] | None:
    """The sheets, if they have been drawn already."""
    return delve.__dict__.get("sheets")


def sheets_of(delve: Delve) -> list[Sheet]:
    """The sheet of each level, drawn when first asked for."""
    sheets: list[Sheet] | None = delve.__dict__.get("sheets")
    if sheets is None:
        sheets = delve.__dict__["sheets"] = []
        for _ in delve.levels:
            sheets.append(Sheet())
        own: dict[int, list[Exit]] = {}
        for gate in delve.exits:
            own.setdefault(gate.zone, []).append(gate)
        for zone in delve.zones:
            draw_zone(sheets, delve, zone, own.get(zone.id, ()))
    return sheets


def sheet_of(delve: Delve, level: int) -> Sheet:
    """The sheet of a level."""
    sheets: list[Sheet] | None = delve.__dict__.get("sheets")
    return (sheets if sheets is not None else sheets_of(delve))[level - 1]


def sheet_of_part(delve: Delve, zones: Iterable[Zone], exits: Iterable[Exit]) -> Sheet:
    """A sheet of some zones and exits of one level, the rest left out."""
    sheet = Sheet()
    own: dict[int, list[Exit]] = {}
    for gate in exits:
        own.setdefault(gate.zone, []).append(gate)
    for zone in zones:
        lay_zone(sheet, zone, own.get(zone.id, ()), _from_mouth(delve, zone))
    return sheet


def _from_mouth(delve: Delve, zone: Zone) -> bool:
    return zone.entry > 0 and delve.exits[zone.entry - 1].way is Way.MOUTH


def draw_zone(sheets: list[Sheet], delve: Delve, zone: Zone, exits: Iterable[Exit]) -> None:
    """Draws a zone with its exits; if it was drawn for trial on what is there now, that drawing is kept."""
    while len(sheets) < zone.level:
        sheets.append(Sheet())
    trial: Trial | None = delve.__dict__.pop("trial", None)
    if trial is not None and trial.fits(sheets[zone.level - 1], zone):
        sheets[zone.level - 1] = trial.sheet
        for gate in exits:
            if gate.way is not Way.MOUTH:
                draw_exit(trial.sheet, gate)
        return
    lay_zone(sheets[zone.level - 1], zone, exits, _from_mouth(delve, zone))


def lay_zone(sheet: Sheet, zone: Zone, exits: Iterable[Exit], from_mouth: bool) -> None:
    """Draws a zone: floor, and wall all round but for its mouths and the row it was entered from (G-2)."""
    exits = tuple(exits)
    gaps = [thresholds(e.at, e.heading) for e in exits if e.way is Way.MOUTH]
    if from_mouth:
        gaps.append(area(zone.at, zone.heading, -1, -1, -1, 2))
    sheet.lay(merged(zone.floors), gaps)
    for gate in exits:
        if gate.way is not Way.MOUTH or gate.fate is Fate.BLOCKED:
            draw_exit(sheet, gate)


def draw_exit(sheet: Sheet, gate: Exit) -> None:
    """Draws a door, or walls a mouth up."""
    if gate.way is not Way.MOUTH:
        sheet.hang(door_cells(gate.at, gate.heading, gate.width))
    elif gate.fate is Fate.BLOCKED:
        sheet.wall_up(thresholds(gate.at, gate.heading))


def merged(floors: tuple[Rect, ...]) -> tuple[Rect, ...]:
    """Rectangles that lie in one line and together make one, as that one; else as they are."""
    if len(floors) == 1:
        return floors
    whole = around(floors)
    if whole[2] == LANES or whole[3] == LANES:
        return (whole,)
    return floors


def zone_at(delve: Delve, level: int, at: Cell) -> Zone | None:
    """The zone whose floor a cell is."""
    for zone in delve.zones:
        if zone.level == level:
            for rect in zone.floors:
                if holds(rect, at):
                    return zone
    return None


def facing(delve: Delve, level: int, at: Cell, heading: int, width: int) -> Zone | None:
    """The one zone on whose floor all threshold cells of an exit lie, or None."""
    ahead = thresholds(at, heading, width)
    if not sheet_of(delve, level).all_floor(ahead):
        return None
    first = zone_at(delve, level, (ahead[0], ahead[1]))
    last = zone_at(delve, level, (ahead[0] + ahead[2] - 1, ahead[1] + ahead[3] - 1))
    return first if first is last else None
