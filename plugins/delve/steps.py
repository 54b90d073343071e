"""What follows exploring: the log is told, tiles are drawn, monsters come, more comes into view."""

from __future__ import annotations

from typing import Any

from footfall.api import Ask, Change, Finish, Message, Play, Push, Question, Step, Tell, events
from footfall.api.grid import (
    AddLevel,
    EnterLevel,
    Move,
    chebyshev,
    ground,
    world_of,
)

from . import ground as tiles
from .changes import EndCombat, SpendCounters
from .counters import end_turn, usable, wanderers
from .expedition import (
    Expedition,
    Muster,
    delve_of,
    dice,
    expedition_of,
    master_of,
    policy_of,
    tables,
    used,
)
from .explore import Forbidden, explore
from .geometry import Cell, cells, holds
from .policy import Master
from .prose import told, zone_name
from .record import Delve, Exit, Fate, Kind, Note, Way, Zone
from .search import end_combat
from .shape import door_cells
from .sight import triggered
from .tables import Tables

TURN = "core.delve:turn"
LOOK = "core.delve:look"
EXPLORE = "core.delve:explore"
NOTED = "core.delve:noted"
OPENED = "core.delve:opened"
MUSTER = "core.delve:muster"
TRAVEL = "core.delve:travel"
LEAVE = "core.delve:leave"
LEFT = "core.delve:left"

APPEAR = "core.stealth:appear"
STREW = "core.stealth:strew"
TREASURE = "core.stealth:chest"
"""The loot table of what lairs hold."""

ARRIVE = "core.stealth:arrive"
WALK = "core.stealth:turn"


def turn(play: Play) -> list[Change]:
    """Whose turn it is: the base game's player, or the leader at the table (D-LEADER)."""
    expedition = expedition_of(play.state)
    if expedition.walking:
        return [Push(WALK)]
    return [Ask(Question(expedition.delve.leader))]


def explore_exit(play: Play, number: int) -> list[Change]:
    """Explores an exit if it is still pending."""
    faces = dice(play)
    try:
        change = explore(delve_of(play), number, faces, tables(play), master_of(play))
    except Forbidden:
        return []
    return [*used(faces), change]


def look(play: Play, actor: int, origin: Cell, to: Cell) -> list[Change]:
    """A hero has moved: explores the first mouth that sight triggers, and looks again (D-REVEAL, G-15)."""
    world, expedition = world_of(play.state), expedition_of(play.state)
    if actor != world.player or not expedition.walking:
        return []
    hero = world.actors[actor]
    level = world.levels[hero.level]
    clear = ground(world, level, play.records).grid
    seen = triggered(expedition.delve, hero.level, hero.at, clear, level.origin, policy_of(play))
    if not seen:
        return []
    return [Push(EXPLORE, (seen[0],)), Push(LOOK, (actor, origin, to))]


def opened(play: Play, level: int, at: Cell, tile: str) -> list[Change]:
    """A tile has changed: if a door was opened that nobody had, what is behind it is explored."""
    expedition = expedition_of(play.state)
    if tile != tiles.OPEN_DOOR or not expedition.walking:
        return []
    delve = expedition.delve
    gate = _door_at(delve, level, at)
    if gate is None:
        return []
    if gate.fate is Fate.PENDING:
        return [Push(EXPLORE, (gate.id,))]
    return [tiles.painted_exit(delve, gate)]


def _door_at(delve: Delve, level: int, at: Cell) -> Exit | None:
    for gate in delve.exits:
        zone = delve.zones[gate.zone]
        if gate.way is Way.MOUTH or zone.level != level or zone.hidden or gate.fate is Fate.UNFOUND:
            continue
        if holds(door_cells(gate.at, gate.heading, gate.width), at):
            return gate
    return None


def noted(play: Play, entry: int, what: str) -> list[Any]:
    """Follows every entry of the journal: tells it, and brings the world up to date."""
    expedition, book = expedition_of(play.state), tables(play)
    delve = expedition.delve
    note = delve.journal[entry]
    changes: list[Any] = [Tell(line, "dice") for line in told(delve, note, book)]
    if what in ("lay", "reveal", "level"):
        changes += _revealed(play, expedition, note, book)
    elif expedition.walking and what in ("link", "block", "found"):
        changes.append(tiles.painted_exit(delve, delve.exit(note.exit), closed=what == "found"))
    elif what == "combat-over":
        changes += _won(play, delve.zones[note.zone])
    return changes


def _revealed(play: Play, expedition: Expedition, note: Note, book: Tables) -> list[Any]:
    delve = expedition.delve
    zone = delve.zones[note.zone]
    changes: list[Any] = []
    if expedition.walking:
        if note.what == "level":
            changes.append(AddLevel(tiles.blank_level(delve, zone.level)))
        changes.append(tiles.painted_zone(delve, zone, book))
    if play.listened("on_reveal"):
        event = events.Reveal(
            zone.id,
            zone.kind.value,
            zone.type or zone.end,
            zone.special,
            zone.tags,
            delve.danger_of(zone),
            zone.floors,
            zone.level if expedition.walking else 0,
        )
        changes += play.notify("on_reveal", event)
    if zone.id in delve.fighting:
        changes.append(Tell(Message("delve-combat-begins", {"zone": zone_name(delve, book, zone.id)}), "bad"))
    if zone.id in delve.fighting and expedition.walking:
        changes += _monsters(play, delve, zone, book)
        changes.append(Push(MUSTER, (zone.id,)))
    return changes


