"""Consequences of exploring: log lines, tiles, monsters, further exits in view."""

from typing import Any

from footfall.api import Ask, Change, Context, Finish, Message, Proposal, Push, Question, Step, Tell
from footfall.api.grid import AddLevel, EnterLevel, Move, chebyshev_distance, get_level_index, get_world

from .changes import EndCombat, LeaveDungeon, SpendCounters
from .expedition import (
    Expedition,
    SetCombatants,
    delve_of,
    expedition_of,
    list_creatures_in,
    master_of,
    open_leader_dice,
    policy_of,
    record_used_faces,
    tables_for,
)
from .hookspecs import Combat, Entry, Reveal
from .maps import tiles as tiles
from .maps.geometry import Cell, contains, list_cells, to_tiles
from .maps.rasterize import floor_tiles_of
from .maps.shapes import door_rect
from .model import Delve, ExitKind, Fate, JournalEntry, Zone
from .policy import GameMaster
from .rules.clues import ask_circle
from .rules.counters import count_usable, end_exploration_turn, spawn_wanderers
from .rules.explore import ForbiddenError, are_stairs_choked, explore
from .rules.search import end_combat
from .rules.sight import find_triggered_mouths
from .rules.solo import ALTER_LIFE, alter_life, find_treasure, meet_room, muster_foes
from .rules.way_out import COUNTERS_GAINED
from .screen.journal_text import CHOKED, describe_entry, describe_walk, describe_zone
from .tables import SpecialRoom, Tables

TURN = "core.delve:turn"
LOOK = "core.delve:look"
EXPLORE = "core.delve:explore"
NOTED = "core.delve:noted"
OPENED = "core.delve:opened"
MUSTER = "core.delve:muster"
TRAVEL = "core.delve:travel"
LEAVE = "core.delve:leave"
LEFT = "core.delve:left"

PLACE = "place"
"""Kind of the log line of a special room, at which a journey stops."""

APPEAR = "core.stealth:appear"
STREW = "core.stealth:strew"
TREASURE = "core.stealth:chest"
"""The loot table of lairs."""

ARRIVE = "core.stealth:arrive"
BASE_TURN = "core.stealth:turn"


def ask_turn(ctx: Context) -> list[Change]:
    """Asks the base game's player, or the leader at the table (D-LEADER)."""
    expedition = expedition_of(ctx.state)
    if expedition.is_walking:
        return [Push(BASE_TURN)]
    return [Ask(Question(expedition.delve.leader))]


def explore_exit(ctx: Context, number: int) -> list[Change | Proposal]:
    """Explores an exit if it is still pending."""
    faces = open_leader_dice(ctx)
    try:
        change = explore(delve_of(ctx), number, faces, tables_for(ctx), master_of(ctx))
    except ForbiddenError:
        return []
    return [*record_used_faces(faces), change]


def explore_in_sight(ctx: Context, actor: int, origin: Cell, to: Cell, tried: int = 0) -> list[Change]:
    """After a move: explores the first mouth that sight triggers, then looks again (D-REVEAL, G-15).

    `tried` is the exit explored before; one that is still in sight could not be explored.
    """
    world, expedition = get_world(ctx.state), expedition_of(ctx.state)
    if actor != world.player or not expedition.is_walking:
        return []
    hero = world.actors[actor]
    level = world.levels[hero.level]
    clear = get_level_index(world, level, ctx.records).grid
    seen = find_triggered_mouths(expedition.delve, hero.level, hero.at, clear, level.origin, policy_of(ctx))
    if not seen or seen[0] == tried:
        return []
    return [Push(EXPLORE, (seen[0],)), Push(LOOK, (actor, origin, to, seen[0]))]


def explore_opened_door(ctx: Context, level: int, at: Cell, tile: str) -> list[Change]:
    """After a tile change: explores behind a door opened for the first time."""
    expedition = expedition_of(ctx.state)
    if tile != tiles.OPEN_DOOR or not expedition.is_walking:
        return []
    delve = expedition.delve
    for gate in delve.exits:
        zone = delve.zones[gate.zone]
        if gate.way is ExitKind.MOUTH or zone.level != level or zone.is_hidden or gate.fate is Fate.UNFOUND:
            continue
        if contains(door_rect(gate.at, gate.heading, gate.width, delve.wall_thickness), at):
            return [Push(EXPLORE, (gate.id,)) if gate.fate is Fate.PENDING else tiles.paint_exit(delve, gate)]
    return []


