"""Combat decisions of bots: odds, melee, missiles, consumables, escapes, ambushes."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial

from footfall.api import Command
from footfall.api.grid import Actor, Cell, Item, chebyshev_distance

from ..actions.commands import CloseDoor, ReachAttack, Shoot, Throw, ToggleLamp, Wait, Walk
from ..actors.stats import LAMP, cost_of, max_stamina, weapon_of
from ..actors.surroundings import NEIGHBOR_OFFSETS, direction_to
from ..items.using import Activate
from ..model.records import ItemKind, StatusEffect, creature_kind, item_kind
from ..model.state import Mood
from ..quest.stairs import TakeStairs, has_prize
from ..senses.known_map import find_known_cells
from . import pathing
from .view import BotView, V, cells_in_memory

POOR_CHANCE = Fraction(1, 3)
"""Chance to hit up to which a blow waits for stamina or TO-HIT."""

DANGER_DISTANCE = 3
"""Distance within which a hunting enemy is an immediate danger, in cells."""

AMBUSH_STAKE_PERCENT = 30
"""Percentage of its nerve that a bot risks on a fight it opens with an ambush."""

FIGHT_TURN_LIMIT, BREAK_TURNS = 60, 15
"""Length of the cycle in which a bot fights, and the turns at its end in which it goes on exploring."""

WAIT_TURNS = 6
"""Turns that a bot waits for enemies to close in."""

BOW_DISTANCE = 4
"""Minimum distance at which a bot still wields its bow, in cells."""

CHASE_STEPS = 12
"""The most steps that a bot takes toward one unaware enemy."""

FLASH_SIGHT = "core.stealth:flash_sight"

SAFE_BLAST_DISTANCE = 4
"""Minimum distance at which a fireball does not hit its caster, in cells."""


def fight_cost(view: BotView, foes: list[Actor]) -> float:
    """Expected life lost in a fight to the death against some enemies, killed weakest first."""
    me = view.me
    life_lost, ordered = 0.0, sorted(foes, key=lambda foe: foe.hp)
    pressure = [view.expect_blow(foe, me).mean * actions_per_turn(view, foe) for foe in ordered]
    for index, foe in enumerate(ordered):
        damage = view.expect_blow(me, foe).mean
        turns = foe.hp / damage if damage > 0 else 100.0
        life_lost += turns * sum(pressure[index:])
    return life_lost


def actions_per_turn(view: BotView, foe: Actor) -> float:
    """Mean actions of a creature per turn, at most 2."""
    return min(2.0, 10 / cost_of(view.phase, foe))


def is_worth_fighting(view: BotView, foes: list[Actor]) -> bool:
    """Whether the expected cost of a fight is within the bot's nerve."""
    return fight_cost(view, foes) * 100 <= view.me.hp * view.temper.nerve


def step_to(view: BotView, cell: Cell) -> Command | None:
    """The step to a neighboring cell."""
    return view.find_option(Walk, direction=direction_to(view.me.at, cell))


def choose_fight_command(view: BotView) -> Command | None:
    """How to deal with hunting enemies; None without any, or in a break from a long fight."""
    if not view.hunting:
        view.ctx.notes["waited"] = view.ctx.notes["fought"] = 0
        return None
    fought = view.ctx.notes["fought"] = view.ctx.notes.get("fought", 0) + 1
    near = [foe for foe in view.hunting if view.distance_to(foe) <= DANGER_DISTANCE]
    adjacent = [foe for foe in view.hunting if view.distance_to(foe) == 1]
    if fought % FIGHT_TURN_LIMIT > FIGHT_TURN_LIMIT - BREAK_TURNS:
        return None
    is_losing = fought > FIGHT_TURN_LIMIT or (bool(near) and not is_worth_fighting(view, near))
    if is_losing or (near and view.is_below_life(view.temper.flee_below)):
        escape = find_escape(view, near)
        if escape is not None:
            return escape
    if adjacent:
        return use_consumable(view, adjacent, is_losing) or fight_in_melee(view, adjacent)
    if view.temper.is_careful and (command := shut_door_on_foes(view) or wield_bow(view)):
        return command
    return use_missile(view) or use_consumable(view, view.hunting, is_losing) or meet_foes(view, near)


