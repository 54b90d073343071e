"""Where a bot goes when it does not fight: items, fires, containers, stairs, the frontier."""

from collections.abc import Callable

import numpy as np

from footfall.api import Command
from footfall.api.grid import Cell, chebyshev_distance

from ..actions.commands import Inspect, Strike, Wait, Walk
from ..actors.stats import ORTHOGONAL
from ..actors.surroundings import NEIGHBOR_OFFSETS, direction_to, is_in_daylight
from ..items.using import Activate
from ..quest.stairs import TakeStairs, has_prize
from ..senses.known_map import find_known_cells, recall_tiles
from ..senses.sight import player_sees
from .fighting import step_towards
from .pathing import can_walk, find_frontier
from .view import BotView, V, cells_in_memory

MAX_TURNS_PER_FLOOR = 450
"""Turns on one floor after which a bot stops exploring it."""

MAX_CONTAINERS_PER_FLOOR = 8
"""Maximum number of containers that a bot opens per floor."""

DEEPEST_RETURN_FLOOR = 4
"""Deepest floor from which a wounded bot returns to a fire above."""


def choose_errand(view: BotView) -> Command | None:
    """The first applicable errand of a floor, in order of priority."""
    if has_prize(view.phase):
        return go_home(view) or search_walls(view)
    wall_command = inspect_adjacent_walls(view) or break_secret_wall(view) if view.temper.is_careful else None
    return (
        wall_command
        or rest_by_fire(view)
        or fetch_item(view)
        or open_container(view)
        or explore_or_descend(view)
        or search_walls(view)
    )


def go_home(view: BotView) -> Command | None:
    """Carries the prize up the stairs and out over the desert's edge."""
    goals = find_known_cells(view.phase, "edge" if view.level.floor == 1 else "stairs-up")
    if view.me.at in goals and (leave := view.find_option(TakeStairs)):
        return leave
    return step_towards(view, goals) or step_towards(view, find_frontier(view))


def rest_by_fire(view: BotView) -> Command | None:
    """Rests at a known fire until healed; on the upper floors it also climbs back to one."""
    if not view.is_below_life(100) or view.satiety <= 4:
        return None
    fires = cells_in_memory(view, "fires")
    resting = view.ctx.notes.get("resting", False)
    if not view.is_below_life(view.temper.heal_below) and not resting:
        return None
    view.ctx.notes["resting"] = False
    if fires:
        if any(chebyshev_distance(view.me.at, cell) == 1 for cell in fires):
            view.ctx.notes["resting"] = True
            return view.find_option(Wait)
        step = step_towards(view, [neighbor for cell in fires for neighbor in walkable_neighbors(view, cell)])
        if step is not None:
            view.ctx.notes["resting"] = True
            return step
    if view.level.floor > DEEPEST_RETURN_FLOOR or view.satiety <= 10 or not any(view.memory("fires").values()):
        return None
    up = find_known_cells(view.phase, "stairs-up")
    if view.me.at in up:
        view.ctx.notes["resting"] = True
        return view.find_option(TakeStairs)
    return step_towards(view, up)


def walkable_neighbors(view: BotView, cell: Cell) -> list[Cell]:
    """Neighbors of a cell that are known to be walkable."""
    return [(cell[0] + dy, cell[1] + dx) for dy, dx in NEIGHBOR_OFFSETS if can_walk(view, (cell[0] + dy, cell[1] + dx))]


def fetch_item(view: BotView) -> Command | None:
    """A step to the nearest item on the ground that it remembers."""
    items = view.memory("items")
    goals = cells_in_memory(view, "items")
    if view.me.at in goals:  # the items here have been dealt with
        for id in [id for id, (floor, cell) in items.items() if (floor, cell) == (view.level.id, view.me.at)]:
            del items[id]
        goals = cells_in_memory(view, "items")
    return step_towards(view, goals)


def open_container(view: V, approach: Callable[[V, list[Cell]], Command | None] = step_towards) -> Command | None:
    """Opens an adjacent unopened container, or lets `approach` choose the way to the nearest one."""
    opened = view.memory("opened")
    level = view.level.id
    if sum(floor == level for floor, _ in opened) >= MAX_CONTAINERS_PER_FLOOR:
        return None
    goals = [cell for cell in find_known_cells(view.phase, "container") if (level, cell) not in opened]
    for cell in goals:
        if chebyshev_distance(view.me.at, cell) == 1:
            opened[level, cell] = True
            return view.find_option(Walk, direction=direction_to(view.me.at, cell))
    return approach(view, goals)


