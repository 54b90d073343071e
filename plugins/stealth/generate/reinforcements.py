"""Reinforcements that arrive by the stairs when the character stays too long (R-GEN-33)."""

from __future__ import annotations

from footfall.api import Change, Context, Step
from footfall.api.grid import Cell, LevelDraft, PlacedActor, current_level, get_world

from ..floor_records import SpawnTable
from ..state import turn_of
from . import commit
from .dungeon_state import CountGenerated, CountReinforcement, dungeon_of, get_floor_plan
from .tables import draw_kind

REINFORCEMENT_DELAY, REINFORCEMENT_CHANCE, MAX_REINFORCEMENTS = 250, 1, 3
"""Turns before the first may arrive, percent chance per turn, and limit per floor."""


def send_reinforcements(ctx: Context) -> list[Change]:
    """Sends a creature by free stairs, by chance, with the behavior of its spawn table."""
    _, level, ground = current_level(ctx)
    floors, plan = dungeon_of(ctx.state), get_floor_plan(ctx)
    entered = floors.since.get(level.id)
    if entered is None or not plan.reinforcements or level.floor < 2:
        return []
    if turn_of(ctx) - entered <= REINFORCEMENT_DELAY or floors.reinforced.get(level.id, 0) >= MAX_REINFORCEMENTS:
        return []
    if not ctx.chance("reinforcements", REINFORCEMENT_CHANCE, 100):
        return []
    stairs: list[Cell] = [
        cell for name, cell in level.arrivals.items() if name in ("up", "down") and cell not in ground.actor_by_cell
    ]
    if not stairs:
        return []
    table = ctx.records.get(SpawnTable, "spawn", plan.reinforcements)
    draft = LevelDraft(level.recipe, (1, 1), level.palette[0], floor=level.floor, branch=level.branch)
    draft.counts = dict(floors.tally)
    kind = draw_kind(ctx, "creature:reinforcements", table.rows, draft)
    if kind is None:
        return []
    at = stairs[ctx.roll("by-which-stairs", 0, len(stairs) - 1)]
    ids = commit.IdAllocator(get_world(ctx.state).next_id)
    spawns = commit.create_creature(ctx, ids, PlacedActor(kind, at, table.others.get(kind, table.ai)), level.id)
    return [*spawns, CountGenerated(level.floor, commit.count_kinds(spawns)), CountReinforcement(level.id)]


UPKEEP = (Step("core.stealth:reinforcements", send_reinforcements),)
