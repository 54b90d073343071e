"""One attack: hit roll, damage, caches, backstab, noise (R-HIT, R-DMG, R-MELEE-9, R-STEALTH-8)."""

from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import msgspec

from footfall.api import Change, Message, Proposal, Refusal, Tell
from footfall.api.chance import Listeners, count_odds, play_chance
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
from ..model.state import Aggravate, ApplyAttack, Fighter, Mood, SetDodgeCount, SetFighter
from ..senses.notices import announce_provocation
from ..senses.sight import actor_name, player_sees
from ..senses.sounds import ATTACK_SOUND, HURT_SOUND, SHOT_SOUND, emit_noise
from .blows import DAGGER, Blow, BlowFacts, FixtureBlow, strike

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
