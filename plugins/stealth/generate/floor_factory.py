"""Making a floor when it is first entered, going there, and beginning a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from footfall.api import Change, Context, Message, Push, Step, Tell
from footfall.api.grid import WORLD_PART as WORLD
from footfall.api.grid import (
    AddItem,
    Cell,
    EnterLevel,
    Level,
    LevelDraft,
    LinkStairs,
    Move,
    PlacedActor,
    World,
    get_level_index,
    get_world,
    kernels,
)

from ..identification import IDENTIFICATION_PART as LORE
from ..identification import Identification, deal_looks
from ..state import STEALTH_PART as STEALTH
from ..state import StealthState, turn_of
from ..turns import update_explored
from . import cavern, commit, fixed, standard, town
from .dungeon_state import DUNGEON_PART as FLOORS
from .dungeon_state import (
    CountGenerated,
    DungeonState,
    PlanFloors,
    RecordLevelEntry,
    dungeon_of,
    get_floor_plan,
    plan_dungeon,
)
from .populate import get_digging
from .tables import draw_loot

MAKE = "core.stealth:make-floor"
TRAVEL = "core.stealth:travel"
ARRIVE = "core.stealth:arrive"
BEGIN = "core.stealth:begin"
APPEAR = "core.stealth:appear"
STREW = "core.stealth:strew"

HERO_KIND = "core.stealth:adept"
PLAYER_ID = 1
"""Id of the player's character."""

RECIPES: Mapping[str, tuple[Step, ...]] = {
    module.RECIPE: module.STEPS for module in (town, fixed, cavern, standard)
}
"""The generators and their steps (R-GEN-1), as the plugin answers ``on_generate``."""


def create_draft(
    ctx: Context, recipe: str, floor: int, branch: str = "", up: Cell | None = None
) -> LevelDraft:
    """A draft that no step has touched, with all that steps may ask of it.

    Its notes, all plain: ``last`` (there is no way down), ``goal`` (the prize is here), ``player``
    (the character begins here), ``side`` (name of the branch whose stairs are here), ``template``,
    ``filling``, ``colours`` (locks that are allowed), ``keys`` (locks whose keys lie here), ``owed``
    and ``still_owed`` (objects to come here and later).
    """
    plan, floors = get_floor_plan(ctx), dungeon_of(ctx.state)
    draft = LevelDraft(recipe, plan.shape, standard.WALL, floor=floor, branch=branch)
    draft.counts = dict(floors.tally)
    height, width = plan.shape
    if up is not None and 1 <= up[0] < height - 1 and 1 <= up[1] < width - 1:
        draft.arrivals["up"] = up
    entry = plan.floors.get(str(floor), plan.usual)
    notes = draft.step_data
    notes["template"] = entry.template
    if branch:
        start, length = floors.side.get(branch, (floor - 1, 1))
        notes["last"] = floor >= start + length
        return draft
    notes["last"] = notes["goal"] = floor >= plan.last
    notes["side"] = next((name for name, (start, _) in floors.side.items() if start == floor), "")
    notes["colours"] = tuple(
        name
        for name, lock in plan.locks.items()
        if 0 < lock.floor <= floor and floors.keys.get(name, floor) < floor
    )
    notes["keys"] = [name for name, at in floors.keys.items() if at == floor]
    notes["owed"] = [kind for at, kind in floors.owed if at == floor]
    notes["still_owed"] = [kind for at, kind in floors.owed if at > floor]
    return draft


def choose_recipe(ctx: Context, floor: int, branch: str) -> str:
    """The generator of a floor, drawn as the plan weighs it; side branches are standard dungeons."""
    if branch:
        return standard.RECIPE
    plan = get_floor_plan(ctx)
    recipes = plan.floors.get(str(floor), plan.usual).recipes
    names = list(recipes)
    return names[ctx.choose_weighted("recipe", [recipes[name] for name in names])]


