"""Exploring an exit: rolls, fits and numbers the next zone (D-ZONE, G-13, G-14).

Functions read the map and return one change. Nothing is written, so running out of dice changes nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from ..changes import BlockExit, DelveChange, LinkExit, OpenLevel, PlaceZone, RevealZone
from ..dice import FaceSource
from ..maps.doors import place_doors
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
from ..tables import END, FEATURES, LENGTH, RoomType, Tables

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
    return stairs == "out" or (stairs == "up" and depth == 1 and policy.stairs in ("exit", "new_level"))


def explore(delve: Delve, number: int, dice: FaceSource, tables: Tables, master: GameMaster) -> DelveChange:
    """Returns the change that results from walking around a corner or opening a door.

    Raises:
        ForbiddenError: the exit is not pending.
        BadFaceError: the dice ran out.
    """
    gate = delve.get_exit(number)
    if gate.fate is not Fate.PENDING or delve.zones[gate.zone].is_hidden:
        raise ForbiddenError("G-13", "delve-not-pending", exit=number)
    master.begin_step(len(delve.journal))
    if gate.to >= 0:
        return _build_reveal(delve, gate, gate.to, tables)
    free = _resolve_without_dice(delve, gate, master.policy, tables)
    if free is not None:
        return free
    owner = delve.zones[gate.zone]
    rolls: list[TableRoll] = []
    if gate.way is ExitKind.MOUTH:
        leads = "corridor"
    elif owner.kind is ZoneKind.ROOM:
        roll, row = tables.parity.roll(dice, delve)
        rolls.append(roll)
        leads = row.leads
    else:
        leads = "room"
    if leads == "corridor":
        return _explore_corridor(delve, gate, dice, tables, master, rolls)
    return _explore_room(delve, gate, dice, tables, master, rolls)


def peek(delve: Delve, number: int, dice: FaceSource, tables: Tables, master: GameMaster) -> tuple[str, str]:
    """Returns the zone behind an exit without placing it: the kind, and the end or type that would be laid.

    Reads the same faces as exploring; the caller restores the position of the dice (listening at doors).
    """
    change = explore(delve, number, dice, tables, master)
    if isinstance(change, PlaceZone):
        return change.zone.kind.value, change.zone.type or change.zone.end
    return ("zone", "") if isinstance(change, (LinkExit, RevealZone)) else ("nothing", "")


def _resolve_without_dice(delve: Delve, gate: Exit, policy: Policy, tables: Tables) -> DelveChange | None:
    """Explores an exit that needs no die: a link or a wall; None if it needs one (G-13)."""
    level = delve.zones[gate.zone].level
    ahead = threshold_rect(gate.at, gate.heading, gate.width)
    sheet = bitmap_of(delve, level)
    inside = policy.bounds is None or is_within(ahead, policy.bounds)
    if inside and sheet.is_free(ahead):
        return None
    if gate.way is ExitKind.MOUTH and not delve.wall_thickness:
        inside = False  # it faces the wall of a zone that touches its own
    other = find_facing_zone(delve, level, gate.at, gate.heading, gate.width) if inside else None
    if other is not None and other.is_hidden:
        return _build_reveal(delve, gate, other.id, tables)
    if other is not None:
        return LinkExit(gate.id, other.id, JournalEntry("link", delve.leader, gate.id, other.id))
    return BlockExit(gate.id, JournalEntry("block", delve.leader, gate.id, gate.zone))


def _build_reveal(delve: Delve, gate: Exit, to: int, tables: Tables) -> RevealZone:
    """Reveals the prepared zone behind an exit, or links to it if it is already revealed."""
    zone = delve.zones[to]
    note = JournalEntry("reveal", delve.leader, gate.id, to)
    if not zone.is_hidden or not zone.type:
        return RevealZone(to, gate.id, note)
    kind = tables.rooms[zone.type]
    return RevealZone(to, gate.id, note, kind.counts, kind.starts_combat)


# Corridors.


class _CorridorPlan(NamedTuple):
    sections: int
    doors: int
    end: str
    special: str
    tags: tuple[str, ...]


def _explore_corridor(
    delve: Delve, gate: Exit, dice: FaceSource, tables: Tables, master: GameMaster, rolls: list[TableRoll]
) -> DelveChange:
    """Rolls and fits a corridor (D-CORR-STEPS: length, features, end; always five faces)."""
    roll, length = tables.length.roll(dice, delve)
    rolls.append(roll)
    roll, features = tables.features.roll(dice, delve)
    rolls.append(roll)
    roll, end = tables.end.roll(dice, delve)
    rolls.append(roll)
    plan = _rule_corridor(length, features, end, tables, master, gate.id)
    laid = fit_corridor(delve, gate, plan.sections, plan.end, tables, master)
    if laid is None:
        return _block_exit(delve, gate, master, rolls)
    remarks = []
    if laid.end != plan.end:
        remarks.append("closed")
    if laid.sections < plan.sections:
        remarks.append("shortened")
    owner = delve.zones[gate.zone]
    zone = Zone(
        len(delve.zones),
        ZoneKind.CORRIDOR,
        laid.at,
        laid.heading,
        gate.id,
        laid.shape.floors,
        level=owner.level,
        sections=laid.sections,
        end=laid.end,
        rolled_sections=plan.sections,
        rolled_end=plan.end,
        special=plan.special,
        doors=plan.doors,
        tags=plan.tags,
        entry_wall=laid.entry_wall,
    )
    return _finish_zone(delve, gate, zone, laid.shape, master, rolls, remarks, None)


def _rule_corridor(
    length: Any, features: Any, end: Any, tables: Tables, master: GameMaster, gate: int
) -> _CorridorPlan:
    """The game master's ruling for rows that leave the choice open."""
    policy = master.policy
    tags: list[str] = []
    sections, special = length.sections, ""
    if length.is_special:
        tags.append("special-corridor")
        words = ("plain", "reroll", *tables.special_corridors)
        word = master.rule("special_corridor", policy.special_corridor, words, gate)
        if word == "reroll":
            sections = _reroll(tables, LENGTH, master, lambda row: not row.is_special).sections
        elif word == "plain":
            sections = 2
        elif word in tables.special_corridors:
            special, sections = word, tables.special_corridors[word].sections
        else:
            raise ValueError(f"policy special_corridor: there is no {word!r}; there are: {', '.join(words)}")
    doors = features.doors
    if features.needs_ruling:
        tags.append("gm-choice")
        word = master.rule("features", policy.features, (*FEATURE_DOORS, "reroll"), gate)
        if word == "reroll":
            doors = _reroll(tables, FEATURES, master, lambda row: not row.needs_ruling).doors
        else:
            doors = FEATURE_DOORS[word]
        if word == "wandering_monsters":
            tags.append("wandering-monsters")
    name = tables.end_of[end.id]
    if tables.ends[name].needs_ruling:
        words = ("alcove", "closed", "doorless_room", "reroll", *tables.ends)
        word = master.rule("special_end", policy.special_end, words, gate)
        if word == "reroll":
            row = _reroll(tables, END, master, lambda row: not tables.ends[tables.end_of[row.id]].needs_ruling)
            name = tables.end_of[row.id]
        else:
            name = {"alcove": name, "doorless_room": "chamber"}.get(word, word)
    return _CorridorPlan(sections, doors, name, special, tuple(tags))


