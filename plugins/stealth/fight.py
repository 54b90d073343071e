"""One attack: hit roll, damage, caches, backstab, noise (R-HIT, R-DMG, R-MELEE-9, R-STEALTH-8)."""

from __future__ import annotations

from enum import Enum

import msgspec

from footfall.api import Change, Context, FoldResult, Message, Proposal, Tell, divide_half_up, events
from footfall.api.grid import Actor, Hurt, chebyshev_distance, get_world

from .play_state import play_of
from .reasons import announce_provocation
from .records import Dice, ItemKind
from .run_stats import CountBackstab
from .settings import RuleSettings, rule_settings
from .sight import actor_name, player_sees
from .sounds import ATTACK_SOUND, HURT_SOUND, SHOT_SOUND, emit_noise
from .state import Aggravate, ApplyAttack, Mood, SetDodgeCount, SetFighter, stealth_of
from .stats import (
    damage_bonus,
    dice_of,
    effective_defense,
    effective_luck,
    effective_stat,
    effective_stealth,
    effective_to_hit,
    is_thing,
    weapon_of,
)

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


def is_open_to_backstab(ctx: Context, attacker: Actor, target: Actor, manner: Manner) -> bool:
    """Whether the target is open to a backstab (R-STEALTH-8, D-13, D-14), or to a shot from hiding (P-TRICK-8)."""
    world, settings = get_world(ctx.state), rule_settings(ctx)
    is_shot = manner is Manner.SHOT and settings.shipped
    if attacker.id != world.player or (manner in RANGED and not is_shot):
        return False
    if not is_shot and settings.backstab_adjacent_only and chebyshev_distance(attacker.at, target.at) > 1:
        return False
    return can_be_surprised(ctx, target)


def can_be_surprised(ctx: Context, target: Actor) -> bool:
    """Whether a creature is unaware of the player: not aggravated, and never was by the player (D-13), or asleep."""
    mind = None if is_thing(ctx, target) else stealth_of(ctx.state).minds.get(target.id)
    if mind is None or mind.mood is Mood.AGGRAVATED:
        return False
    if mind.mood is Mood.ASLEEP and rule_settings(ctx).shipped:  # even if it has known the character (P-TRICK-9)
        return True
    return rule_settings(ctx).backstab_memory == "now" or not mind.marked


def resolve_attack(
    ctx: Context, attacker: Actor, target: Actor, manner: Manner = Manner.MELEE, missile: ItemKind | None = None
) -> list[Change | Proposal]:
    """The changes of an attack, with `missile` if thrown or shot; stamina must have been checked (R-MELEE-9)."""
    settings = rule_settings(ctx)
    weapon_id = missile.id if missile is not None else weapon_id_of(ctx, attacker)
    sneaking, ambush = _check_ambush(ctx, attacker, target, manner, weapon_id)
    bonus = backstab_bonus(ctx, attacker) if sneaking else 0
    event = events.Attack(attacker.id, target.id, manner.value, weapon_id, sneaking)
    to_hit = effective_to_hit(ctx, attacker, WEAPON_STATS[manner])
    terms = {"to_hit": apply_proficiency(ctx, attacker, to_hit) + bonus, "defense": effective_defense(ctx, target)}
    folded = ctx.fold("on_attack", event, terms)
    die = ctx.roll("d6", 1, settings.hit_die)
    hit = die + folded["to_hit"] > folded["defense"]

    changes: list[Change | Proposal] = list(_drop_empty_proposals((*ambush, *folded.proposals)))
    damage, numbers = 0, {"die": die, **folded.terms}
    if hit:
        added = bonus if settings.backstab_mode == "add" else 0
        blow = _roll_damage(ctx, attacker, target, manner, missile, sneaking, added)
        damage = max(0, blow["damage"] - blow["armor"])
        changes += _drop_empty_proposals(blow.proposals)
        numbers |= blow.terms
    changes.append(_spend_attack(ctx, attacker, target, manner, hit, damage, sneaking))
    if sneaking:
        changes.append(CountBackstab())
    lines = describe_hit(ctx, attacker, target, manner, hit, damage, sneaking)
    if lines and ctx.is_traced:
        reason = Message("stealth-blow-hits" if hit else "stealth-blow-misses", numbers)
        lines[-1] = msgspec.structs.replace(lines[-1], why=reason)
    changes += lines
    if damage and target.id in stealth_of(ctx.state).fighters:
        changes.append(SetFighter(target.id, th=0, df=0))
    changes += _make_noises(ctx, attacker, target, manner, damage)
    changes += provoke_target(ctx, attacker, target, manner.value)
    if hit:
        changes.append(Hurt(target.id, damage, attacker.id, manner.value))
    elif target.id == get_world(ctx.state).player:
        changes.append(SetDodgeCount(stealth_of(ctx.state).dodged + 1))
    return changes


