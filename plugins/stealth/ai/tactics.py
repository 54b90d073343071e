"""Tactics of aggravated creatures, and the behaviors that pair each with a routine (R-AI-21)."""

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from footfall.api import Command
from footfall.api.chance import Dice, chance_rule, play_chance
from footfall.api.grid import Actor, Cell, chebyshev_distance

from ..actions.commands import MeleeAttack, Pass, Shoot, Wait, Walk
from ..actions.fight import is_exhausted
from ..actions.missiles import check_missile_path, find_ammunition
from ..actors.stats import weapon_of
from ..actors.surroundings import NEIGHBOR_OFFSETS, direction_to
from ..model.hunt import COMMANDED
from . import idle
from .context import TurnContext
from .paths import update_path, walkable_cells_for

ARCHER_DISTANCE = 2
"""Minimum distance that archers keep, in cells."""

RETREAT_PERCENT = 50
"""Chance in percent that an exhausted creature without aggressivity steps back (R-AI-14)."""


class WaverFacts(msgspec.Struct, frozen=True, gc=False):
    """The facts that decide whether an exhausted creature steps back."""

    aggressivity: int


class Wavered(msgspec.Struct, frozen=True, gc=False):
    """The outcome of `waver`."""

    is_retreating: bool


@chance_rule
def waver(f: WaverFacts, dice: Dice) -> Wavered:
    """Whether an exhausted creature steps back (R-AI-14)."""
    retreats = dice.chance("retreat", max(0, RETREAT_PERCENT - f.aggressivity), 100)
    return Wavered(retreats)


def wait_for_target(turn: TurnContext) -> Command:
    """Waits; only aggravated creatures do, others pass (R-MELEE-11)."""
    return Wait(actor=turn.actor.id)


def do_nothing(turn: TurnContext) -> Command:
    """Always passes."""
    return Pass(actor=turn.actor.id)


def hunt(turn: TurnContext) -> Command:
    """Attacks an adjacent target, else steps along the path (R-AI-13)."""
    target = turn.target
    if target is None:
        return wait_for_target(turn)
    if turn.distance == 1:
        return _attack(turn)
    return advance(turn)


def hunt_warily(turn: TurnContext) -> Command:
    """Like `hunt`, but may step back when exhausted, more often with low aggressivity (R-AI-14)."""
    if turn.distance == 1 and is_exhausted(turn.phase, turn.actor):
        facts = WaverFacts(turn.actor.stats.get("aggressivity", 0))
        if play_chance(turn.ctx, waver, facts).is_retreating:
            return retreat(turn) or wait_for_target(turn)
    return hunt(turn)


def _attack(turn: TurnContext) -> Command:
    assert turn.target is not None
    if is_exhausted(turn.phase, turn.actor):
        return wait_for_target(turn)
    return MeleeAttack(actor=turn.actor.id, target=turn.target.at)


def advance(turn: TurnContext) -> Command:
    """Steps along the path, or waits without one; too many turns without a path end the hunt (R-AI-15)."""
    target, mind = turn.target, turn.mind
    assert target is not None
    if turn.filtered:
        return wait_for_target(turn)
    goal = _find_goal(turn, target)
    if goal != target.at and _has_arrived(turn, goal):
        turn.calm_down()
        return wait_for_target(turn)
    if update_path(turn, goal):
        to = mind.path[0]
        if to not in turn.ground.actor_by_cell:
            return Walk(actor=turn.actor.id, direction=direction_to(turn.actor.at, to))
        if turn.sees and turn.settings.shipped:  # others are in its way, its target is not lost (P-INQ-9)
            return wait_for_target(turn)
    if not turn.extra:
        mind.blocked_turns += 1
        if mind.blocked_turns > turn.settings.ai_path_failure_limit:
            turn.calm_down()
    return wait_for_target(turn)


def _find_goal(turn: TurnContext, target: Actor) -> Cell:
    """The cell of its target; of one without a trace the cell where it last perceived it (P-WAY-1)."""
    if turn.sees or turn.hears or not turn.settings.shipped:
        return target.at
    return turn.mind.last_seen or target.at


def _has_arrived(turn: TurnContext, goal: Cell) -> bool:
    """Whether it is where it last perceived its target, or next to it if it cannot enter that cell."""
    distance = chebyshev_distance(turn.actor.at, goal)
    return distance == 0 or (distance == 1 and not walkable_cells_for(turn)[turn.array_index(goal)])


