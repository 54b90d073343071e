"""One attack: its rule of chance, caches, backstab, noise (R-HIT, R-DMG, R-MELEE-5, 6, 9, R-STEALTH-8, 10)."""

from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import msgspec

from footfall.api import ActorId, Change, Message, Proposal, Refusal, Tell, divide_half_up, events
from footfall.api.chance import Dice, Listeners, chance_rule, count_odds, play_chance
from footfall.api.grid import Actor, Hurt, chebyshev_distance

from ..actors.stats import (
    UNARMED,
    damage_bonus,
    dice_of,
    effective_defense,
    effective_luck,
    effective_stat,
    effective_stealth,
    effective_to_hit,
    weapon_of,
)
from ..model.phase import Phase
from ..model.play_state import CountBackstab
from ..model.records import ItemKind, is_thing
from ..model.settings import RuleSettings
from ..model.state import Aggravate, ApplyAttack, Fighter, Mood, SetDodgeCount, SetFighter
from ..senses.notices import announce_provocation
from ..senses.sight import actor_name, player_sees
from ..senses.sounds import ATTACK_SOUND, HURT_SOUND, SHOT_SOUND, emit_noise

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


DODGES_PER_DEFENSE = 60
"""Enemy misses after which the player's DEFENSE grows by one (R-PROG-3)."""


class Manner(Enum):
    """How an attack is made; hooks and events carry the value."""

    MELEE = "melee"
    REACH = "reach"
    THROWN = "thrown"
    SHOT = "shot"


RANGED = (Manner.THROWN, Manner.SHOT)

WEAPON_STATS = {Manner.MELEE: "to_hit", Manner.REACH: "to_hit", Manner.THROWN: "", Manner.SHOT: "shooting"}
"""The bonus of the wielded weapon that counts in each manner of attack; it does not help a throw."""


def is_open_to_backstab(phase: Phase, attacker: Actor, target: Actor, manner: Manner) -> bool:
    """Whether the target is open to a backstab (R-STEALTH-8, D-13, D-14), or to a shot from hiding (P-TRICK-8)."""
    is_shot = manner is Manner.SHOT and phase.settings.shipped
    if attacker.id != phase.world.player or (manner in RANGED and not is_shot):
        return False
    if not is_shot and phase.settings.is_backstab_adjacent_only and chebyshev_distance(attacker.at, target.at) > 1:
        return False
    return can_be_surprised(phase, target)


def can_be_surprised(phase: Phase, target: Actor) -> bool:
    """Whether a creature is unaware of the player: not aggravated, and never was by the player (D-13), or asleep."""
    mind = None if is_thing(phase, target) else phase.stealth.minds.get(target.id)
    if mind is None or mind.mood is Mood.AGGRAVATED:
        return False
    if mind.mood is Mood.ASLEEP and phase.settings.shipped:  # even if it has known the character (P-TRICK-9)
        return True
    return phase.settings.backstab_memory == "now" or not mind.is_marked


def resolve_attack(
    phase: Phase, attacker: Actor, target: Actor, manner: Manner = Manner.MELEE, missile: ItemKind | None = None
) -> list[Change | Proposal]:
    """The changes of an attack, with `missile` if thrown or shot; stamina must have been checked (R-MELEE-9)."""
    changes: list[Change | Proposal] = []
    blow = play_chance(phase.ctx, strike, gather_blow(phase, attacker, target, manner, missile), changes)
    hit, damage, sneaking = blow.is_hit, blow.damage, blow.is_backstab
    stamina = phase.stealth.fighters[attacker.id].stamina - 1
    spent = hit, damage, sneaking, blow.gross, stamina, blow.th, blow.df
    changes.append(ApplyAttack(attacker.id, target.id, manner.value, *spent))
    if sneaking:
        changes.append(CountBackstab())
    lines = describe_hit(phase, attacker, target, manner, hit, damage, sneaking)
    if lines and phase.ctx.is_traced:
        lines[-1] = msgspec.structs.replace(lines[-1], why=explain_blow(blow, blow.to_hit, blow.defense, blow.armor))
    changes += lines
    if damage and target.id in phase.stealth.fighters:
        changes.append(SetFighter(target.id, th=0, df=0))
    noises: list[Change] = [emit_noise(phase, attacker, SHOT_SOUND if manner in RANGED else ATTACK_SOUND)]
    changes += [*noises, emit_noise(phase, target, HURT_SOUND)] if damage else noises
    changes += provoke_target(phase, attacker, target, manner.value)
    if hit:
        changes.append(Hurt(target.id, damage, attacker.id, manner.value))
    elif target.id == phase.world.player:
        changes.append(SetDodgeCount(phase.stealth.dodge_count + 1))
    return changes


