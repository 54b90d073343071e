"""Commands of actors, player and creature alike, most of them followed by the action that carries them out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

import msgspec

from footfall.api import Change, Command, Message, Proposal, Refusal, Tell
from footfall.api.chance import Dice, chance_rule, play_chance
from footfall.api.grid import Actor, Cell, Tile, chebyshev_distance

from ..actors import surroundings
from ..actors.stats import reach_of, stagger_percent
from ..actors.surroundings import NEIGHBOR_OFFSETS, are_enemies
from ..model.phase import Phase
from ..model.records import creature_kind
from ..model.state import ItemId, LastAction, SetFighter
from . import missiles, movement, stamina
from .fight import EXHAUSTED, Manner, is_exhausted, resolve_attack

ActionChanges: TypeAlias = "Sequence[Change | Proposal]"
Action: TypeAlias = "Callable[[Phase, Actor, Any], ActionChanges | Refusal]"
A = TypeVar("A", bound=Action)

ACTIONS: dict[type[Command], Action] = {}
"""How any actor carries out a command; `performs` fills it."""


def performs(command: type[Command]) -> Callable[[A], A]:
    """Declares a function ``(ctx, actor, command)`` as the action of a command class."""

    def register(function: A) -> A:
        ACTIONS[command] = function
        return function

    return register


def perform(phase: Phase, actor: Actor, command: Command) -> ActionChanges | Refusal:
    """Carries out a command: the changes of the action alone, without the end of the turn."""
    action = ACTIONS.get(type(command))
    if action is None:
        return Refusal(Message("stealth-cannot"), "command")
    return action(phase, actor, command)


def neighbor_cell(actor: Actor, direction: int) -> Cell | None:
    """The neighboring cell in a direction; None for an invalid direction."""
    if not 0 <= direction < len(NEIGHBOR_OFFSETS):
        return None
    dy, dx = NEIGHBOR_OFFSETS[direction]
    return actor.at[0] + dy, actor.at[1] + dx


def find_occupant(phase: Phase, actor: Actor, cell: Cell) -> Actor | None:
    """The actor on a cell of the actor's level."""
    id = surroundings.level_of_actor(phase, actor)[1].actor_by_cell.get(cell)
    return None if id is None else phase.world.actors[id]


class Walk(Command, frozen=True, tag="core.stealth:step"):
    """Walk in a direction (0 to 7, clockwise from north); attack, open or strike what is in the way."""

    direction: int


@performs(Walk)
def do_walk(phase: Phase, actor: Actor, command: Walk) -> ActionChanges | Refusal:
    """Attacks an enemy, opens a door, strikes a secret wall, or walks.

    A creature opens a door only if its kind can, and strikes no walls (R-AI-6). A confused actor may
    walk in another direction, and spends its turn even if that step is refused.
    """
    percent = stagger_percent(phase, actor)
    if not percent:
        return _step_in_direction(phase, actor, command.direction)
    step = play_chance(phase.ctx, stagger, StaggerFacts(percent, command.direction))
    result = _step_in_direction(phase, actor, step.direction)
    if not step.is_staggering:
        return result
    is_told = actor.id == phase.world.player and (step.direction != command.direction or isinstance(result, Refusal))
    told: ActionChanges = [Tell(Message("stealth-staggers"), "bad")] if is_told else []
    return [*told, *([SetFighter(actor.id, last=LastAction.OTHER)] if isinstance(result, Refusal) else result)]


LAST_DIRECTION = len(NEIGHBOR_OFFSETS) - 1
"""The highest direction of a step."""


class StaggerFacts(msgspec.Struct, frozen=True, gc=False):
    """The facts that decide where a step goes: the chance in percent that it staggers, and its intended direction."""

    percent: int
    direction: int


class Staggered(msgspec.Struct, frozen=True, gc=False):
    """The outcome of `stagger`."""

    is_staggering: bool
    direction: int


@chance_rule
def stagger(f: StaggerFacts, dice: Dice) -> Staggered:
    """Whether a confused actor's step goes in a random direction, which may be the intended one."""
    staggers = dice.chance("stagger", f.percent, 100)
    if staggers:
        direction = dice.roll("stagger-to", 0, LAST_DIRECTION)
    else:
        direction = f.direction
    return Staggered(staggers, direction)


def _step_in_direction(phase: Phase, actor: Actor, direction: int) -> ActionChanges | Refusal:
    cell = neighbor_cell(actor, direction)
    kind = None if cell is None else surroundings.tile_at(phase, actor, cell)
    if cell is None or kind is None:
        return Refusal(Message("stealth-edge"), "R-MOVE-5")
    other = find_occupant(phase, actor, cell)
    if other is not None:
        if are_enemies(phase, actor, other):
            return EXHAUSTED if is_exhausted(phase, actor) else resolve_attack(phase, actor, other)
        if movement.can_pass(phase, actor, other):
            return movement.walk_to(phase, actor, cell, kind, other)
        return Refusal(Message("stealth-occupied"), "R-MOVE-4")
    if kind.walkable or can_pass_door(phase, actor, kind) or movement.can_swim(phase, actor, kind):
        return movement.walk_to(phase, actor, cell, kind)
    is_player = actor.id == phase.world.player
    if kind.opens_to and (is_player or creature_kind(phase, actor.kind).opens_doors):
        return movement.open_door(phase, actor, cell, kind)
    if kind.breaks_to and is_player:
        return movement.strike_fixture(phase, actor, cell, kind)
    return Refusal(Message("stealth-wall"), "R-MOVE-5")


