"""A bot's errands: to things, fires, containers and stairs that it knows, and where it has not looked."""

from __future__ import annotations

import numpy as np

from footfall.api import Command
from footfall.api.grid import Cell, chebyshev_distance

from ..commands import Inspect, Strike, Wait, Walk
from ..items.using import Activate
from ..macros.known_map import find_known_cells, recall_tiles
from ..melee import NEIGHBOR_OFFSETS
from ..sight import is_in_daylight, player_sees, visible_cells
from ..stairs import TakeStairs
from ..stats import ORTHOGONAL
from .fighting import step_towards
from .pathing import can_walk, find_frontier, find_stairs_down, has_prize
from .view import BotView, cells_in_memory

MAX_TURNS_PER_FLOOR = 450
"""Turns on one floor after which a bot looks around no more."""

MAX_CONTAINERS_PER_FLOOR = 8
"""Containers of one floor that a bot opens."""

DEEPEST_RETURN_FLOOR = 4
"""Floors down to which a bot that is hurt goes back to a fire above."""


def choose_errand(view: BotView) -> Command | None:
    """The errands of a floor, in order."""
    if has_prize(view):
        return go_home(view) or search_walls(view)
    felt = inspect_adjacent_walls(view) or break_secret_wall(view) if view.temper.careful else None
    return (
        felt
        or rest_by_fire(view)
        or fetch_item(view)
        or open_container(view)
        or explore_or_descend(view)
        or search_walls(view)
    )


def go_home(view: BotView) -> Command | None:
    """Up, and out into the desert."""
    if view.level.floor == 1:
        goals = find_known_cells(view.ctx, "edge")
    else:
        goals = find_known_cells(view.ctx, "stairs-up")
    if view.me.at in goals and (leave := view.find_option(TakeStairs)):
        return leave
    return step_towards(view, goals) or step_towards(view, find_frontier(view))


def rest_by_fire(view: BotView) -> Command | None:
    """Rests by a fire that it knows until it is well, and goes back to one if that is not far."""
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
        step = step_towards(view, [n for cell in fires for n in walkable_neighbors(view, cell)])
        if step is not None:
            view.ctx.notes["resting"] = True
            return step
    if (
        view.level.floor > DEEPEST_RETURN_FLOOR
        or view.satiety <= 10
        or not any(view.memory("fires").values())
    ):
        return None
    up = find_known_cells(view.ctx, "stairs-up")
    if view.me.at in up:
        view.ctx.notes["resting"] = True
        return view.find_option(TakeStairs)
    return step_towards(view, up)


def walkable_neighbors(view: BotView, cell: Cell) -> list[Cell]:
    """Cells beside another that can be walked to."""
    return [
        (cell[0] + dy, cell[1] + dx)
        for dy, dx in NEIGHBOR_OFFSETS
        if can_walk(view, (cell[0] + dy, cell[1] + dx))
    ]


def fetch_item(view: BotView) -> Command | None:
    """To things that it has seen lying."""
    things = view.memory("things")
    goals = cells_in_memory(view, "things")
    if view.me.at in goals:  # what was to be taken here has been
        for id in [
            id for id, (floor, cell) in things.items() if (floor, cell) == (view.level.id, view.me.at)
        ]:
            del things[id]
        goals = cells_in_memory(view, "things")
    return step_towards(view, goals)


def open_container(view: BotView) -> Command | None:
    """To containers that it has not opened."""
    opened = view.memory("opened")
    level = view.level.id
    if sum(floor == level for floor, _ in opened) >= MAX_CONTAINERS_PER_FLOOR:
        return None
    goals = [cell for cell in find_known_cells(view.ctx, "container") if (level, cell) not in opened]
    for cell in goals:
        if chebyshev_distance(view.me.at, cell) == 1:
            opened[level, cell] = True
            direction = NEIGHBOR_OFFSETS.index((cell[0] - view.me.at[0], cell[1] - view.me.at[1]))
            return view.find_option(Walk, direction=direction)
    return step_towards(view, goals)


