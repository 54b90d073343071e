"""A bot in a fight: odds, blows, missiles, retreats, ways out."""

from __future__ import annotations

from collections.abc import Iterable

from footfall.api import Command
from footfall.api.grid import Actor, Cell, Item, chebyshev

from ..commands import Close, Lamp, Reach, Shoot, Step, Throw, Wait
from ..items.using import Activate
from ..knobs import knobs
from ..melee import AROUND
from ..records import Effect, ItemKind
from ..stairs import TakeStairs
from ..state import Mood
from ..totals import (
    LAMP,
    creature,
    defense,
    dice_of,
    item_kind,
    luck,
    stamina_max,
    stealth,
    to_hit,
    total,
    weapon_of,
)
from . import paths
from .view import View, places

SIDES = 6
"""Faces of the hit die that a bot reckons with."""

CLOSE = 3
"""Distance at which somebody who hunts is a danger now."""

SURE = 30
"""Share of its nerve, in per cent, that a bot stakes on a fight that it begins by an ambush."""

ENDLESS, STROLL = 60, 15
"""Turns after which a bot tires of a fight, and for how many of them it goes about its business instead."""

PATIENCE = 6
"""Turns that a bot waits for somebody to come."""

FAR = 4
"""Distance from which on there is time to take the bow in hand."""

CHASE = 12
"""Steps that a bot takes at most towards one who has not noticed it."""

SAFE_BLAST = 4
"""Distance from which on a fireball spares the one who threw it."""


def chance(bonus: int, defence: int) -> float:
    """How likely a blow hits (R-HIT-2)."""
    return min(1.0, max(0.0, (SIDES + bonus - defence) / SIDES))


def harm(view: View, attacker: Actor, target: Actor, more: int = 0) -> float:
    """Mean damage of a blow of one that hits another."""
    dice = dice_of(view.seat, attacker)
    base = total(view.seat, attacker, "strength") + dice.plus + more - total(view.seat, target, "armor")
    faces = range(dice.low, dice.high + 1)
    return sum(max(0, base + face) for face in faces) / max(1, len(faces))


def cost(view: View, foes: list[Actor]) -> float:
    """Life that a fight with these is likely to cost."""
    seat, me = view.seat, view.me
    lost, alive = 0.0, sorted(foes, key=lambda foe: foe.hp)
    pressure = [
        chance(to_hit(seat, foe), defense(seat, me)) * harm(view, foe, me) * pace(foe) for foe in alive
    ]
    for at, foe in enumerate(alive):
        blow = chance(to_hit(seat, me), defense(seat, foe)) * harm(view, me, foe)
        turns = foe.hp / blow if blow > 0 else 100.0
        lost += turns * sum(pressure[at:])
    return lost


def pace(foe: Actor) -> float:
    """Actions of a creature in one turn."""
    return min(2.0, 10 / max(1, foe.stats.get("cost", 10)))


def behind(view: View, foe: Actor) -> float:
    """Mean damage of a blow at somebody unaware (R-STEALTH-10)."""
    seat, me = view.seat, view.me
    unlit = knobs(seat).lamp_stealth if view.temper.dark and LAMP in me.effects else 0
    bonus = max(0, stealth(seat, me) - unlit) + max(0, luck(seat, me))
    return chance(to_hit(seat, me) + bonus, defense(seat, foe)) * harm(view, me, foe, bonus)


def worth(view: View, foes: list[Actor]) -> bool:
    """Whether a fight with these is to be taken."""
    return cost(view, foes) * 100 <= view.me.hp * view.temper.nerve


def towards(view: View, goals: Iterable[Cell]) -> Command | None:
    """A step on the way to the nearest of some cells; who stands in the way is fought."""
    cell = paths.next_cell(view, goals)
    if cell is None:
        return None
    standing = [foe for foe in view.foes if foe.at == cell]
    return melee(view, standing) if standing else step_to(view, cell)


def step_to(view: View, cell: Cell) -> Command | None:
    """The step to a neighbour."""
    return view.option(Step, direction=AROUND.index((cell[0] - view.me.at[0], cell[1] - view.me.at[1])))


def fight(view: View) -> Command | None:
    """What to do about those who are after it; None if nobody is."""
    if not view.hunting:
        view.seat.notes["waited"] = view.seat.notes["fought"] = 0
        return None
    fought = view.seat.notes["fought"] = view.seat.notes.get("fought", 0) + 1
    near = [foe for foe in view.hunting if view.away(foe) <= CLOSE]
    beside = [foe for foe in view.hunting if view.away(foe) == 1]
    if fought % ENDLESS > ENDLESS - STROLL:
        return None
    bad = fought > ENDLESS or (bool(near) and not worth(view, near))
    if bad or (near and view.hurt(view.temper.flees)):
        out = escape(view, near)
        if out is not None:
            return out
    if beside:
        return trick(view, beside, bad) or melee(view, beside)
    if view.temper.careful and (shut := shut_out(view) or string(view)):
        return shut
    return missile(view) or trick(view, view.hunting, bad) or meet(view, near)


