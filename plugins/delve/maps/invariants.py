"""The invariants of every map, checked cell by cell; docs/rules/delve.md lists them by number.

The check uses the definitions of the rules and not the shortcuts of the engine, so it can judge both the engine and a
hand-written prepared map.
"""

from collections.abc import Iterator

from ..model import Delve, Exit, ExitKind, Fate, ZoneKind
from ..policy import Policy
from ..tables import Tables
from .geometry import HEADING_STEPS, Cell, is_within, list_cells, to_tiles
from .rasterize import bitmap_of, floor_tiles_of
from .shapes import LANES, door_rect, get_wall, inner_rect, list_wall_names, mouth_rect, threshold_rect

_NEIGHBOR_OFFSETS = tuple((dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dy, dx) != (0, 0))


class _LevelCells:
    """The tiles of one level, computed from the definitions G-2 and G-3."""

    def __init__(self, delve: Delve, level: int) -> None:
        self.zones = [zone for zone in delve.zones if zone.level == level]
        ids = {zone.id for zone in self.zones}
        self.exits = [gate for gate in delve.exits if gate.zone in ids]
        self.thickness = thickness = delve.wall_thickness
        self.owners: dict[Cell, list[int]] = {}
        for zone in self.zones:
            rects = zone.floors if thickness else floor_tiles_of(delve, zone)
            cells = [at for rect in rects for at in list_cells(rect)]
            for at in cells if thickness else dict.fromkeys(cells):
                self.owners.setdefault(at, []).append(zone.id)
        doors = [gate for gate in self.exits if gate.way is not ExitKind.MOUTH]
        self.doors = {
            at for gate in doors for at in list_cells(door_rect(gate.at, gate.heading, gate.width, thickness))
        }
        self.pending_mouth_cells = {
            at
            for gate in self.exits
            if gate.way is ExitKind.MOUTH and gate.fate is Fate.PENDING
            for at in list_cells(mouth_rect(gate.at, gate.heading, thickness))
        }

    def list_inner_tiles(self, gate: Exit) -> list[Cell]:
        """The floor on the inner side of an exit."""
        return list_cells(to_tiles(inner_rect(gate, self.thickness), self.thickness))


def check_invariants(delve: Delve, tables: Tables, policy: Policy | None = None) -> list[str]:
    """Returns each violation: the number of the invariant and the fault."""
    policy = policy or Policy()
    return [
        *(
            line
            for level in range(1, len(delve.levels) + 1)
            for line in _check_geometry(delve, _LevelCells(delve, level), level)
        ),
        *_check_connected(delve),
        *_check_zones(delve, tables, policy),
        *_check_journal(delve, tables, policy),
    ]


def _check_geometry(delve: Delve, plan: _LevelCells, level: int) -> Iterator[str]:
    floor = set(plan.owners)
    for at, owners in plan.owners.items():
        if len(owners) > 1:
            yield f"1: cell {at} belongs to Z{owners[0]} and Z{owners[1]}"
    for at in sorted(floor & plan.doors):
        yield f"1: cell {at} is floor and door"
    sheet = bitmap_of(delve, level)
    drawn = sheet.list_floor_cells(), sheet.list_door_cells()
    if drawn != (floor, plan.doors):
        yield f"1: the bitmap of level {level} differs from its zones"
    across: dict[frozenset[int], set[Cell]] = {}
    for gate in plan.exits:
        if gate.way is ExitKind.MOUTH and (gate.fate is Fate.OPENED or _has_prepared_zone(gate)):
            pair = frozenset((gate.zone, gate.to))
            across.setdefault(pair, set()).update(list_cells(mouth_rect(gate.at, gate.heading, plan.thickness)))
            across[pair].update(plan.list_inner_tiles(gate))
    for at, (owner, *_) in plan.owners.items():
        for dy, dx in HEADING_STEPS:
            near = (at[0] + dy, at[1] + dx)
            other = plan.owners.get(near, [owner])[0]
            if other != owner:
                pair = frozenset((owner, other))
                if not {at, near} <= across.get(pair, set()):
                    yield f"2: Z{owner} touches Z{other} at {at} without a mouth"
    walls = sheet.list_wall_cells()
    for at in sorted(floor):
        for dy, dx in _NEIGHBOR_OFFSETS:
            near = (at[0] + dy, at[1] + dx)
            if (
                near not in floor
                and near not in walls
                and near not in plan.doors
                and near not in plan.pending_mouth_cells
            ):
                yield f"6: cell {near} next to floor {at} is empty"
    for gate in plan.exits:
        yield from _check_exit(gate, plan, walls)