def explore_or_descend(view: BotView) -> Command | None:
    """Explores, then takes the stairs down; who is hungry or has been here long goes at once."""
    spent = view.memory("spent")
    spent[view.level.id] = spent.get(view.level.id, 0) + 1
    below = find_stairs_down(view)
    daylight = is_in_daylight(view.level, view.ground, view.me.at)
    stays = (
        view.satiety > view.temper.explore_until_satiety
        and spent[view.level.id] < MAX_TURNS_PER_FLOOR
        and not daylight
    )
    for goal in ("edge", "down") if stays else ("down", "edge"):
        if goal == "down":
            if view.me.at in below and (leave := view.find_option(TakeStairs)):
                return leave
            step = step_towards(view, below)
        else:
            step = step_towards(view, find_frontier(view))
        if step is not None:
            return step
    return None


def search_walls(view: BotView) -> Command | None:
    """Nothing is left to see: looks for walls that are none, breaks them, and else walks about."""
    seat, level = view.ctx, view.level
    step = break_secret_wall(view) or use_tunneling_staff(view)
    if step is not None:
        return step
    looked = view.memory("looked")
    top, left = level.origin
    seen, numbers, kinds = recall_tiles(seat)
    walls = np.array(["wall" in kind.tags for kind in kinds])
    for y, x in np.argwhere(visible_cells(seat) & walls[numbers] & seen).tolist():
        cell = (y + top, x + left)
        if (level.id, cell) not in looked:
            looked[level.id, cell] = True
            return Inspect(actor=view.me.id, target=cell)
    known = np.argwhere(seen & walls[numbers]).tolist()
    unseen = [(y + top, x + left) for y, x in known if (level.id, (y + top, x + left)) not in looked]
    beside = sorted({n for cell in unseen for n in walkable_neighbors(view, cell)} - {view.me.at})
    return step_towards(view, beside)


def inspect_adjacent_walls(view: BotView) -> Command | None:
    """Looks closely at the walls beside it, each once: some are none, and looking is free."""
    looked = view.memory("looked")
    seen, numbers, kinds = recall_tiles(view.ctx)
    top, left = view.level.origin
    height, width = view.level.shape
    for dy, dx in ORTHOGONAL:
        cell = (view.me.at[0] + dy, view.me.at[1] + dx)
        y, x = cell[0] - top, cell[1] - left
        if not (0 <= y < height and 0 <= x < width) or (view.level.id, cell) in looked:
            continue
        looked[view.level.id, cell] = True
        if seen[y, x] and "wall" in kinds[numbers[y, x]].tags and player_sees(view.ctx, cell):
            return Inspect(actor=view.me.id, target=cell)
    return None


def break_secret_wall(view: BotView) -> Command | None:
    """Goes to a wall that it knows to be none, and strikes at it."""
    false = find_known_secrets(view)
    for cell in false:
        if chebyshev_distance(view.me.at, cell) == 1:
            direction = NEIGHBOR_OFFSETS.index((cell[0] - view.me.at[0], cell[1] - view.me.at[1]))
            struck = view.find_option(Strike, direction=direction) or view.find_option(
                Walk, direction=direction
            )
            return struck or view.find_option(Wait)
    return step_towards(view, false)


def use_tunneling_staff(view: BotView) -> Command | None:
    """Takes the tunnelling staff in hand and uses it, if it carries one."""
    ids = [item.id for item, _, does, _ in view.kit if "tunnel" in does]
    return view.find_first_option(Activate, "item", ids)


def find_known_secrets(view: BotView) -> list[Cell]:
    """Walls that it has recognised and that still stand."""
    level, ground = view.level, view.ground
    top, left = level.origin
    return [
        (y + top, x + left)
        for y, x in np.argwhere(level.recognized).tolist()
        if ground.tile_kinds[level.tiles[y, x]].breaks_to
    ]