def shut_out(view: View) -> Command | None:
    """Closes a door beside it on those who cannot open one."""
    if any(creature(view.seat, foe.kind).opens_doors for foe in view.hunting):
        return None
    return view.option(Close)


def string(view: View) -> Command | None:
    """Takes the bow in hand while they are still far, if there is an arrow for it."""
    if min(view.away(foe) for foe in view.hunting) < FAR:
        return None
    kinds = {item.kind for item in view.pack}
    ids = [item.id for item, kind, _, _ in view.kit if kind.range and kind.ammunition in kinds]
    return None if set(ids) & set(view.me.worn.values()) else view.first(Activate, "item", ids)


def melee(view: View, beside: list[Actor]) -> Command | None:
    """Strikes the weakest; or gathers breath by steps, and a better aim by waiting (R-MELEE-5)."""
    seat, me = view.seat, view.me
    wait, stamina = view.option(Wait), view.fighter.stamina
    if shoots(view, me) and (blade := draw(view)):
        return blade
    target = min(beside, key=lambda foe: (foe.hp, foe.id))
    if stamina == 0:
        return back(view, beside) or wait
    poor = chance(to_hit(seat, me), defense(seat, target)) <= 2 / SIDES
    if poor and view.fighter.th == 0 and stamina < stamina_max(seat, me):
        step = back(view, beside)  # first breath, then aim: a step forgets what a wait has gained
        if step is not None:
            return step
    if poor and stamina > 1 and view.fighter.th < knobs(seat).melee_cap_to_hit:
        return wait
    return step_to(view, target.at) or wait


def draw(view: View) -> Command | None:
    """Takes the best weapon for a fight at close quarters in hand."""
    blades = [
        (-kind.damage.high - kind.damage.plus, item.id)
        for item, kind, _, _ in view.kit
        if kind.slot == "weapon" and not kind.range and kind.damage is not None
    ]
    return view.first(Activate, "item", [id for _, id in sorted(blades)])


def back(view: View, beside: list[Actor]) -> Command | None:
    """A step to where the fewest of them stand beside it: any step of a fight gives breath (D-19)."""
    found: list[tuple[int, int, Command]] = []
    for option in view.options:
        if type(option) is Step:
            dy, dx = AROUND[option.direction]
            cell = (view.me.at[0] + dy, view.me.at[1] + dx)
            if paths.goes(view, cell) and cell not in view.ground.occupied:
                near = sum(chebyshev(cell, foe.at) <= 1 for foe in view.foes)
                found.append((near, option.direction, option))
    return min(found, key=lambda way: way[:2])[2] if found else None


def meet(view: View, near: list[Actor]) -> Command | None:
    """Lets them come, or goes for those who would rather shoot; None: goes about its business."""
    archers = [foe for foe in view.hunting if shoots(view, foe)]
    if archers and (view.temper.seeks or worth(view, archers)):
        return towards(view, [foe.at for foe in archers])
    waited = view.seat.notes["waited"] = view.seat.notes.get("waited", 0) + 1
    if near and waited <= PATIENCE:
        return view.option(Wait)  # a wait gathers stamina, and defence for when they come (R-MELEE-4)
    if view.temper.seeks:
        return towards(view, [foe.at for foe in view.hunting])
    return None


def shoots(view: View, foe: Actor) -> bool:
    """Whether somebody in sight carries a bow in hand."""
    weapon = weapon_of(view.seat, foe)
    return weapon is not None and weapon.range > 0


# Ways out.


def escape(view: View, near: list[Actor]) -> Command | None:
    """The stairs, something to drink or read, or running for stairs that are known."""
    stairs = view.option(TakeStairs)
    if stairs is not None and paths.may_flee(view):
        return stairs
    for does in ("descend", "heal", "teleport"):
        if does != "heal" or view.hurt(60):
            used = activate(view, does)
            if used is not None:
                return used
    aimed = trick(view, near, True)
    if aimed is not None:
        return aimed
    if view.hurt(view.temper.flees):
        untried = [item.id for item, kind, _, known in view.kit if not known and kind.sort == "scroll"]
        gamble = view.first(Activate, "item", untried)
        if gamble is not None:
            return gamble
    slow = all(pace(foe) <= 1 and not shoots(view, foe) for foe in view.hunting)
    if view.temper.runs and slow:
        ahead = (paths.down(view) if not paths.carries_prize(view) else []) or paths.edge(view)
        step = run(view, ahead)
        if step is not None:
            return step
    if not paths.may_flee(view):
        return None
    away = paths.stairs(view)
    if away and (slow or view.hurt(view.temper.flees)):
        return towards(view, away)
    return None


