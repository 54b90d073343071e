"""Routines of calm creatures: stay, return, patrol, wander, search; adventurers explore, rest and descend (R-AI-20)."""

import numpy as np
import numpy.typing as npt

from footfall.api import Command, Message, Push, Tell
from footfall.api.chance import play_chance
from footfall.api.grid import Actor, Cell, chebyshev_distance, kernels

from ..actions.commands import Pass, Wait, Walk
from ..actions.listen import ListeningFacts, creatures_beyond, explain_listening, listen
from ..actions.movement import is_unlocked_door
from ..actors.stats import effective_stat, max_stamina, sense_ranges
from ..actors.surroundings import NEIGHBOR_OFFSETS, direction_to
from ..generate.reinforcements import DEPART_STEP
from ..model.phase import Phase
from ..model.play_state import Inquiry
from ..model.state import LastAction
from ..senses.ambience import talk
from .context import TurnContext
from .paths import update_path

WANDER_RADIUS = 3
"""The farthest that a wanderer strays from its post, in cells."""

PATROL_STOPS = 4
"""Stops of a patrol (the room centers nearest to its post) and of a warden's beat."""

MIN_STOPS, ROUND_PAUSE = 2, 3
"""Fewest stops of a round, and turns of looking around at each (P-RND-2)."""

BEAT_RADIUS = 4
"""Radius of a warden's beat around its post, in cells."""

LISTENED, DOOR_TURNS = "step", 8
"""Kind and patience of the inquiry of a creature that has heard a sound behind a door (P-WATCH-2)."""

SEARCH_RADIUS = 2
"""Radius in which a warden searches, in cells."""


def stay(turn: TurnContext) -> Command:
    """Passes; calm creatures do not wait (R-MELEE-11)."""
    return Pass(actor=turn.actor.id)


def walk_towards(turn: TurnContext, goal: Cell) -> Command | None:
    """A step toward a cell; None if it is there, or has no free path."""
    if turn.actor.at == goal or not update_path(turn, goal):
        return None
    to = turn.mind.path[0]
    if to in turn.ground.actor_by_cell:
        return None
    if turn.settings.shipped and turn.inquiry is None and is_unlocked_door(turn.phase.tile(to)):
        listen_at_door(turn, to)
    return Walk(actor=turn.actor.id, direction=direction_to(turn.actor.at, to))


def listen_at_door(turn: TurnContext, door: Cell) -> None:
    """Listens before it opens a door on its routine; it goes to look where it hears the character (P-WATCH-2)."""
    phase, player = turn.phase, turn.phase.player
    if not phase.is_player_here or player not in creatures_beyond(phase, turn.actor, door):
        return
    perception = effective_stat(phase, turn.actor, "perception")
    listening = play_chance(turn.ctx, listen, ListeningFacts(turn.settings, perception), turn.changes)
    if listening.is_hearing:
        turn.inquiry = Inquiry(player.at, LISTENED, DOOR_TURNS)
    near = chebyshev_distance(turn.actor.at, player.at) <= effective_stat(phase, player, "foh")
    if near and not turn.ctx.quiet:
        why = explain_listening(turn.settings, listening) if turn.ctx.is_traced else None
        turn.changes.append(Tell(Message("stealth-door-listened"), "warn", why))


def go_home(turn: TurnContext) -> Command:
    """Returns to its post (R-AI-16)."""
    return walk_towards(turn, turn.mind.post or turn.actor.at) or stay(turn)


def patrol(turn: TurnContext) -> Command:
    """Cycles through the room centers nearest to its post."""
    mind = turn.mind
    if not mind.rounds:
        mind.rounds = _room_centers(turn)[:PATROL_STOPS]
    return _walk_to_next_stop(turn)


def scout(turn: TurnContext) -> Command:
    """Walks all room centers by Manhattan distance from its post (R-AI-19)."""
    mind = turn.mind
    if not mind.rounds:
        mind.rounds = _room_centers(turn)
    return _walk_to_next_stop(turn)


