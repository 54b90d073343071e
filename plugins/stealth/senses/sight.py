"""What the player's character sees (R-AI-2): its field of view, and cells in light."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from footfall.api import Change, Context, Message
from footfall.api.grid import (
    Actor,
    Cell,
    Level,
    LevelIndex,
    MarkExplored,
    World,
    chebyshev_distance,
    current_level,
    find_visible_cells,
)

from ..actors.actor_index import get_actor_index, list_actors
from ..actors.floor import array_index, is_in_daylight, is_in_water
from ..actors.identification import disguise_of
from ..actors.stats import LAMP, creature_kind, effective_stat
from ..model.state import LastAction, LearnCreatureKinds, stealth_of

MIN_VIEW_RADIUS = 9
"""Smallest radius of a computed view, in cells; by symmetry it then also serves most creatures of a turn."""


def list_lights(ctx: Context, world: World, level: Level, ground: LevelIndex) -> list[tuple[int, Cell, int]]:
    """The creatures that give light: id, array index of the cell, radius in cells."""
    lights = get_actor_index(ctx, world, ground).lights
    return [(id, array_index(level, world.actors[id].at), radius) for id, radius in lights if id != world.player]


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
        distances = [max(abs(y - at[0]), abs(x - at[1])) + radius for _, (y, x), radius in lights]
        line = find_visible_cells(ground, at, max(MIN_VIEW_RADIUS, reach, *distances))
        visible = keep_lit(line, [(at, reach), *((cell, radius) for _, cell, radius in lights)])
    ground.memo["core.stealth:visible"] = (key, visible)
    return visible


def visible_mask(ctx: Context) -> bytes:
    """`visible_cells` row by row, 1 or 0 for each cell: quicker to ask for single cells."""
    visible, memo = visible_cells(ctx), current_level(ctx)[2].memo
    kept = memo.get("core.stealth:visible-mask")
    if kept is None or kept[0] is not visible:
        kept = memo["core.stealth:visible-mask"] = (visible, visible.tobytes())
    mask: bytes = kept[1]
    return mask


def keep_lit(cells: npt.NDArray[np.bool_], spots: Sequence[tuple[Cell, int]]) -> npt.NDArray[np.bool_]:
    """Those of the cells that are within the radius of a spot: bool ``(height, width)``."""
    lit = np.zeros(cells.shape, np.bool_)
    for (y, x), radius in spots:
        box = slice(max(0, y - radius), y + radius + 1), slice(max(0, x - radius), x + radius + 1)
        lit[box] = cells[box]
    return lit


def is_lit(ctx: Context, actor: Actor) -> bool:
    """Whether an actor of the current level carries a lit lamp, stands in light, or in the open (P-WAY-2)."""
    world, level, ground = current_level(ctx)
    if LAMP in actor.effects or is_in_daylight(level, ground, actor.at):
        return True
    at = array_index(level, actor.at)
    return any(
        chebyshev_distance(at, cell) <= radius
        for id, cell, radius in list_lights(ctx, world, level, ground)
        if id != actor.id
    )


def is_diving(ctx: Context, actor: Actor) -> bool:
    """Whether an actor of the current level has just waited in water: one sees it from the next cell only (P-WAY-3)."""
    _, level, ground = current_level(ctx)
    return stealth_of(ctx.state).fighters[actor.id].last is LastAction.WAIT and is_in_water(level, ground, actor.at)


def player_sees(ctx: Context, cell: Cell) -> bool:
    """Whether the player's character sees a cell of the current level."""
    _, level, _ = current_level(ctx)
    return bool(visible_cells(ctx)[array_index(level, cell)])


def actor_name(ctx: Context, actor: Actor) -> Message:
    """The name of an actor's kind."""
    return Message(creature_kind(ctx, actor.kind).name)


def update_explored(ctx: Context) -> list[Change]:
    """Marks the cells in view as explored, and the kinds of creatures in view as known."""
    world, level, ground = current_level(ctx)
    mask = visible_cells(ctx)
    changes: list[Change] = []
    if level.memory.shape != level.tiles.shape or (level.memory[mask] != level.tiles[mask] + 1).any():
        changes.append(MarkExplored(level.id, mask))
    known = stealth_of(ctx.state).known
    top, left = level.origin
    new = []
    for other in list_actors(ctx, world, ground):
        if other.kind not in known and other.id != world.player and other.kind not in new:
            y, x = other.at
            if mask[y - top, x - left] and disguise_of(ctx, other) is None:
                new.append(other.kind)
    if new:
        changes.append(LearnCreatureKinds(tuple(new)))
    return changes
