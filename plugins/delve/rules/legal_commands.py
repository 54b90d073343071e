"""The commands that are legal now, on foot and at the table."""

from footfall.api import Command, Context
from footfall.api.scene import DIRECTIONS

from .. import commands
from ..expedition import BASE_GAME, delve_of, expedition_of, master_of, policy_of, tables_for
from .clue_commands import list_clue_commands, list_leave_commands
from .explore import is_way_out
from .search import can_search, find_secret_door, list_allowed_walls
from .solo_commands import list_solo_commands
from .touch import list_touch_commands


def list_legal_commands(ctx: Context) -> list[Command]:
    """All legal commands, in a fixed order."""
    expedition = expedition_of(ctx.state)
    if expedition.is_walking:
        return _list_walking_commands(ctx)
    delve = expedition.delve
    seat = ctx.state.question.actor if ctx.state.question is not None else delve.leader
    found: list[Command] = list_solo_commands(delve, seat)
    if delve.is_in_solo_combat:
        return [*found, *list_clue_commands(ctx, seat)]
    found += [commands.DeclareCombatOver(actor=seat, zone=zone) for zone in delve.fighting]
    found += [commands.ExploreExit(actor=seat, exit=gate.id) for gate in delve.list_pending_exits()]
    if delve.fighting:
        return [*found, *list_clue_commands(ctx, seat)]
    master = master_of(ctx)
    found += [
        commands.SearchWall(actor=seat, zone=zone.id, wall=name, hero=seat)
        for zone, names in list_allowed_walls(delve, seat, master.policy)
        for name in names
        if find_secret_door(delve, zone, name, master) is not None
    ]
    found += [commands.UseStairs(actor=seat, zone=zone.id) for zone in delve.zones if can_use_stairs(ctx, zone.id)]
    found += [*list_touch_commands(ctx, seat), *list_clue_commands(ctx, seat), *list_leave_commands(ctx, seat)]
    return [*found, commands.DeclareTurnOver(actor=seat)]


def _list_walking_commands(ctx: Context) -> list[Command]:
    found: list[Command] = list(ctx.find_game(BASE_GAME).list_legal(ctx.for_mod(BASE_GAME)))
    hero, delve = commands.find_hero(ctx), delve_of(ctx)
    if hero is None:
        return found
    if delve.fighting:
        return [*found, *list_clue_commands(ctx, hero.id)]
    for direction in range(0, len(DIRECTIONS), 2):
        beside = commands.find_adjacent_wall(ctx, direction)
        if beside is not None and can_search(delve, beside[0].id, beside[1], delve.leader, master_of(ctx)):
            found.append(commands.SearchDirection(actor=hero.id, direction=direction))
    number = commands.find_stairs_zone(ctx)
    if number is not None and can_use_stairs(ctx, number):
        found.append(commands.UseStairs(actor=hero.id))
    more = (list_touch_commands, list_clue_commands, list_leave_commands)
    return [*found, *(command for listed in more for command in listed(ctx, hero.id))]


def can_use_stairs(ctx: Context, number: int) -> bool:
    """Whether a zone has stairs that lead somewhere."""
    delve, policy, book = delve_of(ctx), policy_of(ctx), tables_for(ctx)
    zone = delve.zones[number]
    if zone.is_hidden:
        return False
    if is_way_out(delve, number, policy, book) or commands.find_known_destination(delve, number) is not None:
        return True
    return bool(zone.end) and book.ends[zone.end].stairs != "" and policy.stairs == "new_level"
