"""How the expert bot deals with creatures: fights it can win, ambushes, escapes, and creatures it cannot see."""

from collections.abc import Iterable

import numpy as np

from footfall.api import Command
from footfall.api.grid import Actor, Cell, chebyshev_distance, kernels

from ...actions.commands import Wait, Walk
from ...actions.fight import can_be_surprised
from ...actors.surroundings import NEIGHBOR_OFFSETS
from ...items.aiming import SLUMBER
from ...model.state import Mood
from ...odds.screen import STEPS, notice_permille
from ...quest.stairs import TakeStairs
from ...senses.known_map import find_known_cells
from .. import fighting, pathing
from ..view import because
from .cover import alarm_cost, shoot_hunters, take_cover, wait_in_cover
from .items import throw_smoke, use_in_fight, use_to_escape
from .view import ExpertView, risk_by_cell, walk_lengths

FIGHT_RANGE = 7
"""Distance in cells within which hunting enemies join a fight."""

SMOKY, BOLD, GRIM = 20, 45, 80
"""Share of its life in percent that it stakes on a fight: with smoke at hand, by choice, and without a way out."""

AMBUSH_STAKE = 22
"""Share of its life in percent that an ambush may be expected to cost."""

RUN_SHARE = 0.7
"""Share of a fight's expected cost that a run from it may cost."""

RUN_LIMIT = 45
"""Longest way to stairs that it runs from a fight, in cells."""

CHASE_LIMIT = 14
"""The most steps that it takes toward one unaware enemy."""

STALEMATE, HARMLESS = 90, 1.0
"""Turns of the cycle in which it fights hunters, and ignores them for the last third; expected loss of life below
which it ignores them after one cycle."""

OUTRUN_CYCLE = 60
"""Turns of the cycle in which it walks away from slow hunters, for the first two thirds."""

MAX_DOORS_SHUT = 4
"""The most doors per floor that it shuts on hunters."""

WAIT_LIMIT = 5
"""Turns that it waits for a hunter to come."""


def choose_fight(view: ExpertView) -> Command | None:
    """A command against enemies that hunt it; None to carry on."""
    notes = view.ctx.notes
    if not view.hunting:
        notes["fought"] = notes["waited"] = 0
        return wait_in_cover(view)
    fought = notes["fought"] = notes.get("fought", 0) + 1
    if fought % STALEMATE > STALEMATE * 2 // 3:
        return None  # neither hurts the other: on with its errands
    if command := shoot_hunters(view):
        return command
    near = [foe for foe in view.hunting if view.distance_to(foe) <= FIGHT_RANGE]
    if fought > STALEMATE and view.fight_cost(near) < HARMLESS:
        return use_to_escape(view, near) if fought % STALEMATE == 0 else None
    adjacent = [foe for foe in near if view.distance_to(foe) == 1]
    cost = view.fight_cost(near)
    if cost * 100 > view.me.hp * SMOKY and (smoke := throw_smoke(view, near)):
        return smoke
    is_losing = cost * 100 > view.me.hp * BOLD
    if is_losing and (command := because(view, "flee", escape(view, near, cost))):
        return command
    if adjacent:
        return use_in_fight(view, adjacent, cost) or strike(view, adjacent)
    if command := shut_door(view):
        return command
    return fighting.use_missile(view) or use_in_fight(view, near, cost) or await_foes(view, near)


def shut_door(view: ExpertView) -> Command | None:
    """Shuts a door on hunters that cannot open it, a few times per floor."""
    shut = view.memory("doors_shut")
    if shut.get(view.level.id, 0) >= MAX_DOORS_SHUT or (command := fighting.shut_door_on_foes(view)) is None:
        return None
    shut[view.level.id] = shut.get(view.level.id, 0) + 1
    return command


def await_foes(view: ExpertView, near: list[Actor]) -> Command | None:
    """Leaves the sight of archers, or waits for the others: stamina, and readiness for melee."""
    notes = view.ctx.notes
    archers = [foe for foe in near if fighting.has_bow(view, foe)]
    if archers and min(view.distance_to(foe) for foe in archers) > 2 and (step := take_cover(view, archers)):
        return step
    if archers:
        return approach(view, [foe.at for foe in archers])
    waited = notes["waited"] = notes.get("waited", 0) + 1
    if near and waited <= WAIT_LIMIT:
        return view.find_option(Wait)
    return None


# Melee.


def strike(view: ExpertView, adjacent: list[Actor]) -> Command | None:
    """Attacks the enemy that dies soonest for its threat, or recovers stamina first."""
    target = min(adjacent, key=lambda foe: (foe.hp / max(view.harm(foe), 0.05) / max(view.pressure(foe), 0.1), foe.id))
    return fighting.trade_blows(view, target, lambda: because(view, "step-back", step_back(view, adjacent)))


