"""A bot in a fight: odds, blows, missiles, retreats, ways out."""

from __future__ import annotations

from collections.abc import Iterable

from footfall.api import Command
from footfall.api.grid import Actor, Cell, Item, chebyshev_distance

from ..commands import CloseDoor, ReachAttack, Shoot, Throw, ToggleLamp, Wait, Walk
from ..items.using import Activate
from ..melee import NEIGHBOR_OFFSETS
from ..records import ItemKind, StatusEffect
from ..settings import rule_settings
from ..stairs import TakeStairs
from ..state import Mood
from ..stats import (
    LAMP,
    creature_kind,
    dice_of,
    effective_defense,
    effective_luck,
    effective_stat,
    effective_stealth,
    effective_to_hit,
    item_kind,
    max_stamina,
    weapon_of,
)
from . import pathing
from .view import BotView, cells_in_memory

HIT_DIE_SIDES = 6
"""Faces of the hit die that a bot reckons with."""

DANGER_DISTANCE = 3
"""Distance at which somebody who hunts is a danger now."""

AMBUSH_STAKE_PERCENT = 30
"""Share of its nerve, in per cent, that a bot stakes on a fight that it begins by an ambush."""

FIGHT_TURN_LIMIT, BREAK_TURNS = 60, 15
"""Turns after which a bot tires of a fight, and for how many of them it goes about its business instead."""

WAIT_TURNS = 6
"""Turns that a bot waits for somebody to come."""

BOW_DISTANCE = 4
"""Distance from which on there is time to take the bow in hand."""

CHASE_STEPS = 12
"""Steps that a bot takes at most towards one who has not noticed it."""

SAFE_BLAST_DISTANCE = 4
"""Distance from which on a fireball spares the one who threw it."""


def hit_chance(bonus: int, defense_value: int) -> float:
    """How likely a blow hits (R-HIT-2)."""
    return min(1.0, max(0.0, (HIT_DIE_SIDES + bonus - defense_value) / HIT_DIE_SIDES))


def mean_damage(view: BotView, attacker: Actor, target: Actor, more: int = 0) -> float:
    """Mean damage of a blow of one that hits another."""
    dice = dice_of(view.ctx, attacker)
    base = (
        effective_stat(view.ctx, attacker, "strength")
        + dice.plus
        + more
        - effective_stat(view.ctx, target, "armor")
    )
    faces = range(dice.low, dice.high + 1)
    return sum(max(0, base + face) for face in faces) / max(1, len(faces))


def fight_cost(view: BotView, foes: list[Actor]) -> float:
    """Life that a fight with these is likely to cost."""
    seat, me = view.ctx, view.me
    lost, alive = 0.0, sorted(foes, key=lambda foe: foe.hp)
    pressure = [
        hit_chance(effective_to_hit(seat, foe), effective_defense(seat, me))
        * mean_damage(view, foe, me)
        * actions_per_turn(foe)
        for foe in alive
    ]
    for at, foe in enumerate(alive):
        blow = hit_chance(effective_to_hit(seat, me), effective_defense(seat, foe)) * mean_damage(
            view, me, foe
        )
        turns = foe.hp / blow if blow > 0 else 100.0
        lost += turns * sum(pressure[at:])
    return lost


def actions_per_turn(foe: Actor) -> float:
    """Actions of a creature in one turn."""
    return min(2.0, 10 / max(1, foe.stats.get("cost", 10)))


def mean_backstab_damage(view: BotView, foe: Actor) -> float:
    """Mean damage of a blow at somebody unaware (R-STEALTH-10)."""
    seat, me = view.ctx, view.me
    unlit = rule_settings(seat).lamp_stealth if view.temper.prefers_dark and LAMP in me.effects else 0
    bonus = max(0, effective_stealth(seat, me) - unlit) + max(0, effective_luck(seat, me))
    return hit_chance(effective_to_hit(seat, me) + bonus, effective_defense(seat, foe)) * mean_damage(
        view, me, foe, bonus
    )


