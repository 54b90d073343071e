"""Commands other than walking and clues: exploring by number, searching, taking stairs, passing the lead."""

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, TypeAlias, TypeVar

from footfall.api import ActorId, AnyText, Change, Command, Context, Message, Proposal, Push, Refusal, Tell, handles
from footfall.api.grid import Actor, get_world
from footfall.api.scene import DIRECTIONS, Binding, Prompt, PromptKind

from .changes import SetMapper
from .expedition import (
    BASE_GAME,
    delve_of,
    expedition_of,
    master_of,
    open_leader_dice,
    policy_of,
    record_used_faces,
    tables_for,
)
from .maps.geometry import contains
from .maps.rasterize import floor_tiles_of
from .maps.shapes import LANES, get_wall, list_wall_names
from .maps.tiles import find_stairs_tiles
from .model import Delve, Fate, Zone, ZoneKind
from .rules.counters import end_exploration_turn
from .rules.explore import ForbiddenError, explore, is_way_out, open_level, require_no_combat
from .rules.search import end_combat, search_wall
from .rules.solo import rest
from .screen.journal_text import describe_exit, describe_wall, describe_zone
from .steps import LEAVE, TRAVEL

HandlerResult: TypeAlias = list[Change | Proposal]


class ExploreExit(Command, frozen=True, tag="core.delve:explore-exit"):
    """At the table: walk around a corner, or open a door."""

    exit: int


class SearchWall(Command, frozen=True, tag="core.delve:search-wall"):
    """At the table: a hero searches a wall of a zone (D-SECRET).

    Attributes:
        wall: its name; without `zone`, prefixed by the zone number: ``"2/left"``.
        hero: the seat that searches.
    """

    zone: int = -1
    wall: Annotated[str, AnyText()] = ""
    hero: ActorId = 0


class SearchDirection(Command, frozen=True, tag="core.delve:search"):
    """Walking: search the wall in a straight direction (0, 2, 4 or 6)."""

    direction: int


class UseStairs(Command, frozen=True, tag="core.delve:climb"):
    """Take the stairs under the hero, or at the table those of a zone."""

    zone: int = -1


class DeclareCombatOver(Command, frozen=True, tag="core.delve:combat-over"):
    """At the table: the combat in a zone is over, and the lead passes (D-LEADER); -1: the oldest combat."""

    zone: int = -1


class DeclareTurnOver(Command, frozen=True, tag="core.delve:rest"):
    """At the table: the exploration turn is over."""


class NameMapper(Command, frozen=True, tag="core.delve:mapper"):
    """Make another player the mapper (D-MAPPER); `seat` counts from 0."""

    seat: ActorId


# Keys.

_KEY_GROUP = Message("delve-keys")


def make_binding(keys: tuple[str, ...], kind: type[Command], label: str, *asks: Prompt, **fields: Any) -> Binding:
    """A binding of this game."""
    return Binding(keys, kind, Message(f"delve-key-{label}"), dict(fields), asks, _KEY_GROUP)


SEARCH_DIRECTION_KEY = make_binding(
    ("s",), SearchDirection, "search", Prompt("direction", PromptKind.DIRECTION, Message("delve-ask-wall"))
)
USE_STAIRS_KEY = make_binding(("SPACE", "<", ">"), UseStairs, "climb")
EXPLORE_EXIT_KEY = make_binding(
    ("e", "ENTER"), ExploreExit, "explore", Prompt("exit", PromptKind.CHOICE, Message("delve-ask-exit"), "exits")
)
COMBAT_OVER_KEY = make_binding(
    ("c",),
    DeclareCombatOver,
    "combat-over",
    Prompt("zone", PromptKind.CHOICE, Message("delve-ask-combat"), "combats", is_automatic=True),
)
SEARCH_WALL_KEY = make_binding(
    ("s",),
    SearchWall,
    "search",
    Prompt("wall", PromptKind.CHOICE, Message("delve-ask-wall"), "walls"),
    Prompt("hero", PromptKind.CHOICE, Message("delve-ask-searcher"), "searchers"),
)
TURN_OVER_KEY = make_binding(("Z",), DeclareTurnOver, "rest")
CHOOSE_STAIRS_KEY = make_binding(
    ("<", ">"), UseStairs, "climb", Prompt("zone", PromptKind.CHOICE, Message("delve-ask-stairs"), "stairs")
)
NAME_MAPPER_KEY = make_binding(
    ("p",), NameMapper, "mapper", Prompt("seat", PromptKind.CHOICE, Message("delve-ask-mapper"), "seats")
)


# Handlers.

C = TypeVar("C", bound=Command)
Handler: TypeAlias = Callable[[Context, C], "list[Change | Proposal] | Refusal"]


