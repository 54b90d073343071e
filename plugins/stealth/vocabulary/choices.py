"""Answers of rules to ``decide_action``: the next action of a creature, by the name of a behavior.

None leaves the creature to itself: there is no way, no target within reach, no weapon.
"""

from footfall.api import ActorId, Command, Context, deed
from footfall.api.grid import Cell, chebyshev_distance, is_inside, kernels

from ..actions.commands import MeleeAttack, Pass, Shoot, Wait, Walk
from ..actors.surroundings import NEIGHBOR_OFFSETS, direction_to
from ..ai.paths import can_use_doors, passable_cells
from ..model.phase import get_phase
from ..model.records import creature_kind
from .ground import is_free_cell
from .knowledge import find_actor


@deed
def wait(ctx: Context, actor: ActorId) -> Command | None:
    """Lets a creature defend in melee, and rest elsewhere."""
    return Wait(actor=actor)


@deed
def stand(ctx: Context, actor: ActorId) -> Command | None:
    """Lets a creature do nothing."""
    return Pass(actor=actor)


@deed
def walk(ctx: Context, actor: ActorId, direction: int) -> Command | None:
    """Lets a creature walk in a direction, 0 to 7 clockwise from north; other numbers count on around."""
    return Walk(actor=actor, direction=direction % len(NEIGHBOR_OFFSETS))


@deed
def approach(ctx: Context, actor: ActorId, to: Cell) -> Command | None:
    """Lets a creature take a step on the shortest way to a cell."""
    phase, subject = get_phase(ctx), find_actor(ctx, actor)
    if subject is None or to is None or not is_inside(phase.level, to) or subject.at == to:
        return None
    passable = passable_cells(phase.level, phase.ground, can_use_doors(creature_kind(ctx, subject.kind))).copy()
    for cell in phase.ground.actor_by_cell:
        passable[phase.array_index(cell)] = False
    for cell in (subject.at, to):
        passable[phase.array_index(cell)] = True
    ends = phase.array_index(subject.at), phase.array_index(to)
    path = kernels.find_path(passable, *ends, canonical=True)
    if path is None or len(path) < 2:
        return None
    y, x = path[1].tolist()
    top, left = phase.level.origin
    return Walk(actor=actor, direction=direction_to(subject.at, (y + top, x + left)))


@deed
def flee(ctx: Context, actor: ActorId, away: Cell) -> Command | None:
    """Lets a creature step to the free cell farthest from a cell, the first clockwise from north of several."""
    phase, subject = get_phase(ctx), find_actor(ctx, actor)
    if subject is None or away is None:
        return None
    y, x = subject.at
    steps = [(direction, (y + dy, x + dx)) for direction, (dy, dx) in enumerate(NEIGHBOR_OFFSETS)]
    free = [(chebyshev_distance(cell, away), -direction) for direction, cell in steps if is_free_cell(phase, cell)]
    best = max(free, default=(0, 0))
    return Walk(actor=actor, direction=-best[1]) if best[0] > chebyshev_distance(subject.at, away) else None


@deed
def attack(ctx: Context, actor: ActorId, target: ActorId) -> Command | None:
    """Lets a creature strike an actor next to it, or approach it."""
    subject, other = find_actor(ctx, actor), find_actor(ctx, target)
    if subject is None or other is None or subject is other or subject.level != other.level:
        return None
    if chebyshev_distance(subject.at, other.at) == 1:
        return MeleeAttack(actor=actor, target=other.at)
    command: Command | None = approach(ctx, actor, other.at)
    return command


@deed
def shoot(ctx: Context, actor: ActorId, target: ActorId) -> Command | None:
    """Lets a creature shoot at an actor with the weapon that it wields."""
    other = find_actor(ctx, target)
    return None if other is None else Shoot(actor=actor, target=other.at)
