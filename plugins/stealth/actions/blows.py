"""Rule of chance of a blow: whether it hits, and its damage (R-HIT, R-DMG, R-MELEE-5, 6, R-STEALTH-8, 10)."""

import msgspec

from footfall.api import ActorId, divide_half_up, events
from footfall.api.chance import Dice, chance_rule

from ..model.settings import RuleSettings

DAGGER = "dagger"
"""Tag of weapons that multiply the damage of a critical hit by more."""


class BlowFacts(msgspec.Struct, frozen=True, gc=False):
    """The facts that decide a blow.

    Attributes:
        attacker, target: ids.
        manner, weapon: as in the events of its hooks.
        is_by_player: the player's character strikes it.
        is_ranged: it is thrown or shot.
        is_unaware: the target is open to a backstab, unless listeners decide otherwise.
        to_hit, strength: the attacker's, before proficiency.
        proficiency: percentage that multiplies TO-HIT and damage, if the setting enables it.
        own_stealth, own_luck: the attacker's; STEALTH only if it may be a backstab.
        th, df: cache of the attacker.
        low, high, plus: bounds and addend of the damage dice.
        damage_bonus: damage that equipment adds.
        is_dagger: the weapon multiplies damage by more.
        defense, armor: the target's.
    """

    settings: RuleSettings
    attacker: ActorId
    target: ActorId
    manner: str
    weapon: str
    is_by_player: bool
    is_ranged: bool
    is_unaware: bool
    to_hit: int
    strength: int
    proficiency: int
    own_stealth: int
    own_luck: int
    th: int
    df: int
    low: int
    high: int
    plus: int
    damage_bonus: int
    is_dagger: bool
    defense: int
    armor: int


class Blow(msgspec.Struct, frozen=True, gc=False):
    """The outcome of `strike` with its terms.

    Attributes:
        damage: the damage that armor lets through.
        th, df: cache of the attacker after it.
        is_backstab: it is a backstab.
        to_hit, defense: as listeners leave them.
        gross, armor: damage before armor, and armor, as listeners leave them; 0 for a miss.
    """

    is_hit: bool
    damage: int
    th: int
    df: int
    is_backstab: bool
    die: int
    to_hit: int
    defense: int
    gross: int = 0
    armor: int = 0


def apply_proficiency(f: BlowFacts, value: int) -> int:
    """A number times weapon proficiency (D-23)."""
    return divide_half_up(value * f.proficiency, 100) if f.settings.has_proficiency else value


@chance_rule
def strike(f: BlowFacts, dice: Dice) -> Blow:
    """Hit roll, damage roll, critical hit, and the cache of the attacker (D-20, 25)."""
    (unaware,) = dice.fold(
        "core.stealth:on_ambush",
        events.Attack(f.attacker, f.target, f.manner, f.weapon, f.is_unaware),
        unaware=1 if f.is_unaware else 0,
    )
    sneaking = unaware > 0
    bonus = max(0, f.own_stealth) + max(0, f.own_luck) if sneaking else 0
    to_hit, defense = dice.fold(
        "on_attack",
        events.Attack(f.attacker, f.target, f.manner, f.weapon, sneaking),
        to_hit=apply_proficiency(f, f.to_hit) + bonus,
        defense=f.defense,
    )
    die = dice.roll("d6", 1, f.settings.hit_die)
    if die + to_hit <= defense:
        return Blow(False, 0, 0, 0, sneaking, die, to_hit, defense)
    rolled = dice.roll("dmg", f.low, f.high)
    added = bonus if f.settings.backstab_mode == "add" else 0
    plain = apply_proficiency(f, f.strength + rolled + f.plus + f.damage_bonus + added)
    is_multiplied = sneaking and f.settings.backstab_mode == "multiplier"
    if f.settings.has_critical_hits and not is_multiplied:
        permille = f.settings.crit_permille + f.settings.crit_permille_per_luck * max(0, f.own_luck)
        is_deadly = dice.chance("crit", permille, 1000)
    else:
        is_deadly = is_multiplied
    factor = (4 if f.is_dagger else 2) if is_deadly else 1
    gross, armor = dice.fold(
        "on_damage",
        events.Damage(f.attacker, f.target, f.manner, f.weapon, sneaking),
        damage=plain * factor,
        armor=f.armor,
    )
    damage = max(0, gross - armor)
    gained = min(f.settings.melee_cap_to_hit, (f.th if f.settings.melee_on_damage == "accumulate" else 0) + 1)
    keeps_cache = not f.is_ranged and (f.is_by_player or f.settings.creatures_have_cache)
    th = gained if keeps_cache and damage > 0 else 0
    df = max(0, f.df - 1) if keeps_cache else 0
    return Blow(True, max(0, damage), max(0, th), max(0, df), sneaking, die, to_hit, defense, gross, armor)


FIXTURE_DEFENSE = 0
"""DEFENSE of a secret wall (R-INSPECT-4)."""


class BatterFacts(msgspec.Struct, frozen=True, gc=False):
    """The facts that decide a blow at a wall or a door; ``plus`` adds up all that adds to the damage dice."""

    settings: RuleSettings
    to_hit: int
    low: int
    high: int
    plus: int
    armor: int


class FixtureBlow(msgspec.Struct, frozen=True, gc=False):
    """The outcome of `batter` with its terms; ``gross`` is the damage before armor, 0 for a miss."""

    is_hit: bool
    damage: int
    die: int
    gross: int


@chance_rule
def batter(f: BatterFacts, dice: Dice) -> FixtureBlow:
    """Hit roll and damage roll, without critical hits and proficiency (R-INSPECT-4, D-6)."""
    die = dice.roll("d6", 1, f.settings.hit_die)
    if die + f.to_hit <= FIXTURE_DEFENSE:
        return FixtureBlow(False, 0, die, 0)
    rolled = dice.roll("dmg", f.low, f.high)
    gross = f.plus + rolled
    return FixtureBlow(True, max(0, gross - f.armor), die, gross)
