"""Reinforcements that come by the stairs when the character stays too long (R-GEN-33)."""

from __future__ import annotations

from footfall.api import Change, Context, Step
from footfall.api.grid import Cell, LevelDraft, PlacedActor, current_level, get_world

from ..records import SpawnTable
from ..state import turn_of
from . import commit
from .dungeon_state import CountGenerated, CountReinforcement, dungeon_of, get_floor_plan
from .tables import draw_kind

REINFORCEMENT_DELAY, REINFORCEMENT_CHANCE, MAX_REINFORCEMENTS = 250, 1, 3
"""Turns before the first may come, chance in a hundred each turn, most on one floor (table C.12)."""


def send_reinforcements(ctx: Context) -> list[Change]:
    """Perhaps somebody comes down or up the stairs, as a scout."""
    _, level, ground = current_level(ctx)
    floors, plan = dungeon_of(ctx.state), get_floor_plan(ctx)
    since = floors.since.get(level.id)
    if since is None or not plan.reinforcements or level.floor < 2:
        return []
    if (
        turn_of(ctx) - since <= REINFORCEMENT_DELAY
        or floors.reinforced.get(level.id, 0) >= MAX_REINFORCEMENTS
    ):
        return []
    if not ctx.chance("reinforcements", REINFORCEMENT_CHANCE, 100):
        return []
    doors: list[Cell] = [
        cell
        for name, cell in level.arrivals.items()
        if name in ("up", "down") and cell not in ground.actor_by_cell
    ]
    if not doors:
        return []
    table = ctx.records.get(SpawnTable, "spawn", plan.reinforcements)
    draft = LevelDraft(level.recipe, (1, 1), level.palette[0], floor=level.floor, branch=level.branch)
    draft.counts = dict(floors.tally)
    kind = draw_kind(ctx, "creature:reinforcements", table.rows, draft)
    if kind is None:
        return []
    at = doors[ctx.roll("by-which-stairs", 0, len(doors) - 1)]
    ids = commit.IdAllocator(get_world(ctx.state).next_id)
    born = commit.create_creature(ctx, ids, PlacedActor(kind, at, table.others.get(kind, table.ai)), level.id)
    return [*born, CountGenerated(level.floor, commit.count_kinds(born)), CountReinforcement(level.id)]


UPKEEP = (Step("core.stealth:reinforcements", send_reinforcements),)