def follow_journal_entry(ctx: Context, entry: int, what: str) -> list[Any]:
    """Follows a journal entry: logs it and updates the world."""
    expedition, book = expedition_of(ctx.state), tables_for(ctx)
    delve = expedition.delve
    note = delve.journal[entry]
    told = (describe_walk if expedition.is_walking else describe_entry)(delve, note, book)
    changes: list[Any] = [Tell(line, "dice") for line in told]
    if what in ("lay", "reveal", "level"):
        changes += _follow_reveal(ctx, expedition, note, book)
    elif expedition.is_walking and what in ("link", "block", "found"):
        changes.append(tiles.paint_exit(delve, delve.get_exit(note.exit), closed=what == "found"))
    elif expedition.is_walking and what == "replace":
        zone = delve.zones[note.zone]
        walled = [gate for gate in delve.list_exits_of(zone.id) if gate.way is ExitKind.MOUTH]
        taken = {actor.at for actor in get_world(ctx.state).actors.values() if actor.level == zone.level}
        painted = tiles.paint_zone(delve, zone, book, taken)
        changes += [painted, *(tiles.paint_exit(delve, gate) for gate in walled), *place_figures(delve, zone, book)]
    elif what == "combat-over":
        changes += _finish_combat(ctx, delve.zones[note.zone])
    if ctx.has_listeners("core.delve:on_journal"):
        total = note.rolls[0].total if note.rolls else 0
        event = Entry(what, note.roller, note.zone, note.exit, total)
        changes += ctx.notify("core.delve:on_journal", event)
    return changes


def _follow_reveal(ctx: Context, expedition: Expedition, note: JournalEntry, book: Tables) -> list[Any]:
    delve = expedition.delve
    zone = delve.zones[note.zone]
    special, told = book.find_special(zone), book.find_description(delve, zone)
    changes: list[Any] = [Tell(Message(told), PLACE)] if told else []
    changes += [Tell(CHOKED, "dice")] if are_stairs_choked(delve, zone.id, policy_of(ctx), book) else []
    if expedition.is_walking:
        if note.kind == "level":
            changes.append(AddLevel(tiles.build_blank_level(delve, zone.level)))
        changes.append(tiles.paint_zone(delve, zone, book))
    if ctx.has_listeners("core.delve:on_reveal"):
        event = Reveal(
            zone.id,
            zone.kind.value,
            zone.type or zone.end,
            zone.special,
            zone.tags,
            delve.danger_of(zone),
            floor_tiles_of(delve, zone) if expedition.is_walking and not delve.wall_thickness else zone.floors,
            zone.level if expedition.is_walking else 0,
        )
        changes += ctx.notify("core.delve:on_reveal", event)
    if zone.id in delve.fighting:
        changes.append(Tell(Message("delve-combat-begins", {"zone": describe_zone(delve, book, zone.id)}), "bad"))
    if zone.id in delve.fighting and expedition.is_walking:
        changes += _spawn_monsters(ctx, delve, zone, book)
        changes.append(Push(MUSTER, (zone.id,)))
    elif zone.id in delve.fighting:
        changes += muster_foes(ctx, zone)
        changes += [Push(MUSTER, (zone.id,))] if ctx.has_listeners("core.delve:on_combat") else []
    elif isinstance(special, SpecialRoom):
        changes += place_figures(delve, zone, book) if expedition.is_walking else meet_room(delve, special)
    return changes


