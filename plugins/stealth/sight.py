"""What the player's character sees (R-AI-2, table C.7): its field of view, and what light shows."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from footfall.api import Message, Play
from footfall.api.grid import Actor, Cell, Ground, Level, World, here, view

from .roster import roster
from .totals import creature, total

EYES = 9
"""Cells that a view covers at least, so that one view serves the eyes of most creatures of a phase, too."""

DAYLIGHT = "daylight"
"""Tag of tiles that lie in the open: whoever stands on one sees as far as the line goes."""


def index(level: Level, cell: Cell) -> Cell:
    """Where a cell lies in the level's arrays."""
    return cell[0] - level.origin[0], cell[1] - level.origin[1]


def in_daylight(level: Level, ground: Ground, cell: Cell) -> bool:
    """Whether a cell lies in the open (the town); the lamp is of no use there (D-10)."""
    y, x = index(level, cell)
    return DAYLIGHT in ground.kinds[level.tiles[y, x]].tags


def lights(play: Play, world: World, level: Level, ground: Ground) -> list[tuple[Cell, int]]:
    """Cells of the creatures that give light, and how far (table C.7)."""
    shining = roster(play, world, ground).lights
    return [(index(level, world.actors[id].at), radius) for id, radius in shining if id != world.player]


def visible(play: Play) -> npt.NDArray[np.bool_]:
    """The cells that the player's character sees now: bool ``(height, width)``, not to be written to.

    A cell is seen if the line to it is clear and it lies within FOV, or in light.
    """
    world, level, ground = here(play)
    player = world.actors[world.player]
    at = index(level, player.at)
    reach = total(play, player, "fov")
    shining = lights(play, world, level, ground)
    key = (ground.grid.generation, at, reach, tuple(shining))
    kept = ground.memo.get("core.stealth:visible")
    if kept is not None and kept[0] == key:
        before: npt.NDArray[np.bool_] = kept[1]
        return before
    if in_daylight(level, ground, player.at):
        seen = view(ground, at)
    else:
        far = [max(abs(y - at[0]), abs(x - at[1])) + radius for (y, x), radius in shining]
        line = view(ground, at, max(EYES, reach, *far))
        lit = np.zeros_like(line)
        for (y, x), radius in [(at, reach), *shining]:
            lit[max(0, y - radius) : y + radius + 1, max(0, x - radius) : x + radius + 1] = True
        seen = line & lit
    ground.memo["core.stealth:visible"] = (key, seen)
    return seen


def sees(play: Play, cell: Cell) -> bool:
    """Whether the player's character sees a cell of the current level."""
    _, level, _ = here(play)
    return bool(visible(play)[index(level, cell)])


def name_of(play: Play, actor: Actor) -> Message:
    """What to call an actor."""
    return Message(creature(play, actor.kind).name)
