"""What creatures do while calm: stay, go home, patrol, scout, wander, feign, adventure (R-AI-16, 19 to 21)."""

from __future__ import annotations

from footfall.api import Command
from footfall.api.grid import Cell, chebyshev

from ..commands import Pass, Step
from ..melee import AROUND
from ..state import Mood
from .paths import follow
from .thought import Thought

WANDERS = 3
"""How far a wanderer strays from its post, in cells."""

ROUNDS = 4
"""Room centres nearest to its post that a patrol walks between."""


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
    """A random step near its post."""
    home = thought.mind.post or thought.actor.at
    walkable = thought.ground.grid.walkable
    assert walkable is not None
    height, width = thought.level.shape
    options = []
    for number, (dy, dx) in enumerate(AROUND):
        cell = (thought.actor.at[0] + dy, thought.actor.at[1] + dx)
        y, x = thought.local(cell)
        near = 0 <= y < height and 0 <= x < width and chebyshev(cell, home) <= WANDERS
        if near and walkable[y, x] and cell not in thought.ground.occupied:
            options.append(number)
    if not options:
        return stay(thought)
    return Step(actor=thought.actor.id, direction=thought.play.choose("wander", options))


def feign(thought: Thought) -> Command:
    """A mimic that lost its prey turns into a chest again."""
    thought.mind.mood = Mood.ASLEEP
    return stay(thought)


def adventure(thought: Thought) -> Command:
    """Wanders between rooms, and rests when out of breath (R-AI-20)."""
    if thought.fighter.stamina == 0:
        return stay(thought)
    return scout(thought)