def run(view: View, goals: Iterable[Cell]) -> Command | None:
    """A step on the way to the nearest of some cells, unless somebody stands there or it is a door to open."""
    cell = paths.next_cell(view, goals)
    if cell is None or cell in view.ground.occupied or not paths.goes(view, cell):
        return None
    return step_to(view, cell)


def kind_of(view: View, kind: str) -> ItemKind:
    """The record of an object."""
    return item_kind(view.seat, kind)


def activate(view: View, does: str) -> Command | None:
    """Uses something known that does this."""
    return view.first(
        Activate, "item", [item.id for item, _, what, known in view.kit if known and does in what]
    )


# Things that decide fights.


def missile(view: View) -> Command | None:
    """Shoots or throws at whoever comes, farthest first: nobody throws what is worn."""
    if view.fighter.stamina <= 1:
        return None
    targets = [foe.at for foe in sorted(view.hunting, key=lambda foe: (view.away(foe), foe.id))]
    shot = view.first(Shoot, "target", targets)
    if shot is not None:
        return shot
    struck = view.first(Reach, "target", targets)
    if struck is not None:
        return struck
    spare = {
        item.id
        for item in view.pack
        if item.id not in view.me.worn.values() and kind_of(view, item.kind).damage is not None
    }
    return next(
        (o for o in view.options if type(o) is Throw and o.item in spare and o.target in targets), None
    )


def trick(view: View, foes: list[Actor], bad: bool) -> Command | None:
    """A scroll or a potion against those who hunt, if the fight is a hard one."""
    strong = bad or cost(view, foes) * 4 >= view.me.hp
    if not strong:
        return None
    if view.fighter.stamina == 0 and (drink := activate(view, "refresh")) is not None:
        return drink
    far = min((view.away(foe) for foe in foes), default=0)
    for item, kind, does, known in view.kit:
        if kind.slot or (known and not kind.aim and not does & {"start", "poison"}):
            continue
        if kind.sort == "scroll" and (kind.aim in ("creature", "cell") or not known):
            blast = not known or "blast" in does
            if (not blast or far >= SAFE_BLAST or not kind.aim) and (
                used := view.option(Activate, item=item.id)
            ):
                return used
        elif kind.sort == "device" and kind.aim and (used := view.option(Activate, item=item.id)):
            return used
        if known and (used := _brew(view, item, kind)):
            return used
    return None


def _brew(view: View, item: Item, kind: ItemKind) -> Command | None:
    """Drinks what helps in a fight, throws what harms."""
    for use in kind.uses:
        if use.do not in ("start", "poison") or not kind.throwable:
            continue
        good = use.do == "start" and view.seat.records.get(Effect, "effect", use.effect).good
        if good and use.effect not in view.me.effects:
            return view.option(Activate, item=item.id)
        if not good and view.fighter.stamina > 0:
            return next((o for o in view.options if type(o) is Throw and o.item == item.id), None)
    return None


# Blows from behind.


def ambush(view: View) -> Command | None:
    """Strikes or approaches somebody unaware: who would fall to it, or everybody for one that seeks fights."""
    if view.hunting or view.fighter.stamina == 0:
        return None
    chased = view.memory("chased")
    chosen = [
        foe
        for foe in view.foes
        if view.mood(foe) is not Mood.AGGRAVATED and view.hurts(foe) and chased.get(foe.id, 0) < CHASE
        if view.temper.seeks
        or (pays(view, foe) if view.temper.ambushes else not view.temper.keeps_off and worth(view, [foe]))
    ]
    beside = [foe for foe in chosen if view.away(foe) == 1]
    if beside:
        return step_to(view, min(beside, key=lambda foe: (foe.hp, foe.id)).at)
    prey = view.memory("prey")
    for foe in chosen:
        chased[foe.id] = chased.get(foe.id, 0) + 1
        prey[foe.id] = (view.level.id, foe.at)
    if view.temper.dark and chosen and (off := lamp(view, lit=False)) is not None:
        return off
    return towards(view, [foe.at for foe in chosen] or places(view, "prey"))


def lamp(view: View, *, lit: bool) -> Command | None:
    """Lights the lamp or puts it out, unless it is so."""
    return view.option(Lamp) if (LAMP in view.me.effects) is not lit else None


def pays(view: View, foe: Actor) -> bool:
    """Whether a blow from behind leaves so little of somebody that the rest is worth a fight."""
    left = foe.hp - behind(view, foe)
    if left <= 0:
        return True
    return cost(view, [foe]) * left / foe.hp * 100 <= view.me.hp * view.temper.nerve * SURE // 100
