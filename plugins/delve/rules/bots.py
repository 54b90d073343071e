"""Bots for delves: for simulations, and for seats without a person."""

from collections.abc import Iterable, Sequence

import numpy as np

from footfall.api import Answer, Bot, BotContext, Command, Context, Message
from footfall.api.grid import Actor, Cell, get_level_index, get_world, kernels
from footfall.api.scene import DIRECTIONS

from ..commands import DeclareCombatOver, DeclareTurnOver, ExploreExit, SearchDirection, SearchWall, UseStairs
from ..expedition import delve_of, expedition_of, master_of
from ..maps.geometry import list_cells, to_tiles
from ..maps.shapes import LANES, door_rect, get_wall, inner_rect, list_wall_names
from ..maps.tiles import find_stairs_tiles
from ..model import ID, Delve, ExitKind, Solo
from .clue_commands import LeaveFromHere, UseClue
from .search import can_search
from .solo_commands import Drink, choose_in_combat
from .touch import TouchThing

WALK = "core.stealth:step"
MAX_REST_TURNS = 600
"""Maximum number of turns of an expedition spent resting."""

EXPERT = "core.stealth:expert"
EXPERT_REASONS = frozenset(
    f"stealth-reason-{reason}"
    for reason in (
        "fight",
        "flee",
        "step-back",
        "hide",
        "lure",
        "shoot",
        "ambush",
        "tend",
        "decoy",
        "watch",
        "pass",
        "peek",
        "rest",
        "fetch",
    )
)
"""Why the base game's expert does what is as right here; its other reasons are about its own quest."""


LEAVE_PROMPTS = ("delve-leave-sure", "delve-leave-far")

LOW_LIFE = 4
"""The life at which a lone hero at the table drinks or rests."""

TABLE_REASONS: dict[type[Command], str] = {
    DeclareCombatOver: "delve-reason-combat",
    ExploreExit: "delve-reason-explore",
    SearchWall: "delve-reason-search",
    UseStairs: "delve-reason-home",
}
"""The commands of the table in order of preference, each with the reason for it."""


def decide(ctx: BotContext, options: Sequence[Command]) -> Command:
    """Plays as a batch does: ends combats, takes the exit with the lowest number, searches each wall once, then leaves.

    On a grid it walks there and fights monsters in the way.
    """
    question = ctx.state.question
    if question is not None and question.prompt is not None and question.prompt.id in LEAVE_PROMPTS:
        return ctx.give_reason(options[-1], "delve-reason-home")  # confirms leaving
    if isinstance(options[0], Answer):
        return ctx.ask_bot(EXPERT, options)[0] if expedition_of(ctx.state).is_walking else options[0]
    options = [option for option in options if type(option) not in (UseClue, LeaveFromHere, TouchThing)]
    if expedition_of(ctx.state).is_walking:
        return _decide_walking(ctx, options)
    delve = delve_of(ctx)
    tried = delve.list_searched_walls()
    if isinstance(delve.solo, Solo) and delve.fighting:
        return ctx.give_reason(choose_in_combat(ctx, delve.solo, options), "delve-reason-fight")
    if isinstance(delve.solo, Solo) and delve.solo.life <= LOW_LIFE:
        wanted: type[Command] = Drink if delve.solo.potions else DeclareTurnOver
        if healing := [option for option in options if type(option) is wanted]:
            return ctx.give_reason(healing[0], "delve-reason-rest")
    for kind, reason in TABLE_REASONS.items():
        for option in options:
            if type(option) is not kind:
                continue
            if isinstance(option, SearchWall) and (option.zone, option.wall) in tried:
                continue
            if isinstance(option, UseStairs) and option.zone != 0:
                continue
            return ctx.give_reason(option, reason)
    return ctx.give_reason(ctx.choose("any", options), "delve-reason-lost")


# On foot.


