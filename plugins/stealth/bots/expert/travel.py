"""Where the expert bot goes: items, containers, fires, stairs, bells, and home."""

import numpy as np

from footfall.api import Command
from footfall.api.grid import Cell, chebyshev_distance, kernels

from ...actions.commands import Strike, Wait
from ...actions.movement import lock_color
from ...actors.stats import effective_stat
from ...actors.surroundings import is_in_daylight
from ...quest.stairs import TakeStairs
from ...senses.known_map import find_known_cells, recall_tiles
from .. import exploration, pathing
from ..fighting import use_known_item
from ..view import because, cells_in_memory
from .fighting import approach, is_guarded
from .items import is_worth_taking
from .view import ExpertView, walk_lengths

LEG_TURNS, EXPLORE_TURNS = 75, 170
"""Turns that it expects a known floor to take on the way, and an unknown one."""

FULL_FLOOR_TURNS = 420
"""Turns after which it stops exploring a floor whose stairs it knows."""

HURT, SCRATCHED, HEALED, DIRE = 55, 80, 95, 35
"""Percentages of life: below the first it looks for rest, below the second it rests by a fire of its floor, at the
third it stops resting, below the fourth it rests even if it then lacks food for the way."""

SHAKEN, SHORT_COURSE = 20, 8
"""Percentage of life below which it gives up the great bell for one that it has seen; it does so on courses of at
most this many floors, for on longer ones its life is often that low."""

HOPELESS, MANY = 50, 2
"""Expected cost of a hopeless fight, in percent of its life; the number of such creatures that discourages it."""

FAR_FLOOR, MAX_CLIMBS, WEARY_TURNS = 5, 3, 4500
"""On a short course, it gives up the great bell after `MAX_CLIMBS` climbs from `FAR_FLOOR` to the fire of the town,
or after `WEARY_TURNS`."""


def choose_errand(view: ExpertView) -> Command | None:
    """The first applicable errand of a floor, in order of priority."""
    turns = view.memory("turns")
    turns[view.level.id] = turns.get(view.level.id, 0) + 1
    if not view.going_home and (spare_turns(view) < 0 or is_discouraged(view)):
        give_up(view)
    if view.going_home:
        return (
            because(view, "rest", recover_on_way(view))
            or because(view, "home", go_home(view))
            or because(view, "search", search(view))
        )
    return (
        because(view, "rest", recover(view))
        or because(view, "fetch", fetch_item(view) or exploration.open_container(view, approach))
        or explore_or_descend(view)
        or because(view, "search", search(view))
    )


def is_discouraged(view: ExpertView) -> bool:
    """Whether it would rather have a lesser bell: on a short course, once badly or often hurt, or after a long time."""
    if view.last_floor > SHORT_COURSE:
        return False
    is_hurt_again = view.is_below_life(HURT) and view.ctx.notes.get("climbs", 0) >= MAX_CLIMBS
    return view.is_below_life(SHAKEN) or is_hurt_again or is_outclassed(view) or view.turn > WEARY_TURNS


def is_outclassed(view: ExpertView) -> bool:
    """Whether it knows of several creatures on the last floor that it could not fight."""
    hard = sum(sighting.cost * 100 >= view.me.hp * HOPELESS for sighting in view.sightings.values())
    return view.level.floor == view.last_floor and hard >= MANY


def spare_turns(view: ExpertView) -> int:
    """Turns that its food lasts beyond what the rest of the way is expected to take."""
    food = view.satiety + sum(
        max(0, use.low) * item.count for item, kind, _, _ in view.kit for use in kind.uses if use.do == "feed"
    )
    ahead = (view.last_floor - view.level.floor) * EXPLORE_TURNS + (view.last_floor - 1) * LEG_TURNS
    return 50 * food - ahead


