"""Making a floor when it is first entered, going there, and beginning a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from footfall.api import Change, Message, Play, Push, Step, Tell
from footfall.api.grid import PART as WORLD
from footfall.api.grid import (
    AddItem,
    Cell,
    Draft,
    EnterLevel,
    Level,
    Link,
    Move,
    Placed,
    World,
    ground,
    kernels,
    world_of,
)

from ..lore import PART as LORE
from ..lore import Lore, dealt
from ..state import PART as STEALTH
from ..state import Stealth, turn_of
from ..turns import look
from . import cavern, commit, fixed, standard, town
from .fill import digging
from .floors import PART as FLOORS
from .floors import Enter, Floors, PlanFloors, Tally, floors_of, plan_of, planned
from .tables import loot

MAKE = "core.stealth:make-floor"
TRAVEL = "core.stealth:travel"
ARRIVE = "core.stealth:arrive"
BEGIN = "core.stealth:begin"
APPEAR = "core.stealth:appear"
STREW = "core.stealth:strew"

HERO = "core.stealth:adept"
PLAYER = 1
"""Id of the player's character."""

RECIPES: Mapping[str, tuple[Step, ...]] = {
    module.RECIPE: module.STEPS for module in (town, fixed, cavern, standard)
}
"""The generators and their steps (R-GEN-1), as the plugin answers ``on_generate``."""


def blank(play: Play, recipe: str, floor: int, branch: str = "", up: Cell | None = None) -> Draft:
    """A draft that no step has touched, with all that steps may ask of it.

    Its notes, all plain: ``last`` (there is no way down), ``goal`` (the prize is here), ``player``
    (the character begins here), ``side`` (name of the branch whose stairs are here), ``template``,
    ``filling``, ``colours`` (locks that are allowed), ``keys`` (locks whose keys lie here), ``owed``
    and ``still_owed`` (objects to come here and later).
    """
    plan, floors = plan_of(play), floors_of(play.state)
    draft = Draft(recipe, plan.shape, standard.WALL, floor=floor, branch=branch)
    draft.counts = dict(floors.tally)
    height, width = plan.shape
    if up is not None and 1 <= up[0] < height - 1 and 1 <= up[1] < width - 1:
        draft.arrivals["up"] = up
    entry = plan.floors.get(str(floor), plan.usual)
    notes = draft.notes
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


def recipe_of(play: Play, floor: int, branch: str) -> str:
    """The generator of a floor, drawn as the plan weighs it; side branches are standard dungeons."""
    if branch:
        return standard.RECIPE
    plan = plan_of(play)
    recipes = plan.floors.get(str(floor), plan.usual).recipes
    names = list(recipes)
    return names[play.weighted("recipe", [recipes[name] for name in names])]


def make(play: Play, level: int, floor: int, branch: str, attempt: int = 0, wanted: str = "") -> list[Change]:
    """Makes the floor that the stairs of a level lead to, or the first one (``level`` 0).

    The floor depends on the seed, not on when it is entered (R-GEN-3); only limits per game see
    what other floors held. A draft that fails is made anew by another entry, so with other dice;
    after `Digging.tries` it becomes a standard dungeon (D-36).

    Args:
        wanted: a generator that was asked for; empty: the plan's choice.

    Raises:
        RuntimeError: not even that succeeded.
    """
    tries = digging(play).tries
    if attempt > 2 * tries:
        raise RuntimeError(f"floor {floor} could not be made")
    world = world_of(play.state)
    play.anchor(f"floor {branch} {floor} {attempt}")
    recipe = (wanted or recipe_of(play, floor, branch)) if attempt < tries else standard.RECIPE
    came = world.levels.get(level)
    way = exit_to(came, branch) if came is not None else ""
    draft = blank(play, recipe, floor, branch, came.arrivals.get(way) if came is not None else None)
    draft.notes["player"] = came is None
    play.run_chain("on_generate", recipe, draft)
    if draft.failed:
        return [Push(MAKE, (level, floor, branch, attempt + 1, *([wanted] if wanted else [])))]
    return joined(play, draft, came, way)


def joined(play: Play, draft: Draft, came: Level | None, way: str) -> list[Change]:
    """The changes of a finished draft, with its stairs linked to those one came by."""
    world = world_of(play.state)
    id = max(world.levels, default=0) + 1
    links = [
        (*cell, came.id if name == "up" and came is not None else 0, way if name == "up" else "up")
        for name, cell in draft.arrivals.items()
        if name != "start"
    ]
    changes = commit.committed(play, draft, id, links)
    if came is not None and way in came.arrivals:
        changes.append(Link(came.id, came.arrivals[way], id, "up"))
    return changes


def exit_to(level: Level, branch: str) -> str:
    """The name of the stairs of a level that lead down into a branch."""
    return "down" if level.branch == branch else "side"


def ahead(play: Play, level: Level, way: str) -> tuple[int, str]:
    """Floor and branch that the stairs down of a level lead to."""
    if way == "side":
        floors = floors_of(play.state)
        name = next((name for name, (start, _) in floors.side.items() if start == level.floor), "")
        return level.floor + 1, name
    return level.floor + 1, level.branch


def link_at(level: Level, way: str) -> tuple[int, str] | None:
    """Where the stairs of that name lead: level (0: not made yet) and arrival; None without stairs."""
    cell = level.arrivals.get(way)
    return next(((to, name) for y, x, to, name in level.links if (y, x) == cell), None)


