"""Where the expert bot goes: items, containers, fires, stairs, bells, and home."""

from __future__ import annotations

from footfall.api import Command
from footfall.api.grid import Cell, chebyshev_distance

from ..commands import Wait, Walk
from ..macros.known_map import find_known_cells
from ..melee import direction_to
from ..sight import array_index, is_in_daylight
from ..stairs import TakeStairs
from ..stats import effective_stat
from . import exploration, pathing
from .expert_fighting import approach
from .expert_items import is_wanted
from .expert_view import ExpertView, walk_lengths
from .view import cells_in_memory

LEG_TURNS, EXPLORE_TURNS = 55, 170
"""Turns that it expects a known floor to take on the way, and an unknown one."""

FULL_FLOOR_TURNS = 420
"""Turns after which it stops exploring a floor whose stairs it knows."""

HURT, HEALED = 55, 95
"""Percentages of life at which it begins to look for rest, and at which it ends it."""

MAX_CONTAINERS = 8
"""Containers that it opens per floor at most."""

HOMESICK_SATIETY = 3
"""Satiety, without food, at which it turns back with any bell it has."""


def choose_errand(view: ExpertView) -> Command | None:
    """The first applicable errand of a floor, in order of priority."""
    turns = view.memory("turns")
    turns[view.level.id] = turns.get(view.level.id, 0) + 1
    if view.going_home:
        return go_home(view) or exploration.search_walls(view)
    return (
        recover(view)
        or fetch_item(view)
        or open_container(view)
        or explore_or_descend(view)
        or exploration.search_walls(view)
    )


def spare_turns(view: ExpertView) -> int:
    """Turns that its food lasts beyond what the rest of the way is expected to take."""
    food = view.satiety + sum(
        max(0, use.low) * item.count for item, kind, _, _ in view.kit for use in kind.uses if use.do == "feed"
    )
    ahead = (view.last_floor - view.level.floor) * EXPLORE_TURNS + (view.last_floor - 1) * LEG_TURNS
    return 50 * food - ahead


def go_home(view: ExpertView) -> Command | None:
    """Carries a bell up the stairs and out over the desert's edge."""
    goals = find_known_cells(view.ctx, "edge" if view.level.floor == 1 else "stairs-up")
    if view.me.at in goals and (leave := view.find_option(TakeStairs)):
        return leave
    return approach(view, goals) or approach(view, pathing.find_frontier(view))


# Rest.


def recover(view: ExpertView) -> Command | None:
    """Rests until healed: by a fire, where it stands if food allows, or by a climb to the fire of the town."""
    notes = view.ctx.notes
    missing = view.me.hp_max - view.me.hp
    resting = notes.get("resting", False)
    if missing == 0 or not (view.is_below_life(HURT) or (resting and view.is_below_life(HEALED))):
        notes["resting"] = False
        return None
    if view.foes and view.hunting:
        return None
    notes["resting"] = True
    command = rest_by_fire(view) or climb_to_fire(view, missing) or rest_here(view, missing)
    if command is None:
        notes["resting"] = False
    return command


def rest_by_fire(view: ExpertView) -> Command | None:
    """Rests at a known fire of this floor."""
    fires = cells_in_memory(view, "fires")
    if not fires:
        return None
    if any(chebyshev_distance(view.me.at, cell) == 1 for cell in fires):
        return view.find_option(Wait)
    return approach(view, [near for cell in fires for near in exploration.walkable_neighbors(view, cell)])


def climb_to_fire(view: ExpertView, missing: int) -> Command | None:
    """Climbs toward the fire of the town, if that is cheaper than to rest here and food allows it."""
    floor = view.level.floor
    if floor == 1 or view.level.branch:
        return None
    trip = 2 * (floor - 1) * LEG_TURNS + missing
    recovery = 1 + effective_stat(view.ctx, view.me, "recovery")
    if trip > min(spare_turns(view), 50 * missing // max(1, recovery)):
        return None
    up = find_known_cells(view.ctx, "stairs-up")
    if view.me.at in up:
        return view.find_option(TakeStairs)
    return approach(view, up)


def rest_here(view: ExpertView, missing: int) -> Command | None:
    """Rests on stairs while food allows it."""
    recovery = 1 + effective_stat(view.ctx, view.me, "recovery")
    turns = min(missing, view.me.hp_max * HURT // 100) * 50 // max(1, recovery)
    if spare_turns(view) < min(turns, 200) or view.satiety <= 4:
        return None
    stairs = pathing.find_stairs(view)
    if not stairs or view.me.at in stairs:
        return view.find_option(Wait)
    return approach(view, stairs) or view.find_option(Wait)


# Items and the way down.


def fetch_item(view: ExpertView) -> Command | None:
    """A step to the nearest wanted item that it remembers, if the way is worth it."""
    items = view.memory("items")
    for id, (level, cell) in list(items.items()):
        item = view.world.items.get(id)
        if level == view.level.id and (cell == view.me.at or item is None or not _is_worth_taking(view, id)):
            del items[id]
    goals = cells_in_memory(view, "items")
    steps = walk_lengths(view, view.me.at) if goals else None
    goals = [cell for cell in goals if steps is not None and 0 <= steps[array_index(view.level, cell)] <= 60]
    return approach(view, goals)


def _is_worth_taking(view: ExpertView, id: int) -> bool:
    """Whether it wants an item that it remembers, by what it saw of it."""
    item = view.world.items[id]
    return is_wanted(view, item) and view.wants_bell(id)


def open_container(view: ExpertView) -> Command | None:
    """Opens an adjacent unopened container, or steps toward the nearest one."""
    opened = view.memory("opened")
    level = view.level.id
    if sum(floor == level for floor, _ in opened) >= MAX_CONTAINERS:
        return None
    goals = [cell for cell in find_known_cells(view.ctx, "container") if (level, cell) not in opened]
    for cell in goals:
        if chebyshev_distance(view.me.at, cell) == 1:
            opened[level, cell] = True
            return view.find_option(Walk, direction=direction_to(view.me.at, cell))
    return approach(view, goals)


def explore_or_descend(view: ExpertView) -> Command | None:
    """Explores while food and time allow, then takes the stairs down."""
    stairs = pathing.find_stairs_down(view)
    order = ("edge", "down") if wants_to_explore(view, stairs) else ("down", "edge")
    for goal in order:
        if goal == "down":
            if view.me.at in stairs and (leave := view.find_option(TakeStairs)):
                return leave
            step = approach(view, stairs)
        else:
            step = approach(view, pathing.find_frontier(view))
        if step is not None:
            return step
    return None


def wants_to_explore(view: ExpertView, stairs: list[Cell]) -> bool:
    """Whether it explores this floor although it may know the way down."""
    if is_in_daylight(view.level, view.ground, view.me.at):
        return False
    floor = view.level.floor
    if floor == view.last_floor:
        return True
    turns = view.memory("turns").get(view.level.id, 0)
    return turns < FULL_FLOOR_TURNS and spare_turns(view) > 0 and view.satiety > 3