def retreat(turn: TurnContext) -> Command | None:
    """A step to the free neighbor farthest from the target; None if none is farther away."""
    target = turn.target
    if target is None:
        return None
    best: tuple[int, int] | None = None
    for direction, cell in _list_open_neighbors(turn):
        distance = chebyshev_distance(cell, target.at)
        if distance > turn.distance and (best is None or distance > best[0]):
            best = (distance, direction)
    return None if best is None else Walk(actor=turn.actor.id, direction=best[1])


def _list_open_neighbors(turn: TurnContext) -> list[tuple[int, Cell]]:
    mask = walkable_cells_for(turn)
    height, width = turn.level.shape
    neighbors = []
    for direction, (dy, dx) in enumerate(NEIGHBOR_OFFSETS):
        cell = (turn.actor.at[0] + dy, turn.actor.at[1] + dx)
        y, x = turn.array_index(cell)
        if 0 <= y < height and 0 <= x < width and mask[y, x] and cell not in turn.ground.actor_by_cell:
            neighbors.append((direction, cell))
    return neighbors


def shoot_or_hunt(turn: TurnContext) -> Command:
    """Shoots along a clear line, keeps its distance, sidesteps to get one; hunts without arrows."""
    actor, target = turn.actor, turn.target
    bow = weapon_of(turn.phase, actor)
    if target is None or bow is None or not bow.range or find_ammunition(turn.phase, actor, bow) is None:
        return hunt(turn)
    if turn.distance < ARCHER_DISTANCE:
        return retreat(turn) or hunt(turn)
    if not is_exhausted(turn.phase, actor):
        aims = turn.sees or not turn.settings.shipped  # P-WAY-2
        if aims and check_missile_path(turn.phase, actor, target.at, bow.range) is None:
            return Shoot(actor=actor.id, target=target.at)
        if turn.sees and turn.distance <= bow.range:
            for direction, cell in _list_open_neighbors(turn):
                if chebyshev_distance(cell, target.at) == turn.distance:
                    return Walk(actor=actor.id, direction=direction)
    elif turn.sees:
        return wait_for_target(turn)
    return advance(turn)


def stand_and_strike(turn: TurnContext) -> Command:
    """Attacks an adjacent target and never moves."""
    if turn.target is not None and turn.distance == 1:
        return _attack(turn)
    return wait_for_target(turn)


def stand_by(turn: TurnContext) -> Command:
    """A placeholder: a commanded creature acts by orders (P-HUNT-1), see `ai.turn.act`."""
    return Pass(actor=turn.actor.id)


Decision: TypeAlias = "Callable[[TurnContext], Command]"


class Behavior(msgspec.Struct, frozen=True):
    """One behavior.

    Attributes:
        idle: chooses a command while calm.
        tactic: chooses a command while aggravated.
        engages_by_sight: engages by sight alone, never by hearing (ambushers).
        is_dormant: sleeps until a target is adjacent, and again after a while without one (mimics).
        follows_noises: goes to look what made a noise, and searches where it lost its target (P-INQ).
    """

    idle: Decision
    tactic: Decision
    engages_by_sight: bool = False
    is_dormant: bool = False
    follows_noises: bool = False


BEHAVIORS: dict[str, Behavior] = {
    "hostile": Behavior(idle.stay, hunt, follows_noises=True),
    "guard": Behavior(idle.go_home, hunt, follows_noises=True),
    "patrol": Behavior(idle.patrol, hunt, follows_noises=True),
    "defensive": Behavior(idle.patrol, hunt_warily, follows_noises=True),
    "scout": Behavior(idle.scout, hunt, follows_noises=True),
    "wander": Behavior(idle.wander, hunt, follows_noises=True),
    "ambush": Behavior(idle.stay, hunt, engages_by_sight=True),
    "archer": Behavior(idle.go_home, shoot_or_hunt, follows_noises=True),
    "warden": Behavior(idle.search_or_walk_beat, hunt, follows_noises=True),
    "still": Behavior(idle.stay, stand_and_strike),
    "mimic": Behavior(idle.stay, hunt, is_dormant=True),
    "adventurer": Behavior(idle.adventure, hunt),
    "passive": Behavior(idle.stay, do_nothing),
    "rounds": Behavior(idle.walk_round, hunt, follows_noises=True),
    COMMANDED: Behavior(stand_by, stand_by, follows_noises=True),
}
"""By name. Creature records use those of `AI_KINDS`."""

BYSTANDERS = frozenset(name for name, kind in BEHAVIORS.items() if kind.idle is idle.stay and not kind.is_dormant)
"""Behaviors that do nothing while calm."""

HOMELESS = frozenset(name for name, kind in BEHAVIORS.items() if kind.idle in (idle.stay, idle.wander))
"""Behaviors that do not lead back to the post from far away."""