def go_home(view: ExpertView) -> Command | None:
    """Carries a bell up the stairs and out over the desert's edge; on the way, fetches the one it left behind."""
    if view.gave_up and not view.bells and (step := fetch_bell(view)):
        return step
    goals = find_known_cells(view.phase, "edge" if view.level.floor == 1 else "stairs-up")
    if view.me.at in goals and (leave := view.find_option(TakeStairs)):
        return view.find_option(Wait) if is_guarded(view, view.level.floor - 1) and view.satiety > 4 else leave
    return approach(view, goals) or explore(view)


def fetch_bell(view: ExpertView) -> Command | None:
    """A step to a bell on this floor that it left behind; goes on down if none is left."""
    bells = view.memory("bells_seen")
    for id, (_, level, cell) in list(bells.items()):
        item = view.world.items.get(id)
        if level == view.level.id and view.sees(cell) and (item is None or item.at != cell):
            del bells[id]  # a creature has taken it
    if not bells:
        view.ctx.notes["gave_up"] = False
    return approach(view, [cell for _, level, cell in bells.values() if level == view.level.id and cell != view.me.at])


def give_up(view: ExpertView) -> None:
    """Turns back for a lesser bell, if it knows one above."""
    if any(floor <= view.level.floor for floor, _, _ in view.memory("bells_seen").values()):
        view.ctx.notes["gave_up"] = True


# Rest.


def recover(view: ExpertView) -> Command | None:
    """Rests until healed: by a fire of this floor or of one above, or where it stands if food allows."""
    notes = view.ctx.notes
    missing = view.me.hp_max - view.me.hp
    resting = notes.get("resting", False)
    needs_rest = view.is_below_life(HURT) or (resting and view.is_below_life(HEALED))
    if missing == 0 or not (needs_rest or view.is_below_life(SCRATCHED)):
        notes["resting"] = False
        return None
    if view.foes and view.hunting:
        return None
    command = rest_by_fire(view)
    if command is None and needs_rest:
        command = climb_to_fire(view, missing) or rest_here(view, missing)
        if command is None:
            give_up(view)
    notes["resting"] = command is not None
    return command


def recover_on_way(view: ExpertView) -> Command | None:
    """Rests on the way home only if badly hurt and not near a hunter."""
    if not view.is_below_life(DIRE) and not view.ctx.notes.get("resting"):
        return None
    if 50 * view.satiety < (view.level.floor - 1) * LEG_TURNS + 2 * LEG_TURNS:
        return None
    return recover(view)


def rest_by_fire(view: ExpertView) -> Command | None:
    """Rests at a known fire of this floor."""
    fires = cells_in_memory(view, "fires")
    if not fires:
        return None
    if any(chebyshev_distance(view.me.at, cell) == 1 for cell in fires):
        return view.find_option(Wait)
    return approach(view, [near for cell in fires for near in exploration.walkable_neighbors(view, cell)])


