"""What the player's character sees (R-AI-2): its field of view, and cells in light."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from footfall.api import Context, Message
from footfall.api.grid import Actor, Cell, Level, LevelIndex, World, current_level, find_visible_cells

from .actor_index import get_actor_index
from .stats import creature_kind, effective_stat

MIN_VIEW_RADIUS = 9
"""Smallest radius of a computed view, in cells; by symmetry it then also serves most creatures of a turn."""

DAYLIGHT_TAG = "daylight"
"""Tag of tiles in the open, where the range of sight is unlimited."""


def array_index(level: Level, cell: Cell) -> Cell:
    """The index of a cell in the level's arrays."""
    return cell[0] - level.origin[0], cell[1] - level.origin[1]


def is_in_daylight(level: Level, ground: LevelIndex, cell: Cell) -> bool:
    """Whether a cell is in the open, where the lamp is useless (D-10)."""
    y, x = array_index(level, cell)
    return DAYLIGHT_TAG in ground.tile_kinds[level.tiles[y, x]].tags


def list_lights(ctx: Context, world: World, level: Level, ground: LevelIndex) -> list[tuple[Cell, int]]:
    """Array indices of the creatures that give light, and the radii in cells."""
    lights = get_actor_index(ctx, world, ground).lights
    return [(array_index(level, world.actors[id].at), radius) for id, radius in lights if id != world.player]


def visible_cells(ctx: Context) -> npt.NDArray[np.bool_]:
    """The cells in the view of the player's character: bool ``(height, width)``, not to be written to.

    A cell is in view if the line to it is clear and it is within FOV or in light.
    """
    world, level, ground = current_level(ctx)
    player = world.actors[world.player]
    at = array_index(level, player.at)
    reach = effective_stat(ctx, player, "fov")
    lights = list_lights(ctx, world, level, ground)
    key = (ground.grid.generation, at, reach, tuple(lights))
    cached = ground.memo.get("core.stealth:visible")
    if cached is not None and cached[0] == key:
        visible: npt.NDArray[np.bool_] = cached[1]
        return visible
    if is_in_daylight(level, ground, player.at):
        visible = find_visible_cells(ground, at)
    else:
        distances = [max(abs(y - at[0]), abs(x - at[1])) + radius for (y, x), radius in lights]
        line = find_visible_cells(ground, at, max(MIN_VIEW_RADIUS, reach, *distances))
        lit = np.zeros_like(line)
        for (y, x), radius in [(at, reach), *lights]:
            lit[max(0, y - radius) : y + radius + 1, max(0, x - radius) : x + radius + 1] = True
        visible = line & lit
    ground.memo["core.stealth:visible"] = (key, visible)
    return visible


def player_sees(ctx: Context, cell: Cell) -> bool:
    """Whether the player's character sees a cell of the current level."""
    _, level, _ = current_level(ctx)
    return bool(visible_cells(ctx)[array_index(level, cell)])


def actor_name(ctx: Context, actor: Actor) -> Message:
    """The name of an actor's kind."""
    return Message(creature_kind(ctx, actor.kind).name)