def explore_or_descend(view: BotView) -> Command | None:
    """Explores, then takes the stairs down; skips exploring when hungry or after `MAX_TURNS_PER_FLOOR`."""
    turns_by_level = view.memory("turns")
    turns_by_level[view.level.id] = turns_by_level.get(view.level.id, 0) + 1
    stairs = find_known_cells(view.phase, "stairs-down")
    daylight = is_in_daylight(view.phase, view.me.at)
    explores = (
        view.satiety > view.temper.explore_until_satiety
        and turns_by_level[view.level.id] < MAX_TURNS_PER_FLOOR
        and not daylight
    )
    if explores and (step := step_towards(view, find_frontier(view))):
        return step
    if view.me.at in stairs and (leave := view.find_option(TakeStairs)):
        return leave
    return step_towards(view, stairs) or (None if explores else step_towards(view, find_frontier(view)))


def search_walls(view: BotView) -> Command | None:
    """Last resort: breaks secret walls, tunnels, inspects walls in view, walks to unseen ones."""
    return break_secret_wall(view) or use_tunneling_staff(view) or inspect_walls(view)


def inspect_walls(view: V, approach: Callable[[V, list[Cell]], Command | None] = step_towards) -> Command | None:
    """Inspects walls in view, then walks to where others come into view."""
    level, inspected = view.level, view.memory("inspected")
    top, left = level.origin
    seen, palette, kinds = recall_tiles(view.phase)
    walls = seen & np.array(["wall" in kind.tags for kind in kinds])[palette]
    for y, x in np.argwhere(view.visible & walls).tolist():
        if (level.id, (y + top, x + left)) not in inspected:
            inspected[level.id, (y + top, x + left)] = True
            return Inspect(actor=view.me.id, target=(y + top, x + left))
    cells = [(y + top, x + left) for y, x in np.argwhere(walls).tolist()]
    unseen = [cell for cell in cells if (level.id, cell) not in inspected]
    return approach(view, sorted({near for cell in unseen for near in walkable_neighbors(view, cell)} - {view.me.at}))


def inspect_adjacent_walls(view: BotView) -> Command | None:
    """Inspects each adjacent wall once; inspecting is free and reveals secret walls."""
    inspected = view.memory("inspected")
    seen, palette, kinds = recall_tiles(view.phase)
    top, left = view.level.origin
    height, width = view.level.shape
    for dy, dx in ORTHOGONAL:
        cell = (view.me.at[0] + dy, view.me.at[1] + dx)
        y, x = cell[0] - top, cell[1] - left
        if not (0 <= y < height and 0 <= x < width) or (view.level.id, cell) in inspected:
            continue
        inspected[view.level.id, cell] = True
        if seen[y, x] and "wall" in kinds[palette[y, x]].tags and player_sees(view.phase, cell):
            return Inspect(actor=view.me.id, target=cell)
    return None


def break_secret_wall(view: BotView) -> Command | None:
    """Walks to a recognized secret wall and strikes it."""
    secrets = find_known_secrets(view)
    for cell in secrets:
        if chebyshev_distance(view.me.at, cell) == 1:
            direction = direction_to(view.me.at, cell)
            strike = view.find_option(Strike, direction=direction) or view.find_option(Walk, direction=direction)
            return strike or view.find_option(Wait)
    return step_towards(view, secrets)


def use_tunneling_staff(view: BotView) -> Command | None:
    """Wields and uses the tunneling staff, if it carries one."""
    ids = [item.id for item, _, uses, _ in view.kit if "tunnel" in uses]
    return view.find_first_option(Activate, "item", ids)


def find_known_secrets(view: BotView) -> list[Cell]:
    """Recognized secret walls that still stand."""
    level, ground = view.level, view.ground
    top, left = level.origin
    return [
        (y + top, x + left)
        for y, x in np.argwhere(level.recognized).tolist()
        if ground.tile_kinds[level.tiles[y, x]].breaks_to
    ]
