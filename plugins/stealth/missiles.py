"""Reach, throwing and shooting: who can be hit from here, and what becomes of the missile (R-REACH, R-RANGED)."""

from __future__ import annotations

from collections.abc import Mapping

from footfall.api import Change, Message, Play, Proposal, Push, Refused
from footfall.api.grid import (
    Actor,
    AddItem,
    Cell,
    Item,
    PutItem,
    SetItem,
    chebyshev,
    here,
    kernels,
    pack_of,
    world_of,
)

from .disguise import disguised
from .fight import Manner, exhausted, strike
from .knobs import knobs
from .melee import hostile
from .records import ItemKind
from .roster import present
from .sight import index, sees
from .sounds import SHOT, emit
from .state import Deed, SetFighter, stealth_of
from .totals import item_kind, total, weapon_of

SHATTER = "core.stealth:shatter"
"""Step that a thrown object with an effect pushes: ``(item, y, x, actor)``; items provide it."""

THROWING_RANGE = 4
"""Cells a thing without a range flies, plus STRENGTH (R-RANGED-4)."""


def clear_line(play: Play, actor: Actor, cell: Cell, *, through_creatures: bool) -> bool:
    """Whether nothing opaque lies on the line to a cell, nor a creature if asked."""
    _, level, ground = here(play)
    a, b = index(level, actor.at), index(level, cell)
    if not kernels.line_of_sight(ground.grid, a, b):
        return False
    if through_creatures:
        return True
    top, left = level.origin
    between = kernels.line(a, b)[1:-1].tolist()
    return not any((y + top, x + left) in ground.occupied for y, x in between)


def unwalled(play: Play, actor: Actor, cell: Cell) -> bool:
    """Whether no wall, not even one to see through, and no closed door stands on the line (R-REACH-3)."""
    _, level, ground = here(play)
    for spot in kernels.line(index(level, actor.at), index(level, cell))[1:-1].tolist():
        kind = ground.kinds[level.tiles[spot[0], spot[1]]]
        if "wall" in kind.tags or ("door" in kind.tags and not kind.walkable):
            return False
    return True


def perceives(play: Play, actor: Actor, cell: Cell) -> bool:
    """Whether an actor sees a cell."""
    if actor.id == world_of(play.state).player:
        return sees(play, cell)
    in_sight = chebyshev(actor.at, cell) <= total(play, actor, "fov")
    return in_sight and clear_line(play, actor, cell, through_creatures=True)


def within_reach(play: Play, actor: Actor, reach: int) -> list[Actor]:
    """Enemies that the wielded weapon reaches, in order of arrival (R-REACH-3)."""
    world, _, ground = here(play)
    checked = knobs(play).reach_line_of_sight
    found = []
    for other in present(play, world, ground):
        if not 1 <= chebyshev(actor.at, other.at) <= reach or not hostile(play, actor, other):
            continue
        if not perceives(play, actor, other.at) or disguised(play, other) is not None:
            continue
        if not checked or unwalled(play, actor, other.at):
            found.append(other)
    return found


def shootable(play: Play, actor: Actor) -> list[Actor]:
    """Enemies that the equipped ranged weapon can hit, in order of arrival."""
    world, _, ground = here(play)
    weapon = weapon_of(play, actor)
    if weapon is None or weapon.range == 0:
        return []
    return [
        other
        for other in present(play, world, ground)
        if hostile(play, actor, other)
        and disguised(play, other) is None
        and hindrance(play, actor, other.at, weapon.range) is None
    ]


def pick(targets: Mapping[Cell, Actor], wanted: Cell | None) -> Actor | Refused:
    """The target asked for, or the only one; several ask for a cursor, which is free (R-REACH-4)."""
    if not targets:
        return Refused(Message("stealth-no-target"), "R-REACH-4")
    if wanted is None:
        if len(targets) > 1:
            return Refused(Message("stealth-pick-target"), "R-REACH-4")
        return next(iter(targets.values()))
    found = targets.get((wanted[0], wanted[1]))
    return found if found is not None else Refused(Message("stealth-no-target"), "R-REACH-4")


def hindrance(play: Play, actor: Actor, cell: Cell, reach: int) -> Refused | None:
    """Why a missile cannot fly to a cell (R-RANGED-4), or None."""
    if chebyshev(actor.at, cell) > reach:
        return Refused(Message("stealth-too-far"), "R-RANGED-4")
    if not perceives(play, actor, cell):
        return Refused(Message("stealth-unseen"), "R-RANGED-4")
    if not clear_line(play, actor, cell, through_creatures=False):
        return Refused(Message("stealth-line-blocked"), "R-RANGED-4")
    return None


