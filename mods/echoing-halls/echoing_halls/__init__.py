"""Echoing Halls: creatures in a corridor hear farther."""

from __future__ import annotations

from footfall.api import Context, FoldReturn, events, grid, hook, mul

MAX_CORRIDOR_NEIGHBORS = 3
"""Maximum number of walkable neighbors of a cell in a corridor."""


@hook
def on_hear(event: events.Hearing, ctx: Context) -> FoldReturn:
    """Multiplies the hearing range of a listener in a corridor."""
    if not is_in_corridor(ctx, event.listener):
        return None
    return [mul("range", ctx.setting("echo_factor"), reason="stone corridors carry")]


def is_in_corridor(ctx: Context, actor: int) -> bool:
    """Returns whether few cells around an actor are walkable."""
    world, level, index = grid.current_level(ctx)
    walkable = index.grid.walkable
    assert walkable is not None
    y, x = world.actors[actor].at
    y, x = y - level.origin[0], x - level.origin[1]
    around = walkable[max(y - 1, 0) : y + 2, max(x - 1, 0) : x + 2]
    return int(around.sum()) - 1 <= MAX_CORRIDOR_NEIGHBORS