def place_figures(delve: Delve, zone: Zone, book: Tables) -> list[Change]:
    """On foot, those who wait in a special room and its things come into it (C-FOOT)."""
    room = book.special_rooms.get(zone.special)
    top, left, height, width = to_tiles(zone.floors[0], delve.wall_thickness)
    middle = (zone.level, top + height // 2, left + width // 2)
    return [] if room is None else [Push(APPEAR, (*middle, kind)) for kind in room.figures]


# Combats (D-COMBAT).


def _spawn_monsters(ctx: Context, delve: Delve, zone: Zone, book: Tables) -> list[Change]:
    """Spawns the monsters of a lair or quest room: an encounter for its danger, in the far part of the room."""
    quest = book.rooms[zone.type].counts == "quest"
    fitting = book.list_encounters(delve.danger_of(zone), quest)
    if not fitting:
        return []
    master: GameMaster = master_of(ctx)
    master.begin_step(len(delve.journal))
    weights = [encounter.weight for encounter in fitting.values()]
    chosen = list(fitting)[master.choose_weighted(weights)]
    chosen = master.rule("contents", chosen, (*book.encounters, "none"), zone.id)
    if chosen == "none":
        return []
    line = list_cells(to_tiles(zone.floors[0], delve.wall_thickness))
    entry = to_tiles((*delve.get_exit(zone.entry).at, 1, 1), delve.wall_thickness)
    away = sorted(line, key=lambda at: (-abs(at[0] - entry[0]) - abs(at[1] - entry[1]), at))
    creatures = book.encounters[chosen].creatures
    more = count_usable(delve, zone, quest)
    creatures += tuple(creatures[n % len(creatures)] for n in range(more if creatures else 0))
    step = max(1, len(away) // 2 // max(1, len(creatures)))
    come: list[Change] = [
        Push(APPEAR, (zone.level, *away[n * step], kind)) for n, kind in enumerate(creatures) if n * step < len(away)
    ]
    return [*([SpendCounters(more)] if more else []), *come]


def muster_combatants(ctx: Context, zone: int) -> list[Any]:
    """Records the monsters of a zone in combat; without monsters on the map, the combat ends at once."""
    delve, ids = delve_of(ctx), list_creatures_in(ctx, zone)
    is_walking = expedition_of(ctx.state).is_walking
    if is_walking and not ids:
        return [end_combat(delve, zone)]
    changes: list[Any] = [SetCombatants(zone, ids)] if is_walking else []
    if ctx.has_listeners("core.delve:on_combat"):
        changes += ctx.notify("core.delve:on_combat", Combat(zone, delve.zones[zone].type, len(ids)))
    return changes


def follow_base_turn(ctx: Context, number: int) -> list[Change]:
    """End of a turn of the base game: ends combats without monsters, counts exploration turns."""
    world, expedition = get_world(ctx.state), expedition_of(ctx.state)
    changes: list[Change] = []
    leader: list[EndCombat] = []
    for zone, band in expedition.bands.items():
        left = tuple(id for id in band if id in world.actors and world.actors[id].hp > 0)
        if len(left) != len(band):
            changes.append(SetCombatants(zone, left))
        if not left and not leader and zone in expedition.delve.fighting:
            leader.append(end_combat(expedition.delve, zone))
    changes += leader
    if number and number % ctx.setting("turn_length") == 0:
        over = end_exploration_turn(expedition.delve, master_of(ctx))
        changes.append(over)
        if over.brings_monsters:
            hero = world.actors.get(world.player)
            changes += [] if hero is None else spawn_wanderers(ctx, expedition.delve, tables_for(ctx), hero, APPEAR)
        changes += ask_circle(ctx, expedition.delve, tables_for(ctx), world)
    return changes


def _finish_combat(ctx: Context, zone: Zone) -> list[Change]:
    """After a won combat: a lair leaves treasure, more at higher danger; a quest room completes the expedition."""
    delve, counts = delve_of(ctx), tables_for(ctx).rooms[zone.type].counts
    if counts == "lair" and not expedition_of(ctx.state).is_walking:
        return find_treasure(ctx)
    if counts == "lair":
        line = list_cells(to_tiles(zone.floors[0], delve.wall_thickness))
        middle = line[len(line) // 2]
        spots = sorted(line, key=lambda at: (chebyshev_distance(at, middle), at))[: delve.danger_of(zone) + 1]
        strewn = [Push(STREW, (zone.level, *at, TREASURE)) for at in spots]
        return [Tell(Message("delve-treasure"), "good"), *strewn]
    if counts != "quest" or policy_of(ctx).stop != "quest":
        return []
    return [Tell(Message("delve-quest-done"), "good"), Finish("quest")]


# Stairs (G-16).


def ask_to_leave(ctx: Context, actor: int, zone: int = 0, sections: int = 0) -> list[Change]:
    """Asks for confirmation, because leaving ends the expedition; the way out is `sections` board sections away."""
    text = Message("delve-leave-far" if sections else "delve-leave-sure", {"sections": sections} if sections else {})
    return [Ask(Question(actor, "confirm", (False, True), text), LEFT, (zone, sections))]


def answer_leave(ctx: Context, zone: int, sections: int, yes: bool) -> list[Change]:
    """Handles the answer to that question (C-LEAVE)."""
    if not yes:
        return []
    note = JournalEntry("leave", delve_of(ctx).leader, zone=zone, remarks=(f"sections-{sections}",))
    gained = COUNTERS_GAINED if policy_of(ctx).has_counters else 0
    told = [LeaveDungeon(note, gained)] if sections or gained else []
    return [*told, Tell(Message("delve-leaves")), Finish("left")]


def travel(ctx: Context, zone: int) -> list[Change]:
    """Places the heroes at the stairs of a zone."""
    expedition = expedition_of(ctx.state)
    if not expedition.is_walking:
        return []
    world, to = get_world(ctx.state), expedition.delve.zones[zone]
    clear = get_level_index(world, world.levels[to.level], ctx.records).actor_by_cell
    rect = tiles.find_stairs_tiles(expedition.delve, to)
    cell = next(
        (at for at in list_cells(rect) if clear.get(at, world.player) == world.player),
        tiles.find_arrival_cell(expedition.delve, to),
    )
    return [
        EnterLevel(to.level),
        Move(world.player, cell, to.level),
        Push(ARRIVE),
        Push(LOOK, (world.player, cell, cell)),
    ]


STEPS = (
    Step(TURN, ask_turn),
    Step(EXPLORE, explore_exit),
    Step(LOOK, explore_in_sight),
    Step(OPENED, explore_opened_door),
    Step(NOTED, follow_journal_entry),
    Step(MUSTER, muster_combatants),
    Step(TRAVEL, travel),
    Step(LEAVE, ask_to_leave),
    Step(LEFT, answer_leave),
    Step(ALTER_LIFE, alter_life),
)
