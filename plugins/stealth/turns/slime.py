"""Slimes: they absorb the items under them, and split when killed."""

from __future__ import annotations

from footfall.api import Change, Context, Step
from footfall.api.grid import Actor, Cell, PutItem, Spawn, list_items_at

from ..actors.enemies import NEIGHBOR_OFFSETS
from ..model.courses import course_of, find_bell
from ..model.phase import Phase, get_phase
from ..model.records import creature_kind

SPLITS_TAG = "splits"
"""Tag of creatures that split."""

MAX_ABSORBED = 4
"""Largest number of items that a slime carries."""

MIN_SPLIT_LIFE = 2
"""Smallest life of each half of a slime."""


def absorb_items(ctx: Context) -> list[Change]:
    """Slimes pick up the items on their cells, but no bells of a course (P-BELL-7)."""
    phase = get_phase(ctx)
    changes: list[Change] = []
    has_course = course_of(ctx) is not None
    for id in phase.index.absorbing:
        actor = phase.world.actors[id]
        if len(actor.pack) < MAX_ABSORBED:
            lying = list_items_at(phase.world, phase.level.id, actor.at)
            if has_course:
                lying = [item for item in lying if find_bell(ctx, item.kind) is None]
            changes += [PutItem(item.id, holder=actor.id) for item in lying[: MAX_ABSORBED - len(actor.pack)]]
    return changes


def split_slime(phase: Phase, dead: Actor) -> list[Change]:
    """The two halves of a killed slime, on its cell and on a free neighboring one."""
    half = dead.hp_max // 2
    if SPLITS_TAG not in creature_kind(phase, dead.kind).tags or half < MIN_SPLIT_LIFE:
        return []
    cells = [dead.at, *_list_free_neighbors(phase, dead)][:2]
    return [
        Spawn(Actor(phase.world.next_id + n, dead.kind, dead.level, cell, half, half, dict(dead.stats), dead.side))
        for n, cell in enumerate(cells)
    ]


def _list_free_neighbors(phase: Phase, dead: Actor) -> list[Cell]:
    walkable = phase.ground.grid.walkable
    assert walkable is not None
    top, left = phase.level.origin
    height, width = phase.level.shape
    around = ((dead.at[0] + dy, dead.at[1] + dx) for dy, dx in NEIGHBOR_OFFSETS)
    return [
        (y, x)
        for y, x in around
        if 0 <= y - top < height
        and 0 <= x - left < width
        and walkable[y - top, x - left]
        and (y, x) not in phase.ground.actor_by_cell
    ]


UPKEEP = (Step("core.stealth:absorb", absorb_items),)