# Combats (D-COMBAT).


def _monsters(play: Play, delve: Delve, zone: Zone, book: Tables) -> list[Change]:
    """The monsters of a lair or a quest room: an encounter that fits its danger, in the far part of the room."""
    danger, quest = delve.danger_of(zone), book.rooms[zone.type].counts == "quest"
    fitting = [
        name
        for name, e in book.encounters.items()
        if e.quest is quest and e.danger[0] <= danger <= e.danger[1]
    ]
    if not fitting:
        return []
    master: Master = master_of(play)
    master.begin(len(delve.journal))
    chosen = fitting[master.throw([book.encounters[name].weight for name in fitting])]
    chosen = master.rule("contents", chosen, (*book.encounters, "none"), zone.id)
    if chosen == "none":
        return []
    line = cells(zone.floors[0])
    entry = delve.exit(zone.entry)
    away = sorted(line, key=lambda at: (-abs(at[0] - entry.at[0]) - abs(at[1] - entry.at[1]), at))
    creatures = book.encounters[chosen].creatures
    more = usable(delve, zone, quest)
    creatures += tuple(creatures[n % len(creatures)] for n in range(more if creatures else 0))
    step = max(1, len(away) // 2 // max(1, len(creatures)))
    come: list[Change] = [
        Push(APPEAR, (zone.level, *away[n * step], kind))
        for n, kind in enumerate(creatures)
        if n * step < len(away)
    ]
    return [*([SpendCounters(more)] if more else []), *come]


def muster(play: Play, zone: int) -> list[Change]:
    """Notes who fights for a zone; without anybody the combat is over at once."""
    world, delve = world_of(play.state), delve_of(play)
    room = delve.zones[zone]
    ids = tuple(
        actor.id
        for actor in world.actors.values()
        if actor.level == room.level and actor.id != world.player and holds(room.floors[0], actor.at)
    )
    return [Muster(zone, ids)] if ids else [end_combat(delve, zone)]


def turn_over(play: Play, number: int) -> list[Change]:
    """The end of a turn of the base game: combats whose monsters are gone, exploration turns."""
    world, expedition = world_of(play.state), expedition_of(play.state)
    changes: list[Change] = []
    leader: list[EndCombat] = []
    for zone, band in expedition.bands.items():
        left = tuple(id for id in band if id in world.actors and world.actors[id].hp > 0)
        if len(left) != len(band):
            changes.append(Muster(zone, left))
        if not left and not leader and zone in expedition.delve.fighting:
            leader.append(end_combat(expedition.delve, zone))
    changes += leader
    if number and number % play.setting("turn_length") == 0:
        over = end_turn(expedition.delve, master_of(play))
        changes.append(over)
        if over.wandering:
            hero = world.actors.get(world.player)
            changes += [] if hero is None else wanderers(play, expedition.delve, tables(play), hero, APPEAR)
    return changes


def _won(play: Play, zone: Zone) -> list[Change]:
    """A combat is won: lairs leave treasure, and with a quest room the expedition has reached its aim."""
    if tables(play).rooms[zone.type].counts == "lair" and expedition_of(play.state).walking:
        return _treasure(play, zone)
    if tables(play).rooms[zone.type].counts != "quest" or policy_of(play).stop != "quest":
        return []
    return [Tell(Message("delve-quest-done"), "good"), Finish("quest")]


def _treasure(play: Play, zone: Zone) -> list[Change]:
    """Objects in the middle of a lair, more with more danger (section C)."""
    count = delve_of(play).danger_of(zone) + 1
    line = cells(zone.floors[0])
    middle = line[len(line) // 2]
    spots = sorted(line, key=lambda at: (chebyshev(at, middle), at))[:count]
    strewn = [Push(STREW, (zone.level, *at, TREASURE)) for at in spots]
    return [Tell(Message("delve-treasure"), "good"), *strewn]


# Stairs (G-16).


def leave(play: Play, actor: int) -> list[Change]:
    """The way out ends the expedition, so the heroes are asked."""
    return [Ask(Question(actor, "confirm", (False, True), Message("delve-leave-sure")), LEFT)]


def left(play: Play, yes: bool) -> list[Change]:
    """The answer to that."""
    return [Tell(Message("delve-leaves")), Finish("left")] if yes else []


def travel(play: Play, zone: int) -> list[Change]:
    """The heroes come out at the stairs of a zone."""
    expedition = expedition_of(play.state)
    if not expedition.walking:
        return []
    world, to = world_of(play.state), expedition.delve.zones[zone]
    clear = ground(world, world.levels[to.level], play.records).occupied
    rect = to.floors[0] if to.kind is Kind.START else to.floors[-1]
    cell = next((at for at in cells(rect) if clear.get(at, world.player) == world.player), tiles.arrival(to))
    return [
        EnterLevel(to.level),
        Move(world.player, cell, to.level),
        Push(ARRIVE),
        Push(LOOK, (world.player, cell, cell)),
    ]


STEPS = (
    Step(TURN, turn),
    Step(EXPLORE, explore_exit),
    Step(LOOK, look),
    Step(OPENED, opened),
    Step(NOTED, noted),
    Step(MUSTER, muster),
    Step(TRAVEL, travel),
    Step(LEAVE, leave),
    Step(LEFT, left),
)
