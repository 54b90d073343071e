"""A bot's errands: to things, fires, containers and stairs that it knows, and where it has not looked."""

from __future__ import annotations

import numpy as np

from footfall.api import Command
from footfall.api.grid import Cell, chebyshev

from ..commands import Inspect, Step, Strike, Wait
from ..courses.known import cells_with, seen_tiles
from ..items.using import Activate
from ..melee import AROUND
from ..sight import in_daylight, sees, visible
from ..stairs import TakeStairs
from ..totals import ORTHOGONAL
from .fighting import towards
from .paths import carries_prize, down, edge, goes
from .view import View, places

LONG = 450
"""Turns on one floor after which a bot looks around no more."""

OPENINGS = 8
"""Containers of one floor that a bot opens."""

UPWARDS = 4
"""Floors down to which a bot that is hurt goes back to a fire above."""


def travel(view: View) -> Command | None:
    """The errands of a floor, in order."""
    if carries_prize(view):
        return home(view) or search(view)
    felt = feel(view) or breach(view) if view.temper.careful else None
    return felt or warm(view) or fetch(view) or open_up(view) or onward(view) or search(view)


def home(view: View) -> Command | None:
    """Up, and out into the desert."""
    if view.level.floor == 1:
        goals = cells_with(view.seat, "edge")
    else:
        goals = cells_with(view.seat, "stairs-up")
    if view.me.at in goals and (leave := view.option(TakeStairs)):
        return leave
    return towards(view, goals) or towards(view, edge(view))


def warm(view: View) -> Command | None:
    """Rests by a fire that it knows until it is well, and goes back to one if that is not far."""
    if not view.hurt(100) or view.satiety <= 4:
        return None
    fires = places(view, "fires")
    resting = view.seat.notes.get("resting", False)
    if not view.hurt(view.temper.heals) and not resting:
        return None
    view.seat.notes["resting"] = False
    if fires:
        if any(chebyshev(view.me.at, cell) == 1 for cell in fires):
            view.seat.notes["resting"] = True
            return view.option(Wait)
        step = towards(view, [n for cell in fires for n in neighbours(view, cell)])
        if step is not None:
            view.seat.notes["resting"] = True
            return step
    if view.level.floor > UPWARDS or view.satiety <= 10 or not any(view.memory("fires").values()):
        return None
    up = cells_with(view.seat, "stairs-up")
    if view.me.at in up:
        view.seat.notes["resting"] = True
        return view.option(TakeStairs)
    return towards(view, up)


def neighbours(view: View, cell: Cell) -> list[Cell]:
    """Cells beside another that can be walked to."""
    return [(cell[0] + dy, cell[1] + dx) for dy, dx in AROUND if goes(view, (cell[0] + dy, cell[1] + dx))]


def fetch(view: View) -> Command | None:
    """To things that it has seen lying."""
    things = view.memory("things")
    goals = places(view, "things")
    if view.me.at in goals:  # what was to be taken here has been
        for id in [
            id for id, (floor, cell) in things.items() if (floor, cell) == (view.level.id, view.me.at)
        ]:
            del things[id]
        goals = places(view, "things")
    return towards(view, goals)


def open_up(view: View) -> Command | None:
    """To containers that it has not opened."""
    opened = view.memory("opened")
    level = view.level.id
    if sum(floor == level for floor, _ in opened) >= OPENINGS:
        return None
    goals = [cell for cell in cells_with(view.seat, "container") if (level, cell) not in opened]
    for cell in goals:
        if chebyshev(view.me.at, cell) == 1:
            opened[level, cell] = True
            direction = AROUND.index((cell[0] - view.me.at[0], cell[1] - view.me.at[1]))
            return view.option(Step, direction=direction)
    return towards(view, goals)


def onward(view: View) -> Command | None:
    """Explores, then takes the stairs down; who is hungry or has been here long goes at once."""
    spent = view.memory("spent")
    spent[view.level.id] = spent.get(view.level.id, 0) + 1
    below = down(view)
    daylight = in_daylight(view.level, view.ground, view.me.at)
    stays = view.satiety > view.temper.explores and spent[view.level.id] < LONG and not daylight
    for goal in ("edge", "down") if stays else ("down", "edge"):
        if goal == "down":
            if view.me.at in below and (leave := view.option(TakeStairs)):
                return leave
            step = towards(view, below)
        else:
            step = towards(view, edge(view))
        if step is not None:
            return step
    return None


def search(view: View) -> Command | None:
    """Nothing is left to see: looks for walls that are none, breaks them, and else walks about."""
    seat, level = view.seat, view.level
    step = breach(view) or tunnel(view)
    if step is not None:
        return step
    looked = view.memory("looked")
    top, left = level.origin
    seen, numbers, kinds = seen_tiles(seat)
    walls = np.array(["wall" in kind.tags for kind in kinds])
    for y, x in np.argwhere(visible(seat) & walls[numbers] & seen).tolist():
        cell = (y + top, x + left)
        if (level.id, cell) not in looked:
            looked[level.id, cell] = True
            return Inspect(actor=view.me.id, target=cell)
    known = np.argwhere(seen & walls[numbers]).tolist()
    unseen = [(y + top, x + left) for y, x in known if (level.id, (y + top, x + left)) not in looked]
    beside = sorted({n for cell in unseen for n in neighbours(view, cell)} - {view.me.at})
    return towards(view, beside)


def feel(view: View) -> Command | None:
    """Looks closely at the walls beside it, each once: some are none, and looking is free."""
    looked = view.memory("looked")
    seen, numbers, kinds = seen_tiles(view.seat)
    top, left = view.level.origin
    height, width = view.level.shape
    for dy, dx in ORTHOGONAL:
        cell = (view.me.at[0] + dy, view.me.at[1] + dx)
        y, x = cell[0] - top, cell[1] - left
        if not (0 <= y < height and 0 <= x < width) or (view.level.id, cell) in looked:
            continue
        looked[view.level.id, cell] = True
        if seen[y, x] and "wall" in kinds[numbers[y, x]].tags and sees(view.seat, cell):
            return Inspect(actor=view.me.id, target=cell)
    return None


def breach(view: View) -> Command | None:
    """Goes to a wall that it knows to be none, and strikes at it."""
    false = cells_with_known_secrets(view)
    for cell in false:
        if chebyshev(view.me.at, cell) == 1:
            direction = AROUND.index((cell[0] - view.me.at[0], cell[1] - view.me.at[1]))
            struck = view.option(Strike, direction=direction) or view.option(Step, direction=direction)
            return struck or view.option(Wait)
    return towards(view, false)


def tunnel(view: View) -> Command | None:
    """Takes the tunnelling staff in hand and uses it, if it carries one."""
    ids = [item.id for item, _, does, _ in view.kit if "tunnel" in does]
    return view.first(Activate, "item", ids)


def cells_with_known_secrets(view: View) -> list[Cell]:
    """Walls that it has recognised and that still stand."""
    level, ground = view.level, view.ground
    top, left = level.origin
    return [
        (y + top, x + left)
        for y, x in np.argwhere(level.recognised).tolist()
        if ground.kinds[level.tiles[y, x]].breaks_to
    ]