def gather_blow(
    phase: Phase, attacker: Actor, target: Actor, manner: Manner = Manner.MELEE, missile: ItemKind | None = None
) -> BlowFacts:
    """The facts that decide a blow, with `missile` if thrown or shot; few bows add STRENGTH."""
    wielded, fighter = weapon_of(phase, attacker), phase.stealth.fighters.get(attacker.id) or Fighter()
    weapon = missile or wielded
    dice = dice_of(phase, attacker) if missile is None else missile.damage or UNARMED
    is_strong = manner is not Manner.SHOT or (wielded is not None and wielded.adds_strength)
    is_unaware = is_open_to_backstab(phase, attacker, target, manner)
    may_sneak = is_unaware or phase.ctx.has_listeners("core.stealth:on_ambush")
    return BlowFacts(
        settings=phase.settings,
        attacker=attacker.id,
        target=target.id,
        manner=manner.value,
        weapon="" if weapon is None else weapon.id,
        is_by_player=attacker.id == phase.world.player,
        is_ranged=manner in RANGED,
        is_unaware=is_unaware,
        to_hit=effective_to_hit(phase, attacker, WEAPON_STATS[manner]),
        strength=effective_stat(phase, attacker, "strength") if is_strong else 0,
        proficiency=attacker.stats.get("proficiency", 100),
        own_stealth=effective_stealth(phase, attacker) if may_sneak else 0,
        own_luck=effective_luck(phase, attacker),
        th=fighter.th,
        df=fighter.df,
        low=dice.low,
        high=dice.high,
        plus=dice.plus,
        damage_bonus=damage_bonus(phase, attacker),
        is_dagger=weapon is not None and DAGGER in weapon.tags,
        defense=effective_defense(phase, target),
        armor=effective_stat(phase, target, "armor"),
    )


def wields_dagger(phase: Phase, actor: Actor) -> bool:
    """Whether an actor wields a dagger."""
    weapon = weapon_of(phase, actor)
    return weapon is not None and DAGGER in weapon.tags


def explain_blow(blow: Blow | FixtureBlow, to_hit: int, defense: int, armor: int) -> Message:
    """The terms of a blow."""
    facts = {"die": blow.die, "to_hit": to_hit, "defense": defense}
    if not blow.is_hit:
        return Message("stealth-blow-misses", facts)
    return Message("stealth-blow-hits", {**facts, "damage": blow.gross, "armor": armor})


def provoke_target(phase: Phase, attacker: Actor, target: Actor, how: str = "item") -> list[Change]:
    """Any attack, hit or miss, wakes and aggravates its target (R-STEALTH-9, R-MELEE-9)."""
    if target.id not in phase.stealth.minds or is_thing(phase, target):
        return []
    by_player = attacker.id == phase.world.player
    marked = by_player or phase.settings.backstab_memory == "anyone"
    foe = attacker.id if target.side == "neutral" or target.side == "adventurer" else 0
    return [Aggravate(target.id, marked, foe), *announce_provocation(phase, attacker, target, how)]


