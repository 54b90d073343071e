"""Creates floors on first entry, moves the character between them, and starts a game."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from footfall.api import Change, Context, Message, Push, Step, Tell
from footfall.api.grid import (
    WORLD_PART as WORLD,
    AddItem,
    Cell,
    EnterLevel,
    Level,
    LevelDraft,
    LinkStairs,
    Move,
    PlacedActor,
    SetEffect,
    World,
    chebyshev_distance,
    get_level_index,
    kernels,
)

from ..actors.identification import IDENTIFICATION_PART as LORE, Identification, deal_looks
from ..model.courses import WHOLE, course_of, resolve_course
from ..model.hunt import read_guards
from ..model.phase import Phase, get_phase
from ..model.play_state import PLAY_PART, PlayState, ScoreFloor, is_unnoticed, run_stats_of
from ..model.records import StatusEffect
from ..model.settings import rule_settings
from ..model.state import STEALTH_PART as STEALTH, StealthState
from ..senses.notices import announce
from ..senses.sight import update_explored
from . import cavern, commit, fixed, standard, town
from .dungeon_state import (
    DUNGEON_PART as FLOORS,
    CountGenerated,
    DungeonState,
    PlanFloors,
    RecordLevelEntry,
    dungeon_of,
    get_floor_plan,
    plan_dungeon,
)
from .failed_drafts import report_failing_recipe, run_recipe
from .populate import draw_loot, get_digging

MAKE_STEP = "core.stealth:make-floor"
TRAVEL_STEP = "core.stealth:travel"
COME_IN_STEP = "core.stealth:come-in"
ARRIVE_STEP = "core.stealth:arrive"
BEGIN_STEP = "core.stealth:begin"
HUNT_STEP = "core.stealth:hunt"
SPAWN_STEP = "core.stealth:appear"
DROP_LOOT_STEP = "core.stealth:strew"

PURSUE_STEP, GO_ON_STEP = "core.stealth:pursue-by-stairs", "core.stealth:go-on"
"""The steps of the creatures of a floor that the character leaves, and of one to which it returns (P-STAIR)."""

GO_ON_TURNS = 40
"""Maximum turns of the creatures of a floor without the character (P-STAIR-4)."""

HERO_KIND = "core.stealth:adept"
PLAYER_ID = 1
"""Actor id of the player's character."""

RECIPES: Mapping[str, tuple[Step, ...]] = {module.RECIPE: module.STEPS for module in (town, fixed, cavern, standard)}
"""Each generator with its steps (R-GEN-1), the plugin's implementation of ``on_generate``."""


def create_draft(ctx: Context, recipe: str, floor: int, branch: str = "", up: Cell | None = None) -> LevelDraft:
    """An empty draft of a floor, with the step data that its steps read.

    Step data, all plain: ``last`` (no stairs down), ``goal`` (holds the prize), ``player`` (the
    character starts here), ``side`` (name of the branch whose stairs are here), ``template``,
    ``filling``, ``colors`` (allowed locks), ``keys`` (locks whose keys lie here), ``owed`` and
    ``still_owed`` (items to be placed here, and on later floors), ``bells`` (lesser bells that hang here).
    """
    plan, floors = get_floor_plan(ctx), dungeon_of(ctx.state)
    draft = LevelDraft(recipe, plan.shape, standard.WALL, floor=floor, branch=branch)
    draft.counts = dict(floors.tally)
    height, width = plan.shape
    if up is not None and 1 <= up[0] < height - 1 and 1 <= up[1] < width - 1:
        draft.arrivals["up"] = up
    entry = plan.floors.get(str(floor), plan.usual)
    data = draft.step_data
    data["template"] = entry.template
    if recipe in plan.fillings:
        data["filling"] = plan.fillings[recipe]
    if branch:
        start, length = floors.side.get(branch, (floor - 1, 1))
        data["last"] = floor >= start + length
        return draft
    data["last"] = data["goal"] = floor >= plan.last
    data["side"] = next((name for name, (start, _) in floors.side.items() if start == floor), "")
    data["colors"] = tuple(
        name for name, lock in plan.locks.items() if 0 < lock.floor <= floor and floors.keys.get(name, floor) < floor
    )
    data["keys"] = [name for name, key_floor in floors.keys.items() if key_floor == floor]
    course = course_of(ctx)
    data["bells"] = [] if course is None else [bell for bell, at_floor in course.bells.items() if at_floor == floor]
    data["owed"] = [kind for owed_floor, kind in floors.owed_items if owed_floor == floor]
    data["still_owed"] = [kind for owed_floor, kind in floors.owed_items if owed_floor > floor]
    return draft