def make_floor(
    ctx: Context, level: int, floor: int, branch: str, attempt: int = 0, generator_name: str = ""
) -> list[Change]:
    """Makes the floor that the stairs of a level lead to, or the first one (``level`` 0).

    The floor depends on the seed, not on when it is entered (R-GEN-3); only limits per game see
    what other floors held. A draft that fails is made anew by another entry, so with other dice;
    after `DungeonSpec.tries` it becomes a standard dungeon (D-36).

    Args:
        wanted: a generator that was asked for; empty: the plan's choice.

    Raises:
        RuntimeError: not even that succeeded.
    """
    tries = get_digging(ctx).tries
    if attempt > 2 * tries:
        raise RuntimeError(f"floor {floor} could not be made")
    world = get_world(ctx.state)
    ctx.anchor_dice(f"floor {branch} {floor} {attempt}")
    recipe = (generator_name or choose_recipe(ctx, floor, branch)) if attempt < tries else standard.RECIPE
    came = world.levels.get(level)
    way = exit_name(came, branch) if came is not None else ""
    draft = create_draft(ctx, recipe, floor, branch, came.arrivals.get(way) if came is not None else None)
    draft.step_data["player"] = came is None
    ctx.run_chain("on_generate", recipe, draft)
    if draft.failure:
        return [
            Push(MAKE, (level, floor, branch, attempt + 1, *([generator_name] if generator_name else [])))
        ]
    return link_floor(ctx, draft, came, way)


def link_floor(ctx: Context, draft: LevelDraft, came: Level | None, way: str) -> list[Change]:
    """The changes of a finished draft, with its stairs linked to those one came by."""
    world = get_world(ctx.state)
    id = max(world.levels, default=0) + 1
    links = [
        (*cell, came.id if name == "up" and came is not None else 0, way if name == "up" else "up")
        for name, cell in draft.arrivals.items()
        if name != "start"
    ]
    changes = commit.build_floor_changes(ctx, draft, id, links)
    if came is not None and way in came.arrivals:
        changes.append(LinkStairs(came.id, came.arrivals[way], id, "up"))
    return changes


def exit_name(level: Level, branch: str) -> str:
    """The name of the stairs of a level that lead down into a branch."""
    return "down" if level.branch == branch else "side"


def destination_floor(ctx: Context, level: Level, way: str) -> tuple[int, str]:
    """Floor and branch that the stairs down of a level lead to."""
    if way == "side":
        floors = dungeon_of(ctx.state)
        name = next((name for name, (start, _) in floors.side.items() if start == level.floor), "")
        return level.floor + 1, name
    return level.floor + 1, level.branch


def link_of_exit(level: Level, way: str) -> tuple[int, str] | None:
    """Where the stairs of that name lead: level (0: not made yet) and arrival; None without stairs."""
    cell = level.arrivals.get(way)
    return next(((to, name) for y, x, to, name in level.links if (y, x) == cell), None)


def leave_level(ctx: Context, level: Level, way: str) -> list[Change]:
    """Takes the character through an exit of its level; the floor behind it is made if need be."""
    link = link_of_exit(level, way)
    if link is None:
        return []
    changes: list[Change] = []
    if not link[0]:
        changes.append(Push(MAKE, (level.id, *destination_floor(ctx, level, way), 0)))
    return [*changes, Push(TRAVEL, (level.id, way))]


def travel_by_stairs(ctx: Context, level: int, way: str) -> list[Change]:
    """The character arrives where stairs lead to (R-STAIRS-2)."""
    world = get_world(ctx.state)
    link = link_of_exit(world.levels[level], way)
    if link is None or not link[0]:
        return []
    target = world.levels[link[0]]
    cell = find_free_cell(ctx, target, target.arrivals[link[1]], world.player)
    told = "stealth-go-up" if way == "up" else "stealth-go-down"
    return [
        EnterLevel(target.id),
        Move(world.player, cell, target.id),
        RecordLevelEntry(target.id, turn_of(ctx), level),
        Tell(Message(told, {"floor": target.floor - 1})),
        Push(ARRIVE),
    ]


def find_free_cell(ctx: Context, level: Level, cell: Cell, ignored_actor: int = 0) -> Cell:
    """A cell itself, or the nearest walkable one where nobody stands (`but` for this actor)."""
    world = get_world(ctx.state)
    here = get_level_index(world, level, ctx.records)
    top, left = level.origin
    cells, costs = kernels.reachable_within(here.grid, (cell[0] - top, cell[1] - left), 40)
    order = sorted(zip(costs.tolist(), cells.tolist(), strict=True))
    for _, (y, x) in order:
        found = (y + top, x + left)
        if here.actor_by_cell.get(found, ignored_actor) == ignored_actor:
            return found
    return cell


