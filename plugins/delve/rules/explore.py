"""Exploring an exit: rolls, fits and numbers the next zone (D-ZONE, G-13, G-14).

Functions read the map, return one change and write nothing, so running out of dice changes nothing.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from ..changes import BlockExit, DelveChange, LinkExit, OpenLevel, PlaceZone, RevealZone
from ..dice import FaceSource
from ..maps.doors import DoorSite, place_doors
from ..maps.geometry import is_within
from ..maps.placement import fit_corridor, fit_room
from ..maps.rasterize import bitmap_of, bitmaps_of, find_facing_zone, place_on_trial
from ..maps.shapes import ZoneShape, start_shape, threshold_rect
from ..model import (
    CarriedRoom,
    Delve,
    DelveLevel,
    Exit,
    ExitKind,
    Fate,
    Hero,
    JournalEntry,
    TableRoll,
    Zone,
    ZoneKind,
    seat_heroes,
)
from ..policy import GameMaster, Policy
from ..tables import END, FEATURES, LENGTH, RollTable, TableRow, Tables

FEATURE_DOORS = {"empty": 0, "one_door": 1, "two_doors": 2, "wandering_monsters": 0}


class ForbiddenError(Exception):
    """An action against the rules; it costs neither time nor dice.

    Attributes:
        rule: the rule's id.
        message: id of the text, with its arguments.
    """

    def __init__(self, rule: str, message: str, **args: Any) -> None:
        super().__init__(f"{message} [{rule}] {args or ''}".strip())
        self.rule = rule
        self.message = message
        self.message_args = args


def require_no_combat(delve: Delve, rule: str) -> None:
    """Does nothing if no combat is open.

    Raises:
        ForbiddenError: one is.
    """
    if delve.fighting:
        raise ForbiddenError(rule, "delve-in-combat", zone=delve.fighting[0])


def begin_delve(policy: Policy, tables: Tables, heroes: list[Hero] | None = None) -> Delve:
    """Returns a delve with its start zone (D-START, G-7); rolls no dice."""
    delve = Delve(heroes=heroes or seat_heroes(), danger=policy.danger)
    if not policy.wall_thickness:
        delve.edge_walls = True
    if policy.has_counters and policy.danger >= 3:
        delve.counters = 1
    delve.levels.append(DelveLevel())
    zone, exits = _build_start(delve, 1, policy, tables, ("entry",))
    delve.zones.append(zone)
    delve.exits.extend(exits)
    delve.journal.append(JournalEntry("start", -1, zone=0))
    return delve


def _build_start(
    delve: Delve, level: int, policy: Policy, tables: Tables, tags: tuple[str, ...]
) -> tuple[Zone, tuple[Exit, ...]]:
    shape = start_shape(policy.start_at, policy.start_heading, tables.ends["T"])
    number = len(delve.zones)
    zone = Zone(
        number,
        ZoneKind.START,
        policy.start_at,
        policy.start_heading,
        0,
        shape.floors,
        level=level,
        sections=2,
        end="T",
        rolled_sections=2,
        rolled_end="T",
        tags=tags,
    )
    return zone, _number_mouths(shape, number, len(delve.exits))


def open_level(delve: Delve, number: int, policy: Policy, tables: Tables) -> OpenLevel:
    """Takes the stairs of a zone to a fresh level (policy ``stairs = "new_level"``, G-16).

    Raises:
        ForbiddenError: the zone has no such stairs, they end here, or they lead out of the dungeon.
    """
    zone = delve.get_zone(number)
    way = tables.ends[zone.end].stairs if zone.end else ""
    if way not in ("up", "down"):
        raise ForbiddenError("G-16", "delve-no-stairs", zone=number)
    if any(level.stairs == number for level in delve.levels):
        raise ForbiddenError("G-16", "delve-stairs-used", zone=number)
    depth = delve.levels[zone.level - 1].depth + (1 if way == "down" else -1)
    if policy.stairs != "new_level" or depth < 1:
        raise ForbiddenError("G-16", "delve-stairs-end", zone=number)
    fresh, exits = _build_start(delve, len(delve.levels) + 1, policy, tables, (f"from-{way}",))
    note = JournalEntry("level", -1, zone=fresh.id)
    return OpenLevel(DelveLevel(depth, number), fresh, exits, note)


def is_way_out(delve: Delve, number: int, policy: Policy, tables: Tables) -> bool:
    """Whether the stairs of a zone lead out: those of the start and of a clue do, others by policy ``stairs``."""
    zone = delve.get_zone(number)
    depth = delve.levels[zone.level - 1].depth
    if zone.kind is ZoneKind.START:
        return zone.level == 1
    stairs = tables.ends[zone.end].stairs if zone.end else ""
    return stairs == "out" or (stairs == "up" and depth == 1 and leads_on(stairs, depth, policy))


def are_stairs_choked(delve: Delve, number: int, policy: Policy, tables: Tables) -> bool:
    """Whether a zone has stairs that lead neither out nor to a new level (policy ``stairs``)."""
    zone = delve.get_zone(number)
    stairs = tables.ends[zone.end].stairs if zone.end else ""
    return stairs != "" and not leads_on(stairs, delve.levels[zone.level - 1].depth, policy)


def leads_on(stairs: str, depth: int, policy: Policy) -> bool:
    """Whether stairs up, down or out at a depth lead out or to a new level (policy ``stairs``)."""
    is_exit = stairs == "out" or (stairs == "up" and depth == 1 and policy.stairs == "exit")
    return is_exit or policy.stairs == "new_level"


def explore(delve: Delve, number: int, dice: FaceSource, tables: Tables, master: GameMaster) -> DelveChange:
    """Returns the change that results from walking around a corner or opening a door.

    Raises:
        ForbiddenError: the exit is not pending.
    """
    gate = delve.get_exit(number)
    if gate.fate is not Fate.PENDING or delve.zones[gate.zone].is_hidden:
        raise ForbiddenError("G-13", "delve-not-pending", exit=number)
    master.begin_step(len(delve.journal))
    it = _Exploration(delve, gate, dice, tables, master)
    if gate.to >= 0:
        return it.reveal(gate.to)
    free = it.resolve_without_dice()
    if free is not None:
        return free
    leads = "room"
    if gate.way is ExitKind.MOUTH:
        leads = "corridor"
    elif delve.zones[gate.zone].kind is ZoneKind.ROOM:
        leads = it.roll(tables.parity).leads
    return it.explore_corridor() if leads == "corridor" else it.explore_room()


class _CorridorPlan(NamedTuple):
    sections: int
    doors: int
    end: str
    special: str
    tags: tuple[str, ...]


class _Exploration:
    """An exit that is explored: the rolls for it, and the reasons why the zone differs from them."""

    def __init__(self, delve: Delve, gate: Exit, dice: FaceSource, tables: Tables, master: GameMaster) -> None:
        self.delve, self.gate, self.dice, self.tables, self.master = delve, gate, dice, tables, master
        self.level = delve.zones[gate.zone].level
        self.rolls: list[TableRoll] = []
        self.remarks: list[str] = []

    def roll(self, table: RollTable) -> TableRow:
        roll, row = table.roll(self.dice, self.delve)
        self.rolls.append(roll)
        return row

    def note(self, kind: str, zone: int, *remarks: str) -> JournalEntry:
        told = (*remarks, *self.master.remarks)
        return JournalEntry(kind, self.delve.leader, self.gate.id, zone, "", tuple(self.rolls), told)

    def resolve_without_dice(self) -> DelveChange | None:
        """Explores an exit that needs no die: a link or a wall; None if it needs one (G-13)."""
        delve, gate = self.delve, self.gate
        ahead = threshold_rect(gate.at, gate.heading, gate.width)
        inside = self.master.policy.bounds is None or is_within(ahead, self.master.policy.bounds)
        if inside and bitmap_of(delve, self.level).is_free(ahead):
            return None
        if gate.way is ExitKind.MOUTH and not delve.wall_thickness:
            inside = False  # it faces the wall of a zone that touches its own
        other = find_facing_zone(delve, self.level, gate.at, gate.heading, gate.width) if inside else None
        if other is not None and other.is_hidden:
            return self.reveal(other.id)
        if other is not None:
            return LinkExit(gate.id, other.id, JournalEntry("link", delve.leader, gate.id, other.id))
        return BlockExit(gate.id, JournalEntry("block", delve.leader, gate.id, gate.zone))

    def reveal(self, to: int) -> RevealZone:
        """Reveals the prepared zone behind the exit, or links to it if it is already revealed."""
        zone = self.delve.zones[to]
        note = JournalEntry("reveal", self.delve.leader, self.gate.id, to)
        if not zone.is_hidden or not zone.type:
            return RevealZone(to, self.gate.id, note)
        kind = self.tables.rooms[zone.type]
        return RevealZone(to, self.gate.id, note, kind.counts, kind.starts_combat)

    def block(self, carried: CarriedRoom | None = None, *remarks: str) -> BlockExit:
        """Blocks an exit behind which the rolled zone has no space."""
        return BlockExit(self.gate.id, self.note("block", self.gate.zone, "no-space", *remarks), carried)

    # Corridors.

    def explore_corridor(self) -> DelveChange:
        """Rolls and fits a corridor (D-CORR-STEPS: length, features, end; always five faces)."""
        tables = self.tables
        plan = self.plan_corridor(self.roll(tables.length), self.roll(tables.features), self.roll(tables.end))
        laid = fit_corridor(self.delve, self.gate, plan.sections, plan.end, tables, self.master)
        if laid is None:
            return self.block()
        self.remarks += ["closed"] if laid.end != plan.end else []
        self.remarks += ["shortened"] if laid.sections < plan.sections else []
        zone = Zone(
            len(self.delve.zones),
            ZoneKind.CORRIDOR,
            laid.at,
            laid.heading,
            self.gate.id,
            laid.shape.floors,
            level=self.level,
            sections=laid.sections,
            end=laid.end,
            rolled_sections=plan.sections,
            rolled_end=plan.end,
            special=plan.special,
            doors=plan.doors,
            tags=plan.tags,
            entry_wall=laid.entry_wall,
        )
        return PlaceZone(*self.finish_zone(zone, laid.shape))

    def plan_corridor(self, length: TableRow, features: TableRow, end: TableRow) -> _CorridorPlan:
        """Plans a corridor from the rows rolled for it; the game master rules where a row leaves the choice open."""
        tables, master, policy, gate = self.tables, self.master, self.master.policy, self.gate.id
        tags: list[str] = []
        sections, special = length.sections, ""
        if length.is_special:
            tags.append("special-corridor")
            words = ("plain", "reroll", *tables.special_corridors)
            word = master.rule("special_corridor", policy.special_corridor, words, gate)
            if word == "reroll":
                sections = self.reroll(LENGTH, lambda row: not row.is_special).sections
            elif word == "plain":
                sections = 2
            elif word in tables.special_corridors:
                special, sections = word, tables.special_corridors[word].sections
            else:
                raise ValueError(f"policy special_corridor: there is no {word!r}; there are: {', '.join(words)}")
        doors = features.doors
        if features.needs_ruling:
            tags.append("gm-choice")
            choice: str = master.rule("features", policy.features, (*FEATURE_DOORS, "reroll"), gate)
            if choice == "reroll":
                doors = self.reroll(FEATURES, lambda row: not row.needs_ruling).doors
            else:
                doors = FEATURE_DOORS[choice]
            if choice == "wandering_monsters":
                tags.append("wandering-monsters")
        name = tables.end_of[end.id]
        if tables.ends[name].needs_ruling:
            words = ("alcove", "closed", "doorless_room", "reroll", *tables.ends)
            word = master.rule("special_end", policy.special_end, words, gate)
            if word == "reroll":
                row = self.reroll(END, lambda row: not tables.ends[tables.end_of[row.id]].needs_ruling)
                name = tables.end_of[row.id]
            else:
                name = {"alcove": name, "doorless_room": "chamber"}.get(word, word)
        return _CorridorPlan(sections, doors, name, special, tuple(tags))

    def reroll(self, table: str, fits: Callable[[TableRow], bool]) -> TableRow:
        """A row of a table drawn from the game master's stream."""
        weights = self.tables.by_name[table].count_weights()
        fitting = [row for row in dict.fromkeys(self.tables.by_name[table].rows) if row.id and fits(row)]
        return fitting[self.master.choose_weighted([weights[row.id] for row in fitting])]

    # Rooms.

    def explore_room(self) -> DelveChange:
        """Rolls and fits a room, or the one that did not fit before (D-ROOM-STEPS: type, special, doors)."""
        tables, gate, carried = self.tables, self.gate, self.delve.carried_room
        self.remarks += ["carried"] if carried is not None else []
        plan = carried or self.roll_room()
        kind = tables.rooms[plan.type]
        is_large = kind.is_large or (bool(plan.special) and tables.special_rooms[plan.special].size == "double")
        posed = fit_room(self.delve, gate, is_large, tables, self.master)
        if posed is None and self.master.policy.fit == "carry_over":
            return self.block(plan)
        if posed is None:
            return self.block(None, *(("lost",) if kind.counts == "quest" else ()))
        self.remarks += ["shrunk"] if is_large and posed.depth == posed.width else []
        zone = Zone(
            len(self.delve.zones),
            ZoneKind.ROOM,
            gate.at,
            gate.heading,
            gate.id,
            posed.shape.floors,
            level=self.level,
            type=plan.type,
            rolled_type=plan.rolled_type,
            special=plan.special,
            depth=posed.depth,
            width=posed.width,
            offset=posed.offset,
            doors=plan.doors,
        )
        laid = self.finish_zone(zone, posed.shape)
        return PlaceZone(*laid, kind.counts, kind.starts_combat, carried is not None)

    def roll_room(self) -> CarriedRoom:
        """Rolls a room, and replaces a type that may not appear yet (D-QUEST-GUARD)."""
        tables, policy = self.tables, self.master.policy
        rolled_type = type = tables.room_of[self.roll(tables.type).id]
        is_special, special = tables.rooms[type].is_special, ""
        if is_special and not policy.rolls_special_last:
            special = self.roll(tables.special).id
        doors = self.roll(tables.doors).doors
        if is_special and policy.rolls_special_last:
            special = self.roll(tables.special).id
        if tables.rooms[type].is_guarded and not is_guard_open(self.delve, self.level, policy):
            type = tables.instead[type]
            self.remarks.append("guard")
        elif tables.rooms[type].counts == "quest" and 0 < policy.quest_max <= self.delve.quests:
            type = tables.instead[type]
            self.remarks.append("quest-max")
        return CarriedRoom(type, rolled_type, special, doors)

    # Doors and numbers.

    def finish_zone(self, zone: Zone, shape: ZoneShape) -> tuple[Zone, tuple[Exit, ...], JournalEntry]:
        """Places the doors of the fitted zone and numbers the exits: doors, then mouths (G-14)."""
        last = len(self.delve.exits)
        exits: list[Exit] = []
        sites = self.find_door_sites(zone, shape) if zone.doors else []
        for number, site in enumerate(sites, last + 1):
            secret = site.faced_zone >= 0
            way, fate = (ExitKind.SECRET, Fate.UNFOUND) if secret else (ExitKind.DOOR, Fate.PENDING)
            wall = site.wall
            exits.append(
                Exit(number, zone.id, way, wall.heading, site.at, fate, site.faced_zone, wall.name, site.width)
            )
        if len(sites) < zone.doors:
            dropped = zone.doors - len(sites)
            self.remarks.append(f"dropped-{dropped}")
            zone = msgspec.structs.replace(zone, dropped_doors=dropped)
        exits += _number_mouths(shape, zone.id, last + len(exits))
        return zone, tuple(exits), self.note("lay", zone.id, *self.remarks)

    def find_door_sites(self, zone: Zone, shape: ZoneShape) -> list[DoorSite]:
        """The places for the doors of a zone, found on a bitmap on which it is drawn."""
        sheets = bitmaps_of(self.delve)
        bitmap = sheets[self.level - 1]
        sheets[self.level - 1] = place_on_trial(self.delve, zone, _number_mouths(shape, zone.id, 0)).sheet
        self.delve.zones.append(zone)
        try:
            return place_doors(self.delve, zone, zone.doors, self.master, self.gate.id)
        finally:
            self.delve.zones.pop()
            sheets[self.level - 1] = bitmap


def _number_mouths(shape: ZoneShape, zone: int, last: int) -> tuple[Exit, ...]:
    return tuple(Exit(last + i, zone, ExitKind.MOUTH, h, at) for i, (h, at) in enumerate(shape.mouths, 1))


def is_guard_open(delve: Delve, level: int, policy: Policy) -> bool:
    """Whether a quest room may appear: enough lairs or rooms were revealed before (D-QUEST-GUARD)."""
    rooms, lairs = delve.rooms, delve.lairs
    if policy.guard_scope == "level" or not policy.counts_converted_rooms:
        counted = [
            z for z in delve.zones if z.type and not z.is_hidden and (policy.guard_scope == "delve" or z.level == level)
        ]
        rooms = len(counted)
        lairs = sum(z.type == "lair" and (policy.counts_converted_rooms or z.rolled_type == z.type) for z in counted)
    if policy.counts_current_room:
        rooms += 1
    return lairs >= policy.guard_lairs or rooms >= policy.guard_rooms