def walk_round(turn: TurnContext) -> Command:
    """Walks a loop of a few nearby rooms without dice, and looks around at each stop (P-RND-1, 2)."""
    mind = turn.mind
    if not mind.rounds:
        # Two to four of the rooms nearest to its post, each followed by the nearest that is left.
        centers = list(_room_centers(turn)[: MIN_STOPS + turn.actor.id % (PATROL_STOPS - MIN_STOPS + 1)])
        loop: list[Cell] = []
        while centers:
            y, x = loop[-1] if loop else turn.mind.post or turn.actor.at
            loop.append(min(centers, key=lambda at: (abs(at[0] - y) + abs(at[1] - x), at)))
            centers.remove(loop[-1])
        mind.rounds = tuple(loop)
    if not mind.rounds:
        return go_home(turn)
    stop = mind.rounds[mind.index % len(mind.rounds)]
    if not _has_arrived(turn, stop):
        return _walk_to_next_stop(turn)
    if not mind.patience:
        mind.patience = ROUND_PAUSE
        turn.changes += talk(turn.phase, turn.actor)
        return stay(turn)
    if not turn.extra:
        mind.patience -= 1
    return stay(turn) if mind.patience else _walk_to_next_stop(turn)


def _room_centers(turn: TurnContext) -> tuple[Cell, ...]:
    y, x = turn.mind.post or turn.actor.at
    return tuple(sorted(turn.level.rooms, key=lambda c: (abs(c[0] - y) + abs(c[1] - x), c)))


def _walk_to_next_stop(turn: TurnContext) -> Command:
    """A step to the next stop; drops stops without a path."""
    mind = turn.mind
    for _ in range(len(mind.rounds)):
        stop = mind.rounds[mind.index % len(mind.rounds)]
        if _has_arrived(turn, stop):
            mind.index = (mind.index + 1) % len(mind.rounds)
            continue
        step = walk_towards(turn, stop)
        if step is not None:
            return step
        if mind.path:
            return stay(turn)
        mind.rounds = tuple(other for other in mind.rounds if other != stop)
        mind.index = 0
    return go_home(turn) if not mind.rounds else stay(turn)


def _has_arrived(turn: TurnContext, stop: Cell) -> bool:
    """Whether it stands at a stop, or next to one that is taken."""
    at = turn.actor.at
    return at == stop or (chebyshev_distance(at, stop) == 1 and stop in turn.ground.actor_by_cell)


def wander(turn: TurnContext) -> Command:
    """A random step near its post, within its room."""
    return step_near(turn, turn.mind.post or turn.actor.at, WANDER_RADIUS)


def step_near(turn: TurnContext, home: Cell, radius: int) -> Command:
    """A random step to a free neighbor at most `radius` cells from `home`, never from a room into a passage."""
    walkable = turn.ground.grid.walkable
    assert walkable is not None
    confined = not is_narrow(walkable, turn.array_index(turn.actor.at))
    options = []
    for direction, (dy, dx) in enumerate(NEIGHBOR_OFFSETS):
        cell = (turn.actor.at[0] + dy, turn.actor.at[1] + dx)
        index = turn.array_index(cell)
        if not (0 <= index[0] < walkable.shape[0] and 0 <= index[1] < walkable.shape[1]):
            continue
        if not walkable[index] or chebyshev_distance(cell, home) > radius or cell in turn.ground.actor_by_cell:
            continue
        if not (confined and is_narrow(walkable, index)):
            options.append(direction)
    if not options:
        return stay(turn)
    return Walk(actor=turn.actor.id, direction=turn.ctx.choose("wander", options))


def is_narrow(walkable: npt.NDArray[np.bool_], index: Cell) -> bool:
    """Whether a cell lies between two blocked ones, as in a corridor or doorway."""
    y, x = index
    height, width = walkable.shape

    def is_blocked(dy: int, dx: int) -> bool:
        inside = 0 <= y + dy < height and 0 <= x + dx < width
        return not (inside and walkable[y + dy, x + dx])

    return (is_blocked(-1, 0) and is_blocked(1, 0)) or (is_blocked(0, -1) and is_blocked(0, 1))


