"""What aggravated creatures do: hunt, hunt warily, shoot, stand (R-AI-13, 14, 21)."""

from __future__ import annotations

from footfall.api import Command
from footfall.api.grid import Cell, chebyshev

from ..commands import Attack, Pass, Shoot, Step, Wait
from ..fight import exhausted
from ..melee import AROUND
from ..missiles import ammunition, hindrance
from ..totals import weapon_of
from .errands import direction
from .paths import follow, walkable_for
from .thought import Thought

KEEPS_AWAY = 2
"""Distance that archers keep (table C.3)."""


def wait(thought: Thought) -> Command:
    """WaitAction: an aggravated creature knows of its foe."""
    return Wait(actor=thought.actor.id)


def idle(thought: Thought) -> Command:
    """Does nothing, whatever happens."""
    return Pass(actor=thought.actor.id)


def hunt(thought: Thought) -> Command:
    """Attacks if adjacent, else one step along the path (R-AI-13)."""
    target = thought.target
    if target is None:
        return wait(thought)
    if thought.distance == 1:
        return _attack(thought)
    return advance(thought)


def hunt_warily(thought: Thought) -> Command:
    """As `hunt`, but it may step back when out of breath, the less aggressive the likelier (R-AI-14)."""
    if thought.distance == 1 and exhausted(thought.play, thought.actor):
        chance = max(0, 50 - thought.actor.stats.get("aggressivity", 0))
        if thought.play.chance("retreat", chance, 100):
            return retreat(thought) or wait(thought)
    return hunt(thought)


def _attack(thought: Thought) -> Command:
    assert thought.target is not None
    if exhausted(thought.play, thought.actor):
        return wait(thought)
    return Attack(actor=thought.actor.id, target=thought.target.at)


def advance(thought: Thought) -> Command:
    """One step along the path; without one it waits, and gives up after too long (R-AI-15b)."""
    target, mind = thought.target, thought.mind
    assert target is not None
    if thought.filtered:
        return wait(thought)
    if follow(thought, target.at):
        to = mind.path[0]
        if to not in thought.ground.occupied:
            return Step(actor=thought.actor.id, direction=direction(thought.actor.at, to))
    if not thought.extra:
        mind.blocked += 1
        if mind.blocked > thought.knob.ai_path_failure_limit:
            thought.calm()
    return wait(thought)


def retreat(thought: Thought) -> Command | None:
    """A step away from the target, to the neighbour farthest from it."""
    target = thought.target
    if target is None:
        return None
    best: tuple[int, int] | None = None
    for number, cell in _open_neighbours(thought):
        away = chebyshev(cell, target.at)
        if away > thought.distance and (best is None or away > best[0]):
            best = (away, number)
    return None if best is None else Step(actor=thought.actor.id, direction=best[1])


def _open_neighbours(thought: Thought) -> list[tuple[int, Cell]]:
    mask = walkable_for(thought)
    height, width = thought.level.shape
    found = []
    for number, (dy, dx) in enumerate(AROUND):
        cell = (thought.actor.at[0] + dy, thought.actor.at[1] + dx)
        y, x = thought.local(cell)
        if 0 <= y < height and 0 <= x < width and mask[y, x] and cell not in thought.ground.occupied:
            found.append((number, cell))
    return found


def shoot(thought: Thought) -> Command:
    """Shoots along a clear line, keeps its distance, sidesteps for a line; without arrows it hunts."""
    actor, target = thought.actor, thought.target
    bow = weapon_of(thought.play, actor)
    if target is None or bow is None or not bow.range or ammunition(thought.play, actor, bow) is None:
        return hunt(thought)
    if thought.distance < KEEPS_AWAY:
        return retreat(thought) or hunt(thought)
    if not exhausted(thought.play, actor):
        if hindrance(thought.play, actor, target.at, bow.range) is None:
            return Shoot(actor=actor.id, target=target.at)
        if thought.sees and thought.distance <= bow.range:
            for number, cell in _open_neighbours(thought):
                if chebyshev(cell, target.at) == thought.distance:
                    return Step(actor=actor.id, direction=number)
    elif thought.sees:
        return wait(thought)
    return advance(thought)


def stand(thought: Thought) -> Command:
    """Never moves; strikes what is adjacent."""
    if thought.target is not None and thought.distance == 1:
        return _attack(thought)
    return wait(thought)
