"""What players may want beside walking: exploring by number, searching, taking stairs, passing the lead."""

from __future__ import annotations

from typing import Any, TypeAlias

from footfall.api import Change, Command, CommandSpec, Message, Play, Proposal, Push, Refused, Tell
from footfall.api.grid import Actor, world_of
from footfall.api.scene import DIRECTIONS, Ask, Binding, Want

from .changes import SetMapper
from .counters import end_turn
from .expedition import BASE, Expedition, delve_of, dice, expedition_of, master_of, policy_of, tables, used
from .explore import Forbidden, explore, leads_out, open_level
from .geometry import holds
from .prose import wall_name
from .record import Delve, Kind, Zone
from .search import end_combat, search, searchable
from .shape import wall_names, wall_of
from .steps import LEAVE, TRAVEL

Answer: TypeAlias = "list[Change | Proposal] | Refused"


class Explore(Command, frozen=True, tag="core.delve:explore-exit"):
    """At the table: walk round a corner, or open a door."""

    exit: int


class SearchWall(Command, frozen=True, tag="core.delve:search-wall"):
    """At the table: a hero searches a wall of a zone (D-SECRET).

    Attributes:
        wall: its name; without `zone`, the zone's number stands before it: ``"2/left"``.
        hero: the seat that searches.
    """

    zone: int = -1
    wall: str = ""
    hero: int = 0


class Search(Command, frozen=True, tag="core.delve:search"):
    """Walking: search the wall in a direction (0..7; straight ones only)."""

    direction: int


class Climb(Command, frozen=True, tag="core.delve:climb"):
    """Take the stairs: those one stands on, or at the table those of a zone."""

    zone: int = -1


class CombatOver(Command, frozen=True, tag="core.delve:combat-over"):
    """At the table: the combat in a zone is over, and the lead passes (D-LEADER)."""

    zone: int


class Rest(Command, frozen=True, tag="core.delve:rest"):
    """At the table: the exploration turn is over."""


class NameMapper(Command, frozen=True, tag="core.delve:mapper"):
    """Another player draws the map (D-MAPPER); `seat` counts from 0."""

    seat: int


def handle_explore(play: Play, command: Explore) -> Answer:
    """Explores an exit; on a grid one walks there instead."""
    if expedition_of(play.state).walking:
        return Refused(Message("delve-walk-there"), "D-REVEAL")
    faces = dice(play)
    try:
        change = explore(delve_of(play), command.exit, faces, tables(play), master_of(play))
    except Forbidden as why:
        return refusal(why)
    except ValueError:
        return Refused(Message("delve-not-pending", {"exit": command.exit}), "G-13")
    return [*used(faces), change]


def handle_search_wall(play: Play, command: SearchWall) -> Answer:
    """Searches a wall by name."""
    if expedition_of(play.state).walking:
        return Refused(Message("delve-walk-there"), "D-SECRET")
    zone, wall = command.zone, command.wall
    if zone < 0:
        number, _, wall = wall.partition("/")
        zone = int(number) if number.isdecimal() else -1
    return _searched(play, zone, wall, command.hero)


def handle_search(play: Play, command: Search) -> Answer:
    """Searches the wall beside the hero; costs a turn of the base game."""
    found = _wall_beside(play, command.direction)
    if isinstance(found, Refused):
        return found
    done = _searched(play, found[0].id, found[1], delve_of(play).leader)
    if isinstance(done, Refused):
        return done
    return [*done, *spend(play, command.actor)]


def _searched(play: Play, zone: int, wall: str, hero: int) -> Answer:
    delve = delve_of(play)
    if delve.fighting:
        return Refused(Message("delve-in-combat"), "D-SECRET")
    faces = dice(play)
    try:
        change = search(delve, zone, wall, hero, faces, tables(play), master_of(play))
    except Forbidden as why:
        if "wall" in why.args_of and why.args_of["wall"] in (*wall_names(delve.zones[zone], True), "near"):
            why.args_of["wall"] = wall_name(delve.zones[zone], wall)
        return refusal(why)
    except ValueError:
        return Refused(Message("delve-not-here", {"zone": zone}), "D-SECRET")
    return [*used(faces), change]


