"""What creatures do while calm: stay, go home, patrol, scout, wander, watch (R-AI-16, 19, 21)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from footfall.api import Command
from footfall.api.grid import Cell, chebyshev

from ..commands import Pass, Step
from ..melee import AROUND
from .paths import follow
from .thought import Thought

WANDERS = 3
"""How far a wanderer strays from its post, in cells."""

ROUNDS = 4
"""Room centres nearest to its post that a patrol walks between; places of a warden's beat."""

BEAT = 4
"""How far from its post a warden's beat goes, in cells."""

SEARCHES_WITHIN = 2
"""How near to the place a searching warden keeps, in cells."""


def direction(origin: Cell, to: Cell) -> int:
    """Index of the step between two neighbours."""
    return AROUND.index((to[0] - origin[0], to[1] - origin[1]))


def stay(thought: Thought) -> Command:
    """Passes: a calm creature has no wait (R-MELEE-11)."""
    return Pass(actor=thought.actor.id)


def walk(thought: Thought, goal: Cell) -> Command | None:
    """A step towards a place; None if it is there already or there is no way."""
    if thought.actor.at == goal or not follow(thought, goal):
        return None
    to = thought.mind.path[0]
    if to in thought.ground.occupied:
        return None
    return Step(actor=thought.actor.id, direction=direction(thought.actor.at, to))


def go_home(thought: Thought) -> Command:
    """Returns to its post (R-AI-16)."""
    return walk(thought, thought.mind.post or thought.actor.at) or stay(thought)


def patrol(thought: Thought) -> Command:
    """Walks its rounds: the nearest room centres, back and forth."""
    mind = thought.mind
    if not mind.rounds:
        mind.rounds = _centres(thought)[:ROUNDS]
    return _next_round(thought)


def scout(thought: Thought) -> Command:
    """Walks all room centres in order of Manhattan distance from where it began (R-AI-19)."""
    mind = thought.mind
    if not mind.rounds:
        mind.rounds = _centres(thought)
    return _next_round(thought)


def _centres(thought: Thought) -> tuple[Cell, ...]:
    y, x = thought.mind.post or thought.actor.at
    return tuple(sorted(thought.level.rooms, key=lambda c: (abs(c[0] - y) + abs(c[1] - x), c)))


def _next_round(thought: Thought) -> Command:
    """A step on the way to the next stop; stops without a way are dropped."""
    mind = thought.mind
    for _ in range(len(mind.rounds)):
        stop = mind.rounds[mind.index % len(mind.rounds)]
        if thought.actor.at == stop or (
            chebyshev(thought.actor.at, stop) == 1 and stop in thought.ground.occupied
        ):
            mind.index = (mind.index + 1) % len(mind.rounds)
            continue
        going = walk(thought, stop)
        if going is not None:
            return going
        if mind.path:
            return stay(thought)
        mind.rounds = tuple(other for other in mind.rounds if other != stop)
        mind.index = 0
    return go_home(thought) if not mind.rounds else stay(thought)


def wander(thought: Thought) -> Command:
    """A random step near its post, within its room (table C.3)."""
    return stray(thought, thought.mind.post or thought.actor.at, WANDERS)


def stray(thought: Thought, home: Cell, far: int) -> Command:
    """A random step to a free neighbour, at most `far` cells from `home` and not into a passage."""
    walkable = thought.ground.grid.walkable
    assert walkable is not None
    confined = not narrow(walkable, thought.local(thought.actor.at))
    options = []
    for number, (dy, dx) in enumerate(AROUND):
        cell = (thought.actor.at[0] + dy, thought.actor.at[1] + dx)
        spot = thought.local(cell)
        if not (0 <= spot[0] < walkable.shape[0] and 0 <= spot[1] < walkable.shape[1]):
            continue
        if not walkable[spot] or chebyshev(cell, home) > far or cell in thought.ground.occupied:
            continue
        if not (confined and narrow(walkable, spot)):
            options.append(number)
    if not options:
        return stay(thought)
    return Step(actor=thought.actor.id, direction=thought.play.choose("wander", options))


def narrow(walkable: npt.NDArray[np.bool_], spot: Cell) -> bool:
    """Whether a cell lies between two blocked ones: a corridor, a doorway."""
    y, x = spot
    height, width = walkable.shape

    def blocked(dy: int, dx: int) -> bool:
        inside = 0 <= y + dy < height and 0 <= x + dx < width
        return not (inside and walkable[y + dy, x + dx])

    return (blocked(-1, 0) and blocked(1, 0)) or (blocked(0, -1) and blocked(0, 1))


def watch(thought: Thought) -> Command:
    """A warden walks its beat; where it lost somebody it searches first (table C.3)."""
    return search(thought) if thought.mind.patience > 0 else beat(thought)


def search(thought: Thought) -> Command:
    """Goes where its prey was last perceived and looks about there while its patience lasts."""
    mind = thought.mind
    place = mind.last_seen
    if place is None:
        mind.patience = 0
        return beat(thought)
    if chebyshev(thought.actor.at, place) > SEARCHES_WITHIN:
        going = walk(thought, place)
        if going is not None:
            return going
    if not thought.extra:
        mind.patience -= 1
    mind.path, mind.goal = (), None
    return stray(thought, place, SEARCHES_WITHIN)


def beat(thought: Thought) -> Command:
    """Walks between some places near its post, drawn once."""
    mind = thought.mind
    if not mind.rounds:
        mind.rounds = _places(thought)
    return _next_round(thought)


def _places(thought: Thought) -> tuple[Cell, ...]:
    """`ROUNDS` walkable cells within `BEAT` cells of its post."""
    walkable = thought.ground.grid.walkable
    assert walkable is not None
    post = thought.mind.post or thought.actor.at
    y, x = thought.local(post)
    top, left = max(0, y - BEAT), max(0, x - BEAT)
    near = np.argwhere(walkable[top : y + BEAT + 1, left : x + BEAT + 1]).tolist()
    origin = thought.level.origin
    cells = [(cy + top + origin[0], cx + left + origin[1]) for cy, cx in near]
    return tuple(
        cells.pop(thought.play.roll("beat", 0, len(cells) - 1)) for _ in range(min(ROUNDS, len(cells)))
    )
