"""What an actor may want, player and creature alike, and how it is carried out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from footfall.api import Change, Command, Message, Play, Proposal, Refused
from footfall.api.grid import Actor, Cell, Tile, chebyshev, ground, world_of

from . import melee, missiles, moves
from .fight import Manner, exhausted, strike
from .melee import AROUND, hostile
from .records import Effect
from .state import Deed, SetFighter, stealth_of
from .totals import creature, reach_of

Done: TypeAlias = "Sequence[Change | Proposal]"


class Step(Command, frozen=True, tag="core.stealth:step"):
    """Step in a direction (0..7, clockwise from north), or do there what is to be done."""

    direction: int


class Wait(Command, frozen=True, tag="core.stealth:wait"):
    """Wait one turn: defend in melee, rest or listen elsewhere."""


class Pass(Command, frozen=True, tag="core.stealth:pass"):
    """Do nothing at all, as unaware creatures do (R-MELEE-11)."""


class Attack(Command, frozen=True, tag="core.stealth:attack"):
    """Strike the creature on a neighbouring cell."""

    target: Cell


class Strike(Command, frozen=True, tag="core.stealth:strike"):
    """Strike whatever is in a direction: a creature, a wall that sounds hollow, a door."""

    direction: int


class Reach(Command, frozen=True, tag="core.stealth:reach"):
    """Strike a creature within the weapon's reach; without a target the only one there is."""

    target: Cell | None = None


class Throw(Command, frozen=True, tag="core.stealth:throw"):
    """Throw an object of the pack at a cell."""

    item: int
    target: Cell


class Shoot(Command, frozen=True, tag="core.stealth:shoot"):
    """Shoot at a cell; without a target at the only enemy in view and range."""

    target: Cell | None = None


class Close(Command, frozen=True, tag="core.stealth:close"):
    """Close the door in a direction."""

    direction: int


class Lamp(Command, frozen=True, tag="core.stealth:lamp"):
    """Light the lamp, or put it out."""


class Inspect(Command, frozen=True, tag="core.stealth:inspect"):
    """Look closely at a cell; free."""

    target: Cell


def neighbour(actor: Actor, direction: int) -> Cell | None:
    """The cell in a direction; None if there is no such direction."""
    if not 0 <= direction < len(AROUND):
        return None
    dy, dx = AROUND[direction]
    return actor.at[0] + dy, actor.at[1] + dx


def occupant(play: Play, actor: Actor, cell: Cell) -> Actor | None:
    """Who stands on a cell of the actor's level."""
    world = world_of(play.state)
    id = ground(world, world.levels[actor.level], play.records).occupied.get(cell)
    return None if id is None else world.actors[id]


def passes(play: Play, actor: Actor, kind: Tile) -> bool:
    """Whether an actor goes through this closed door without opening it (R-DOOR-6)."""
    return bool(kind.opens_to) and creature(play, actor.kind).passes_doors and moves.colour_of(kind) is None


def do_step(play: Play, actor: Actor, command: Step) -> Done | Refused:
    """Attack an enemy, open a door, strike a secret wall, or walk (R-MOVE-4, 5).

    The step of somebody confused may go astray; then it costs its turn whatever is there.
    """
    direction = astray(play, actor)
    if direction is None:
        return _towards(play, actor, command.direction)
    done = _towards(play, actor, direction)
    return [SetFighter(actor.id, last=Deed.OTHER)] if isinstance(done, Refused) else done


def astray(play: Play, actor: Actor) -> int | None:
    """Where a confused actor's step goes instead; None if it goes where it was meant to (table C.6)."""
    if not actor.effects:
        return None
    known = play.records.table(Effect, "effect")
    chance = max((known[name].staggers for name in actor.effects if name in known), default=0)
    if not chance or play.roll("stagger", 1, 100) > chance:
        return None
    return play.roll("stagger-to", 0, len(AROUND) - 1)