def leave(play: Play, level: Level, way: str) -> list[Change]:
    """Takes the character through an exit of its level; the floor behind it is made if need be."""
    link = link_at(level, way)
    if link is None:
        return []
    changes: list[Change] = []
    if not link[0]:
        changes.append(Push(MAKE, (level.id, *ahead(play, level, way), 0)))
    return [*changes, Push(TRAVEL, (level.id, way))]


def travel(play: Play, level: int, way: str) -> list[Change]:
    """The character arrives where stairs lead to (R-STAIRS-2)."""
    world = world_of(play.state)
    link = link_at(world.levels[level], way)
    if link is None or not link[0]:
        return []
    target = world.levels[link[0]]
    cell = free_near(play, target, target.arrivals[link[1]], world.player)
    told = "stealth-go-up" if way == "up" else "stealth-go-down"
    return [
        EnterLevel(target.id),
        Move(world.player, cell, target.id),
        Enter(target.id, turn_of(play), level),
        Tell(Message(told, {"floor": target.floor - 1})),
        Push(ARRIVE),
    ]


def free_near(play: Play, level: Level, cell: Cell, but: int = 0) -> Cell:
    """A cell itself, or the nearest walkable one where nobody stands (`but` for this actor)."""
    world = world_of(play.state)
    here = ground(world, level, play.records)
    top, left = level.origin
    cells, costs = kernels.reachable_within(here.grid, (cell[0] - top, cell[1] - left), 40)
    order = sorted(zip(costs.tolist(), cells.tolist(), strict=True))
    for _, (y, x) in order:
        found = (y + top, x + left)
        if here.occupied.get(found, but) == but:
            return found
    return cell


def arrive(play: Play) -> list[Change]:
    """The character looks round."""
    return look(play)


# Beginning.


def setup(play: Play, options: Mapping[str, Any]) -> list[Change]:
    """The first state of a game: its plan is drawn, the first floor is made, the character stands there.

    Options: ``floor``, where the game begins (1: the town), and ``generator``, what makes that floor
    instead of the plan's choice; for tests and practice.

    Raises:
        ValueError: there is no such floor or generator.
    """
    plan = plan_of(play)
    floor = options.get("floor", 1)
    if type(floor) is not int or not 1 <= floor <= plan.last:
        raise ValueError(f"option floor goes from 1 to {plan.last}, got {floor!r}")
    wanted = generator(play, str(options.get("generator", "")))
    play.state.parts[WORLD] = World(next_id=PLAYER + 1, player=PLAYER)
    play.state.parts[STEALTH] = Stealth()
    play.state.parts[FLOORS] = Floors()
    play.state.parts[LORE] = Lore()
    return [PlanFloors(planned(play)), dealt(play), Push(MAKE, (0, floor, "", 0, *wanted)), Push(BEGIN)]


def generator(play: Play, name: str) -> tuple[str, ...]:
    """The recipe of that full or short name, none for an empty one.

    Raises:
        ValueError: there is none, or several mods have one.
    """
    if not name:
        return ()
    known = play.recipes("on_generate")
    found = [name] if name in known else [id for id in known if id.rpartition(":")[2] == name]
    if len(found) != 1:
        raise ValueError(f"option generator is one of {', '.join(known)}; got {name!r}")
    return (found[0],)


def begin(play: Play, welcome: str = "stealth-welcome") -> list[Change]:
    """The character comes into the first floor; `welcome` is the id of what it is told."""
    world = world_of(play.state)
    level = next(iter(world.levels.values()))
    cell = level.arrivals.get("start") or level.arrivals["up"]
    return [
        *commit.player(play, HERO, level.id, cell, PLAYER, world.next_id),
        EnterLevel(level.id),
        Enter(level.id, 0),
        Tell(Message(welcome)),
        Push(ARRIVE),
    ]


def appear(play: Play, level: int, y: int, x: int, kind: str, ai: str = "") -> list[Change]:
    """A creature comes into a level during play, on a cell or as near as there is room: for other plugins.

    Args:
        kind: record id of the creature.
        ai: kind of behaviour that replaces the record's.
    """
    world = world_of(play.state)
    cell = free_near(play, world.levels[level], (y, x))
    return commit.born(play, commit.Ids(world.next_id), Placed(kind, cell, ai), level)


def strew(play: Play, level: int, y: int, x: int, table: str) -> list[Change]:
    """An object of a loot table comes to lie on a cell during play, or as near as one can walk: for other plugins."""
    world, floors = world_of(play.state), floors_of(play.state)
    draft = Draft("", (1, 1), standard.WALL, floor=world.levels[level].floor)
    draft.counts = dict(floors.tally)
    draft.notes["still_owed"] = [kind for _, kind in floors.owed]
    found = loot(play, table, draft)
    if found is None:
        return []
    item = commit.fresh(play, commit.Ids(world.next_id), *found)
    item.level, item.at = level, free_near(play, world.levels[level], (y, x))
    return [AddItem(item), Tally(draft.floor, {item.kind: 1})]


STEPS = (
    Step(MAKE, make),
    Step(TRAVEL, travel),
    Step(ARRIVE, arrive),
    Step(BEGIN, begin),
    Step(APPEAR, appear),
    Step(STREW, strew),
)