def plays(kind: type[C], *bindings: Binding, at_table: str = "") -> Callable[[Handler[C]], Handler[C]]:
    """Declares a function as the handler of a command, which is refused if it raises `ForbiddenError`.

    Args:
        bindings: the keys of the command.
        at_table: the rule of a command for players at a table; heroes on a grid walk instead.
    """

    def register(run: Handler[C]) -> Handler[C]:
        @handles(kind, bindings=bindings)
        @wraps(run)
        def handle(ctx: Context, command: C) -> list[Change | Proposal] | Refusal:
            if at_table and expedition_of(ctx.state).is_walking:
                return Refusal(Message("delve-walk-there"), at_table)
            try:
                return run(ctx, command)
            except ForbiddenError as why:
                names = {"zone": name_zone, "exit": name_exit}
                args = {key: names[key](ctx, it) if key in names else it for key, it in why.message_args.items()}
                return Refusal(Message(why.message, args), why.rule)

        return handle

    return register


@plays(ExploreExit, EXPLORE_EXIT_KEY, at_table="D-REVEAL")
def explore_exit(ctx: Context, command: ExploreExit) -> HandlerResult:
    if delve_of(ctx).is_in_solo_combat:
        require_no_combat(delve_of(ctx), "D-SOLO")
    faces = open_leader_dice(ctx)
    try:
        change = explore(delve_of(ctx), command.exit, faces, tables_for(ctx), master_of(ctx))
    except ValueError:
        raise ForbiddenError("G-13", "delve-not-pending", exit=command.exit) from None
    return [*record_used_faces(faces), change]


@plays(SearchWall, SEARCH_WALL_KEY, at_table="D-SECRET")
def search_wall_by_name(ctx: Context, command: SearchWall) -> HandlerResult:
    zone, wall = command.zone, command.wall
    if zone < 0:
        number, _, wall = wall.partition("/")
        zone = int(number) if number.isdecimal() else -1
    return _search_wall(ctx, zone, wall, command.hero)


@plays(SearchDirection, SEARCH_DIRECTION_KEY)
def search_adjacent_wall(ctx: Context, command: SearchDirection) -> HandlerResult:
    """Searches the wall next to the hero; costs a turn of the base game."""
    wall = find_adjacent_wall(ctx, command.direction)
    if wall is None:
        raise ForbiddenError("D-SECRET", "delve-no-wall")
    return [*_search_wall(ctx, wall[0].id, wall[1], delve_of(ctx).leader), *spend_turn(ctx, command.actor)]


def _search_wall(ctx: Context, zone: int, wall: str, hero: int) -> HandlerResult:
    delve = delve_of(ctx)
    require_no_combat(delve, "D-SECRET")
    faces = open_leader_dice(ctx)
    try:
        change = search_wall(delve, zone, wall, hero, faces, tables_for(ctx), master_of(ctx))
    except ForbiddenError as why:
        if why.message_args.get("wall") in (*list_wall_names(delve.zones[zone], True), "near"):
            why.message_args["wall"] = describe_wall(delve.zones[zone], wall)
        raise
    except ValueError:
        raise ForbiddenError("D-SECRET", "delve-not-here", zone=zone) from None
    return [*record_used_faces(faces), change]


def find_adjacent_wall(ctx: Context, direction: int) -> tuple[Zone, str] | None:
    """The wall next to the hero in a straight direction: its zone and name."""
    hero = find_hero(ctx)
    if hero is None or not 0 <= direction < len(DIRECTIONS) or 0 not in DIRECTIONS[direction]:
        return None
    dy, dx = DIRECTIONS[direction]
    at = (hero.at[0] + dy, hero.at[1] + dx)
    for zone in _find_zones_at(ctx, hero):
        for name in list_wall_names(zone, policy_of(ctx).may_search_ends):
            if contains(get_wall(zone, name, LANES, delve_of(ctx).wall_thickness).rect, at):
                return zone, name
    return None


@plays(UseStairs, USE_STAIRS_KEY)
def use_stairs(ctx: Context, command: UseStairs) -> HandlerResult:
    """Takes stairs (G-16): out of the dungeon, to a known level, or to a new one."""
    expedition = expedition_of(ctx.state)
    delve, policy, book = expedition.delve, policy_of(ctx), tables_for(ctx)
    number = command.zone
    if expedition.is_walking:
        below = find_stairs_zone(ctx)
        if below is None:
            raise ForbiddenError("G-16", "delve-no-stairs-here")
        number = below
    try:
        delve.get_zone(number)
        require_no_combat(delve, "D-COMBAT")
        if is_way_out(delve, number, policy, book):
            return [Push(LEAVE, (command.actor, number))]
        known = find_known_destination(delve, number)
        spent = spend_turn(ctx, command.actor)
        if known is not None:
            return [Push(TRAVEL, (known,)), *spent]
        change = open_level(delve, number, policy, book)
    except ValueError:
        raise ForbiddenError("G-16", "delve-not-here", zone=number) from None
    return [change, Push(TRAVEL, (change.zone.id,)), *spent]