def _reroll(tables: Tables, table: str, master: GameMaster, fits: Any) -> Any:
    """A row of a table drawn from the game master's stream."""
    rows = [row for row in tables.by_name[table].rows if row.id]
    weights = tables.by_name[table].count_weights()
    fitting = [row for row in dict.fromkeys(rows) if fits(row)]
    return fitting[master.choose_weighted([weights[row.id] for row in fitting])]


# Rooms.


def _explore_room(
    delve: Delve, gate: Exit, dice: FaceSource, tables: Tables, master: GameMaster, rolls: list[TableRoll]
) -> DelveChange:
    """Rolls and fits a room, or the one that did not fit before (D-ROOM-STEPS: type, special, doors)."""
    carried = delve.carried_room
    remarks = ["carried"] if carried is not None else []
    plan = carried or _roll_room(delve, gate, dice, tables, master.policy, rolls, remarks)
    kind = tables.rooms[plan.type]
    is_large = kind.is_large or (bool(plan.special) and tables.special_rooms[plan.special].size == "double")
    posed = fit_room(delve, gate, is_large, tables, master)
    if posed is None:
        return _block_exit(delve, gate, master, rolls, plan if master.policy.fit == "carry_over" else None)
    if is_large and posed.depth == posed.width:
        remarks.append("shrunk")
    zone = Zone(
        len(delve.zones),
        ZoneKind.ROOM,
        gate.at,
        gate.heading,
        gate.id,
        posed.shape.floors,
        level=delve.zones[gate.zone].level,
        type=plan.type,
        rolled_type=plan.rolled_type,
        special=plan.special,
        depth=posed.depth,
        width=posed.width,
        offset=posed.offset,
        doors=plan.doors,
    )
    return _finish_zone(delve, gate, zone, posed.shape, master, rolls, remarks, kind, carried is not None)


