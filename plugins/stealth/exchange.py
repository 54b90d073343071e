"""What a blow may do, before it is struck: the chance to hit and the range of damage (R-HIT, R-DMG)."""

from __future__ import annotations

from typing import NamedTuple

from footfall.api import Context, events
from footfall.api.grid import Actor

from .fight import (
    WEAPON_STATS,
    Manner,
    apply_proficiency,
    backstab_bonus,
    find_attack_dice,
    find_attack_strength,
    is_open_to_backstab,
    weapon_id_of,
)
from .records import ItemKind
from .settings import rule_settings
from .stats import damage_bonus, effective_defense, effective_stat, effective_to_hit, weapon_of


class BlowForecast(NamedTuple):
    """What one blow with the wielded weapon may do.

    Attributes:
        percent: chance to hit, 0 to 100.
        low, high: range of the damage of a hit.
        about: mods or a critical hit may change it.
        unaware: the target is open to a backstab.
        wounds: exact chance to hit and do damage, 0 to 1.
    """

    percent: int
    low: int
    high: int
    about: bool
    unaware: bool
    wounds: float

    @property
    def facts(self) -> dict[str, int | str]:
        """The chance, the damage and whether it comes by surprise, as arguments of messages."""
        about, unaware = "~" if self.about else "", "yes" if self.unaware else "no"
        return {"percent": self.percent, "low": self.low, "high": self.high, "about": about, "unaware": unaware}


def forecast_blow(
    ctx: Context, attacker: Actor, target: Actor, manner: Manner = Manner.MELEE, missile: ItemKind | None = None
) -> BlowForecast:
    """Forecasts a blow, with `missile` if thrown or shot; rolls nothing and changes nothing."""
    settings = rule_settings(ctx)
    weapon_id = weapon_id_of(ctx, attacker) if missile is None else missile.id
    sneaking = is_open_to_backstab(ctx, attacker, target, manner)
    event = events.Attack(attacker.id, target.id, manner.value, weapon_id, sneaking)
    ambush = ctx.foresee("core.stealth:on_ambush", event, {"unaware": int(sneaking)})
    sneaking = ambush.apply({"unaware": int(sneaking)})["unaware"] > 0
    bonus = backstab_bonus(ctx, attacker) if sneaking else 0
    event = events.Attack(attacker.id, target.id, manner.value, weapon_id, sneaking)
    to_hit = apply_proficiency(ctx, attacker, effective_to_hit(ctx, attacker, WEAPON_STATS[manner])) + bonus
    terms = {"to_hit": to_hit, "defense": effective_defense(ctx, target)}
    attack = ctx.foresee("on_attack", event, terms)
    final = attack.apply(terms)
    faces = settings.hit_die
    hits = sum(face + final["to_hit"] > final["defense"] for face in range(1, faces + 1))
    damage, certain = _forecast_damage(ctx, attacker, target, manner, missile, sneaking, bonus)
    about = not (ambush.is_certain and attack.is_certain and certain) or settings.crit_enabled
    wounds = hits / faces * sum(one > 0 for one in damage) / len(damage)
    return BlowForecast((200 * hits + faces) // (2 * faces), damage[0], damage[-1], about, sneaking, wounds)


def _forecast_damage(
    ctx: Context, attacker: Actor, target: Actor, manner: Manner, missile: ItemKind | None, sneaking: bool, bonus: int
) -> tuple[list[int], bool]:
    """The damage for each result of the dice, lowest first, and whether mods leave it at that."""
    settings, weapon = rule_settings(ctx), missile or weapon_of(ctx, attacker)
    weapon_id = weapon_id_of(ctx, attacker) if missile is None else missile.id
    dice = find_attack_dice(ctx, attacker, missile)
    plus = find_attack_strength(ctx, attacker, manner) + damage_bonus(ctx, attacker) + dice.plus
    if settings.backstab_mode == "add":
        plus += bonus
    factor = 1
    if sneaking and settings.backstab_mode == "multiplier":
        factor = 4 if weapon is not None and "dagger" in weapon.tags else 2
    event = events.Damage(attacker.id, target.id, manner.value, weapon_id, sneaking)
    results, certain = [], True
    for rolled in range(dice.low, max(dice.low, dice.high) + 1):
        gross = factor * apply_proficiency(ctx, attacker, plus + rolled)
        terms = {"damage": gross, "armor": effective_stat(ctx, target, "armor")}
        foreseen = ctx.foresee("on_damage", event, terms)
        final = foreseen.apply(terms)
        results.append(max(0, final["damage"] - final["armor"]))
        certain = certain and foreseen.is_certain
    return results, certain
