"""Reinforcements that come by the stairs when the character stays too long (R-GEN-33)."""

from __future__ import annotations

from footfall.api import Change, Play, Step
from footfall.api.grid import Cell, Draft, Placed, here, world_of

from ..records import SpawnTable
from ..state import turn_of
from . import commit
from .floors import Reinforce, Tally, floors_of, plan_of
from .tables import draw

DELAY, CHANCE, MOST = 250, 1, 3
"""Turns before the first may come, chance in a hundred each turn, most on one floor (table C.12)."""


def reinforcements(play: Play) -> list[Change]:
    """Perhaps somebody comes down or up the stairs, as a scout."""
    _, level, ground = here(play)
    floors, plan = floors_of(play.state), plan_of(play)
    since = floors.since.get(level.id)
    if since is None or not plan.reinforcements or level.floor < 2:
        return []
    if turn_of(play) - since <= DELAY or floors.reinforced.get(level.id, 0) >= MOST:
        return []
    if not play.chance("reinforcements", CHANCE, 100):
        return []
    doors: list[Cell] = [
        cell
        for name, cell in level.arrivals.items()
        if name in ("up", "down") and cell not in ground.occupied
    ]
    if not doors:
        return []
    table = play.records.get(SpawnTable, "spawn", plan.reinforcements)
    draft = Draft(level.recipe, (1, 1), level.palette[0], floor=level.floor, branch=level.branch)
    draft.counts = dict(floors.tally)
    kind = draw(play, "creature:reinforcements", table.rows, draft)
    if kind is None:
        return []
    at = doors[play.roll("by-which-stairs", 0, len(doors) - 1)]
    ids = commit.Ids(world_of(play.state).next_id)
    born = commit.born(play, ids, Placed(kind, at, table.others.get(kind, table.ai)), level.id)
    return [*born, Tally(level.floor, commit.counted(born)), Reinforce(level.id)]


UPKEEP = (Step("core.stealth:reinforcements", reinforcements),)
