"""Travel to a chosen cell or to stairs, one step per turn along known cells."""

from collections.abc import Sequence

import msgspec

from footfall.api import BotContext, Command, Message, expands
from footfall.api.grid import Cell, chebyshev_distance
from footfall.api.scene import CLICK, Binding, Prompt, PromptKind

from ..actions.commands import Wait, Walk, find_occupant
from ..actions.listen import list_adjacent_doors
from ..actions.movement import can_pass
from ..actors.stats import max_stamina
from ..actors.surroundings import NEIGHBOR_OFFSETS, direction_to
from ..model.phase import Phase, get_phase
from ..model.records import StatusEffect
from ..odds.sightings import list_opened
from ..quest.stairs import TakeStairs
from ..senses.known_map import find_known_cells, recall_tiles
from ..senses.sight import player_sees
from .interruption import dares, find_interruption, find_warning, warn_of_watcher
from .paths import explain_obstacle, find_first_step, find_obstacle, walk_costs

MOVE_GROUP = Message("stealth-keys-move")


class Travel(Command, frozen=True, tag="core.stealth:go-to"):
    """Walks to a cell, or next to one that cannot be entered; a container is opened."""

    target: Cell


class TravelToStairs(Command, frozen=True, tag="core.stealth:go-to-stairs"):
    """Takes stairs down or up underfoot, else walks to the nearest; to narrow ones only if no others are known."""

    is_down: bool = msgspec.field(name="down")


DOWN_TAGS, UP_TAGS = ("stairs-down", "stairs-side"), ("stairs-up", "edge")
"""Tags of exits down and up; the edge of the desert leads out."""


def step_along(
    ctx: BotContext, goals: list[Cell], done: int, to_neighbor: bool = False, shut: Sequence[Cell] = ()
) -> Command | None:
    """One step toward the nearest goal, not into `shut`; None at a goal, without a known way, or when blocked."""
    phase = get_phase(ctx)
    me = phase.player
    if me.at in goals or (to_neighbor and any(chebyshev_distance(me.at, goal) == 1 for goal in goals)):
        return None
    last = ctx.notes.get("heading", -1) if done else -1
    direction = find_first_step(phase, goals, to_neighbor, last, shut)
    if direction is None:
        return None
    dy, dx = NEIGHBOR_OFFSETS[direction]
    cell = (me.at[0] + dy, me.at[1] + dx)
    other = find_occupant(phase, me, cell)
    if other is not None and player_sees(phase, cell) and not can_pass(phase, me, other):
        return None
    if done and ctx.notes.get("stood") == (me.at, direction) and ctx.notes.get("tries", 0) > 1:
        return None  # something unseen blocks the way
    tries = ctx.notes.get("tries", 0) + 1 if ctx.notes.get("stood") == (me.at, direction) and done else 1
    ctx.notes.update(heading=direction, stood=(me.at, direction), tries=tries)
    return Walk(actor=me.id, direction=direction)


def approach_obstacle(ctx: BotContext, goals: list[Cell], done: int, to_neighbor: bool = False) -> Command | Message:
    """Says what closes the way to the goals, or goes up to it if the player presses the key again."""
    phase = get_phase(ctx)
    found = find_obstacle(phase, goals, to_neighbor)
    dared = ctx.notes.get("approaches", False) if done else dares(ctx, done)
    ctx.notes.update(approaches=dared, once=False)
    step = None if found is None else step_along(ctx, [found.at], done, to_neighbor=True)
    return step if step is not None and dared else explain_obstacle(phase, goals, to_neighbor, is_near=step is None)