def describe_hit(
    phase: Phase, attacker: Actor, target: Actor, manner: Manner, hit: bool, damage: int, sneaking: bool
) -> list[Tell]:
    """Log lines about an attack in which the player's character takes part or which it sees."""
    if phase.ctx.quiet:
        return []
    player = phase.world.player
    ours = player in (attacker.id, target.id)
    if not ours and not player_sees(phase, attacker.at) and not player_sees(phase, target.at):
        return []
    result = "miss" if not hit else "hit" if damage else "glance"
    role = "you" if attacker.id == player else "us" if target.id == player else "other"
    args = {
        "attacker": actor_name(phase, attacker),
        "target": actor_name(phase, target),
        "seen": "yes" if attacker.id == player or player_sees(phase, attacker.at) else "no",
        "struck": "yes" if target.id == player or player_sees(phase, target.at) else "no",
        "damage": damage,
        "manner": manner.value,
    }
    lines: list[Tell] = []
    if sneaking:
        mind = phase.stealth.minds.get(target.id)
        knew = mind is not None and (mind.is_marked or phase.play.inquiries.get(target.id) is not None)
        facts = {"target": args["target"], "knew": "yes" if knew else "no"}
        lines.append(Tell(Message("stealth-backstab", facts), "good"))
    kind = "bad" if role == "us" and damage else "good" if role == "you" and damage else "fight"
    lines.append(Tell(Message(f"stealth-{role}-{result}", args), kind))
    return lines


def is_exhausted(phase: Phase, actor: Actor) -> bool:
    """Whether an actor has no stamina to attack with (R-MELEE-7)."""
    return phase.stealth.fighters[actor.id].stamina == 0


EXHAUSTED = Refusal(Message("stealth-exhausted"), "R-MELEE-7")
"""Refuses an attack without stamina."""


NO_DEFENSE = -1000
"""DEFENSE that any blow gets past."""


class BlowForecast(NamedTuple):
    """The exact forecast of one blow.

    Attributes:
        hits: chance to hit.
        wounds: chance to hit and do damage.
        mean: expected damage, that of a miss being 0.
        low, high: range of the damage of a hit.
        is_surprise: the target is open to a backstab.
        is_estimate: mods may change it.
    """

    hits: Fraction
    wounds: float
    mean: float
    low: int
    high: int
    is_surprise: bool
    is_estimate: bool

    @property
    def percent(self) -> int:
        """Chance to hit, 0 to 100, rounded half up."""
        return int(100 * self.hits + Fraction(1, 2))

    @property
    def facts(self) -> dict[str, int | str]:
        """The chance, the damage and whether it comes by surprise, as arguments of messages."""
        about, unaware = "~" if self.is_estimate else "", "yes" if self.is_surprise else "no"
        return {"percent": self.percent, "low": self.low, "high": self.high, "about": about, "unaware": unaware}


def forecast_blow(
    phase: Phase, attacker: Actor, target: Actor, manner: Manner = Manner.MELEE, missile: ItemKind | None = None
) -> BlowForecast:
    """Forecasts a blow, with `missile` if thrown or shot; rolls nothing and changes nothing."""
    facts = gather_blow(phase, attacker, target, manner, missile)
    if any(phase.ctx.has_listeners(fold.hook) for fold in strike.lowered.folds):
        return _weigh_blow(Listeners(phase.ctx), facts)
    return expect_blow(facts)


@lru_cache(maxsize=1024)
def expect_blow(facts: BlowFacts) -> BlowForecast:
    """Forecasts a blow for believed facts, without mods."""
    return _weigh_blow(None, facts)


def _weigh_blow(listeners: Listeners | None, facts: BlowFacts) -> BlowForecast:
    rule = facts.settings.chances.find(strike)
    odds = count_odds(listeners, rule, facts, "is_backstab", "is_hit", "damage")
    damage = [damage for _, hit, damage in odds if hit]
    if not damage:
        easy = count_odds(listeners, rule, msgspec.structs.replace(facts, defense=NO_DEFENSE), "is_hit", "damage")
        damage = [damage for hit, damage in easy if hit] or [0]
    hits = sum((share for (_, hit, _), share in odds.items() if hit), Fraction(0))
    wounds = float(sum(share for (_, _, damage), share in odds.items() if damage))
    mean = float(sum(damage * share for (_, _, damage), share in odds.items()))
    unaware = any(sneaking for sneaking, _, _ in odds)
    about = listeners is not None and not listeners.is_certain
    return BlowForecast(hits, wounds, mean, min(damage), max(damage), unaware, about)
