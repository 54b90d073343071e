"""What slimes do that others do not: take in what lies under them, and come apart (table C.2)."""

from __future__ import annotations

from footfall.api import Change, Play, Step
from footfall.api.grid import Actor, Cell, PutItem, Spawn, here, items_at, world_of

from .melee import AROUND
from .roster import roster
from .totals import creature

SPLITS = "splits"
"""Tag of creatures that do so."""

HOLDS = 4
"""Objects that a slime takes in at most (table C.3)."""

LEAST = 2
"""Life below which a slime is too small to come apart."""


def absorb(play: Play) -> list[Change]:
    """Slimes take in what lies where they are."""
    world, level, ground = here(play)
    changes: list[Change] = []
    for id in roster(play, world, ground).absorbing:
        actor = world.actors[id]
        if len(actor.pack) < HOLDS:
            lying = items_at(world, level.id, actor.at)
            changes += [PutItem(item.id, holder=actor.id) for item in lying[: HOLDS - len(actor.pack)]]
    return changes


def halves(play: Play, dead: Actor) -> list[Change]:
    """The two halves of a slime that was struck dead; its own place and a free one beside it."""
    half = dead.hp_max // 2
    if SPLITS not in creature(play, dead.kind).tags or half < LEAST:
        return []
    world = world_of(play.state)
    cells = [dead.at, *_free(play, dead)][:2]
    return [
        Spawn(Actor(world.next_id + n, dead.kind, dead.level, cell, half, half, dict(dead.stats), dead.side))
        for n, cell in enumerate(cells)
    ]


def _free(play: Play, dead: Actor) -> list[Cell]:
    _, level, ground = here(play)
    walkable = ground.grid.walkable
    assert walkable is not None
    top, left = level.origin
    height, width = level.shape
    around = ((dead.at[0] + dy, dead.at[1] + dx) for dy, dx in AROUND)
    return [
        (y, x)
        for y, x in around
        if 0 <= y - top < height
        and 0 <= x - left < width
        and walkable[y - top, x - left]
        and (y, x) not in ground.occupied
    ]


UPKEEP = (Step("core.stealth:absorb", absorb),)
