"""One attack, from the die to the noise: hit, damage, caches, backstab (R-HIT, R-DMG, R-MELEE-9, R-STEALTH-8)."""

from __future__ import annotations

from enum import Enum

from footfall.api import Change, Message, Play, Proposal, Tell, events, half_up
from footfall.api.grid import Actor, Hurt, chebyshev, world_of

from .chronicle import Backstab
from .knobs import Knobs, knobs
from .records import Dice, ItemKind
from .sight import name_of, sees
from .sounds import ATTACK, HURT, SHOT, emit
from .state import Aggravate, Blow, Dodge, Mood, SetFighter, stealth_of
from .totals import (
    damage_bonus,
    defense,
    dice_of,
    luck,
    stealth,
    to_hit,
    total,
    weapon_of,
)

TRAINING = 60
"""Enemy misses after which the player's DEFENSE grows by one (table C.12)."""


class Manner(Enum):
    """How an attack is made; the value is what hooks and events are told."""

    MELEE = "melee"
    REACH = "reach"
    THROWN = "thrown"
    SHOT = "shot"


def caught(play: Play, attacker: Actor, target: Actor, manner: Manner) -> bool:
    """Whether the target is open to a backstab (R-STEALTH-8, D-13, D-14)."""
    world, knob = world_of(play.state), knobs(play)
    if attacker.id != world.player or manner in (Manner.THROWN, Manner.SHOT):
        return False
    if knob.backstab_adjacent_only and chebyshev(attacker.at, target.at) > 1:
        return False
    mind = stealth_of(play.state).minds.get(target.id)
    if mind is None or mind.mood is Mood.AGGRAVATED:
        return False
    return knob.backstab_memory == "now" or not mind.marked


def strike(
    play: Play,
    attacker: Actor,
    target: Actor,
    manner: Manner = Manner.MELEE,
    missile: ItemKind | None = None,
) -> list[Change | Proposal]:
    """The changes of one attack; stamina must have been checked (R-MELEE-9).

    Args:
        missile: kind of the thing thrown or shot.
    """
    knob = knobs(play)
    part = stealth_of(play.state)
    fighter = part.fighters[attacker.id]
    ranged = manner in (Manner.THROWN, Manner.SHOT)
    weapon = missile or weapon_of(play, attacker)
    weapon_id = weapon.id if weapon is not None else ""
    sneaking = caught(play, attacker, target, manner)
    ambush: tuple[Proposal, ...] = ()
    if play.listened("on_ambush"):
        event = events.Attack(attacker.id, target.id, manner.value, weapon_id, sneaking)
        asked = play.fold("on_ambush", event, {"unaware": int(sneaking)})
        sneaking, ambush = asked["unaware"] > 0, asked.proposals
    bonus = _backstab(play, attacker) if sneaking else 0

    aim = events.Attack(attacker.id, target.id, manner.value, weapon_id, sneaking)
    reach = _proficient(play, attacker, to_hit(play, attacker, ranged=manner is Manner.SHOT)) + bonus
    folded = play.fold("on_attack", aim, {"to_hit": reach, "defense": defense(play, target)})
    die = play.roll("d6", 1, knob.hit_die)
    hit = die + folded["to_hit"] > folded["defense"]

    changes: list[Change | Proposal] = list(_queued((*ambush, *folded.proposals)))
    done = 0
    if hit:
        added = bonus if knob.backstab_mode == "add" else 0
        done, more = _damage(play, attacker, target, manner, missile, sneaking, added)
        changes += more
    th, df = _cache_after(knob, fighter.th, fighter.df, hit, done)
    if ranged or (attacker.id != world_of(play.state).player and not knob.melee_npc_cache):
        th = df = 0
    stamina = fighter.stamina - 1
    blow = Blow(attacker.id, target.id, manner.value, hit, done, sneaking, stamina, th, df)
    changes.append(blow)
    if sneaking:
        changes.append(Backstab())
    changes += told(play, attacker, target, manner, hit, done, sneaking)
    if done and target.id in part.fighters:
        changes.append(SetFighter(target.id, th=0, df=0))
    changes.append(emit(play, attacker, SHOT if ranged else ATTACK))
    if done:
        changes.append(emit(play, target, HURT))
    changes += provoked(play, attacker, target)
    if hit:
        changes.append(Hurt(target.id, done, attacker.id, manner.value))
    elif target.id == world_of(play.state).player:
        changes.append(Dodge(part.dodged + 1))
    return changes


def provoked(play: Play, attacker: Actor, target: Actor) -> list[Change]:
    """Any attack, hit or miss, wakes and aggravates its target (R-STEALTH-9, R-MELEE-9)."""
    if target.id not in stealth_of(play.state).minds:
        return []
    by_player = attacker.id == world_of(play.state).player
    marked = by_player or knobs(play).backstab_memory == "anyone"
    foe = attacker.id if target.side == "neutral" or target.side == "adventurer" else 0
    return [Aggravate(target.id, marked, foe)]