def step_back(view: ExpertView, adjacent: list[Actor]) -> Command | None:
    """A step that recovers stamina, toward stairs if that leads away from the enemies."""
    stairs = find_known_cells(view.phase, "stairs")
    if stairs:
        cell = pathing.find_next_cell(view, stairs)
        if cell is not None and cell not in view.ground.actor_by_cell and pathing.can_walk(view, cell):
            away = sum(chebyshev_distance(cell, foe.at) <= 1 for foe in view.foes)
            if away <= len(adjacent):
                return fighting.step_to(view, cell)
    return fighting.back_off(view, adjacent)


# Escapes.


def escape(view: ExpertView, near: list[Actor], cost: float) -> Command | None:
    """The cheapest way out of a fight that is too hard; None to fight on."""
    me = view.me
    leave = view.find_option(TakeStairs)
    if leave is not None and may_leave(view):
        if me.hp > sum(view.worst_blow(foe) for foe in near):
            return None  # stairs underfoot: it can still leave next turn
        note_flight(view, near)
        return leave
    run = plan_run(view, near)
    if run is not None and run[0] < cost * RUN_SHARE:
        return run[1]
    if step := outrun(view, near):
        return step
    if cost * 100 > me.hp * GRIM or view.is_below_life(35):
        return use_to_escape(view, near)
    return None


def may_leave(view: ExpertView) -> bool:
    """Whether the stairs underfoot lead to a better place: not down on the way home, not to other hunters."""
    down = view.me.at in find_known_cells(view.phase, "stairs-down")
    if down and view.going_home:
        return False
    return not is_guarded(view, view.level.floor + (1 if down else -1))


def is_guarded(view: ExpertView, floor: int) -> bool:
    """Whether hunters that it fled from stand at the stairs of a floor, and it is not fit to fight them."""
    guards = view.memory("guards").get(floor)
    return guards is not None and guards * 100 > view.me.hp * BOLD and not view.is_fit


def note_flight(view: ExpertView, near: list[Actor]) -> None:
    """Remembers how hard the fight on this floor would have been."""
    view.memory("guards")[view.level.floor] = view.fight_cost(near)


def plan_run(view: ExpertView, near: list[Actor]) -> tuple[float, Command] | None:
    """Life that a run to the best known stairs is expected to cost, and its first step; None if there is no way."""
    steps = walk_lengths(view, view.me.at)
    down = set(find_known_cells(view.phase, "stairs-down"))
    best: tuple[float, float, Cell] | None = None
    for cell in find_known_cells(view.phase, "stairs"):
        length = int(steps[view.phase.array_index(cell)])
        if not 0 < length <= RUN_LIMIT or (cell in down and view.going_home):
            continue
        if is_guarded(view, view.level.floor + (1 if cell in down else -1)):
            continue
        harm = run_cost(view, near, length)
        if any(view.distance_to(foe) > 1 and chebyshev_distance(foe.at, cell) < length - 1 for foe in near):
            harm += 3  # one of them stands between here and there
        value = harm + (0 if cell in down else 3)
        if best is None or value < best[0]:
            best = (value, harm, cell)
    if best is None:
        return None
    step = fighting.run_towards(view, [best[2]])
    return None if step is None else (best[1], step)


def outrun(view: ExpertView, near: list[Actor]) -> Command | None:
    """A step away from slow hunters over known ground, until they lose track of it."""
    if any(view.actions_of(foe) > 1 or fighting.has_bow(view, foe) for foe in near):
        return None
    turns = view.ctx.notes["outrun"] = view.ctx.notes.get("outrun", 0) + 1
    if turns % OUTRUN_CYCLE > OUTRUN_CYCLE * 2 // 3:
        return None
    open_cells = (pathing.cell_costs(view) > 0).astype(np.uint16)
    away = kernels.distance_map(open_cells, [view.phase.array_index(foe.at) for foe in near])
    here = int(away[view.phase.array_index(view.me.at)])
    best: tuple[int, int, Cell] | None = None
    for direction, (dy, dx) in enumerate(NEIGHBOR_OFFSETS):
        cell = (view.me.at[0] + dy, view.me.at[1] + dx)
        if not pathing.can_walk(view, cell) or cell in view.ground.actor_by_cell:
            continue
        y, x = view.phase.array_index(cell)
        room = int(open_cells[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2].sum())
        value = 10 * int(away[y, x]) + room
        if int(away[y, x]) >= here and (best is None or value > best[0]):
            best = (value, direction, cell)
    return None if best is None else fighting.step_to(view, best[2])


def run_cost(view: ExpertView, near: list[Actor], length: int) -> float:
    """Life that enemies are expected to take on a run of some steps: extra actions of fast ones, shots."""
    cost = 0.0
    for foe in near:
        actions = view.actions_of(foe)
        blow = view.pressure(foe) / max(actions, 0.1)
        if fighting.has_bow(view, foe):
            cost += blow * min(length, 6) * 0.7
        gap = max(0, view.distance_to(foe) - 1)
        extra = max(0.0, actions - 1)
        cost += blow * max(0.0, extra * length - gap)
    return cost