def is_worth_fighting(view: BotView, foes: list[Actor]) -> bool:
    """Whether a fight with these is to be taken."""
    return fight_cost(view, foes) * 100 <= view.me.hp * view.temper.nerve


def step_towards(view: BotView, goals: Iterable[Cell]) -> Command | None:
    """A step on the way to the nearest of some cells; who stands in the way is fought."""
    cell = pathing.find_next_cell(view, goals)
    if cell is None:
        return None
    standing = [foe for foe in view.foes if foe.at == cell]
    return fight_in_melee(view, standing) if standing else step_to(view, cell)


def step_to(view: BotView, cell: Cell) -> Command | None:
    """The step to a neighbour."""
    return view.find_option(
        Walk, direction=NEIGHBOR_OFFSETS.index((cell[0] - view.me.at[0], cell[1] - view.me.at[1]))
    )


def choose_fight_command(view: BotView) -> Command | None:
    """What to do about those who are after it; None if nobody is."""
    if not view.hunting:
        view.ctx.notes["waited"] = view.ctx.notes["fought"] = 0
        return None
    fought = view.ctx.notes["fought"] = view.ctx.notes.get("fought", 0) + 1
    near = [foe for foe in view.hunting if view.distance_to(foe) <= DANGER_DISTANCE]
    beside = [foe for foe in view.hunting if view.distance_to(foe) == 1]
    if fought % FIGHT_TURN_LIMIT > FIGHT_TURN_LIMIT - BREAK_TURNS:
        return None
    bad = fought > FIGHT_TURN_LIMIT or (bool(near) and not is_worth_fighting(view, near))
    if bad or (near and view.is_below_life(view.temper.flee_below)):
        out = find_escape(view, near)
        if out is not None:
            return out
    if beside:
        return use_consumable(view, beside, bad) or fight_in_melee(view, beside)
    if view.temper.careful and (shut := shut_door_on_foes(view) or wield_bow(view)):
        return shut
    return use_missile(view) or use_consumable(view, view.hunting, bad) or meet_foes(view, near)


def shut_door_on_foes(view: BotView) -> Command | None:
    """Closes a door beside it on those who cannot open one."""
    if any(creature_kind(view.ctx, foe.kind).opens_doors for foe in view.hunting):
        return None
    return view.find_option(CloseDoor)


def wield_bow(view: BotView) -> Command | None:
    """Takes the bow in hand while they are still far, if there is an arrow for it."""
    if min(view.distance_to(foe) for foe in view.hunting) < BOW_DISTANCE:
        return None
    kinds = {item.kind for item in view.pack}
    ids = [item.id for item, kind, _, _ in view.kit if kind.range and kind.ammunition in kinds]
    return None if set(ids) & set(view.me.worn.values()) else view.find_first_option(Activate, "item", ids)


def fight_in_melee(view: BotView, beside: list[Actor]) -> Command | None:
    """Strikes the weakest; or gathers breath by steps, and a better aim by waiting (R-MELEE-5)."""
    seat, me = view.ctx, view.me
    wait, stamina = view.find_option(Wait), view.fighter.stamina
    if has_bow(view, me) and (blade := wield_blade(view)):
        return blade
    target = min(beside, key=lambda foe: (foe.hp, foe.id))
    if stamina == 0:
        return back_off(view, beside) or wait
    poor = hit_chance(effective_to_hit(seat, me), effective_defense(seat, target)) <= 2 / HIT_DIE_SIDES
    if poor and view.fighter.th == 0 and stamina < max_stamina(seat, me):
        step = back_off(view, beside)  # first breath, then aim: a step forgets what a wait has gained
        if step is not None:
            return step
    if poor and stamina > 1 and view.fighter.th < rule_settings(seat).melee_cap_to_hit:
        return wait
    return step_to(view, target.at) or wait


def wield_blade(view: BotView) -> Command | None:
    """Takes the best weapon for a fight at close quarters in hand."""
    blades = [
        (-kind.damage.high - kind.damage.plus, item.id)
        for item, kind, _, _ in view.kit
        if kind.slot == "weapon" and not kind.range and kind.damage is not None
    ]
    return view.find_first_option(Activate, "item", [id for _, id in sorted(blades)])