def choose_recipe(ctx: Context, floor: int, branch: str) -> str:
    """Draws the generator of a floor by the plan's weights; side branches are standard dungeons."""
    if branch:
        return standard.RECIPE
    plan = get_floor_plan(ctx)
    recipes = plan.floors.get(str(floor), plan.usual).recipes
    names = list(recipes)
    return names[ctx.choose_weighted("recipe", [recipes[name] for name in names])]


def make_floor(
    ctx: Context, level: int, floor: int, branch: str, attempt: int = 0, generator_name: str = ""
) -> list[Change]:
    """Generates the floor that a level's stairs lead to, or the first floor (``level`` 0).

    The floor depends on the seed, not on the time of entry (R-GEN-3), except that limits per game
    also count other floors. A failed draft is retried by a new agenda entry with other dice; after
    `DungeonSpec.tries` attempts a standard dungeon takes its place (D-36).

    Args:
        level: id of the level whose stairs were taken.
        generator_name: recipe to use; empty: the plan's choice.

    Raises:
        RuntimeError: the standard dungeon failed that many times as well.
    """
    tries = get_digging(ctx).tries
    subject = f"floor {branch} {floor} {attempt}"
    ctx.anchor_dice(subject)
    recipe = (generator_name or choose_recipe(ctx, floor, branch)) if attempt < tries else standard.RECIPE
    origin = get_phase(ctx).world.levels.get(level)
    stairs = "" if origin is None else "down" if origin.branch == branch else "side"

    def build() -> LevelDraft:
        draft = create_draft(ctx, recipe, floor, branch, origin.arrivals.get(stairs) if origin is not None else None)
        draft.step_data["player"] = origin is None
        return draft

    draft, failed_step = run_recipe(ctx, recipe, build)
    if failed_step:
        if attempt in (0, tries):
            report_failing_recipe(ctx, recipe, subject, build)
            ctx.anchor_dice(subject)
        if attempt >= 2 * tries:
            raise RuntimeError(f"floor {floor} could not be generated in {attempt} attempts: {draft.failure}")
        return [Push(MAKE_STEP, (level, floor, branch, attempt + 1, *([generator_name] if generator_name else [])))]
    return link_floor(ctx, draft, origin, stairs)


def link_floor(ctx: Context, draft: LevelDraft, origin: Level | None, stairs: str) -> list[Change]:
    """The changes that add a finished draft, its stairs linked to the ones the character took."""
    id = max(get_phase(ctx).world.levels, default=0) + 1
    links = [
        (*cell, origin.id if name == "up" and origin is not None else 0, stairs if name == "up" else "up")
        for name, cell in draft.arrivals.items()
        if name != "start"
    ]
    changes = commit.build_floor_changes(ctx, draft, id, links)
    if origin is not None and stairs in origin.arrivals:
        changes.append(LinkStairs(origin.id, origin.arrivals[stairs], id, "up"))
    return changes


def destination_floor(ctx: Context, level: Level, stairs: str) -> tuple[int, str]:
    """Floor and branch that a level's stairs down lead to."""
    if stairs == "side":
        floors = dungeon_of(ctx.state)
        name = next((name for name, (start, _) in floors.side.items() if start == level.floor), "")
        return level.floor + 1, name
    return level.floor + 1, level.branch


def link_of_exit(level: Level, stairs: str) -> tuple[int, str] | None:
    """Target of named stairs: level id (0: not generated yet) and arrival; None if there are no such stairs."""
    cell = level.arrivals.get(stairs)
    return next(((to, name) for y, x, to, name in level.links if (y, x) == cell), None)


def leave_level(ctx: Context, level: Level, stairs: str) -> list[Change]:
    """Takes the character through an exit; generates the floor behind it on first use."""
    link = link_of_exit(level, stairs)
    if link is None:
        return []
    changes: list[Change] = []
    if not link[0]:
        changes.append(Push(MAKE_STEP, (level.id, *destination_floor(ctx, level, stairs), 0)))
    return [*changes, Push(TRAVEL_STEP, (level.id, stairs))]


