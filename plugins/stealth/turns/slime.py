"""Slimes: they absorb the items under them, and split when killed."""

from __future__ import annotations

from footfall.api import Change, Context, Step
from footfall.api.grid import Actor, Cell, PutItem, Spawn, current_level, get_world, list_items_at

from ..actors.actor_index import get_actor_index
from ..actors.enemies import NEIGHBOR_OFFSETS
from ..actors.stats import creature_kind
from ..model.courses import course_of, find_bell

SPLITS_TAG = "splits"
"""Tag of creatures that split."""

MAX_ABSORBED = 4
"""Largest number of items that a slime carries."""

MIN_SPLIT_LIFE = 2
"""Smallest life of each half of a slime."""


def absorb_items(ctx: Context) -> list[Change]:
    """Slimes pick up the items on their cells, but no bells of a course (P-BELL-7)."""
    world, level, ground = current_level(ctx)
    changes: list[Change] = []
    has_course = course_of(ctx) is not None
    for id in get_actor_index(ctx, world, ground).absorbing:
        actor = world.actors[id]
        if len(actor.pack) < MAX_ABSORBED:
            lying = list_items_at(world, level.id, actor.at)
            if has_course:
                lying = [item for item in lying if find_bell(ctx, item.kind) is None]
            changes += [PutItem(item.id, holder=actor.id) for item in lying[: MAX_ABSORBED - len(actor.pack)]]
    return changes


def split_slime(ctx: Context, dead: Actor) -> list[Change]:
    """The two halves of a killed slime, on its cell and on a free neighboring one."""
    half = dead.hp_max // 2
    if SPLITS_TAG not in creature_kind(ctx, dead.kind).tags or half < MIN_SPLIT_LIFE:
        return []
    world = get_world(ctx.state)
    cells = [dead.at, *_list_free_neighbors(ctx, dead)][:2]
    return [
        Spawn(Actor(world.next_id + n, dead.kind, dead.level, cell, half, half, dict(dead.stats), dead.side))
        for n, cell in enumerate(cells)
    ]


def _list_free_neighbors(ctx: Context, dead: Actor) -> list[Cell]:
    _, level, ground = current_level(ctx)
    walkable = ground.grid.walkable
    assert walkable is not None
    top, left = level.origin
    height, width = level.shape
    around = ((dead.at[0] + dy, dead.at[1] + dx) for dy, dx in NEIGHBOR_OFFSETS)
    return [
        (y, x)
        for y, x in around
        if 0 <= y - top < height
        and 0 <= x - left < width
        and walkable[y - top, x - left]
        and (y, x) not in ground.actor_by_cell
    ]


UPKEEP = (Step("core.stealth:absorb", absorb_items),)
