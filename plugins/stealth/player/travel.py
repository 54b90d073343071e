"""Travel to a chosen cell or to stairs, one step per turn: costs and paths over the ground that the character knows."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from footfall.api import BotContext, Command, Message, expands
from footfall.api.grid import Cell, Tile, chebyshev_distance, kernels
from footfall.api.scene import CLICK, Binding, Prompt, PromptKind

from ..actions.commands import Wait, Walk, find_occupant
from ..actions.listen import list_adjacent_doors
from ..actions.movement import LOUD_TAG, can_pass, can_swim, find_key, lock_color
from ..actors.identification import disguise_of
from ..actors.stats import max_stamina
from ..actors.surroundings import NEIGHBOR_OFFSETS, are_enemies, direction_to
from ..model.phase import Phase, get_phase
from ..model.records import creature_kind
from ..odds.sightings import list_fires, list_opened, list_sleepers
from ..quest.stairs import TakeStairs
from ..senses.known_map import find_known_cells, recall_tiles
from ..senses.sight import actor_name, player_sees
from ..senses.sounds import compass_direction
from .interruption import begin_macro, dares, find_interruption, find_warning, warn_of_watcher

WALK_COST, LOUD_WALK_COST, OPENING_COST, SWIM_COST, NEAR_CREATURE_COST = 2, 3, 4, 40, 8
"""Costs of a cell: plain ground, loud ground, a door to open, water; the surcharge next to an enemy."""

STRAIGHT_WEIGHT, DIAGONAL_WEIGHT = 10, 11
"""Step weights, which break ties in favor of the straighter path."""


def walk_costs(phase: Phase, shut: Iterable[Cell] = ()) -> npt.NDArray[np.uint16]:
    """Cost to enter each cell, 0 where no way is known: uint16 ``(height, width)``.

    Sleepers out of view lie where they were last seen. The cells of `shut` are not entered.
    """
    player = phase.player
    cost = ground_costs(phase)
    for other in phase.actors:
        if other.id == player.id or not player_sees(phase, other.at):
            continue
        y, x = phase.array_index(other.at)
        if are_enemies(phase, player, other) and disguise_of(phase, other) is None:
            near = cost[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2]
            near[near > 0] += NEAR_CREATURE_COST
        if not can_pass(phase, player, other):
            cost[y, x] = 0
    for still in (*list_sleepers(phase), *list_fires(phase)):
        cost[phase.array_index(still.at)] = 0
    for cell in shut:
        cost[phase.array_index(cell)] = 0
    return cost


def ground_costs(phase: Phase, unlocked: bool = False) -> npt.NDArray[np.uint16]:
    """The costs of `walk_costs` without creatures; if `unlocked`, as if no door were locked."""
    (seen, palette, kinds) = recall_tiles(phase)
    by_kind = np.array([_tile_cost(phase, kind, unlocked) for kind in kinds], np.uint16)
    return np.where(seen, by_kind[palette], 0).astype(np.uint16)


def _tile_cost(phase: Phase, kind: Tile, unlocked: bool) -> int:
    if kind.walkable:
        return LOUD_WALK_COST if LOUD_TAG in kind.tags else WALK_COST
    if can_swim(phase, phase.player, kind):
        return SWIM_COST
    if kind.opens_to and (unlocked or lock_color(kind) is None or find_key(phase, phase.player, kind)):
        return OPENING_COST
    return 0


def list_goal_indices(
    phase: Phase, goals: Iterable[Cell], cost: npt.NDArray[np.uint16], to_neighbor: bool
) -> list[Cell]:
    """The array indices of the goals, or of the cells next to them, that can be entered at a cost."""
    indices = [phase.array_index(cell) for cell in goals]
    if to_neighbor:
        indices = [
            (y + dy, x + dx)
            for y, x in indices
            for dy, dx in NEIGHBOR_OFFSETS
            if 0 <= y + dy < cost.shape[0] and 0 <= x + dx < cost.shape[1]
        ]
    return [index for index in indices if cost[index]]


def find_nearest(phase: Phase, goals: Iterable[Cell], shut: Iterable[Cell] = ()) -> Cell | None:
    """The goal with the cheapest known way, not across cells of `shut`; None if no way is known to any."""
    cost = walk_costs(phase, shut)
    start = phase.array_index(phase.player.at)
    distances = kernels.distance_map(cost, [start], straight_cost=STRAIGHT_WEIGHT, diagonal_cost=DIAGONAL_WEIGHT)
    top, left = phase.level.origin
    indices = list_goal_indices(phase, goals, cost, to_neighbor=False)
    near = min(((int(distances[index]), index) for index in indices if distances[index] >= 0), default=None)
    return None if near is None else (near[1][0] + top, near[1][1] + left)


def find_first_step(
    phase: Phase,
    goals: Iterable[Cell],
    to_neighbor: bool = False,
    last_direction: int = -1,
    shut: Iterable[Cell] = (),
) -> int | None:
    """The direction (0 to 7) of the first step to the nearest goal; None if no way is known.

    Args:
        goals: target cells.
        to_neighbor: stop next to a goal, which may be a cell one cannot enter.
        last_direction: preferred among equally good steps.
        shut: cells that are not entered.
    """
    at = phase.array_index(phase.player.at)
    cost = walk_costs(phase, shut)
    indices = list_goal_indices(phase, goals, cost, to_neighbor)
    if not indices:
        return None
    distances = kernels.distance_map(
        cost, indices, straight_cost=STRAIGHT_WEIGHT, diagonal_cost=DIAGONAL_WEIGHT, reverse=True
    )
    steps = []
    for direction, (dy, dx) in enumerate(NEIGHBOR_OFFSETS):
        y, x = at[0] + dy, at[1] + dx
        if 0 <= y < distances.shape[0] and 0 <= x < distances.shape[1] and distances[y, x] >= 0:
            weight = DIAGONAL_WEIGHT if dy and dx else STRAIGHT_WEIGHT
            steps.append((int(distances[y, x]) + weight * int(cost[y, x]), direction != last_direction, direction))
    return min(steps)[2] if steps else None


class Obstacle(NamedTuple):
    """A thing that closes a way."""

    name: Message
    at: Cell


def explain_obstacle(
    phase: Phase, goals: Iterable[Cell], to_neighbor: bool = False, *, is_near: bool = True
) -> Message:
    """Why no step leads to one of the goals: the obstacle on the way; unless `is_near`, it can be gone up to."""
    cells = [*goals]
    if find_first_step(phase, cells, to_neighbor) is not None:
        return Message("stealth-course-unseen")
    found = find_obstacle(phase, cells, to_neighbor)
    if found is None:
        return Message("stealth-course-no-way")
    return Message("stealth-course-blocked", locate(phase, found) | {"near": "yes" if is_near else "no"})


def locate(phase: Phase, obstacle: Obstacle) -> dict[str, object]:
    """The arguments of a message that says what an obstacle is and where."""
    at = phase.player.at
    way = Message("stealth-way", {"direction": compass_direction(at, obstacle.at)})
    return {"name": obstacle.name, "distance": chebyshev_distance(at, obstacle.at), "way": way}


def find_obstacle(phase: Phase, goals: Iterable[Cell], to_neighbor: bool = False) -> Obstacle | None:
    """The first creature or locked door on the way to the nearest goal; None if there is no such way either."""
    cells, closed = [*goals], walk_costs(phase)
    for opened in (ground_costs(phase), ground_costs(phase, unlocked=True)):
        cell = _find_first_closed(phase, cells, to_neighbor, opened, closed)
        if cell is not None:
            return Obstacle(_name_obstacle(phase, cell), cell)
    return None


def _find_first_closed(
    phase: Phase, goals: list[Cell], to_neighbor: bool, opened: npt.NDArray[np.uint16], closed: npt.NDArray[np.uint16]
) -> Cell | None:
    """The first cell that cannot be entered on the way that `opened` has; None if it has none."""
    y, x = phase.array_index(phase.player.at)
    indices = list_goal_indices(phase, goals, opened, to_neighbor)
    if not indices:
        return None
    left = kernels.distance_map(
        opened, indices, straight_cost=STRAIGHT_WEIGHT, diagonal_cost=DIAGONAL_WEIGHT, reverse=True
    )
    while closed[y, x] or (y, x) == phase.array_index(phase.player.at):
        steps = []
        for dy, dx in NEIGHBOR_OFFSETS:
            to = y + dy, x + dx
            if 0 <= to[0] < left.shape[0] and 0 <= to[1] < left.shape[1] and left[to] >= 0:
                weight = DIAGONAL_WEIGHT if dy and dx else STRAIGHT_WEIGHT
                steps.append((int(left[to]) + weight * int(opened[to]), to))
        if not steps or left[y, x] == 0:
            return None
        y, x = min(steps)[1]
    return y + phase.level.origin[0], x + phase.level.origin[1]


def _name_obstacle(phase: Phase, cell: Cell) -> Message:
    """The creature in view or remembered on a cell, or what the cell looked like."""
    sleeper = next((sleeper for sleeper in list_sleepers(phase) if sleeper.at == cell), None)
    if sleeper is not None:
        return Message(creature_kind(phase, sleeper.kind).name)
    other = phase.find_actor_at(cell)
    if other is None or not player_sees(phase, cell):
        _, palette, kinds = recall_tiles(phase)
        return Message(kinds[palette[phase.array_index(cell)]].name)
    furniture = disguise_of(phase, other)
    return actor_name(phase, other) if furniture is None else Message(furniture.name)


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


def refuse_unknown(phase: Phase, target: tuple[int, int]) -> Message | None:
    """Why one cannot travel to a cell: the character has not seen it."""
    y, x = phase.array_index((target[0], target[1]))
    seen = recall_tiles(phase)[0]
    is_known = 0 <= y < seen.shape[0] and 0 <= x < seen.shape[1] and bool(seen[y, x])
    return None if is_known else Message("stealth-course-unknown")


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
    begin_macro(ctx, order, done)
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
    unknown = refuse_unknown(phase, target)
    if unknown is not None:
        return unknown
    y, x = phase.array_index(target)
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
    begin_macro(ctx, order, done)
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
    begin_macro(ctx, order, done)
    phase = get_phase(ctx)
    if done == 0:
        ctx.notes["well"] = is_well(phase)
    interruption = find_interruption(ctx, done)
    if interruption is not None:
        return interruption
    doors = list_adjacent_doors(phase, phase.player)
    if not done and not doors and list_adjacent_doors(phase, phase.player, NEIGHBOR_OFFSETS) and not dares(ctx, done):
        return Message("stealth-course-door-corner")
    if not done and ctx.notes["well"] and not doors and not dares(ctx, done):
        return Message("stealth-course-rested", {"again": "yes", "turns": MAX_IDLE_TURNS})
    if done and phase.stealth.listening.waits == 0 and doors:
        return None  # it has just listened at a door, which resets the count of waits
    if not ctx.notes["well"] and is_well(phase):
        return Message("stealth-course-rested", {"again": "no", "turns": done})
    if done >= (MAX_IDLE_TURNS if ctx.notes["well"] else MAX_REST_TURNS):
        return Message("stealth-course-nothing", {"turns": done})
    return Wait(actor=phase.player.id)


def is_well(phase: Phase) -> bool:
    """Whether resting has nothing left to recover: life, stamina and harmful effects."""
    me = phase.player
    effects = phase.status_effects
    ailing = any(name in effects and not effects[name].is_good for name in me.effects)
    fighter = phase.fighter
    return me.hp >= me.hp_max and fighter.stamina >= max_stamina(phase, me) and not ailing