def _check_ambush(
    ctx: Context, attacker: Actor, target: Actor, manner: Manner, weapon_id: str
) -> tuple[bool, tuple[Proposal, ...]]:
    """Whether the attack is a backstab, and what listeners queued (hook ``core.stealth:on_ambush``)."""
    sneaking = is_open_to_backstab(ctx, attacker, target, manner)
    if not ctx.has_listeners("core.stealth:on_ambush"):
        return sneaking, ()
    event = events.Attack(attacker.id, target.id, manner.value, weapon_id, sneaking)
    folded = ctx.fold("core.stealth:on_ambush", event, {"unaware": int(sneaking)})
    return folded["unaware"] > 0, folded.proposals


def _spend_attack(
    ctx: Context, attacker: Actor, target: Actor, manner: Manner, hit: bool, damage: int, sneaking: bool
) -> ApplyAttack:
    """The attacker's stamina and cache after its attack."""
    settings, fighter = rule_settings(ctx), stealth_of(ctx.state).fighters[attacker.id]
    th, df = _cache_after_attack(settings, fighter.th, fighter.df, hit, damage)
    if manner in RANGED or (attacker.id != get_world(ctx.state).player and not settings.melee_npc_cache):
        th = df = 0
    stamina = fighter.stamina - 1
    return ApplyAttack(attacker.id, target.id, manner.value, hit, damage, sneaking, stamina, th, df)


def _make_noises(ctx: Context, attacker: Actor, target: Actor, manner: Manner, damage: int) -> list[Change]:
    noises: list[Change] = [emit_noise(ctx, attacker, SHOT_SOUND if manner in RANGED else ATTACK_SOUND)]
    return [*noises, emit_noise(ctx, target, HURT_SOUND)] if damage else noises


def provoke_target(ctx: Context, attacker: Actor, target: Actor, how: str = "item") -> list[Change]:
    """Any attack, hit or miss, wakes and aggravates its target (R-STEALTH-9, R-MELEE-9)."""
    if target.id not in stealth_of(ctx.state).minds or is_thing(ctx, target):
        return []
    by_player = attacker.id == get_world(ctx.state).player
    marked = by_player or rule_settings(ctx).backstab_memory == "anyone"
    foe = attacker.id if target.side == "neutral" or target.side == "adventurer" else 0
    return [Aggravate(target.id, marked, foe), *announce_provocation(ctx, attacker, target, how)]


def backstab_bonus(ctx: Context, attacker: Actor) -> int:
    """What a backstab adds to TO-HIT and damage (R-STEALTH-10)."""
    return max(0, effective_stealth(ctx, attacker)) + max(0, effective_luck(ctx, attacker))


def _cache_after_attack(settings: RuleSettings, th: int, df: int, hit: bool, damage: int) -> tuple[int, int]:
    """The attacker's cache after its attack (R-MELEE-5, 6; D-20)."""
    if not hit:
        return 0, 0
    if damage:
        th = min(settings.melee_cap_to_hit, (th if settings.melee_on_damage == "accumulate" else 0) + 1)
    else:
        th = 0
    return th, max(0, df - 1)


def apply_proficiency(ctx: Context, actor: Actor, value: int) -> int:
    """A number times weapon proficiency in percent, if the setting enables it (D-23)."""
    if not rule_settings(ctx).proficiency_enabled:
        return value
    return divide_half_up(value * actor.stats.get("proficiency", 100), 100)


def find_attack_dice(ctx: Context, attacker: Actor, missile: ItemKind | None) -> Dice:
    """The damage dice of an attack."""
    if missile is not None:
        return missile.damage or Dice(0, 0)
    return dice_of(ctx, attacker)