def _backstab(play: Play, attacker: Actor) -> int:
    """B of R-STEALTH-10."""
    return max(0, stealth(play, attacker)) + max(0, luck(play, attacker))


def _cache_after(knob: Knobs, th: int, df: int, hit: bool, done: int) -> tuple[int, int]:
    """The attacker's cache after its attack (R-MELEE-5, 6; D-20)."""
    if not hit:
        return 0, 0
    if done:
        th = min(knob.melee_cap_to_hit, (th if knob.melee_on_damage == "accumulate" else 0) + 1)
    else:
        th = 0
    return th, max(0, df - 1)


def _proficient(play: Play, actor: Actor, value: int) -> int:
    """A number times weapon proficiency, in percent (D-23): off, everybody has factor 1."""
    if not knobs(play).proficiency_enabled:
        return value
    return half_up(value * actor.stats.get("proficiency", 100), 100)


def _dice(play: Play, attacker: Actor, manner: Manner, missile: ItemKind | None) -> Dice:
    if missile is not None:
        return missile.damage or Dice(0, 0)
    return dice_of(play, attacker)


def _damage(
    play: Play,
    attacker: Actor,
    target: Actor,
    manner: Manner,
    missile: ItemKind | None,
    sneaking: bool,
    bonus: int,
) -> tuple[int, list[Change | Proposal]]:
    """Damage done and what listeners queued (R-DMG-1..3)."""
    knob = knobs(play)
    dice = _dice(play, attacker, manner, missile)
    rolled = play.roll("dmg", dice.low, dice.high) + dice.plus
    strength = total(play, attacker, "strength")
    if manner is Manner.SHOT:
        weapon = weapon_of(play, attacker)
        strength = strength if weapon is not None and weapon.adds_strength else 0
    gross = strength + rolled + damage_bonus(play, attacker) + bonus
    gross = _proficient(play, attacker, gross)
    if (sneaking and knob.backstab_mode == "multiplier") or _critical(play, attacker):
        weapon = missile or weapon_of(play, attacker)
        gross *= 4 if weapon is not None and "dagger" in weapon.tags else 2
    event = events.Damage(
        attacker.id,
        target.id,
        manner.value,
        (missile.id if missile else weapon_of_id(play, attacker)),
        sneaking,
    )
    folded = play.fold("on_damage", event, {"damage": gross, "armor": total(play, target, "armor")})
    return max(0, folded["damage"] - folded["armor"]), list(_queued(folded.proposals))


def _critical(play: Play, attacker: Actor) -> bool:
    """Whether a hit is critical: never, unless the setting says so (D-25)."""
    knob = knobs(play)
    if not knob.crit_enabled:
        return False
    chance = knob.crit_permille + knob.crit_permille_per_luck * max(0, luck(play, attacker))
    return play.chance("crit", chance, 1000)


def weapon_of_id(play: Play, actor: Actor) -> str:
    """Record id of the wielded weapon, or ``""``."""
    weapon = weapon_of(play, actor)
    return weapon.id if weapon is not None else ""


def _queued(proposals: tuple[Proposal, ...]) -> list[Proposal]:
    return [proposal for proposal in proposals if proposal.changes]


def told(
    play: Play, attacker: Actor, target: Actor, manner: Manner, hit: bool, done: int, sneaking: bool
) -> list[Change]:
    """The line about an attack, if the player's character is part of it or sees it."""
    if play.quiet:
        return []
    player = world_of(play.state).player
    ours = player in (attacker.id, target.id)
    if not ours and not sees(play, attacker.at) and not sees(play, target.at):
        return []
    result = "miss" if not hit else "hit" if done else "glance"
    role = "you" if attacker.id == player else "us" if target.id == player else "other"
    args = {
        "attacker": name_of(play, attacker),
        "target": name_of(play, target),
        "seen": "yes" if attacker.id == player or sees(play, attacker.at) else "no",
        "struck": "yes" if target.id == player or sees(play, target.at) else "no",
        "damage": done,
        "manner": manner.value,
    }
    lines: list[Change] = []
    if sneaking:
        lines.append(Tell(Message("stealth-backstab", {"target": args["target"]}), "good"))
    kind = "bad" if role == "us" and done else "good" if role == "you" and done else "fight"
    lines.append(Tell(Message(f"stealth-{role}-{result}", args), kind))
    return lines


def exhausted(play: Play, actor: Actor) -> bool:
    """Whether an actor has no stamina to attack with (R-MELEE-7)."""
    return stealth_of(play.state).fighters[actor.id].stamina == 0