def _decide_walking(ctx: BotContext, options: Sequence[Command]) -> Command:
    """Does what the base game's expert does about creatures, wounds and things; else it seeks the quest room.

    It fights for a room, walks to the nearest exit, searches walls, then leaves.
    """
    world, expedition = get_world(ctx.state), expedition_of(ctx.state)
    hero = world.actors[world.player]
    command, reason = ctx.ask_bot(EXPERT, options)
    if reason in EXPERT_REASONS:
        return command
    ctx.reason = None
    if hero.hp * 10 < hero.hp_max * 9 and ctx.notes.get("rested", 0) < MAX_REST_TURNS:
        ctx.notes["rested"] = ctx.notes.get("rested", 0) + 1
        return ctx.give_reason(options[0], "delve-reason-rest")  # the base game lists Wait first
    band = {id for ids in expedition.bands.values() for id in ids}
    foes = [actor.at for actor in world.actors.values() if actor.id in band and actor.level == hero.level]
    if foes and (step := _step_toward(ctx, options, hero, foes)):
        return ctx.give_reason(step, "delve-reason-fight")
    step = _step_toward(ctx, options, hero, _list_targets(expedition.delve, hero.level))
    if step is not None:
        return ctx.give_reason(step, "delve-reason-explore")
    search = _choose_search(ctx, options, hero)
    if search is not None:
        return ctx.give_reason(search, "delve-reason-search")
    climb = next((option for option in options if type(option) is UseStairs), None)
    home = list_cells(find_stairs_tiles(expedition.delve, expedition.delve.zones[0]))
    if climb is not None and hero.at in home:
        return ctx.give_reason(climb, "delve-reason-home")
    step = _step_toward(ctx, options, hero, home)
    return ctx.give_reason(step, "delve-reason-home") or ctx.give_reason(
        ctx.choose("any", options), "delve-reason-lost"
    )


def find_exploration_targets(ctx: Context) -> list[Cell]:
    """Cells from which walking heroes see behind an exit; none at a table."""
    if not expedition_of(ctx.state).is_walking:
        return []
    world = get_world(ctx.state)
    return _list_targets(delve_of(ctx), world.actors[world.player].level)


def _list_targets(delve: Delve, level: int) -> list[Cell]:
    """The cells to stand on to look into the unexplored openings of a level, and its doors to open."""
    ways = [gate for gate in delve.list_pending_exits() if delve.zones[gate.zone].level == level]
    thickness = delve.wall_thickness
    cells: list[Cell] = []
    for gate in ways:
        if gate.way is ExitKind.MOUTH:
            cells += list_cells(to_tiles(inner_rect(gate, thickness), thickness))
        else:
            cells += list_cells(door_rect(gate.at, gate.heading, gate.width, thickness))
    return cells


def _choose_search(seat: BotContext, options: Sequence[Command], hero: Actor) -> Command | None:
    """Searches each wall that can hide something once: here, or after walking to the nearest one."""
    ctx: Context = seat.for_mod(ID)
    delve, master = delve_of(ctx), master_of(ctx)
    tried = delve.list_searched_walls()
    beside: dict[Cell, int] = {}
    for zone in delve.zones:
        if zone.level != hero.level or zone.is_hidden:
            continue
        for name in list_wall_names(zone, master.policy.may_search_ends):
            if (zone.id, name) not in tried and can_search(delve, zone.id, name, delve.leader, master):
                wall = get_wall(zone, name, LANES, delve.wall_thickness)
                dy, dx = DIRECTIONS[2 * wall.heading]
                beside.update(((y - dy, x - dx), 2 * wall.heading) for y, x in list_cells(wall.rect))
    direction = beside.get(hero.at)
    if direction is not None:
        wanted = SearchDirection(actor=hero.id, direction=direction)
        return wanted if wanted in options else None
    return _step_toward(seat, options, hero, list(beside))


def _step_toward(ctx: BotContext, options: Sequence[Command], hero: Actor, goals: Iterable[Cell]) -> Command | None:
    """The first step of a shortest path to the nearest of the given cells; doors count as floor."""
    world = get_world(ctx.state)
    level = world.levels[hero.level]
    base = get_level_index(world, level, ctx.records)
    doors = np.array(["door" in kind.tags for kind in base.tile_kinds])[level.tiles]
    top, left = level.origin
    cost = np.where(np.asarray(base.grid.walkable) | doors, 10, 0).astype(np.uint16)
    spots = [(y - top, x - left) for y, x in goals]
    if not spots:
        return None
    field = kernels.distance_map(cost, spots)
    y, x = hero.at[0] - top, hero.at[1] - left
    near = [
        (int(field[y + dy, x + dx]), number)
        for number, (dy, dx) in enumerate(DIRECTIONS)
        if 0 <= y + dy < field.shape[0] and 0 <= x + dx < field.shape[1]
    ]
    for away, number in sorted(near):
        if away < int(field[y, x]):
            for option in options:
                if option.__struct_config__.tag == WALK and getattr(option, "direction", -1) == number:
                    return option
    return None


BOTS = (Bot("core.delve:party", decide, Message("delve-bot-party"), Message("delve-bot-party-about")),)
