"""What adventurers do while nobody has attacked them: explore, rest, go deeper (R-AI-20)."""

from __future__ import annotations

from footfall.api import Command, Push
from footfall.api.grid import Actor, Cell, chebyshev, kernels

from ..commands import Wait
from ..generate.travellers import DEPART
from ..roster import roster
from ..state import Deed
from ..totals import stamina_max
from .errands import scout, stay, walk
from .thought import Thought


def adventure(thought: Thought) -> Command:
    """Walks from room to room; rests out of breath and by fires; takes the stairs down when it sees them."""
    if _winded(thought):
        return rest(thought)
    fire = _fire(thought)
    if fire is not None:
        if chebyshev(thought.actor.at, fire.at) == 1:
            return rest(thought)
        going = walk(thought, fire.at)
        if going is not None:
            return going
    return go_down(thought) or scout(thought)


def rest(thought: Thought) -> Command:
    """Waits on purpose, which gives breath back (R-MELEE-10)."""
    return Wait(actor=thought.actor.id)


def _winded(thought: Thought) -> bool:
    """Whether it is out of breath, or rests because it was and has not got all back."""
    fighter = thought.fighter
    if fighter.stamina == 0:
        return True
    return fighter.last is Deed.WAIT and fighter.stamina < stamina_max(thought.play, thought.actor)


def _fire(thought: Thought) -> Actor | None:
    """The nearest fire in view of somebody wounded."""
    if thought.actor.hp >= thought.actor.hp_max:
        return None
    fires = [thought.world.actors[id] for id in roster(thought.play, thought.world, thought.ground).healing]
    seen = [fire for fire in fires if _sees(thought, fire.at)]
    return min(seen, key=lambda fire: (chebyshev(fire.at, thought.actor.at), fire.id), default=None)


def _sees(thought: Thought, cell: Cell) -> bool:
    if chebyshev(thought.actor.at, cell) > thought.fov:
        return False
    return kernels.line_of_sight(thought.ground.grid, thought.local(thought.actor.at), thought.local(cell))


def go_down(thought: Thought) -> Command | None:
    """To the stairs down if they are in view, and down them; None if they are not."""
    stairs = thought.level.arrivals.get("down")
    if stairs is None or not _sees(thought, stairs):
        return None
    if thought.actor.at == stairs:
        thought.changes.append(Push(DEPART, (thought.actor.id, thought.level.id, "down")))
        return stay(thought)
    return walk(thought, stairs)
