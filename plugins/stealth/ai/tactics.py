"""What aggravated creatures do: hunt, hunt warily, shoot, stand (R-AI-13, 14, 21)."""

from __future__ import annotations

from footfall.api import Command
from footfall.api.grid import Cell, chebyshev_distance

from ..commands import MeleeAttack, Pass, Shoot, Wait, Walk
from ..fight import is_exhausted
from ..melee import NEIGHBOR_OFFSETS
from ..missiles import check_missile_path, find_ammunition
from ..stats import weapon_of
from .context import TurnContext
from .idle import direction_to
from .paths import update_path, walkable_cells_for

ARCHER_DISTANCE = 2
"""Distance that archers keep (table C.3)."""


def wait_for_target(turn: TurnContext) -> Command:
    """WaitAction: an aggravated creature knows of its foe."""
    return Wait(actor=turn.actor.id)


def do_nothing(turn: TurnContext) -> Command:
    """Does nothing, whatever happens."""
    return Pass(actor=turn.actor.id)


def hunt(turn: TurnContext) -> Command:
    """Attacks if adjacent, else one step along the path (R-AI-13)."""
    target = turn.target
    if target is None:
        return wait_for_target(turn)
    if turn.distance == 1:
        return _attack(turn)
    return advance(turn)


def hunt_warily(turn: TurnContext) -> Command:
    """As `hunt`, but it may step back when out of breath, the less aggressive the likelier (R-AI-14)."""
    if turn.distance == 1 and is_exhausted(turn.ctx, turn.actor):
        chance = max(0, 50 - turn.actor.stats.get("aggressivity", 0))
        if turn.ctx.chance("retreat", chance, 100):
            return retreat(turn) or wait_for_target(turn)
    return hunt(turn)


def _attack(turn: TurnContext) -> Command:
    assert turn.target is not None
    if is_exhausted(turn.ctx, turn.actor):
        return wait_for_target(turn)
    return MeleeAttack(actor=turn.actor.id, target=turn.target.at)


def advance(turn: TurnContext) -> Command:
    """One step along the path; without one it waits, and gives up after too long (R-AI-15b)."""
    target, mind = turn.target, turn.mind
    assert target is not None
    if turn.filtered:
        return wait_for_target(turn)
    if update_path(turn, target.at):
        to = mind.path[0]
        if to not in turn.ground.actor_by_cell:
            return Walk(actor=turn.actor.id, direction=direction_to(turn.actor.at, to))
    if not turn.extra:
        mind.blocked += 1
        if mind.blocked > turn.settings.ai_path_failure_limit:
            turn.calm_down()
    return wait_for_target(turn)


def retreat(turn: TurnContext) -> Command | None:
    """A step away from the target, to the neighbour farthest from it."""
    target = turn.target
    if target is None:
        return None
    best: tuple[int, int] | None = None
    for number, cell in _list_open_neighbors(turn):
        away = chebyshev_distance(cell, target.at)
        if away > turn.distance and (best is None or away > best[0]):
            best = (away, number)
    return None if best is None else Walk(actor=turn.actor.id, direction=best[1])


def _list_open_neighbors(turn: TurnContext) -> list[tuple[int, Cell]]:
    mask = walkable_cells_for(turn)
    height, width = turn.level.shape
    found = []
    for number, (dy, dx) in enumerate(NEIGHBOR_OFFSETS):
        cell = (turn.actor.at[0] + dy, turn.actor.at[1] + dx)
        y, x = turn.array_index(cell)
        if 0 <= y < height and 0 <= x < width and mask[y, x] and cell not in turn.ground.actor_by_cell:
            found.append((number, cell))
    return found


def shoot_or_hunt(turn: TurnContext) -> Command:
    """Shoots along a clear line, keeps its distance, sidesteps for a line; without arrows it hunts."""
    actor, target = turn.actor, turn.target
    bow = weapon_of(turn.ctx, actor)
    if target is None or bow is None or not bow.range or find_ammunition(turn.ctx, actor, bow) is None:
        return hunt(turn)
    if turn.distance < ARCHER_DISTANCE:
        return retreat(turn) or hunt(turn)
    if not is_exhausted(turn.ctx, actor):
        if check_missile_path(turn.ctx, actor, target.at, bow.range) is None:
            return Shoot(actor=actor.id, target=target.at)
        if turn.sees and turn.distance <= bow.range:
            for number, cell in _list_open_neighbors(turn):
                if chebyshev_distance(cell, target.at) == turn.distance:
                    return Walk(actor=actor.id, direction=number)
    elif turn.sees:
        return wait_for_target(turn)
    return advance(turn)


def stand_and_strike(turn: TurnContext) -> Command:
    """Never moves; strikes what is adjacent."""
    if turn.target is not None and turn.distance == 1:
        return _attack(turn)
    return wait_for_target(turn)
