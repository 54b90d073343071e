"""What adventurers do while nobody has attacked them: explore, rest, go deeper (R-AI-20)."""

from __future__ import annotations

from footfall.api import Command, Push
from footfall.api.grid import Actor, Cell, chebyshev_distance, kernels

from ..actor_index import get_actor_index
from ..commands import Wait
from ..generate.travelers import DEPART_STEP
from ..state import LastAction
from ..stats import max_stamina
from .context import TurnContext
from .idle import scout, stay, walk_towards


def adventure(turn: TurnContext) -> Command:
    """Walks from room to room; rests out of breath and by fires; takes the stairs down when it sees them."""
    if _is_winded(turn):
        return rest_by_waiting(turn)
    fire = _find_nearest_fire(turn)
    if fire is not None:
        if chebyshev_distance(turn.actor.at, fire.at) == 1:
            return rest_by_waiting(turn)
        going = walk_towards(turn, fire.at)
        if going is not None:
            return going
    return descend_if_in_view(turn) or scout(turn)


def rest_by_waiting(turn: TurnContext) -> Command:
    """Waits on purpose, which gives breath back (R-MELEE-10)."""
    return Wait(actor=turn.actor.id)


def _is_winded(turn: TurnContext) -> bool:
    """Whether it is out of breath, or rests because it was and has not got all back."""
    fighter = turn.fighter
    if fighter.stamina == 0:
        return True
    return fighter.last is LastAction.WAIT and fighter.stamina < max_stamina(turn.ctx, turn.actor)


def _find_nearest_fire(turn: TurnContext) -> Actor | None:
    """The nearest fire in view of somebody wounded."""
    if turn.actor.hp >= turn.actor.hp_max:
        return None
    fires = [turn.world.actors[id] for id in get_actor_index(turn.ctx, turn.world, turn.ground).healing]
    seen = [fire for fire in fires if _can_see(turn, fire.at)]
    return min(seen, key=lambda fire: (chebyshev_distance(fire.at, turn.actor.at), fire.id), default=None)


def _can_see(turn: TurnContext, cell: Cell) -> bool:
    if chebyshev_distance(turn.actor.at, cell) > turn.fov:
        return False
    return kernels.line_of_sight(turn.ground.grid, turn.array_index(turn.actor.at), turn.array_index(cell))


def descend_if_in_view(turn: TurnContext) -> Command | None:
    """To the stairs down if they are in view, and down them; None if they are not."""
    stairs = turn.level.arrivals.get("down")
    if stairs is None or not _can_see(turn, stairs):
        return None
    if turn.actor.at == stairs:
        turn.changes.append(Push(DEPART_STEP, (turn.actor.id, turn.level.id, "down")))
        return stay(turn)
    return walk_towards(turn, stairs)