def shut_door_on_foes(view: BotView) -> Command | None:
    """Closes an adjacent door if no pursuer can open it."""
    if any(creature_kind(view.phase, foe.kind).opens_doors for foe in view.hunting):
        return None
    return view.find_option(CloseDoor)


def wield_bow(view: BotView) -> Command | None:
    """Wields a bow with ammunition while all pursuers are still far."""
    if min(view.distance_to(foe) for foe in view.hunting) < BOW_DISTANCE:
        return None
    kinds = {item.kind for item in view.pack}
    ids = [item.id for item, kind, _, _ in view.kit if kind.range and kind.ammunition in kinds]
    return None if set(ids) & set(view.me.worn.values()) else view.find_first_option(Activate, "item", ids)


def fight_in_melee(view: BotView, adjacent: list[Actor]) -> Command | None:
    """Attacks the weakest adjacent enemy, or steps for stamina, or waits for TO-HIT."""
    if has_bow(view, view.me) and (blade := wield_blade(view)):
        return blade
    return trade_blows(view, min(adjacent, key=lambda foe: (foe.hp, foe.id)), partial(back_off, view, adjacent))


def trade_blows(view: BotView, target: Actor, step_back: Callable[[], Command | None]) -> Command | None:
    """Attacks a creature, or steps back for stamina, or waits for TO-HIT."""
    wait, stamina = view.find_option(Wait), view.fighter.stamina
    if stamina == 0:
        return step_back() or wait
    has_poor_odds = view.expect_blow(view.me, target).hits <= POOR_CHANCE
    if has_poor_odds and view.fighter.th == 0 and stamina < max_stamina(view.phase, view.me):
        step = step_back()  # stamina first: a step loses the TO-HIT gained by waiting
        if step is not None:
            return step
    if has_poor_odds and stamina > 1 and view.fighter.th < view.phase.settings.melee_cap_to_hit:
        return wait
    return step_to(view, target.at) or wait


def step_towards(
    view: V, goals: Iterable[Cell], fight: Callable[[V, list[Actor]], Command | None] = fight_in_melee
) -> Command | None:
    """A step toward the nearest goal; lets `fight` deal with an enemy in the way."""
    cell = pathing.find_next_cell(view, goals)
    if cell is None:
        return None
    blockers = [foe for foe in view.foes if foe.at == cell]
    return fight(view, blockers) if blockers else step_to(view, cell)


def wield_blade(view: BotView) -> Command | None:
    """Wields the best melee weapon."""
    blades = [
        (-kind.damage.high - kind.damage.plus, item.id)
        for item, kind, _, _ in view.kit
        if kind.slot == "weapon" and not kind.range and kind.damage is not None
    ]
    return view.find_first_option(Activate, "item", [id for _, id in sorted(blades)])


def back_off(view: BotView, adjacent: list[Actor]) -> Command | None:
    """A step to the free cell with the fewest adjacent enemies; it recovers stamina (D-19)."""
    steps: list[tuple[int, int, Command]] = []
    for option in view.options:
        if type(option) is Walk:
            dy, dx = NEIGHBOR_OFFSETS[option.direction]
            cell = (view.me.at[0] + dy, view.me.at[1] + dx)
            if pathing.can_walk(view, cell) and cell not in view.ground.actor_by_cell:
                adjacent_count = sum(chebyshev_distance(cell, foe.at) <= 1 for foe in view.foes)
                steps.append((adjacent_count, option.direction, option))
    return min(steps, key=lambda step: step[:2])[2] if steps else None