def _wall_beside(play: Play, direction: int) -> tuple[Zone, str] | Refused:
    hero = _hero(play)
    if hero is None or not 0 <= direction < len(DIRECTIONS) or 0 not in DIRECTIONS[direction]:
        return Refused(Message("delve-no-wall"), "D-SECRET")
    dy, dx = DIRECTIONS[direction]
    at = (hero.at[0] + dy, hero.at[1] + dx)
    for zone in _zones_of(play, hero):
        for name in wall_names(zone, policy_of(play).secret_end):
            if holds(wall_of(zone, name).rect, at):
                return zone, name
    return Refused(Message("delve-no-wall"), "D-SECRET")


def handle_climb(play: Play, command: Climb) -> Answer:
    """Takes stairs (G-16): out of the dungeon, to a level that is known, or to a new one."""
    expedition = expedition_of(play.state)
    delve, policy, book = expedition.delve, policy_of(play), tables(play)
    number = command.zone
    if expedition.walking:
        below = _stairs_below(play)
        if below is None:
            return Refused(Message("delve-no-stairs-here"), "G-16")
        number = below
    try:
        delve.zone(number)
        if delve.fighting:
            return Refused(Message("delve-in-combat"), "D-COMBAT")
        if leads_out(delve, number, policy, book):
            return [Push(LEAVE, (command.actor,))]
        known = _known_way(delve, number)
        spent = spend(play, command.actor)
        if known is not None:
            return [Push(TRAVEL, (known,)), *spent]
        change = open_level(delve, number, policy, book)
    except Forbidden as why:
        return refusal(why)
    except ValueError:
        return Refused(Message("delve-not-here", {"zone": number}), "G-16")
    return [change, Push(TRAVEL, (change.zone.id,)), *spent]


def _known_way(delve: Delve, number: int) -> int | None:
    """The zone at the other end of stairs that were taken before."""
    zone = delve.zones[number]
    if zone.kind is Kind.START:
        above = delve.levels[zone.level - 1].stairs
        return above if above >= 0 else None
    for index, level in enumerate(delve.levels, 1):
        if level.stairs == number:
            return next(other.id for other in delve.zones if other.level == index)
    return None


def handle_combat_over(play: Play, command: CombatOver) -> Answer:
    """Ends a combat at the table."""
    if expedition_of(play.state).walking:
        return Refused(Message("delve-walk-there"), "D-COMBAT")
    try:
        return [end_combat(delve_of(play), command.zone)]
    except Forbidden as why:
        return refusal(why)


def handle_rest(play: Play, command: Rest) -> Answer:
    """Ends an exploration turn at the table."""
    if expedition_of(play.state).walking:
        return Refused(Message("delve-walk-there"), "D-SECRET")
    over = end_turn(delve_of(play), master_of(play))
    come = [Tell(Message("delve-wandering"), "bad")] if over.wandering else []
    return [over, Tell(Message("delve-turn-over")), *come]


def handle_mapper(play: Play, command: NameMapper) -> Answer:
    """Passes pencil and paper on."""
    heroes = delve_of(play).heroes
    if not 0 <= command.seat < len(heroes):
        return Refused(Message("delve-no-hero", {"hero": command.seat + 1}), "D-MAPPER")
    return [SetMapper(command.seat)]


def refusal(why: Forbidden) -> Refused:
    """What a player is told."""
    return Refused(Message(why.message, why.args_of), why.rule)


def spend(play: Play, actor: int) -> list[Change | Proposal]:
    """A lost turn: the base game's, if the heroes walk."""
    base = play.game(BASE)
    if base.spend is None or not expedition_of(play.state).walking:
        return []
    return list(base.spend(play.beside(BASE), actor) or ())


def _hero(play: Play) -> Actor | None:
    if not expedition_of(play.state).walking:
        return None
    world = world_of(play.state)
    return world.actors.get(world.player)


def _zones_of(play: Play, hero: Actor) -> list[Zone]:
    """The zone a hero stands in."""
    return [
        zone
        for zone in delve_of(play).zones
        if zone.level == hero.level and not zone.hidden and any(holds(rect, hero.at) for rect in zone.floors)
    ]


def _stairs_below(play: Play) -> int | None:
    """The zone on whose stairs the hero stands."""
    hero = _hero(play)
    if hero is None:
        return None
    for zone in _zones_of(play, hero):
        rect = zone.floors[0] if zone.kind is Kind.START else zone.floors[-1]
        stairs = zone.kind is Kind.START or (bool(zone.end) and tables(play).ends[zone.end].stairs != "")
        if stairs and holds(rect, hero.at):
            return zone.id
    return None