def travel_by_stairs(ctx: Context, level: int, stairs: str) -> list[Change]:
    """Moves the character to the other end of stairs (R-STAIRS-2); nothing if it has left the level, or is leaving."""
    phase = get_phase(ctx)
    world = phase.world
    link = link_of_exit(world.levels[level], stairs)
    if link is None or not link[0] or phase.player.level != level:
        return []
    target, floors = world.levels[link[0]], dungeon_of(ctx.state)
    is_scored = phase.settings.shipped and world.levels[level].floor > 1  # not the desert (P-TRICK-7)
    is_first = target.id not in floors.since
    score = [ScoreFloor(level, sum(run_stats_of(ctx.state).slain.values()))] if is_scored else []
    pay = pay_secrecy(phase, is_scored and is_first and is_unnoticed(ctx.state, level))
    if is_first or not phase.settings.shipped:
        return [*score, EnterLevel(target.id), *come_in(ctx, level, stairs), *pay]
    away = phase.turn - floors.since[target.id] - floors.turns_spent.get(target.id, 0)
    going_on = Push(GO_ON_STEP, (min(away, GO_ON_TURNS),))
    return [*score, EnterLevel(target.id), *pay, going_on, Push(COME_IN_STEP, (level, stairs))]


def come_in(ctx: Context, level: int, stairs: str) -> list[Change]:
    """Places the character at the other end of the stairs of a level."""
    phase = get_phase(ctx)
    world = phase.world
    link = link_of_exit(world.levels[level], stairs)
    assert link is not None
    target = world.levels[link[0]]
    cell = find_free_cell(ctx, target, target.arrivals[link[1]], world.player)
    message_id = "stealth-go-up" if stairs == "up" else "stealth-go-down"
    is_first = target.id not in dungeon_of(ctx.state).since
    return [
        Move(world.player, cell, target.id),
        RecordLevelEntry(target.id, phase.turn, level),
        Tell(Message(message_id, {"floor": target.floor - 1}), "arrival"),
        *(Push(COME_STEP, (actor, level, stairs)) for actor in list_companions(phase, level)),
        Push(ARRIVE_STEP),
        *announce(phase, "core.stealth:on_arrive", world.player, target.floor, is_first),
    ]


COME_STEP = "core.stealth:come"

COMPANION_REACH = 2
"""The distance from the character within which a companion takes the stairs with it."""


def list_companions(phase: Phase, level: int) -> list[int]:
    """The creatures near the character whose effects let them take the stairs of a level with it."""
    effects, me = phase.status_effects, phase.player
    leads = {name for name, effect in effects.items() if effect.is_companion}
    return [
        actor.id
        for actor in phase.world.actors.values()
        if actor.level == level
        and actor is not me
        and not leads.isdisjoint(actor.effects)
        and chebyshev_distance(actor.at, me.at) <= COMPANION_REACH
    ]


COMPOSED = "core.stealth:composed"
"""The effect that an unnoticed floor earns for the next one."""


def pay_secrecy(phase: Phase, is_earned: bool) -> list[Change]:
    """Composes the character that leaves a floor unnoticed for one that is new to it, else ends that (P-PAID-2)."""
    player = phase.world.player
    if is_earned:
        bonus = phase.records.get(StatusEffect, "effect", COMPOSED).bonus
        return [SetEffect(player, COMPOSED, -1), Tell(Message("stealth-composed", dict(bonus)), "good")]
    return [SetEffect(player, COMPOSED, 0)] if COMPOSED in phase.player.effects else []


def find_free_cell(ctx: Context, level: Level, cell: Cell, ignored_actor: int = 0) -> Cell:
    """The cell itself or the nearest free walkable one; `ignored_actor` does not occupy its cell."""
    world = get_phase(ctx).world
    index, (top, left) = get_level_index(world, level, ctx.records), level.origin
    start, walkable, free = (cell[0] - top, cell[1] - left), index.grid.walkable, ~index.occupied_mask
    assert walkable is not None
    if ignored_actor and index.actor_by_cell.get(at := world.actors[ignored_actor].at) == ignored_actor:
        free[at[0] - top, at[1] - left] = True
    if walkable[start] and free[start]:
        return cell
    cells, costs = kernels.reachable_within(index.grid, start, 40)
    near = free[cells[:, 0], cells[:, 1]]
    if near.any():
        y, x = cells[near][costs[near].argmin()].tolist()  # the first row of several, as cells come row by row
        return y + top, x + left
    places = [(y + top, x + left) for y, x in np.argwhere(walkable & free).tolist()]
    return min(places, key=lambda other: chebyshev_distance(cell, other), default=cell)


def look_around(ctx: Context) -> list[Change]:
    """Updates the map with the character's surroundings."""
    return update_explored(get_phase(ctx))


# Start of a game.


