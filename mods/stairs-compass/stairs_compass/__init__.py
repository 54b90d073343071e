"""Stairs Compass: the way to stairs that were seen, in steps, over cells that were seen."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from footfall.api import Context, HudLine, Message, grid, hook


def describe_distance(ctx: Context) -> Message | None:
    """The distance, or no line before the stairs are known."""
    world, level, _ = grid.current_level(ctx)
    down = level.arrivals.get("down")
    if down is None or not level.explored[down]:
        return None
    top, left = level.origin
    y, x = world.actors[world.player].at
    kinds = [ctx.records.get(grid.Tile, "tile", id) for id in level.palette]
    ways = np.array([kind.walkable or bool(kind.opens_to) for kind in kinds])[level.tiles]
    known = ways & level.explored
    path = grid.kernels.find_path(known, (y - top, x - left), down)
    if path is None:
        return Message("stairs-compass-unknown")
    return Message("stairs-compass-steps", {"steps": len(path) - 1})


@hook
def provide_hud() -> Iterable[HudLine]:
    """One line."""
    return [HudLine("examples.stairs-compass:line", describe_distance)]