# What is legal now.


def legal(play: Play) -> list[Command]:
    """All legal commands, in a fixed order."""
    expedition = expedition_of(play.state)
    return _walking(play) if expedition.walking else _at_the_table(play, expedition)


def _walking(play: Play) -> list[Command]:
    found: list[Command] = list(play.game(BASE).legal(play.beside(BASE)))
    hero, delve = _hero(play), delve_of(play)
    if hero is None or delve.fighting:
        return found
    for direction in range(0, len(DIRECTIONS), 2):
        beside = _wall_beside(play, direction)
        if not isinstance(beside, Refused) and searchable(
            delve, beside[0].id, beside[1], delve.leader, master_of(play)
        ):
            found.append(Search(actor=hero.id, direction=direction))
    number = _stairs_below(play)
    if number is not None and _climbable(play, number):
        found.append(Climb(actor=hero.id))
    return found


def _at_the_table(play: Play, expedition: Expedition) -> list[Command]:
    delve = expedition.delve
    seat = play.state.question.actor if play.state.question is not None else delve.leader
    found: list[Command] = [CombatOver(actor=seat, zone=zone) for zone in delve.fighting]
    found += [Explore(actor=seat, exit=gate.id) for gate in delve.pending()]
    if delve.fighting:
        return found
    master = master_of(play)
    for zone in delve.zones:
        found += [
            SearchWall(actor=seat, zone=zone.id, wall=name, hero=seat)
            for name in wall_names(zone, master.policy.secret_end)
            if searchable(delve, zone.id, name, seat, master)
        ]
    found += [Climb(actor=seat, zone=zone.id) for zone in delve.zones if _climbable(play, zone.id)]
    return [*found, Rest(actor=seat)]


def _climbable(play: Play, number: int) -> bool:
    delve, policy, book = delve_of(play), policy_of(play), tables(play)
    zone = delve.zones[number]
    if zone.hidden:
        return False
    if leads_out(delve, number, policy, book) or _known_way(delve, number) is not None:
        return True
    return bool(zone.end) and book.ends[zone.end].stairs != "" and policy.stairs == "new_level"


# Keys.

_GROUP = Message("delve-keys")


def _key(keys: tuple[str, ...], kind: type[Command], label: str, *asks: Ask, **fields: Any) -> Binding:
    return Binding(keys, kind, Message(f"delve-key-{label}"), dict(fields), asks, _GROUP)


SEARCH = _key(("s",), Search, "search", Ask("direction", Want.DIRECTION, Message("delve-ask-wall")))
CLIMB = _key(("SPACE", "<", ">"), Climb, "climb")
EXPLORE = _key(
    ("e", "ENTER"), Explore, "explore", Ask("exit", Want.CHOICE, Message("delve-ask-exit"), "exits")
)
COMBAT = _key(
    ("c",), CombatOver, "combat-over", Ask("zone", Want.CHOICE, Message("delve-ask-combat"), "combats")
)
WALLS = _key(
    ("s",),
    SearchWall,
    "search",
    Ask("wall", Want.CHOICE, Message("delve-ask-wall"), "walls"),
    Ask("hero", Want.CHOICE, Message("delve-ask-searcher"), "searchers"),
)
REST = _key(("r",), Rest, "rest")
STAIRS = _key(("<", ">"), Climb, "climb", Ask("zone", Want.CHOICE, Message("delve-ask-stairs"), "stairs"))
PENCIL = _key(("p",), NameMapper, "mapper", Ask("seat", Want.CHOICE, Message("delve-ask-mapper"), "seats"))

COMMANDS = (
    CommandSpec(Explore, handle_explore, (EXPLORE,)),
    CommandSpec(SearchWall, handle_search_wall, (WALLS,)),
    CommandSpec(Search, handle_search, (SEARCH,)),
    CommandSpec(Climb, handle_climb, (CLIMB,)),
    CommandSpec(CombatOver, handle_combat_over, (COMBAT,)),
    CommandSpec(Rest, handle_rest, (REST,)),
    CommandSpec(NameMapper, handle_mapper, (PENCIL,)),
)
