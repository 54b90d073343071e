"""Who comes and goes by the stairs: reinforcements (R-GEN-33) and adventurers."""

import msgspec

from footfall.api import Change, Context, Message, Push, Step, Tell
from footfall.api.grid import Cell, LevelDraft, Move, PlacedActor

from ..model.floor_records import SpawnTable
from ..model.phase import get_phase
from ..model.state import SetMind
from ..senses.sight import actor_name, player_sees
from . import commit
from .dungeon_state import CountGenerated, CountReinforcement, dungeon_of, get_floor_plan
from .floor_factory import COME_STEP, MAKE_STEP, destination_floor, find_free_cell, link_of_exit
from .populate import draw_kind

REINFORCEMENT_DELAY, REINFORCEMENT_CHANCE, MAX_REINFORCEMENTS = 250, 1, 3
"""Turns before the first may arrive, percent chance per turn, and limit per floor."""


def send_reinforcements(ctx: Context) -> list[Change]:
    """Sends a creature by free stairs, by chance, with the behavior of its spawn table."""
    phase = get_phase(ctx)
    level = phase.level
    floors, plan = dungeon_of(ctx.state), get_floor_plan(ctx)
    entered = floors.since.get(level.id)
    if entered is None or not plan.reinforcements or level.floor < 2:
        return []
    if phase.turn - entered <= REINFORCEMENT_DELAY or floors.reinforcements.get(level.id, 0) >= MAX_REINFORCEMENTS:
        return []
    if not ctx.chance("reinforcements", REINFORCEMENT_CHANCE, 100):
        return []
    stairs: list[Cell] = [
        cell
        for name, cell in level.arrivals.items()
        if name in ("up", "down") and cell not in phase.ground.actor_by_cell
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
    ids = commit.IdAllocator(phase.world.next_id)
    spawns = commit.create_creature(ctx, ids, PlacedActor(kind, at, table.ai_by_creature.get(kind, table.ai)), level.id)
    return [*spawns, CountGenerated(level.floor, commit.count_kinds(spawns)), CountReinforcement(level.id)]


UPKEEP = (Step("core.stealth:reinforcements", send_reinforcements),)


DEPART_STEP = "core.stealth:depart"


def depart_by_stairs(ctx: Context, actor: int, level: int, stairs: str) -> list[Change]:
    """Sends an actor down or up stairs; generates the floor behind them on first use."""
    phase = get_phase(ctx)
    origin = phase.world.levels[level]
    link = link_of_exit(origin, stairs)
    if link is None or actor not in phase.world.actors:
        return []
    changes: list[Change] = []
    if not link[0]:
        changes.append(Push(MAKE_STEP, (level, *destination_floor(ctx, origin, stairs), 0)))
    return [*changes, Push(COME_STEP, (actor, level, stairs))]


def arrive_by_stairs(ctx: Context, actor: int, level: int, stairs: str) -> list[Change]:
    """Moves an actor to the other end of stairs and clears its knowledge of the floor."""
    phase = get_phase(ctx)
    world = phase.world
    link, traveler = link_of_exit(world.levels[level], stairs), world.actors.get(actor)
    if link is None or not link[0] or traveler is None:
        return []
    target = world.levels[link[0]]
    cell = find_free_cell(ctx, target, target.arrivals[link[1]])
    changes: list[Change] = []
    if traveler.level == world.current and player_sees(phase, traveler.at):
        changes.append(Tell(Message("stealth-takes-stairs", {"target": actor_name(ctx, traveler)})))
    changes.append(Move(actor, cell, target.id))
    mind = phase.stealth.minds.get(actor)
    if mind is not None:
        fresh = msgspec.structs.replace(mind, post=cell, rounds=(), index=0, path=(), goal=None, last_seen=None)
        changes.append(SetMind(actor, fresh))
    return changes


STEPS = (Step(DEPART_STEP, depart_by_stairs), Step(COME_STEP, arrive_by_stairs))