def set_up_game(ctx: Context, options: Mapping[str, Any]) -> list[Change]:
    """Sets up a game: draws its plan, generates the first floor and places the character.

    Options: ``course``; for tests and practice ``floor``, the first floor (1: the town), and ``generator``, which
    overrides the plan's choice for it; ``guards``, how many creatures of this floor players command.

    Raises:
        ValueError: no such course, floor or generator exists, or the rules allow fewer guards.
    """
    ctx.state.parts[WORLD] = World(next_id=PLAYER_ID + 1, player=PLAYER_ID)
    course = resolve_course(ctx, str(options.get("course", WHOLE)))
    if course:
        ctx.state.parts[PLAY_PART] = PlayState(course=course)
    plan = get_floor_plan(ctx)
    floor = options.get("floor", 1)
    if type(floor) is not int or not 1 <= floor <= plan.last:
        raise ValueError(f"option floor must be from 1 to {plan.last}, got {floor!r}")
    generator = resolve_generator(ctx, str(options.get("generator", "")))
    guards = read_guards(options)
    if guards and not rule_settings(ctx).shipped:
        raise ValueError("option guards: the classic rules have no hunts")
    ctx.state.parts[STEALTH] = StealthState()
    ctx.state.parts[FLOORS] = DungeonState()
    ctx.state.parts[LORE] = Identification()
    spec = course_of(ctx)
    return [
        PlanFloors(plan_dungeon(ctx)),
        deal_looks(ctx),
        Push(MAKE_STEP, (0, floor, "", 0, *generator)),
        Push(BEGIN_STEP, () if spec is None else (spec.welcome,)),
        *([Push(HUNT_STEP, (guards,))] if guards else []),
    ]


def resolve_generator(ctx: Context, name: str) -> tuple[str, ...]:
    """The recipe with a full or short name, as a tuple; empty for an empty name.

    Raises:
        ValueError: no recipe has this name, or several do.
    """
    if not name:
        return ()
    recipes = ctx.list_recipes("on_generate")
    matches = [name] if name in recipes else [id for id in recipes if id.rpartition(":")[2] == name]
    if len(matches) != 1:
        raise ValueError(f"option generator must be one of {', '.join(recipes)}; got {name!r}")
    return (matches[0],)


def begin_game(ctx: Context, welcome: str = "stealth-welcome") -> list[Change]:
    """Places the character on the first floor; `welcome` is the id of the first log line."""
    phase = get_phase(ctx)
    level = next(iter(phase.world.levels.values()))
    cell = level.arrivals.get("start") or level.arrivals["up"]
    return [
        *commit.create_player(ctx, HERO_KIND, level.id, cell, PLAYER_ID, phase.world.next_id),
        EnterLevel(level.id),
        RecordLevelEntry(level.id, 0),
        Tell(Message(welcome)),
        Push(ARRIVE_STEP),
    ]


def spawn_creature(ctx: Context, level: int, y: int, x: int, kind: str, ai: str = "") -> list[Change]:
    """Adds a creature to a level during play, at a cell or the nearest free one. For other plugins.

    Args:
        kind: record id of the creature.
        ai: behavior that replaces the record's.
    """
    phase = get_phase(ctx)
    cell = find_free_cell(ctx, phase.world.levels[level], (y, x))
    if get_level_index(phase.world, phase.world.levels[level], ctx.records).actor_by_cell.get(cell):
        return []
    return commit.create_creature(ctx, commit.IdAllocator(phase.world.next_id), PlacedActor(kind, cell, ai), level)


def drop_loot(ctx: Context, level: int, y: int, x: int, table: str) -> list[Change]:
    """Drops an item of a loot table at a cell or the nearest free one. For other plugins."""
    world, floors = get_phase(ctx).world, dungeon_of(ctx.state)
    draft = LevelDraft("", (1, 1), standard.WALL, floor=world.levels[level].floor)
    draft.counts = dict(floors.tally)
    draft.step_data["still_owed"] = [kind for _, kind in floors.owed_items]
    loot = draw_loot(ctx, table, draft)
    if loot is None:
        return []
    item = commit.create_item(ctx, commit.IdAllocator(world.next_id), *loot)
    item.level, item.at = level, find_free_cell(ctx, world.levels[level], (y, x))
    return [AddItem(item), CountGenerated(draft.floor, {item.kind: 1})]


STEPS = (
    Step(MAKE_STEP, make_floor),
    Step(TRAVEL_STEP, travel_by_stairs),
    Step(COME_IN_STEP, come_in),
    Step(ARRIVE_STEP, look_around),
    Step(BEGIN_STEP, begin_game),
    Step(SPAWN_STEP, spawn_creature),
    Step(DROP_LOOT_STEP, drop_loot),
)
