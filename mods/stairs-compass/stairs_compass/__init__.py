"""Stairs Compass: the distance to the known stairs down, in steps over known cells."""

from collections.abc import Iterable

from footfall.api import Context, HudLine, Message, grid, hook
from footfall.plugins.stealth import api as stealth


def describe_distance(ctx: Context) -> Message | None:
    """Returns the distance, or None while the stairs are unknown, and at a table of Delve, which has no level."""
    if grid.WORLD_PART not in ctx.state.parts:
        return None
    world, level, _ = grid.current_level(ctx)
    down = level.arrivals.get("down")
    if down is None or not level.explored[down]:
        return None
    top, left = level.origin
    y, x = world.actors[world.player].at
    path = grid.kernels.find_path(stealth.find_passable_cells(ctx), (y - top, x - left), down)
    if path is None:
        return Message("stairs-compass-unknown")
    return Message("stairs-compass-steps", {"steps": len(path) - 1})


@hook
def provide_hud() -> Iterable[HudLine]:
    """The line for the sidebar."""
    return [HudLine("examples.stairs-compass:line", describe_distance)]