def _towards(play: Play, actor: Actor, direction: int) -> Done | Refused:
    cell = neighbour(actor, direction)
    kind = None if cell is None else moves.tile_at(play, actor, cell)
    if cell is None or kind is None:
        return Refused(Message("stealth-edge"), "R-MOVE-5")
    other = occupant(play, actor, cell)
    if other is not None:
        if hostile(play, actor, other):
            return do_attack(play, actor, Attack(actor=actor.id, target=cell))
        return Refused(Message("stealth-occupied"), "R-MOVE-4")
    if kind.walkable or passes(play, actor, kind):
        return moves.step(play, actor, cell)
    if kind.opens_to:
        return moves.open_door(play, actor, cell, kind)
    if kind.breaks_to:
        return moves.batter(play, actor, cell, kind)
    return Refused(Message("stealth-wall"), "R-MOVE-5")


def do_wait(play: Play, actor: Actor, command: Wait) -> Done:
    """WaitAction (R-MOVE-3)."""
    return [melee.wait(play, actor)]


def do_pass(play: Play, actor: Actor, command: Pass) -> Done:
    """Nothing, beside that it was not a wait (R-MELEE-11)."""
    if stealth_of(play.state).fighters[actor.id].last is Deed.PASS:
        return []
    return [SetFighter(actor.id, last=Deed.PASS)]


def do_attack(play: Play, actor: Actor, command: Attack) -> Done | Refused:
    """MeleeAction on a neighbour (R-MELEE-7, 9)."""
    target = occupant(play, actor, command.target)
    if target is None or target.id == actor.id:
        return Refused(Message("stealth-nobody-there"), "R-MOVE-4")
    if chebyshev(actor.at, command.target) > 1:
        return Refused(Message("stealth-too-far"), "R-REACH-1")
    if exhausted(play, actor):
        return Refused(Message("stealth-exhausted"), "R-MELEE-7")
    return strike(play, actor, target)


def do_strike(play: Play, actor: Actor, command: Strike) -> Done | Refused:
    """MeleeAction on a creature, or a blow at the surroundings (R-INSPECT-4, table C.9)."""
    cell = neighbour(actor, command.direction)
    kind = None if cell is None else moves.tile_at(play, actor, cell)
    if cell is None or kind is None:
        return Refused(Message("stealth-edge"), "R-MOVE-5")
    if occupant(play, actor, cell) is not None:
        return do_attack(play, actor, Attack(actor=actor.id, target=cell))
    if not moves.breakable(play, actor, cell, kind):
        return Refused(Message("stealth-nothing-to-strike"), "R-INSPECT-4")
    return moves.batter(play, actor, cell, kind)


def do_reach(play: Play, actor: Actor, command: Reach) -> Done | Refused:
    """MeleeAction within reach (R-REACH-3 to 5)."""
    targets = {other.at: other for other in missiles.within_reach(play, actor, reach_of(play, actor))}
    chosen = missiles.pick(targets, command.target)
    if isinstance(chosen, Refused):
        return chosen
    if exhausted(play, actor):
        return Refused(Message("stealth-exhausted"), "R-MELEE-7")
    manner = Manner.MELEE if chebyshev(actor.at, chosen.at) == 1 else Manner.REACH
    return strike(play, actor, chosen, manner)


def do_close(play: Play, actor: Actor, command: Close) -> Done | Refused:
    """Closes a neighbouring door (R-DOOR-3)."""
    cell = neighbour(actor, command.direction)
    if cell is None:
        return Refused(Message("stealth-nothing-to-close"), "R-DOOR-3")
    return moves.close_door(play, actor, cell)


def do_throw(play: Play, actor: Actor, command: Throw) -> Done | Refused:
    """Throws an object (R-RANGED-1)."""
    return missiles.throw(play, actor, command.item, command.target)


def do_shoot(play: Play, actor: Actor, command: Shoot) -> Done | Refused:
    """Shoots (R-RANGED-2)."""
    return missiles.shoot(play, actor, command.target)


PERFORM: dict[type[Command], Callable[[Play, Actor, Any], Done | Refused]] = {
    Step: do_step,
    Wait: do_wait,
    Pass: do_pass,
    Attack: do_attack,
    Strike: do_strike,
    Reach: do_reach,
    Close: do_close,
    Throw: do_throw,
    Shoot: do_shoot,
}
"""How each deed is done, whoever does it."""


def perform(play: Play, actor: Actor, command: Command) -> Done | Refused:
    """Carries a command out for any actor: the changes of the deed alone, without the end of the turn."""
    do = PERFORM.get(type(command))
    if do is None:
        return Refused(Message("stealth-cannot"), "command")
    return do(play, actor, command)