def find_attack_strength(ctx: Context, attacker: Actor, manner: Manner) -> int:
    """The STRENGTH that an attack adds to its damage; few bows add any."""
    weapon = weapon_of(ctx, attacker) if manner is Manner.SHOT else None
    if manner is Manner.SHOT and (weapon is None or not weapon.adds_strength):
        return 0
    return effective_stat(ctx, attacker, "strength")


def _roll_damage(
    ctx: Context, attacker: Actor, target: Actor, manner: Manner, missile: ItemKind | None, sneaking: bool, bonus: int
) -> FoldResult:
    """The damage and the armor that reduces it, and the changes that listeners queued (R-DMG-1 to 3)."""
    settings = rule_settings(ctx)
    dice = find_attack_dice(ctx, attacker, missile)
    rolled = ctx.roll("dmg", dice.low, dice.high) + dice.plus
    gross = find_attack_strength(ctx, attacker, manner) + rolled + damage_bonus(ctx, attacker) + bonus
    gross = apply_proficiency(ctx, attacker, gross)
    if (sneaking and settings.backstab_mode == "multiplier") or _roll_critical(ctx, attacker):
        weapon = missile or weapon_of(ctx, attacker)
        gross *= 4 if weapon is not None and "dagger" in weapon.tags else 2
    weapon_id = missile.id if missile is not None else weapon_id_of(ctx, attacker)
    event = events.Damage(attacker.id, target.id, manner.value, weapon_id, sneaking)
    return ctx.fold("on_damage", event, {"damage": gross, "armor": effective_stat(ctx, target, "armor")})


def _roll_critical(ctx: Context, attacker: Actor) -> bool:
    """Whether a hit is critical; never unless the setting enables it (D-25)."""
    settings = rule_settings(ctx)
    if not settings.crit_enabled:
        return False
    chance = settings.crit_permille + settings.crit_permille_per_luck * max(0, effective_luck(ctx, attacker))
    return ctx.chance("crit", chance, 1000)


def weapon_id_of(ctx: Context, actor: Actor) -> str:
    """Record id of the wielded weapon, or ``""``."""
    weapon = weapon_of(ctx, actor)
    return weapon.id if weapon is not None else ""


def _drop_empty_proposals(proposals: tuple[Proposal, ...]) -> list[Proposal]:
    return [proposal for proposal in proposals if proposal.changes]


def describe_hit(
    ctx: Context, attacker: Actor, target: Actor, manner: Manner, hit: bool, damage: int, sneaking: bool
) -> list[Tell]:
    """Log lines about an attack in which the player's character takes part or which it sees."""
    if ctx.quiet:
        return []
    player = get_world(ctx.state).player
    ours = player in (attacker.id, target.id)
    if not ours and not player_sees(ctx, attacker.at) and not player_sees(ctx, target.at):
        return []
    result = "miss" if not hit else "hit" if damage else "glance"
    role = "you" if attacker.id == player else "us" if target.id == player else "other"
    args = {
        "attacker": actor_name(ctx, attacker),
        "target": actor_name(ctx, target),
        "seen": "yes" if attacker.id == player or player_sees(ctx, attacker.at) else "no",
        "struck": "yes" if target.id == player or player_sees(ctx, target.at) else "no",
        "damage": damage,
        "manner": manner.value,
    }
    lines: list[Tell] = []
    if sneaking:
        mind = stealth_of(ctx.state).minds.get(target.id)
        knew = mind is not None and (mind.marked or play_of(ctx.state).inquiries.get(target.id) is not None)
        facts = {"target": args["target"], "knew": "yes" if knew else "no"}
        lines.append(Tell(Message("stealth-backstab", facts), "good"))
    kind = "bad" if role == "us" and damage else "good" if role == "you" and damage else "fight"
    lines.append(Tell(Message(f"stealth-{role}-{result}", args), kind))
    return lines


def is_exhausted(ctx: Context, actor: Actor) -> bool:
    """Whether an actor has no stamina to attack with (R-MELEE-7)."""
    return stealth_of(ctx.state).fighters[actor.id].stamina == 0