def _check_exit(gate: Exit, plan: _LevelCells, walls: set[Cell]) -> Iterator[str]:
    if any(plan.owners.get(at) != [gate.zone] for at in plan.list_inner_tiles(gate)):
        yield f"5: e{gate.id} does not have its owner's floor on its inner side"
    ahead = list_cells(to_tiles(threshold_rect(gate.at, gate.heading, gate.width), plan.thickness))
    if gate.way is ExitKind.MOUTH:
        if gate.fate is Fate.LINKED:
            yield f"5: mouth e{gate.id} is linked"
        if gate.fate is Fate.BLOCKED and any(
            at not in walls and at not in plan.doors
            for at in list_cells(mouth_rect(gate.at, gate.heading, plan.thickness))
        ):
            yield f"5: mouth e{gate.id} is walled up but has cells that are neither wall nor door"
        if gate.fate is Fate.OPENED and any(plan.owners.get(at) != [gate.to] for at in ahead):
            yield f"5: mouth e{gate.id} does not open onto Z{gate.to}"
        return
    outer = 1 if plan.thickness else 2
    lanes = ahead if gate.width == LANES else ahead[outer:-outer]  # a corridor takes the middle of a double door
    if gate.fate in (Fate.OPENED, Fate.LINKED, Fate.UNFOUND) and any(plan.owners.get(at) != [gate.to] for at in lanes):
        yield f"4: door e{gate.id} does not join Z{gate.zone} and Z{gate.to}"
    zone = next(zone for zone in plan.zones if zone.id == gate.zone)
    if gate.wall in list_wall_names(zone, True):
        wall = get_wall(zone, gate.wall, gate.width, plan.thickness)
        door = door_rect(gate.at, gate.heading, gate.width, plan.thickness)
        if gate.heading != wall.heading or not is_within(door, wall.rect):
            yield f"4: door e{gate.id} does not lie in wall {gate.wall} of Z{zone.id}"


def _has_prepared_zone(gate: Exit) -> bool:
    """Whether an exit of a prepared map already has its zone."""
    return gate.fate is Fate.PENDING and gate.to >= 0


def _check_connected(delve: Delve) -> Iterator[str]:
    ways: dict[int, set[int]] = {zone.id: set() for zone in delve.zones}
    for gate in delve.exits:
        hidden = gate.fate is Fate.UNFOUND and delve.zones[gate.to].is_hidden
        if gate.fate in (Fate.OPENED, Fate.LINKED) or _has_prepared_zone(gate) or hidden:
            ways[gate.zone].add(gate.to)
            ways[gate.to].add(gate.zone)
    for number, level in enumerate(delve.levels, 1):
        if level.stairs >= 0:
            first = next(zone.id for zone in delve.zones if zone.level == number)
            ways[level.stairs].add(first)
    reached, todo = {0}, [0]
    while todo:
        for zone in sorted(ways[todo.pop()] - reached):
            reached.add(zone)
            todo.append(zone)
    for zone in sorted(set(ways) - reached):
        yield f"3: Z{zone} is cut off from Z0"