def approach(view: ExpertView, goals: Iterable[Cell]) -> Command | None:
    """A step toward the nearest goal, an attack on an enemy in the way."""
    view.goals = list(goals)
    return fighting.step_towards(view, view.goals, strike)


# Ambushes.


def choose_ambush(view: ExpertView) -> Command | None:
    """Creeps up to an unaware enemy, if the ambush is expected to cost little."""
    if view.hunting or view.fighter.stamina < 2:
        return None
    chased = view.memory("chased")
    prey = view.memory("prey")
    best: tuple[float, Actor] | None = None
    for foe in view.foes:
        if (
            view.mood_of(foe) is Mood.AGGRAVATED
            or not can_be_surprised(view.phase, foe)
            or chased.get(foe.id, 0) >= CHASE_LIMIT
        ):
            continue
        if not view.can_hurt(foe) and view.distance_to(foe) > 1:
            continue
        cost = ambush_cost(view, foe)
        if cost * 100 <= view.me.hp * AMBUSH_STAKE and (best is None or cost < best[0]):
            best = (cost, foe)
    if best is None:
        return stalk(view)
    foe = best[1]
    if fighting.has_bow(view, view.me) and (blade := fighting.wield_blade(view)):
        return blade
    if view.distance_to(foe) == 1:
        return fighting.step_to(view, foe.at)
    chased[foe.id] = chased.get(foe.id, 0) + 1
    prey.clear()
    prey[foe.id] = (view.level.id, foe.at)
    if view.lit and view.distance_to(foe) > 1 and (command := fighting.switch_lamp(view, lit=False)):
        return command
    return creep_up(view, foe)


def creep_up(view: ExpertView, foe: Actor) -> Command | None:
    """The step closer to a creature in sight that it is least likely to notice."""
    closer = []
    for option in view.options:
        if type(option) is Walk:
            dy, dx = NEIGHBOR_OFFSETS[option.direction]
            cell = (view.me.at[0] + dy, view.me.at[1] + dx)
            is_free = pathing.can_walk(view, cell) and cell not in view.ground.actor_by_cell
            if is_free and chebyshev_distance(cell, foe.at) < view.distance_to(foe):
                closer.append(option)
    if not closer:
        return approach(view, [foe.at])
    return min(closer, key=lambda step: (notice_permille(view.phase, foe, STEPS[step.direction]).high, step.direction))


def stalk(view: ExpertView) -> Command | None:
    """Goes on to where it last saw its prey, in the dark."""
    prey = view.memory("prey")
    goals = []
    for id, (level, cell) in list(prey.items()):
        seen = id in view.sightings and view.sightings[id].mood is not Mood.AGGRAVATED
        if level == view.level.id and seen and view.memory("chased").get(id, 0) < CHASE_LIMIT:
            goals.append(cell)
            view.memory("chased")[id] = view.memory("chased").get(id, 0) + 1
        else:
            del prey[id]
    return approach(view, goals) if goals else None


def ambush_cost(view: ExpertView, foe: Actor) -> float:
    """Life that an ambush is expected to cost, by the odds of the way there and of the backstab."""
    full = view.fight_cost([foe])
    steps = view.distance_to(foe) - 1
    blows = max(1, min(view.fighter.stamina - 1, foe.effects.get(SLUMBER, 0) - steps))
    life_left = max(0.0, foe.hp - blows * backstab_damage(view, foe))
    after = full * life_left / max(1, foe.hp)
    unseen = 1.0
    sighting = view.sightings.get(foe.id)
    if steps > 0 and sighting is not None and SLUMBER not in foe.effects:
        risk = risk_by_cell(view, [sighting], pathing.cell_costs(view), lit=False, noise=view.noise)
        cell = view.me.at
        for _ in range(steps):
            near = [(cell[0] + dy, cell[1] + dx) for dy, dx in NEIGHBOR_OFFSETS]
            cell = min(
                (other for other in near if pathing.can_walk(view, other)),
                key=lambda to: (chebyshev_distance(to, foe.at), abs(to[0] - foe.at[0]) + abs(to[1] - foe.at[1])),
                default=cell,
            )
            chance = float(risk[view.phase.array_index(cell)]) / max(0.1, min(sighting.cost, float(view.me.hp)))
            unseen *= 1 - min(1.0, chance)
    return unseen * after + (1 - unseen) * full + alarm_cost(view, foe)


def backstab_damage(view: ExpertView, foe: Actor) -> float:
    """Expected damage of a backstab in the dark."""
    return view.expect_backstab(foe, is_dark=view.distance_to(foe) > 1).mean
