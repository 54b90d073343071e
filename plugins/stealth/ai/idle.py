"""What creatures do while calm: stay, go home, patrol, scout, wander, watch (R-AI-16, 19, 21)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from footfall.api import Command
from footfall.api.grid import Cell, chebyshev_distance

from ..commands import Pass, Walk
from ..melee import NEIGHBOR_OFFSETS
from .context import TurnContext
from .paths import update_path

WANDER_RADIUS = 3
"""How far a wanderer strays from its post, in cells."""

PATROL_STOPS = 4
"""Room centres nearest to its post that a patrol walks between; places of a warden's beat."""

BEAT_RADIUS = 4
"""How far from its post a warden's beat goes, in cells."""

SEARCH_RADIUS = 2
"""How near to the place a searching warden keeps, in cells."""


def direction_to(origin: Cell, to: Cell) -> int:
    """Index of the step between two neighbours."""
    return NEIGHBOR_OFFSETS.index((to[0] - origin[0], to[1] - origin[1]))


def stay(turn: TurnContext) -> Command:
    """Passes: a calm creature has no wait (R-MELEE-11)."""
    return Pass(actor=turn.actor.id)


def walk_towards(turn: TurnContext, goal: Cell) -> Command | None:
    """A step towards a place; None if it is there already or there is no way."""
    if turn.actor.at == goal or not update_path(turn, goal):
        return None
    to = turn.mind.path[0]
    if to in turn.ground.actor_by_cell:
        return None
    return Walk(actor=turn.actor.id, direction=direction_to(turn.actor.at, to))


def go_home(turn: TurnContext) -> Command:
    """Returns to its post (R-AI-16)."""
    return walk_towards(turn, turn.mind.post or turn.actor.at) or stay(turn)


def patrol(turn: TurnContext) -> Command:
    """Walks its rounds: the nearest room centres, back and forth."""
    mind = turn.mind
    if not mind.rounds:
        mind.rounds = _room_centers(turn)[:PATROL_STOPS]
    return _walk_to_next_stop(turn)


def scout(turn: TurnContext) -> Command:
    """Walks all room centres in order of Manhattan distance from where it began (R-AI-19)."""
    mind = turn.mind
    if not mind.rounds:
        mind.rounds = _room_centers(turn)
    return _walk_to_next_stop(turn)


def _room_centers(turn: TurnContext) -> tuple[Cell, ...]:
    y, x = turn.mind.post or turn.actor.at
    return tuple(sorted(turn.level.rooms, key=lambda c: (abs(c[0] - y) + abs(c[1] - x), c)))


def _walk_to_next_stop(turn: TurnContext) -> Command:
    """A step on the way to the next stop; stops without a way are dropped."""
    mind = turn.mind
    for _ in range(len(mind.rounds)):
        stop = mind.rounds[mind.index % len(mind.rounds)]
        if turn.actor.at == stop or (
            chebyshev_distance(turn.actor.at, stop) == 1 and stop in turn.ground.actor_by_cell
        ):
            mind.index = (mind.index + 1) % len(mind.rounds)
            continue
        going = walk_towards(turn, stop)
        if going is not None:
            return going
        if mind.path:
            return stay(turn)
        mind.rounds = tuple(other for other in mind.rounds if other != stop)
        mind.index = 0
    return go_home(turn) if not mind.rounds else stay(turn)


def wander(turn: TurnContext) -> Command:
    """A random step near its post, within its room (table C.3)."""
    return step_near(turn, turn.mind.post or turn.actor.at, WANDER_RADIUS)


def step_near(turn: TurnContext, home: Cell, far: int) -> Command:
    """A random step to a free neighbour, at most `far` cells from `home` and not into a passage."""
    walkable = turn.ground.grid.walkable
    assert walkable is not None
    confined = not is_narrow(walkable, turn.array_index(turn.actor.at))
    options = []
    for number, (dy, dx) in enumerate(NEIGHBOR_OFFSETS):
        cell = (turn.actor.at[0] + dy, turn.actor.at[1] + dx)
        spot = turn.array_index(cell)
        if not (0 <= spot[0] < walkable.shape[0] and 0 <= spot[1] < walkable.shape[1]):
            continue
        if not walkable[spot] or chebyshev_distance(cell, home) > far or cell in turn.ground.actor_by_cell:
            continue
        if not (confined and is_narrow(walkable, spot)):
            options.append(number)
    if not options:
        return stay(turn)
    return Walk(actor=turn.actor.id, direction=turn.ctx.choose("wander", options))


def is_narrow(walkable: npt.NDArray[np.bool_], spot: Cell) -> bool:
    """Whether a cell lies between two blocked ones: a corridor, a doorway."""
    y, x = spot
    height, width = walkable.shape

    def is_blocked(dy: int, dx: int) -> bool:
        inside = 0 <= y + dy < height and 0 <= x + dx < width
        return not (inside and walkable[y + dy, x + dx])

    return (is_blocked(-1, 0) and is_blocked(1, 0)) or (is_blocked(0, -1) and is_blocked(0, 1))


def search_or_walk_beat(turn: TurnContext) -> Command:
    """A warden walks its beat; where it lost somebody it searches first (table C.3)."""
    return search_last_seen(turn) if turn.mind.patience > 0 else walk_beat(turn)


def search_last_seen(turn: TurnContext) -> Command:
    """Goes where its prey was last perceived and looks about there while its patience lasts."""
    mind = turn.mind
    place = mind.last_seen
    if place is None:
        mind.patience = 0
        return walk_beat(turn)
    if chebyshev_distance(turn.actor.at, place) > SEARCH_RADIUS:
        going = walk_towards(turn, place)
        if going is not None:
            return going
    if not turn.extra:
        mind.patience -= 1
    mind.path, mind.goal = (), None
    return step_near(turn, place, SEARCH_RADIUS)


def walk_beat(turn: TurnContext) -> Command:
    """Walks between some places near its post, drawn once."""
    mind = turn.mind
    if not mind.rounds:
        mind.rounds = _draw_beat_cells(turn)
    return _walk_to_next_stop(turn)


def _draw_beat_cells(turn: TurnContext) -> tuple[Cell, ...]:
    """`PATROL_STOPS` walkable cells within `BEAT` cells of its post."""
    walkable = turn.ground.grid.walkable
    assert walkable is not None
    post = turn.mind.post or turn.actor.at
    y, x = turn.array_index(post)
    top, left = max(0, y - BEAT_RADIUS), max(0, x - BEAT_RADIUS)
    near = np.argwhere(walkable[top : y + BEAT_RADIUS + 1, left : x + BEAT_RADIUS + 1]).tolist()
    origin = turn.level.origin
    cells = [(cy + top + origin[0], cx + left + origin[1]) for cy, cx in near]
    return tuple(
        cells.pop(turn.ctx.roll("beat", 0, len(cells) - 1)) for _ in range(min(PATROL_STOPS, len(cells)))
    )