def _roll_room(
    delve: Delve,
    gate: Exit,
    dice: FaceSource,
    tables: Tables,
    policy: Policy,
    rolls: list[TableRoll],
    remarks: list[str],
) -> CarriedRoom:
    """Rolls a room, and replaces a type that may not appear yet (D-QUEST-GUARD)."""
    roll, row = tables.type.roll(dice, delve)
    rolls.append(roll)
    rolled_type = type = tables.room_of[row.id]
    is_special, special = tables.rooms[type].is_special, ""
    if is_special and not policy.rolls_special_last:
        special = _roll_special(delve, dice, tables, rolls)
    roll, row = tables.doors.roll(dice, delve)
    rolls.append(roll)
    if is_special and policy.rolls_special_last:
        special = _roll_special(delve, dice, tables, rolls)
    if tables.rooms[type].is_guarded and not is_guard_open(delve, delve.zones[gate.zone].level, policy):
        type = tables.instead[type]
        remarks.append("guard")
    elif tables.rooms[type].counts == "quest" and 0 < policy.quest_max <= delve.quests:
        type = tables.instead[type]
        remarks.append("quest-max")
    return CarriedRoom(type, rolled_type, special, row.doors)


def _block_exit(
    delve: Delve, gate: Exit, master: GameMaster, rolls: list[TableRoll], carried: CarriedRoom | None = None
) -> BlockExit:
    """Blocks an exit behind which the rolled zone has no space."""
    remarks = ("no-space", *master.remarks)
    note = JournalEntry("block", delve.leader, gate.id, gate.zone, "", tuple(rolls), remarks)
    return BlockExit(gate.id, note, carried)


def _roll_special(delve: Delve, dice: FaceSource, tables: Tables, rolls: list[TableRoll]) -> str:
    roll, row = tables.special.roll(dice, delve)
    rolls.append(roll)
    return row.id


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


# Numbering.


def _number_mouths(shape: ZoneShape, zone: int, last: int) -> tuple[Exit, ...]:
    return tuple(Exit(last + i, zone, ExitKind.MOUTH, h, at) for i, (h, at) in enumerate(shape.mouths, 1))


def _finish_zone(
    delve: Delve,
    gate: Exit,
    zone: Zone,
    shape: ZoneShape,
    master: GameMaster,
    rolls: list[TableRoll],
    remarks: list[str],
    kind: RoomType | None,
    used_carried: bool = False,
) -> PlaceZone:
    """Places the doors of the fitted zone and numbers the exits: doors, then mouths (G-14)."""
    last = len(delve.exits)
    exits: list[Exit] = []
    if zone.doors:
        sites = _find_door_sites(delve, zone, gate, shape, master)
        for site in sites:
            secret = site.faced_zone >= 0
            exits.append(
                Exit(
                    last + len(exits) + 1,
                    zone.id,
                    ExitKind.SECRET if secret else ExitKind.DOOR,
                    site.wall.heading,
                    site.at,
                    Fate.UNFOUND if secret else Fate.PENDING,
                    site.faced_zone,
                    site.wall.name,
                    site.width,
                )
            )
        if len(sites) < zone.doors:
            dropped = zone.doors - len(sites)
            remarks.append(f"dropped-{dropped}")
            zone = msgspec.structs.replace(zone, dropped_doors=dropped)
    exits += _number_mouths(shape, zone.id, last + len(exits))
    note = JournalEntry("lay", delve.leader, gate.id, zone.id, "", tuple(rolls), (*remarks, *master.remarks))
    if kind is None:
        return PlaceZone(zone, tuple(exits), note)
    return PlaceZone(zone, tuple(exits), note, kind.counts, kind.starts_combat, used_carried)


def _find_door_sites(delve: Delve, zone: Zone, gate: Exit, shape: ZoneShape, master: GameMaster) -> Any:
    """The doors of a zone that is already drawn on the bitmap."""
    sheets = bitmaps_of(delve)
    bitmap = sheets[zone.level - 1]
    sheets[zone.level - 1] = place_on_trial(delve, zone, _number_mouths(shape, zone.id, 0)).sheet
    delve.zones.append(zone)
    try:
        return place_doors(delve, zone, zone.doors, master, gate.id)
    finally:
        delve.zones.pop()
        sheets[zone.level - 1] = bitmap