def meet_foes(view: BotView, near: list[Actor]) -> Command | None:
    """Charges archers, waits for the others; None to carry on exploring."""
    archers = [foe for foe in view.hunting if has_bow(view, foe)]
    if archers and (view.temper.seeks_fights or is_worth_fighting(view, archers)):
        return step_towards(view, [foe.at for foe in archers])
    waited = view.ctx.notes["waited"] = view.ctx.notes.get("waited", 0) + 1
    if near and waited <= WAIT_TURNS:
        return view.find_option(Wait)  # recovers stamina and prepares the melee cache (R-MELEE-4)
    if view.temper.seeks_fights:
        return step_towards(view, [foe.at for foe in view.hunting])
    return None


def has_bow(view: BotView, foe: Actor) -> bool:
    """Whether an actor wields a bow."""
    weapon = weapon_of(view.phase, foe)
    return weapon is not None and weapon.range > 0


# Escapes.


def find_escape(view: BotView, near: list[Actor]) -> Command | None:
    """An escape: stairs underfoot, a potion or scroll, or a run for known stairs."""
    stairs = view.find_option(TakeStairs)
    if stairs is not None and pathing.can_flee(view):
        return stairs
    for name in ("descend", "heal", "teleport"):
        if name != "heal" or view.is_below_life(60):
            command = use_known_item(view, name)
            if command is not None:
                return command
    command = use_consumable(view, near, True)
    if command is not None:
        return command
    if view.is_below_life(view.temper.flee_below):
        untried = [item.id for item, kind, _, known in view.kit if not known and kind.sort == "scroll"]
        gamble = view.find_first_option(Activate, "item", untried)
        if gamble is not None:
            return gamble
    all_slow = all(actions_per_turn(view, foe) <= 1 and not has_bow(view, foe) for foe in view.hunting)
    if view.temper.flees_slow_foes and all_slow:
        down = [] if has_prize(view.phase) else find_known_cells(view.phase, "stairs-down")
        step = run_towards(view, down or pathing.find_frontier(view))
        if step is not None:
            return step
    if not pathing.can_flee(view):
        return None
    stairs_cells = find_known_cells(view.phase, "stairs")
    if stairs_cells and (all_slow or view.is_below_life(view.temper.flee_below)):
        return step_towards(view, stairs_cells)
    return None


def run_towards(view: BotView, goals: Iterable[Cell]) -> Command | None:
    """A step toward the nearest goal, unless the next cell is occupied or a closed door."""
    cell = pathing.find_next_cell(view, goals)
    if cell is None or cell in view.ground.actor_by_cell or not pathing.can_walk(view, cell):
        return None
    return step_to(view, cell)


def use_known_item(view: BotView, use: str) -> Command | None:
    """Uses an identified item with a use (``"heal"``)."""
    return view.find_first_option(
        Activate, "item", [item.id for item, _, uses, known in view.kit if known and use in uses]
    )


# Missiles and consumables.


def use_missile(view: BotView) -> Command | None:
    """Shoots, strikes at reach or throws spare weapons at hunting enemies, nearest first."""
    if view.fighter.stamina <= 1:
        return None
    targets = [foe.at for foe in sorted(view.hunting, key=lambda foe: (view.distance_to(foe), foe.id))]
    attack = view.find_first_option(Shoot, "target", targets) or view.find_first_option(ReachAttack, "target", targets)
    if attack is not None:
        return attack
    spare = {
        item.id
        for item in view.pack
        if item.id not in view.me.worn.values() and item_kind(view.phase, item.kind).damage is not None
    }
    throws = (option for option in view.options if type(option) is Throw and option.item in spare)
    return next((option for option in throws if option.target in targets), None)