@expands(
    Travel,
    bindings=(
        Binding(
            ("_", CLICK),
            Travel,
            Message("stealth-key-travel"),
            prompts=(Prompt("target", PromptKind.CELL, Message("stealth-ask-travel"), "places"),),
            group=MOVE_GROUP,
        ),
    ),
)
def next_travel_command(ctx: BotContext, order: Travel, done: int) -> Command | Message | None:
    """The next command of `Travel`. An adjacent target gets a plain step, which may open or attack."""
    phase = get_phase(ctx)
    me = phase.player
    target = (order.target[0], order.target[1])
    if done == 0 and chebyshev_distance(me.at, target) == 1:
        ctx.notes["once"] = True
        return Walk(actor=me.id, direction=direction_to(me.at, target))
    if done and ctx.notes.pop("once", False):
        return None
    interruption = find_warning(ctx, done)
    if interruption is not None:
        return interruption
    y, x = phase.array_index(target)
    seen, _, _ = recall_tiles(phase)
    if not (0 <= y < seen.shape[0] and 0 <= x < seen.shape[1] and seen[y, x]):
        return Message("stealth-course-unknown")
    is_shut = target in find_known_cells(phase, "container") and (phase.level.id, target) not in list_opened(phase)
    if is_shut and chebyshev_distance(me.at, target) == 1:
        ctx.notes["once"] = True
        return Walk(actor=me.id, direction=direction_to(me.at, target))
    stop_adjacent = walk_costs(phase)[y, x] == 0 and target != me.at
    step: Command | Message | None = step_along(ctx, [target], done, stop_adjacent)
    if step is None and not (me.at == target or (stop_adjacent and chebyshev_distance(me.at, target) == 1)):
        step = approach_obstacle(ctx, [target], done, stop_adjacent)
    return warn_of_watcher(ctx, step, done) or step


@expands(
    TravelToStairs,
    bindings=(
        Binding((">",), TravelToStairs, Message("stealth-key-down"), {"is_down": True}, group=MOVE_GROUP),
        Binding(("<",), TravelToStairs, Message("stealth-key-up"), {"is_down": False}, group=MOVE_GROUP),
    ),
)
def next_stairs_command(ctx: BotContext, order: TravelToStairs, done: int) -> Command | Message | None:
    """The next command of `TravelToStairs`, or the message that ends it."""
    phase = get_phase(ctx)
    if done and ctx.notes.pop("once", False):
        return None
    me = phase.player
    exits = [find_known_cells(phase, tag) for tag in (DOWN_TAGS if order.is_down else UP_TAGS)]
    goals = next((cells for cells in exits if cells), [])
    if not done and any(me.at in cells for cells in exits):
        ctx.notes["once"] = True
        return TakeStairs(actor=me.id)
    if me.at in goals:
        return None
    interruption = find_warning(ctx, done)
    if interruption is not None:
        return interruption
    if not goals:
        return Message("stealth-course-no-stairs", {"way": "down" if order.is_down else "up"})
    step = step_along(ctx, goals, done) or approach_obstacle(ctx, goals, done)
    return warn_of_watcher(ctx, step, done) or step


MAX_REST_TURNS, MAX_IDLE_TURNS = 500, 50
"""Turns of one rest at most: while recovering, and when already well."""


class Rest(Command, frozen=True, tag="core.stealth:rest"):
    """Waits until the character has recovered; next to a door, until it has listened (R-HEAR-6)."""


@expands(Rest, bindings=(Binding(("Z",), Rest, Message("stealth-key-rest"), group=MOVE_GROUP),))
def next_rest_command(ctx: BotContext, order: Rest, done: int) -> Command | Message | None:
    """The next command of `Rest`, or the message that ends it."""
    phase = get_phase(ctx)
    if done == 0:
        ctx.notes["well"] = is_well(phase)
    interruption = find_interruption(ctx, done)
    if interruption is not None:
        return interruption
    doors = list_adjacent_doors(phase, phase.player)
    if not done and ctx.notes["well"] and not doors and not dares(ctx, done):
        return Message("stealth-course-rested", {"again": "yes", "turns": MAX_IDLE_TURNS})
    if done and phase.stealth.listening.waits == 0 and doors:
        return None  # it has just listened at a door, which resets the count of waits
    if not ctx.notes["well"] and is_well(phase):
        return Message("stealth-course-rested", {"again": "no"})
    if done >= (MAX_IDLE_TURNS if ctx.notes["well"] else MAX_REST_TURNS):
        return Message("stealth-course-nothing")
    return Wait(actor=phase.player.id)


def is_well(phase: Phase) -> bool:
    """Whether resting has nothing left to recover: life, stamina and harmful effects."""
    me = phase.player
    effects = phase.records.table(StatusEffect, "effect")
    ailing = any(name in effects and not effects[name].is_good for name in me.effects)
    fighter = phase.fighter
    return me.hp >= me.hp_max and fighter.stamina >= max_stamina(phase, me) and not ailing