def throwing_range(play: Play, actor: Actor) -> int:
    """How far an actor throws, in cells."""
    return THROWING_RANGE + total(play, actor, "strength")


def throw(play: Play, actor: Actor, item: int, cell: Cell) -> list[Change | Proposal] | Refused:
    """Throws a carried object at a cell (R-RANGED-1, 4)."""
    world, _, ground = here(play)
    thing = world.items.get(item)
    if thing is None or thing.holder != actor.id:
        return Refused(Message("stealth-not-carried"), "R-RANGED-1")
    if exhausted(play, actor):
        return Refused(Message("stealth-exhausted"), "R-MELEE-7")
    kind = item_kind(play, thing.kind)
    if kind.cursed and thing.id in actor.worn.values():
        return Refused(Message("stealth-cursed"), "R-RANGED-1")
    cell = (cell[0], cell[1])
    blocked = hindrance(play, actor, cell, throwing_range(play, actor))
    if blocked is not None:
        return blocked
    id = ground.occupied.get(cell)
    shatters = kind.sort == "potion"
    changes: list[Change | Proposal] = []
    if id is not None and id != actor.id and not shatters:
        changes += strike(play, actor, world.actors[id], Manner.THROWN, kind)
    else:
        changes += wasted(play, actor)
    if shatters:
        return [*changes, Push(SHATTER, (thing.id, cell[0], cell[1], actor.id))]
    return [*changes, *released(play, actor, thing, cell)]


def wasted(play: Play, actor: Actor) -> list[Change | Proposal]:
    """What a throw that strikes nobody costs (R-RANGED-4)."""
    fighter = stealth_of(play.state).fighters[actor.id]
    return [
        SetFighter(actor.id, stamina=fighter.stamina - 1, th=0, df=0, last=Deed.ATTACK),
        emit(play, actor, SHOT),
    ]


def released(play: Play, actor: Actor, thing: Item, cell: Cell, body: int = 0) -> list[Change | Proposal]:
    """One of a bundle leaves the hand: it lies on a cell, or stays in the body it struck (table C.4)."""
    if thing.count == 1:
        return [PutItem(thing.id, holder=body) if body else PutItem(thing.id, level=actor.level, at=cell)]
    one = Item(world_of(play.state).next_id, thing.kind, 1, known=thing.known)
    if body:
        one.holder = body
    else:
        one.level, one.at = actor.level, cell
    return [SetItem(thing.id, count=thing.count - 1), AddItem(one)]


def ammunition(play: Play, actor: Actor, weapon: ItemKind) -> Item | None:
    """The first bundle that a weapon can shoot."""
    for item in pack_of(world_of(play.state), actor):
        if item.kind == weapon.ammunition:
            return item
    return None


def shoot(play: Play, actor: Actor, target: Cell | None) -> list[Change | Proposal] | Refused:
    """Shoots the equipped weapon (R-RANGED-2, 4)."""
    world, _, ground = here(play)
    weapon = weapon_of(play, actor)
    if weapon is None or weapon.range == 0:
        return Refused(Message("stealth-no-bow"), "R-RANGED-2")
    arrow = ammunition(play, actor, weapon)
    if arrow is None:
        return Refused(Message("stealth-no-ammunition"), "R-RANGED-2")
    if exhausted(play, actor):
        return Refused(Message("stealth-exhausted"), "R-MELEE-7")
    if target is None:
        chosen = pick({other.at: other for other in shootable(play, actor)}, None)
        if isinstance(chosen, Refused):
            return chosen
        target = chosen.at
    cell = (target[0], target[1])
    blocked = hindrance(play, actor, cell, weapon.range)
    if blocked is not None:
        return blocked
    id = ground.occupied.get(cell)
    if id is None or id == actor.id:
        return [*wasted(play, actor), *released(play, actor, arrow, cell)]
    kind = item_kind(play, arrow.kind)
    changes = strike(play, actor, world.actors[id], Manner.SHOT, kind)
    damaged = any(getattr(change, "damage", 0) for change in changes)
    if damaged and kind.breaks and play.chance("break", kind.breaks, 100):
        return [*changes, SetItem(arrow.id, count=arrow.count - 1)]
    return [*changes, *released(play, actor, arrow, cell, id if damaged else 0)]