def climb_to_fire(view: ExpertView, missing: int) -> Command | None:
    """Climbs toward the nearest known fire above, if that is cheaper than to rest here and food allows it."""
    floor = view.level.floor
    if floor == 1 or view.level.branch:
        return None
    levels = {level for level, _ in view.memory("fires").values()}
    above = [level.floor for level in view.world.levels.values() if level.id in levels and not level.branch]
    nearest = max((other for other in above if other < floor), default=1)
    trip = 2 * (floor - nearest) * LEG_TURNS + missing
    recovery = 1 + effective_stat(view.phase, view.me, "recovery")
    if trip > min(spare_turns(view), 50 * missing // max(1, recovery)):
        return None
    if is_guarded(view, floor - 1):
        return None
    up = find_known_cells(view.phase, "stairs-up")
    if view.me.at in up:
        if floor == FAR_FLOOR and nearest < FAR_FLOOR - 2:
            view.ctx.notes["climbs"] = view.ctx.notes.get("climbs", 0) + 1
        return view.find_option(TakeStairs)
    return approach(view, up)


def rest_here(view: ExpertView, missing: int) -> Command | None:
    """Rests on stairs while food allows it."""
    if view.satiety <= 4:
        return None
    recovery = 1 + effective_stat(view.phase, view.me, "recovery")
    turns = min(missing, view.me.hp_max * HURT // 100) * 50 // max(1, recovery)
    if spare_turns(view) < min(turns, 200) and not view.is_below_life(DIRE):
        return None
    stairs = find_known_cells(view.phase, "stairs")
    if not stairs or view.me.at in stairs:
        return view.find_option(Wait)
    return approach(view, stairs) or view.find_option(Wait)


# Items and the way down.


def fetch_item(view: ExpertView) -> Command | None:
    """A step to the nearest wanted item that it remembers, if the way is worth it."""
    items = view.memory("items")
    for id, (level, cell) in list(items.items()):
        item = view.world.items.get(id)
        if level == view.level.id and (cell == view.me.at or item is None or not is_worth_taking(view, item)):
            del items[id]
    goals = cells_in_memory(view, "items")
    steps = walk_lengths(view, view.me.at) if goals else None
    goals = [cell for cell in goals if steps is not None and 0 <= steps[view.phase.array_index(cell)] <= 120]
    return approach(view, goals)


def explore_or_descend(view: ExpertView) -> Command | None:
    """Explores while food and time allow, then takes the stairs down."""
    stairs = find_known_cells(view.phase, "stairs-down")
    explores = wants_to_explore(view, stairs)
    if explores and (step := explore(view)):
        return because(view, "explore", step)
    if view.me.at in stairs and (leave := view.find_option(TakeStairs)):
        if is_guarded(view, view.level.floor + 1) and view.satiety > 4:
            return because(view, "guarded", view.find_option(Wait))
        return because(view, "down", leave)
    return because(view, "down", approach(view, stairs)) or (
        None if explores else because(view, "explore", explore(view))
    )


def explore(view: ExpertView) -> Command | None:
    """A step to the frontier cell that it has chosen; it chooses another only once that one is not a frontier."""
    frontier = pathing.find_frontier(view)
    if not frontier:
        return None
    chosen = view.ctx.notes.get("frontier")
    if chosen not in frontier or (step := approach(view, [chosen])) is None:
        ways = kernels.distance_map(pathing.cell_costs(view), [view.phase.array_index(view.me.at)])
        lengths = [(int(ways[view.phase.array_index(cell)]), cell) for cell in frontier]
        reached = [way for way in lengths if way[0] >= 0]
        if not reached:
            return None
        chosen = view.ctx.notes["frontier"] = min(reached)[1]
        step = approach(view, [chosen])
    return step


def wants_to_explore(view: ExpertView, stairs: list[Cell]) -> bool:
    """Whether it explores this floor although it may know the way down."""
    if is_in_daylight(view.phase, view.me.at):
        return False
    floor = view.level.floor
    if view.gave_up:
        return False
    if floor == view.last_floor:
        return True
    turns = view.memory("turns").get(view.level.id, 0)
    return turns < FULL_FLOOR_TURNS and spare_turns(view) > 0 and view.satiety > 3


def search(view: ExpertView) -> Command | None:
    """Last resort where no way is known: hidden walls, a teleport, locked doors, the tunneling staff."""
    return (
        exploration.break_secret_wall(view)
        or exploration.inspect_walls(view, approach)
        or use_known_item(view, "teleport")
        or break_lock(view)
        or exploration.search_walls(view)
    )


def break_lock(view: ExpertView) -> Command | None:
    """Strikes a locked door next to it, or walks to one."""
    strike = next((option for option in view.options if type(option) is Strike), None)
    if strike is not None:
        return strike
    seen, palette, kinds = recall_tiles(view.phase)
    locked = seen & np.array([lock_color(kind) is not None and kind.hp != (0, 0) for kind in kinds])[palette]
    top, left = view.level.origin
    doors = [(y + top, x + left) for y, x in np.argwhere(locked).tolist()]
    if any(chebyshev_distance(view.me.at, cell) == 1 for cell in doors):
        return view.find_option(Wait)  # out of stamina
    return approach(view, sorted({near for cell in doors for near in exploration.walkable_neighbors(view, cell)}))