def back_off(view: BotView, beside: list[Actor]) -> Command | None:
    """A step to where the fewest of them stand beside it: any step of a fight gives breath (D-19)."""
    found: list[tuple[int, int, Command]] = []
    for option in view.options:
        if type(option) is Walk:
            dy, dx = NEIGHBOR_OFFSETS[option.direction]
            cell = (view.me.at[0] + dy, view.me.at[1] + dx)
            if pathing.can_walk(view, cell) and cell not in view.ground.actor_by_cell:
                near = sum(chebyshev_distance(cell, foe.at) <= 1 for foe in view.foes)
                found.append((near, option.direction, option))
    return min(found, key=lambda way: way[:2])[2] if found else None


def meet_foes(view: BotView, near: list[Actor]) -> Command | None:
    """Lets them come, or goes for those who would rather shoot; None: goes about its business."""
    archers = [foe for foe in view.hunting if has_bow(view, foe)]
    if archers and (view.temper.seeks_fights or is_worth_fighting(view, archers)):
        return step_towards(view, [foe.at for foe in archers])
    waited = view.ctx.notes["waited"] = view.ctx.notes.get("waited", 0) + 1
    if near and waited <= WAIT_TURNS:
        return view.find_option(Wait)  # a wait gathers stamina, and defence for when they come (R-MELEE-4)
    if view.temper.seeks_fights:
        return step_towards(view, [foe.at for foe in view.hunting])
    return None


def has_bow(view: BotView, foe: Actor) -> bool:
    """Whether somebody in sight carries a bow in hand."""
    weapon = weapon_of(view.ctx, foe)
    return weapon is not None and weapon.range > 0


# Ways out.


def find_escape(view: BotView, near: list[Actor]) -> Command | None:
    """The stairs, something to drink or read, or running for stairs that are known."""
    stairs = view.find_option(TakeStairs)
    if stairs is not None and pathing.can_flee(view):
        return stairs
    for does in ("descend", "heal", "teleport"):
        if does != "heal" or view.is_below_life(60):
            used = use_known_item(view, does)
            if used is not None:
                return used
    aimed = use_consumable(view, near, True)
    if aimed is not None:
        return aimed
    if view.is_below_life(view.temper.flee_below):
        untried = [item.id for item, kind, _, known in view.kit if not known and kind.sort == "scroll"]
        gamble = view.find_first_option(Activate, "item", untried)
        if gamble is not None:
            return gamble
    slow = all(actions_per_turn(foe) <= 1 and not has_bow(view, foe) for foe in view.hunting)
    if view.temper.flees_slow_foes and slow:
        ahead = (
            pathing.find_stairs_down(view) if not pathing.has_prize(view) else []
        ) or pathing.find_frontier(view)
        step = run_towards(view, ahead)
        if step is not None:
            return step
    if not pathing.can_flee(view):
        return None
    away = pathing.find_stairs(view)
    if away and (slow or view.is_below_life(view.temper.flee_below)):
        return step_towards(view, away)
    return None


def run_towards(view: BotView, goals: Iterable[Cell]) -> Command | None:
    """A step on the way to the nearest of some cells, unless somebody stands there or it is a door to open."""
    cell = pathing.find_next_cell(view, goals)
    if cell is None or cell in view.ground.actor_by_cell or not pathing.can_walk(view, cell):
        return None
    return step_to(view, cell)


def item_kind_of(view: BotView, kind: str) -> ItemKind:
    """The record of an object."""
    return item_kind(view.ctx, kind)


def use_known_item(view: BotView, does: str) -> Command | None:
    """Uses something known that does this."""
    return view.find_first_option(
        Activate, "item", [item.id for item, _, what, known in view.kit if known and does in what]
    )


# Things that decide fights.


