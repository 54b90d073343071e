"""Calm adventurers: explore, rest, take the stairs down (R-AI-20)."""

from __future__ import annotations

from footfall.api import Command, Push
from footfall.api.grid import Actor, Cell, chebyshev_distance, kernels

from ..actions.commands import Wait
from ..actors.stats import max_stamina
from ..generate.reinforcements import DEPART_STEP
from ..model.state import LastAction
from .context import TurnContext
from .idle import scout, stay, walk_towards


def adventure(turn: TurnContext) -> Command:
    """Walks from room to room; rests when winded or at a fire; takes the stairs down on sight."""
    if _is_winded(turn):
        return rest_by_waiting(turn)
    fire = _find_nearest_fire(turn)
    if fire is not None:
        if chebyshev_distance(turn.actor.at, fire.at) == 1:
            return rest_by_waiting(turn)
        step = walk_towards(turn, fire.at)
        if step is not None:
            return step
    return descend_if_in_view(turn) or scout(turn)


def rest_by_waiting(turn: TurnContext) -> Command:
    """Waits, which recovers stamina (R-MELEE-10)."""
    return Wait(actor=turn.actor.id)


def _is_winded(turn: TurnContext) -> bool:
    """Whether its stamina is empty, or still recovering after being empty."""
    fighter = turn.fighter
    if fighter.stamina == 0:
        return True
    return fighter.last is LastAction.WAIT and fighter.stamina < max_stamina(turn.phase, turn.actor)


def _find_nearest_fire(turn: TurnContext) -> Actor | None:
    """The nearest fire in view, for a wounded actor; ties by id."""
    if turn.actor.hp >= turn.actor.hp_max:
        return None
    fires = [turn.world.actors[id] for id in turn.phase.index.healing]
    visible_fires = [fire for fire in fires if _can_see(turn, fire.at)]
    return min(visible_fires, key=lambda fire: (chebyshev_distance(fire.at, turn.actor.at), fire.id), default=None)


def _can_see(turn: TurnContext, cell: Cell) -> bool:
    if chebyshev_distance(turn.actor.at, cell) > turn.fov:
        return False
    return kernels.line_of_sight(turn.ground.grid, turn.array_index(turn.actor.at), turn.array_index(cell))


def descend_if_in_view(turn: TurnContext) -> Command | None:
    """Walks to the stairs down and takes them; None if they are not in view."""
    stairs = turn.level.arrivals.get("down")
    if stairs is None or not _can_see(turn, stairs):
        return None
    if turn.actor.at == stairs:
        turn.changes.append(Push(DEPART_STEP, (turn.actor.id, turn.level.id, "down")))
        return stay(turn)
    return walk_towards(turn, stairs)