def use_consumable(view: BotView, foes: list[Actor], is_losing: bool) -> Command | None:
    """A scroll, potion or device for a hard fight."""
    is_hard = is_losing or fight_cost(view, foes) * 4 >= view.me.hp
    if not is_hard:
        return None
    if view.fighter.stamina == 0 and (drink := use_known_item(view, "refresh")) is not None:
        return drink
    nearest = min((view.distance_to(foe) for foe in foes), default=0)
    for item, kind, uses, known in view.kit:
        if kind.slot or (known and not kind.aim and not uses & {"start", "poison"}):
            continue
        if kind.sort == "scroll" and (kind.aim in ("creature", "cell") or not known):
            may_blast = not known or "blast" in uses
            if (not may_blast or nearest >= SAFE_BLAST_DISTANCE or not kind.aim) and (
                command := view.find_option(Activate, item=item.id)
            ):
                return command
        elif kind.sort == "device" and kind.aim and (command := view.find_option(Activate, item=item.id)):
            return command
        if known and (command := use_potion(view, item, kind)):
            return command
    return None


def use_potion(view: BotView, item: Item, kind: ItemKind, *, is_frugal: bool = False) -> Command | None:
    """Drinks a beneficial potion, throws a harmful one.

    Args:
        is_frugal: whether it keeps those of sight, and throws only at hunters that are not under the effect yet.
    """
    for use in kind.uses:
        if use.do not in ("start", "poison") or not kind.is_throwable:
            continue
        is_good = use.do == "start" and view.ctx.records.get(StatusEffect, "effect", use.effect).is_good
        if is_good and use.effect not in view.me.effects and not (is_frugal and use.effect == FLASH_SIGHT):
            return view.find_option(Activate, item=item.id)
        if not is_good and view.fighter.stamina > 0:
            throws = [option for option in view.options if type(option) is Throw and option.item == item.id]
            targets = {foe.at for foe in view.hunting if use.effect not in foe.effects}
            return next((option for option in throws if not is_frugal or option.target in targets), None)
    return None


# Ambushes.


def ambush_unaware(view: BotView) -> Command | None:
    """Attacks or approaches an unaware enemy, chosen by the bot's temperament."""
    if view.hunting or view.fighter.stamina == 0:
        return None
    chased = view.memory("chased")
    targets = [
        foe
        for foe in view.foes
        if view.mood_of(foe) is not Mood.AGGRAVATED and view.can_hurt(foe) and chased.get(foe.id, 0) < CHASE_STEPS
        if view.temper.seeks_fights
        or (
            is_ambush_worthwhile(view, foe)
            if view.temper.stalks_unaware
            else not view.temper.avoids_unaware and is_worth_fighting(view, [foe])
        )
    ]
    adjacent = [foe for foe in targets if view.distance_to(foe) == 1]
    if adjacent:
        return step_to(view, min(adjacent, key=lambda foe: (foe.hp, foe.id)).at)
    prey = view.memory("prey")
    for foe in targets:
        chased[foe.id] = chased.get(foe.id, 0) + 1
        prey[foe.id] = (view.level.id, foe.at)
    if view.temper.prefers_dark and targets and (command := switch_lamp(view, lit=False)) is not None:
        return command
    return step_towards(view, [foe.at for foe in targets] or cells_in_memory(view, "prey"))


def switch_lamp(view: BotView, *, lit: bool) -> Command | None:
    """Turns the lamp on or off, unless it is already so."""
    return view.find_option(ToggleLamp) if (LAMP in view.me.effects) is not lit else None


def is_ambush_worthwhile(view: BotView, foe: Actor) -> bool:
    """Whether a backstab kills, or leaves a fight within `AMBUSH_STAKE_PERCENT` of the bot's nerve."""
    life_left = foe.hp - view.expect_backstab(foe, is_dark=view.temper.prefers_dark).mean
    if life_left <= 0:
        return True
    return (
        fight_cost(view, [foe]) * life_left / foe.hp * 100
        <= view.me.hp * view.temper.nerve * AMBUSH_STAKE_PERCENT // 100
    )