def find_known_destination(delve: Delve, number: int) -> int | None:
    """The zone at the other end of stairs taken before."""
    zone = delve.zones[number]
    if zone.kind is ZoneKind.START:
        above = delve.levels[zone.level - 1].stairs
        return above if above >= 0 else None
    for index, level in enumerate(delve.levels, 1):
        if level.stairs == number:
            return next(other.id for other in delve.zones if other.level == index)
    return None


@plays(DeclareCombatOver, COMBAT_OVER_KEY, at_table="D-COMBAT")
def declare_combat_over(ctx: Context, command: DeclareCombatOver) -> HandlerResult:
    if delve_of(ctx).is_in_solo_combat:
        raise ForbiddenError("D-SOLO", "delve-solo-strikes")
    return [end_combat(delve_of(ctx), command.zone if command.zone >= 0 else None)]


@plays(DeclareTurnOver, TURN_OVER_KEY, at_table="D-SECRET")
def declare_turn_over(ctx: Context, command: DeclareTurnOver) -> HandlerResult:
    if delve_of(ctx).is_in_solo_combat:
        require_no_combat(delve_of(ctx), "D-SOLO")
    over = end_exploration_turn(delve_of(ctx), master_of(ctx))
    come = [Tell(Message("delve-wandering"), "bad")] if over.brings_monsters else []
    return [over, Tell(Message("delve-turn-over")), *come, *rest(ctx)]


@plays(NameMapper, NAME_MAPPER_KEY)
def name_mapper(ctx: Context, command: NameMapper) -> HandlerResult:
    heroes = delve_of(ctx).heroes
    if not 0 <= command.seat < len(heroes):
        raise ForbiddenError("D-MAPPER", "delve-no-hero", hero=command.seat + 1)
    return [SetMapper(command.seat)]


def name_zone(ctx: Context, number: int | str) -> Message:
    """The name of a zone, known to the heroes or not."""
    delve = delve_of(ctx)
    if isinstance(number, int) and 0 <= number < len(delve.zones) and not delve.zones[number].is_hidden:
        return describe_zone(delve, tables_for(ctx), number)
    return Message("delve-some-zone", {"zone": number})


def name_exit(ctx: Context, number: int) -> Message:
    """The name of an exit, known to the heroes or not."""
    delve = delve_of(ctx)
    gate = delve.exits[number - 1] if 1 <= number <= len(delve.exits) else None
    if gate is not None and gate.fate is not Fate.UNFOUND and not delve.zones[gate.zone].is_hidden:
        return describe_exit(delve, number)
    return Message("delve-some-exit", {"exit": number})


def spend_turn(ctx: Context, actor: int) -> list[Change | Proposal]:
    """Changes of a lost turn: those of the base game if the heroes walk."""
    base = ctx.find_game(BASE_GAME)
    if base.spend_turn is None or not expedition_of(ctx.state).is_walking:
        return []
    return list(base.spend_turn(ctx.for_mod(BASE_GAME), actor) or ())


def find_hero(ctx: Context) -> Actor | None:
    """The hero, on a grid."""
    if not expedition_of(ctx.state).is_walking:
        return None
    world = get_world(ctx.state)
    return world.actors.get(world.player)


def _find_zones_at(ctx: Context, hero: Actor) -> list[Zone]:
    """The zone that contains the hero."""
    delve = delve_of(ctx)
    return [
        zone
        for zone in delve.zones
        if zone.level == hero.level
        and not zone.is_hidden
        and any(contains(rect, hero.at) for rect in floor_tiles_of(delve, zone))
    ]


def find_hero_zone(ctx: Context) -> Zone | None:
    """The zone that the hero stands in, on a grid."""
    hero = find_hero(ctx)
    return next(iter(_find_zones_at(ctx, hero)), None) if hero is not None else None


def find_stairs_zone(ctx: Context) -> int | None:
    """The zone whose stairs the hero stands on."""
    hero = find_hero(ctx)
    if hero is None:
        return None
    for zone in _find_zones_at(ctx, hero):
        stairs = zone.kind is ZoneKind.START or (bool(zone.end) and tables_for(ctx).ends[zone.end].stairs != "")
        if stairs and contains(find_stairs_tiles(delve_of(ctx), zone), hero.at):
            return zone.id
    return None
