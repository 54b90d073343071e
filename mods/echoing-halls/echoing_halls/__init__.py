"""Echoing Halls: stone corridors carry sound to whoever stands in them."""

from __future__ import annotations

from footfall.api import Context, events, grid, hook, mul

MAX_CORRIDOR_NEIGHBORS = 3
"""A cell with at most so many walkable neighbours is a corridor's."""


@hook
def on_hear(event: events.Hearing, ctx: Context) -> object:
    """The listener's range grows while it stands in a corridor."""
    if not is_in_corridor(ctx, event.listener):
        return None
    return [mul("range", ctx.setting("echo_factor"), reason="stone corridors carry")]


def is_in_corridor(ctx: Context, actor: int) -> bool:
    """Whether an actor stands where few neighbouring cells can be walked on."""
    world, level, ground = grid.current_level(ctx)
    y, x = world.actors[actor].at
    y, x = y - level.origin[0], x - level.origin[1]
    around = ground.grid.walkable[max(y - 1, 0) : y + 2, max(x - 1, 0) : x + 2]
    return int(around.sum()) - 1 <= MAX_CORRIDOR_NEIGHBORS