def use_missile(view: BotView) -> Command | None:
    """Shoots or throws at whoever comes, farthest first: nobody throws what is worn."""
    if view.fighter.stamina <= 1:
        return None
    targets = [foe.at for foe in sorted(view.hunting, key=lambda foe: (view.distance_to(foe), foe.id))]
    shot = view.find_first_option(Shoot, "target", targets)
    if shot is not None:
        return shot
    struck = view.find_first_option(ReachAttack, "target", targets)
    if struck is not None:
        return struck
    spare = {
        item.id
        for item in view.pack
        if item.id not in view.me.worn.values() and item_kind_of(view, item.kind).damage is not None
    }
    return next(
        (o for o in view.options if type(o) is Throw and o.item in spare and o.target in targets), None
    )


def use_consumable(view: BotView, foes: list[Actor], bad: bool) -> Command | None:
    """A scroll or a potion against those who hunt, if the fight is a hard one."""
    strong = bad or fight_cost(view, foes) * 4 >= view.me.hp
    if not strong:
        return None
    if view.fighter.stamina == 0 and (drink := use_known_item(view, "refresh")) is not None:
        return drink
    far = min((view.distance_to(foe) for foe in foes), default=0)
    for item, kind, does, known in view.kit:
        if kind.slot or (known and not kind.aim and not does & {"start", "poison"}):
            continue
        if kind.sort == "scroll" and (kind.aim in ("creature", "cell") or not known):
            blast = not known or "blast" in does
            if (not blast or far >= SAFE_BLAST_DISTANCE or not kind.aim) and (
                used := view.find_option(Activate, item=item.id)
            ):
                return used
        elif kind.sort == "device" and kind.aim and (used := view.find_option(Activate, item=item.id)):
            return used
        if known and (used := _use_potion(view, item, kind)):
            return used
    return None


def _use_potion(view: BotView, item: Item, kind: ItemKind) -> Command | None:
    """Drinks what helps in a fight, throws what harms."""
    for use in kind.uses:
        if use.do not in ("start", "poison") or not kind.throwable:
            continue
        good = use.do == "start" and view.ctx.records.get(StatusEffect, "effect", use.effect).good
        if good and use.effect not in view.me.effects:
            return view.find_option(Activate, item=item.id)
        if not good and view.fighter.stamina > 0:
            return next((o for o in view.options if type(o) is Throw and o.item == item.id), None)
    return None


# Blows from behind.


def ambush_unaware(view: BotView) -> Command | None:
    """Strikes or approaches somebody unaware: who would fall to it, or everybody for one that seeks fights."""
    if view.hunting or view.fighter.stamina == 0:
        return None
    chased = view.memory("chased")
    chosen = [
        foe
        for foe in view.foes
        if view.mood_of(foe) is not Mood.AGGRAVATED
        and view.can_hurt(foe)
        and chased.get(foe.id, 0) < CHASE_STEPS
        if view.temper.seeks_fights
        or (
            is_ambush_worthwhile(view, foe)
            if view.temper.ambushes
            else not view.temper.avoids_unaware and is_worth_fighting(view, [foe])
        )
    ]
    beside = [foe for foe in chosen if view.distance_to(foe) == 1]
    if beside:
        return step_to(view, min(beside, key=lambda foe: (foe.hp, foe.id)).at)
    prey = view.memory("prey")
    for foe in chosen:
        chased[foe.id] = chased.get(foe.id, 0) + 1
        prey[foe.id] = (view.level.id, foe.at)
    if view.temper.prefers_dark and chosen and (off := switch_lamp(view, lit=False)) is not None:
        return off
    return step_towards(view, [foe.at for foe in chosen] or cells_in_memory(view, "prey"))


def switch_lamp(view: BotView, *, lit: bool) -> Command | None:
    """Lights the lamp or puts it out, unless it is so."""
    return view.find_option(ToggleLamp) if (LAMP in view.me.effects) is not lit else None


def is_ambush_worthwhile(view: BotView, foe: Actor) -> bool:
    """Whether a blow from behind leaves so little of somebody that the rest is worth a fight."""
    left = foe.hp - mean_backstab_damage(view, foe)
    if left <= 0:
        return True
    return (
        fight_cost(view, [foe]) * left / foe.hp * 100
        <= view.me.hp * view.temper.nerve * AMBUSH_STAKE_PERCENT // 100
    )