def can_pass_door(phase: Phase, actor: Actor, kind: Tile) -> bool:
    """Whether an actor walks through this closed door without opening it."""
    return bool(kind.opens_to) and creature_kind(phase, actor.kind).passes_doors and movement.lock_color(kind) is None


class Wait(Command, frozen=True, tag="core.stealth:wait"):
    """Wait one turn: defend in melee, rest or listen elsewhere."""


@performs(Wait)
def do_wait(phase: Phase, actor: Actor, command: Wait) -> ActionChanges:
    """Defends or rests (R-MOVE-3)."""
    return [stamina.resolve_wait(phase, actor)]


class Pass(Command, frozen=True, tag="core.stealth:pass"):
    """Do nothing, as unaware creatures do."""


@performs(Pass)
def do_pass(phase: Phase, actor: Actor, command: Pass) -> ActionChanges:
    """Records the pass, which unlike a wait neither defends nor rests."""
    if phase.stealth.fighters[actor.id].last is LastAction.PASS:
        return []
    return [SetFighter(actor.id, last=LastAction.PASS)]


class MeleeAttack(Command, frozen=True, tag="core.stealth:attack"):
    """Strike the creature on a neighboring cell."""

    target: Cell


@performs(MeleeAttack)
def do_attack(phase: Phase, actor: Actor, command: MeleeAttack) -> ActionChanges | Refusal:
    """Attacks a neighbor."""
    target = find_occupant(phase, actor, command.target)
    if target is None or target.id == actor.id:
        return Refusal(Message("stealth-nobody-there"), "R-MOVE-4")
    if chebyshev_distance(actor.at, command.target) > 1:
        return Refusal(Message("stealth-too-far"), "R-REACH-1")
    return EXHAUSTED if is_exhausted(phase, actor) else resolve_attack(phase, actor, target)


class Strike(Command, frozen=True, tag="core.stealth:strike"):
    """Strike in a direction: a creature, a hollow wall, a door."""

    direction: int


@performs(Strike)
def do_strike(phase: Phase, actor: Actor, command: Strike) -> ActionChanges | Refusal:
    """Attacks a creature, or strikes a breakable tile (R-INSPECT-4)."""
    cell = neighbor_cell(actor, command.direction)
    kind = None if cell is None else surroundings.tile_at(phase, actor, cell)
    if cell is None or kind is None:
        return Refusal(Message("stealth-edge"), "R-MOVE-5")
    if find_occupant(phase, actor, cell) is not None:
        return do_attack(phase, actor, MeleeAttack(actor=actor.id, target=cell))
    if not movement.is_breakable(phase, actor, cell, kind):
        return Refusal(Message("stealth-nothing-to-strike"), "R-INSPECT-4")
    return movement.strike_fixture(phase, actor, cell, kind)


class ReachAttack(Command, frozen=True, tag="core.stealth:reach"):
    """Strike a creature within the weapon's reach; without a target, the only one within reach."""

    target: Cell | None = None


@performs(ReachAttack)
def do_reach(phase: Phase, actor: Actor, command: ReachAttack) -> ActionChanges | Refusal:
    """Attacks within reach (R-REACH-3 to 5)."""
    targets = {other.at: other for other in missiles.list_targets_in_reach(phase, actor, reach_of(phase, actor))}
    target = missiles.pick_target(targets, command.target)
    if isinstance(target, Refusal):
        return target
    if is_exhausted(phase, actor):
        return EXHAUSTED
    manner = Manner.MELEE if chebyshev_distance(actor.at, target.at) == 1 else Manner.REACH
    return resolve_attack(phase, actor, target, manner)


class Throw(Command, frozen=True, tag="core.stealth:throw"):
    """Throw an item of the pack at a cell."""

    item: ItemId
    target: Cell


@performs(Throw)
def do_throw(phase: Phase, actor: Actor, command: Throw) -> ActionChanges | Refusal:
    """Throws an item."""
    return missiles.throw_item(phase, actor, command.item, command.target)


class Shoot(Command, frozen=True, tag="core.stealth:shoot"):
    """Shoot at a cell; without a target, at the only enemy in view and range."""

    target: Cell | None = None


@performs(Shoot)
def do_shoot(phase: Phase, actor: Actor, command: Shoot) -> ActionChanges | Refusal:
    """Shoots the equipped weapon."""
    return missiles.shoot_weapon(phase, actor, command.target)


class CloseDoor(Command, frozen=True, tag="core.stealth:close"):
    """Close the door in a direction; without one, the only open door next to the actor."""

    direction: int | None = None


@performs(CloseDoor)
def do_close(phase: Phase, actor: Actor, command: CloseDoor) -> ActionChanges | Refusal:
    """Closes a neighboring door."""
    direction = command.direction
    if direction is None:
        open_doors = movement.list_open_doors(phase, actor)
        if len(open_doors) > 1:
            return Refusal(Message("stealth-several-doors"), "R-DOOR-3")
        direction = next(iter(open_doors), None)
    cell = None if direction is None else neighbor_cell(actor, direction)
    if cell is None:
        return Refusal(Message("stealth-nothing-to-close"), "R-DOOR-3")
    return movement.close_door(phase, actor, cell)


class ToggleLamp(Command, frozen=True, tag="core.stealth:lamp"):
    """Light the lamp, or put it out."""


class Inspect(Command, frozen=True, tag="core.stealth:inspect"):
    """Look closely at a cell; free."""

    target: Cell


ActionResult: TypeAlias = "list[Change | Proposal] | Refusal"


TILE_OPENERS: dict[str, Callable[[Phase, Actor, Cell], ActionResult]] = {}
"""Actions in place of a walk into a tile with a tag; containers register here."""
