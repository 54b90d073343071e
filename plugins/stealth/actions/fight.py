"""One attack: hit roll, damage, caches, backstab, noise (R-HIT, R-DMG, R-MELEE-9, R-STEALTH-8)."""

from __future__ import annotations

from enum import Enum

import msgspec

from footfall.api import Change, Context, Message, Proposal, Tell
from footfall.api.chance import play_chance
from footfall.api.grid import Actor, Hurt, chebyshev_distance, get_world

from ..actors.stats import (
    UNARMED,
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
from ..model.play_state import play_of
from ..model.records import ItemKind
from ..model.run_stats import CountBackstab
from ..model.settings import rule_settings
from ..model.state import Aggravate, ApplyAttack, Fighter, Mood, SetDodgeCount, SetFighter, stealth_of
from ..senses.reasons import announce_provocation
from ..senses.sight import actor_name, player_sees
from ..senses.sounds import ATTACK_SOUND, HURT_SOUND, SHOT_SOUND, emit_noise
from .blows import DAGGER, Blow, BlowFacts, strike

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
    changes: list[Change | Proposal] = []
    blow = play_chance(ctx, strike, gather_blow(ctx, attacker, target, manner, missile), changes)
    hit, damage, sneaking = blow.hit, blow.damage, blow.sneaking
    stamina = stealth_of(ctx.state).fighters[attacker.id].stamina - 1
    spent = hit, damage, sneaking, stamina, blow.th, blow.df
    changes.append(ApplyAttack(attacker.id, target.id, manner.value, *spent))
    if sneaking:
        changes.append(CountBackstab())
    lines = describe_hit(ctx, attacker, target, manner, hit, damage, sneaking)
    if lines and ctx.is_traced:
        lines[-1] = msgspec.structs.replace(lines[-1], why=explain_blow(blow))
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


def gather_blow(
    ctx: Context, attacker: Actor, target: Actor, manner: Manner = Manner.MELEE, missile: ItemKind | None = None
) -> BlowFacts:
    """What decides a blow, with `missile` if thrown or shot; few bows add STRENGTH."""
    wielded, fighter = weapon_of(ctx, attacker), stealth_of(ctx.state).fighters.get(attacker.id) or Fighter()
    weapon = missile or wielded
    dice = dice_of(ctx, attacker) if missile is None else missile.damage or UNARMED
    is_strong = manner is not Manner.SHOT or (wielded is not None and wielded.adds_strength)
    is_unaware = is_open_to_backstab(ctx, attacker, target, manner)
    may_sneak = is_unaware or ctx.has_listeners("core.stealth:on_ambush")
    return BlowFacts(
        settings=rule_settings(ctx),
        attacker=attacker.id,
        target=target.id,
        manner=manner.value,
        weapon="" if weapon is None else weapon.id,
        by_player=attacker.id == get_world(ctx.state).player,
        is_ranged=manner in RANGED,
        is_unaware=is_unaware,
        to_hit=effective_to_hit(ctx, attacker, WEAPON_STATS[manner]),
        strength=effective_stat(ctx, attacker, "strength") if is_strong else 0,
        proficiency=attacker.stats.get("proficiency", 100),
        own_stealth=effective_stealth(ctx, attacker) if may_sneak else 0,
        own_luck=effective_luck(ctx, attacker),
        th=fighter.th,
        df=fighter.df,
        low=dice.low,
        high=dice.high,
        plus=dice.plus,
        damage_bonus=damage_bonus(ctx, attacker),
        is_dagger=weapon is not None and DAGGER in weapon.tags,
        defense=effective_defense(ctx, target),
        armor=effective_stat(ctx, target, "armor"),
    )


def wields_dagger(ctx: Context, actor: Actor) -> bool:
    """Whether an actor wields a dagger."""
    weapon = weapon_of(ctx, actor)
    return weapon is not None and DAGGER in weapon.tags


def explain_blow(blow: Blow) -> Message:
    """The terms of a blow."""
    facts = {"die": blow.die, "to_hit": blow.to_hit, "defense": blow.defense}
    if not blow.hit:
        return Message("stealth-blow-misses", facts)
    return Message("stealth-blow-hits", {**facts, "damage": blow.gross, "armor": blow.armor})


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