def look_around(ctx: Context) -> list[Change]:
    """The character looks round."""
    return update_explored(ctx)


# Beginning.


def set_up_game(ctx: Context, options: Mapping[str, Any]) -> list[Change]:
    """The first state of a game: its plan is drawn, the first floor is made, the character stands there.

    Options: ``floor``, where the game begins (1: the town), and ``generator``, what makes that floor
    instead of the plan's choice; for tests and practice.

    Raises:
        ValueError: there is no such floor or generator.
    """
    plan = get_floor_plan(ctx)
    floor = options.get("floor", 1)
    if type(floor) is not int or not 1 <= floor <= plan.last:
        raise ValueError(f"option floor goes from 1 to {plan.last}, got {floor!r}")
    wanted = resolve_generator(ctx, str(options.get("generator", "")))
    ctx.state.parts[WORLD] = World(next_id=PLAYER_ID + 1, player=PLAYER_ID)
    ctx.state.parts[STEALTH] = StealthState()
    ctx.state.parts[FLOORS] = DungeonState()
    ctx.state.parts[LORE] = Identification()
    return [
        PlanFloors(plan_dungeon(ctx)),
        deal_looks(ctx),
        Push(MAKE, (0, floor, "", 0, *wanted)),
        Push(BEGIN),
    ]


def resolve_generator(ctx: Context, name: str) -> tuple[str, ...]:
    """The recipe of that full or short name, none for an empty one.

    Raises:
        ValueError: there is none, or several mods have one.
    """
    if not name:
        return ()
    known = ctx.list_recipes("on_generate")
    found = [name] if name in known else [id for id in known if id.rpartition(":")[2] == name]
    if len(found) != 1:
        raise ValueError(f"option generator is one of {', '.join(known)}; got {name!r}")
    return (found[0],)


def begin_game(ctx: Context, welcome: str = "stealth-welcome") -> list[Change]:
    """The character comes into the first floor; `welcome` is the id of what it is told."""
    world = get_world(ctx.state)
    level = next(iter(world.levels.values()))
    cell = level.arrivals.get("start") or level.arrivals["up"]
    return [
        *commit.create_player(ctx, HERO_KIND, level.id, cell, PLAYER_ID, world.next_id),
        EnterLevel(level.id),
        RecordLevelEntry(level.id, 0),
        Tell(Message(welcome)),
        Push(ARRIVE),
    ]


def spawn_creature(ctx: Context, level: int, y: int, x: int, kind: str, ai: str = "") -> list[Change]:
    """A creature comes into a level during play, on a cell or as near as there is room: for other plugins.

    Args:
        kind: record id of the creature.
        ai: kind of behaviour that replaces the record's.
    """
    world = get_world(ctx.state)
    cell = find_free_cell(ctx, world.levels[level], (y, x))
    return commit.create_creature(ctx, commit.IdAllocator(world.next_id), PlacedActor(kind, cell, ai), level)


def drop_loot(ctx: Context, level: int, y: int, x: int, table: str) -> list[Change]:
    """An object of a loot table comes to lie on a cell during play, or as near as one can walk: for other plugins."""
    world, floors = get_world(ctx.state), dungeon_of(ctx.state)
    draft = LevelDraft("", (1, 1), standard.WALL, floor=world.levels[level].floor)
    draft.counts = dict(floors.tally)
    draft.step_data["still_owed"] = [kind for _, kind in floors.owed]
    found = draw_loot(ctx, table, draft)
    if found is None:
        return []
    item = commit.create_item(ctx, commit.IdAllocator(world.next_id), *found)
    item.level, item.at = level, find_free_cell(ctx, world.levels[level], (y, x))
    return [AddItem(item), CountGenerated(draft.floor, {item.kind: 1})]


STEPS = (
    Step(MAKE, make_floor),
    Step(TRAVEL, travel_by_stairs),
    Step(ARRIVE, look_around),
    Step(BEGIN, begin_game),
    Step(APPEAR, spawn_creature),
    Step(STREW, drop_loot),
)