def search_or_walk_beat(turn: TurnContext) -> Command:
    """Searches where a warden lost its target, then walks its beat."""
    return search_last_seen(turn) if turn.mind.patience > 0 else walk_beat(turn)


def search_last_seen(turn: TurnContext) -> Command:
    """Goes where its target was last perceived and searches there while its patience lasts."""
    mind = turn.mind
    place = mind.last_seen
    if place is None:
        mind.patience = 0
        return walk_beat(turn)
    if chebyshev_distance(turn.actor.at, place) > SEARCH_RADIUS:
        step = walk_towards(turn, place)
        if step is not None:
            return step
    if not turn.extra:
        mind.patience -= 1
    mind.path, mind.goal = (), None
    return step_near(turn, place, SEARCH_RADIUS)


def walk_beat(turn: TurnContext) -> Command:
    """Cycles through random cells near its post, drawn once."""
    mind = turn.mind
    if not mind.rounds:
        walkable = turn.ground.grid.walkable
        assert walkable is not None
        post = turn.mind.post or turn.actor.at
        y, x = turn.array_index(post)
        top, left = max(0, y - BEAT_RADIUS), max(0, x - BEAT_RADIUS)
        open_cells = np.argwhere(walkable[top : y + BEAT_RADIUS + 1, left : x + BEAT_RADIUS + 1]).tolist()
        origin = turn.level.origin
        cells = [(cy + top + origin[0], cx + left + origin[1]) for cy, cx in open_cells]
        mind.rounds = tuple(
            cells.pop(turn.ctx.roll("beat", 0, len(cells) - 1)) for _ in range(min(PATROL_STOPS, len(cells)))
        )
    return _walk_to_next_stop(turn)


def adventure(turn: TurnContext) -> Command:
    """Walks from room to room; rests when winded or at a fire; takes the stairs down on sight."""
    phase, actor = turn.phase, turn.actor
    if not has_errand(phase, actor):
        return scout(turn)
    if _is_winded(phase, actor):
        return Wait(actor=turn.actor.id)  # recovers stamina (R-MELEE-10)
    fires = [turn.world.actors[id] for id in phase.index.healing] if actor.hp < actor.hp_max else []
    fires = [fire for fire in fires if _can_see(phase, actor, fire.at)]
    if fires:
        fire = min(fires, key=lambda fire: (chebyshev_distance(fire.at, turn.actor.at), fire.id))
        if chebyshev_distance(turn.actor.at, fire.at) == 1:
            return Wait(actor=turn.actor.id)
        step = walk_towards(turn, fire.at)
        if step is not None:
            return step
    return descend_if_in_view(turn) or scout(turn)


def has_errand(phase: Phase, actor: Actor) -> bool:
    """Whether an adventurer is winded, hurt on a floor with a fire, or sees the stairs down."""
    if _is_winded(phase, actor) or (phase.index.healing and actor.hp < actor.hp_max):
        return True
    stairs = phase.level.arrivals.get("down")
    return stairs is not None and _can_see(phase, actor, stairs)


def _is_winded(phase: Phase, actor: Actor) -> bool:
    """Whether its stamina is empty, or still recovering after being empty."""
    fighter = phase.stealth.fighters[actor.id]
    if fighter.stamina == 0:
        return True
    return fighter.last is LastAction.WAIT and fighter.stamina < max_stamina(phase, actor)


def _can_see(phase: Phase, actor: Actor, cell: Cell) -> bool:
    if chebyshev_distance(actor.at, cell) > sense_ranges(phase, actor)[0]:
        return False
    return kernels.line_of_sight(phase.ground.grid, phase.array_index(actor.at), phase.array_index(cell))


def descend_if_in_view(turn: TurnContext) -> Command | None:
    """Walks to the stairs down and takes them; None if they are not in view."""
    stairs = turn.level.arrivals.get("down")
    if stairs is None or not _can_see(turn.phase, turn.actor, stairs):
        return None
    if turn.actor.at == stairs:
        turn.changes.append(Push(DEPART_STEP, (turn.actor.id, turn.level.id, "down")))
        return stay(turn)
    return walk_towards(turn, stairs)
