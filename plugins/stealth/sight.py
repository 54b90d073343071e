"""What the player's character sees (R-AI-2, table C.7): its field of view, and what light shows."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from footfall.api import Context, Message
from footfall.api.grid import Actor, Cell, Level, LevelIndex, World, current_level, find_visible_cells

from .actor_index import get_actor_index
from .stats import creature_kind, effective_stat

MIN_VIEW_RADIUS = 9
"""Cells that a view covers at least, so that one view serves the eyes of most creatures of a phase, too."""

DAYLIGHT_TAG = "daylight"
"""Tag of tiles that lie in the open: whoever stands on one sees as far as the line goes."""


def array_index(level: Level, cell: Cell) -> Cell:
    """Where a cell lies in the level's arrays."""
    return cell[0] - level.origin[0], cell[1] - level.origin[1]


def is_in_daylight(level: Level, ground: LevelIndex, cell: Cell) -> bool:
    """Whether a cell lies in the open (the town); the lamp is of no use there (D-10)."""
    y, x = array_index(level, cell)
    return DAYLIGHT_TAG in ground.tile_kinds[level.tiles[y, x]].tags


def list_lights(ctx: Context, world: World, level: Level, ground: LevelIndex) -> list[tuple[Cell, int]]:
    """Cells of the creatures that give light, and how far (table C.7)."""
    shining = get_actor_index(ctx, world, ground).lights
    return [(array_index(level, world.actors[id].at), radius) for id, radius in shining if id != world.player]


def visible_cells(ctx: Context) -> npt.NDArray[np.bool_]:
    """The cells that the player's character sees now: bool ``(height, width)``, not to be written to.

    A cell is seen if the line to it is clear and it lies within FOV, or in light.
    """
    world, level, ground = current_level(ctx)
    player = world.actors[world.player]
    at = array_index(level, player.at)
    reach = effective_stat(ctx, player, "fov")
    shining = list_lights(ctx, world, level, ground)
    key = (ground.grid.generation, at, reach, tuple(shining))
    kept = ground.memo.get("core.stealth:visible")
    if kept is not None and kept[0] == key:
        before: npt.NDArray[np.bool_] = kept[1]
        return before
    if is_in_daylight(level, ground, player.at):
        seen = find_visible_cells(ground, at)
    else:
        far = [max(abs(y - at[0]), abs(x - at[1])) + radius for (y, x), radius in shining]
        line = find_visible_cells(ground, at, max(MIN_VIEW_RADIUS, reach, *far))
        lit = np.zeros_like(line)
        for (y, x), radius in [(at, reach), *shining]:
            lit[max(0, y - radius) : y + radius + 1, max(0, x - radius) : x + radius + 1] = True
        seen = line & lit
    ground.memo["core.stealth:visible"] = (key, seen)
    return seen


def player_sees(ctx: Context, cell: Cell) -> bool:
    """Whether the player's character sees a cell of the current level."""
    _, level, _ = current_level(ctx)
    return bool(visible_cells(ctx)[array_index(level, cell)])


def actor_name(ctx: Context, actor: Actor) -> Message:
    """What to call an actor."""
    return Message(creature_kind(ctx, actor.kind).name)