def _check_zones(delve: Delve, tables: Tables, policy: Policy) -> Iterator[str]:
    for zone in delve.zones:
        if zone.kind is ZoneKind.ROOM:
            if (zone.depth, zone.width) not in ((5, 5), (10, 5), (5, 10)):
                yield f"7: room Z{zone.id} is {zone.depth}×{zone.width}"
            continue
        run = zone.floors[1 if zone.kind is ZoneKind.START else 0]
        if sorted(run[2:]) != sorted((2, 5 * zone.sections)) or zone.sections > zone.rolled_sections:
            yield f"7: corridor Z{zone.id} is {run[2:]} with {zone.sections} of {zone.rolled_sections} sections"
        side = tables.ends[zone.end].piece
        pieces = zone.floors[2 if zone.kind is ZoneKind.START else 1 :]
        if [rect[2:] for rect in pieces] != ([(side, side)] if side else []):
            yield f"7: the end of corridor Z{zone.id} is {pieces}"
    new = {note.exit for note in delve.journal if note.kind == "found" and "new" in note.remarks}
    for zone in delve.zones:
        rolled = [
            gate for gate in delve.list_exits_of(zone.id) if gate.way is not ExitKind.MOUTH and gate.id not in new
        ]
        names = [gate.wall for gate in rolled]
        allowed = list_wall_names(zone, policy.has_short_end_doors)
        for name in names:
            if names.count(name) > 1:
                yield f"8: wall {name} of Z{zone.id} has two rolled doors"
            if name not in allowed:
                yield f"8: wall {name} of Z{zone.id} may have no rolled door"
        if len(rolled) + zone.dropped_doors != zone.doors:
            yield f"9: Z{zone.id} has {len(rolled)} doors and dropped {zone.dropped_doors} of {zone.doors} rolled"
    rooms = [zone for zone in delve.zones if zone.type and not zone.is_hidden]
    counts = [tables.rooms[zone.type].counts for zone in rooms]
    want = len(rooms), counts.count("lair"), counts.count("quest")
    if (delve.rooms, delve.lairs, delve.quests) != want:
        yield f"11: counters are {(delve.rooms, delve.lairs, delve.quests)}, the zones say {want}"


def _check_journal(delve: Delve, tables: Tables, policy: Policy) -> Iterator[str]:
    """Checks the journal against the zones."""
    rooms = lairs = over = 0
    for note in delve.journal:
        if note.kind == "combat-over":
            over += 1
        for roll in note.rolls:
            if not 0 <= note.roller < len(delve.heroes):
                yield f"13: no seat rolled {roll.faces} on {roll.table}"
        if note.kind != "lay":
            continue
        zone, gate = delve.zones[note.zone], delve.get_exit(note.exit)
        rows = {roll.table: roll for roll in note.rolls}
        if gate.way is ExitKind.MOUTH:
            leads = "corridor"
        elif delve.zones[gate.zone].kind is ZoneKind.ROOM:
            row = rows["parity"].row if "parity" in rows else ""
            leads = next((each.leads for each in tables.parity.rows if each.id == row), "")
        else:
            leads = "room"
        if zone.kind.value != leads:
            yield f"12: e{gate.id} leads to a {zone.kind.value}, not to a {leads}"
        if zone.kind is not ZoneKind.ROOM:
            continue
        kind = tables.rooms[zone.type]
        guard = lairs >= policy.guard_lairs or rooms >= policy.guard_rooms
        if policy.guard_scope == "delve" and policy.counts_converted_rooms and not policy.counts_current_room:
            if kind.is_guarded and not guard:
                yield f"10: Z{zone.id} is a quest room after {lairs} lairs and {rooms} rooms"
            if zone.type != zone.rolled_type and "guard" in note.remarks and rows["room"].row != zone.rolled_type:
                yield f"10: the journal does not say what Z{zone.id} was rolled as"
        rooms += 1
        lairs += kind.counts == "lair"
    if (
        len(delve.heroes) > 1
        and all(hero.is_alive for hero in delve.heroes)
        and delve.leader != over % len(delve.heroes)
    ):
        yield f"13: the lead is with seat {delve.leader + 1} after {over} combats"
