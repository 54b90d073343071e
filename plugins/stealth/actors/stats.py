"""Effective stats of an actor: base, equipment and situation, within the limits of R-PROG-4.

The functions with an argument `shares` append to it what the number is made of, in order.
"""

from typing import Literal, NamedTuple, TypeAlias

from footfall.api.grid import Actor, find_loudness, get_level_index

from ..model.phase import Phase
from ..model.records import Dice, ItemKind, creature_kind, item_kind

ENVENOMED = "core.stealth:envenomed"
"""Effect of an actor whose next hit poisons: a coated weapon, a venomous bite."""

LAMP = "core.stealth:lamp"
"""Effect of a lit lamp; settings define its bonuses."""

LAMP_SETTINGS = {"fov": "lamp_fov", "stealth": "lamp_stealth"}
"""The settings of its bonuses, by stat."""

ORTHOGONAL = ((-1, 0), (0, 1), (1, 0), (0, -1))

UNARMED = Dice(0, 0)

Source: TypeAlias = Literal[
    "base", "worn", "weapon", "potions", "cache", "lamp", "effect", "fixed", "listening", "wall", "noise", "least",
    "limit",
]  # fmt: skip
"""The origin of a share."""

SETTING_SOURCES: frozenset[Source] = frozenset({"fixed", "least", "limit"})
"""Sources whose amount replaces the sum before it."""


class Share(NamedTuple):
    """One step on the way to a number.

    Attributes:
        amount: the amount that it adds; the new number if the source is one of `SETTING_SOURCES`.
        item, effect: ids of the worn item or the effect that it comes from; 0 and ``""`` for none.
        full_amount: the amount without its limit.
    """

    source: Source
    amount: int
    item: int = 0
    effect: str = ""
    full_amount: int | None = None


Shares: TypeAlias = list[Share]


def weapon_of(phase: Phase, actor: Actor) -> ItemKind | None:
    """The wielded weapon."""
    id = actor.worn.get("weapon")
    return None if id is None else item_kind(phase, phase.world.items[id].kind)


def effective_stat(phase: Phase, actor: Actor, stat: str, shares: Shares | None = None) -> int:
    """Base, equipment and timed effects of a stat; at least 0 for senses, stamina and armor.

    The other functions of this module add the situation (walls, caches).
    """
    value = actor.stats.get(stat, 0)
    if shares is not None:
        shares.append(Share("base", value))
    if actor.worn:
        value += _add_worn(phase, actor, stat, shares)
    if actor.effects:
        value = apply_effects(phase, actor, stat, value, shares)
    if stat == "foh" and phase.settings.has_listening_mode and actor.id == phase.world.player:
        listening = phase.stealth.listening  # its PERCEPTION, once it has stood still long enough (D-41)
        if listening.door == listening.at == actor.at and listening.waits >= phase.settings.listen_waits:
            heard = effective_stat(phase, actor, "perception")
            value += heard
            if shares is not None and heard:
                shares.append(Share("listening", heard))
    if value < 0 and stat in NON_NEGATIVE_STATS:
        value = 0
        if shares is not None:
            shares.append(Share("least", value))
    return value


def _add_worn(phase: Phase, actor: Actor, stat: str, shares: Shares | None, unless: str = "") -> int:
    """The bonuses of worn items together, but that of the slot `unless`."""
    items, kinds = phase.world.items, phase.item_kinds
    total = 0
    for slot, id in actor.worn.items():
        amount = kinds[items[id].kind].bonus.get(stat)
        if amount and slot != unless:
            total += amount
            if shares is not None:
                shares.append(Share("worn", amount, item=id))
    return total


def sense_ranges(phase: Phase, actor: Actor) -> tuple[int, int]:
    """FOV and FOH of a creature, in cells: those of `effective_stat`, without a call for most creatures."""
    if actor.worn or actor.effects:
        return effective_stat(phase, actor, "fov"), effective_stat(phase, actor, "foh")
    stats = actor.stats
    fov, foh = stats.get("fov", 0), stats.get("foh", 0)
    return fov if fov > 0 else 0, foh if foh > 0 else 0


NON_NEGATIVE_STATS = ("fov", "foh", "stamina_max", "armor")


def apply_effects(phase: Phase, actor: Actor, stat: str, value: int, shares: Shares | None = None) -> int:
    """A stat with an actor's timed effects: bonuses first, fixed values last."""
    fixed = None
    for effect in actor.effects:
        source: Source = "effect"
        if effect == LAMP:
            source, bonus = "lamp", getattr(phase.settings, LAMP_SETTINGS[stat]) if stat in LAMP_SETTINGS else 0
        else:
            changes = phase.status_effects.get(effect)
            if changes is None:
                continue
            bonus = changes.bonus.get(stat, 0)
            if stat in changes.fixed_stats:
                fixed = Share("fixed", changes.fixed_stats[stat], effect=effect)
        if bonus:
            value += bonus
            if shares is not None:
                shares.append(Share(source, bonus, effect=effect))
    if fixed is None:
        return value
    if shares is not None:
        shares.append(fixed)
    return fixed.amount


def cost_of(phase: Phase, actor: Actor) -> int:
    """The time points of an action of a creature, with its effects: at least 1."""
    cost = actor.stats.get("cost", phase.settings.time_unit)
    return max(1, apply_effects(phase, actor, "cost", cost)) if actor.effects else cost


def time_gain(phase: Phase) -> int:
    """The time points that creatures gain while the character acts: one unit, with its effects."""
    unit, player = phase.settings.time_unit, phase.player
    return max(1, apply_effects(phase, player, "cost", unit)) if [*player.effects] not in ([], [LAMP]) else unit


def light_of(phase: Phase, actor: Actor) -> int:
    """The radius of the light that an actor gives, by its kind and effects, and by things worn by the character."""
    light = creature_kind(phase, actor.kind).light
    if actor.id == phase.world.player:
        items = phase.world.items
        light = max(light, *(item_kind(phase, items[id].kind).light for id in actor.worn.values()), 0)
    if not actor.effects:
        return light
    effects = phase.status_effects
    return max(light, *(effects[name].light for name in actor.effects if name in effects), 0)


def stagger_percent(phase: Phase, actor: Actor) -> int:
    """The chance in percent that a step of an actor goes in a random direction."""
    if not actor.effects:
        return 0
    effects = phase.status_effects
    return max((effects[name].staggers for name in actor.effects if name in effects), default=0)


def is_beside_wall(phase: Phase, actor: Actor) -> bool:
    """Whether a wall, plain or secret, is orthogonally next to an actor (R-STEALTH-4)."""
    level = phase.world.levels[actor.level]
    kinds, tiles = get_level_index(phase.world, level, phase.records).tile_kinds, level.tiles
    height, width = tiles.shape
    top, left = level.origin
    for dy, dx in ORTHOGONAL:
        y, x = actor.at[0] - top + dy, actor.at[1] - left + dx
        if 0 <= y < height and 0 <= x < width and kinds[tiles.item(y, x)].is_shelter:
            return True
    return False


def effective_stealth(phase: Phase, actor: Actor, shares: Shares | None = None) -> int:
    """STEALTH with the player's wall bonus (R-STEALTH-4); noise is not subtracted."""
    value = effective_stat(phase, actor, "stealth", shares)
    if actor.id == phase.world.player and is_beside_wall(phase, actor):
        bonus = phase.settings.stealth_wall_bonus
        value += bonus
        if shares is not None:
            shares.append(Share("wall", bonus))
    return value


def net_stealth(phase: Phase, actor: Actor, shares: Shares | None = None) -> int:
    """STEALTH minus the noise that an actor makes, as the screen shows it."""
    noise = find_loudness(phase.world, actor.id)
    value = effective_stealth(phase, actor, shares) - noise
    if shares is not None and noise:
        shares.append(Share("noise", -noise))
    return value


def effective_luck(phase: Phase, actor: Actor) -> int:
    """LUCK."""
    return effective_stat(phase, actor, "luck")


def effective_to_hit(phase: Phase, actor: Actor, weapon_stat: str = "to_hit", shares: Shares | None = None) -> int:
    """TO-HIT with the cache; each source and the sum are limited (R-HIT-3, R-PROG-4).

    Args:
        weapon_stat: bonus of the wielded weapon that counts: ``to_hit`` in melee, ``shooting`` for its shots,
            ``""`` for none.
    """
    value = actor.stats.get("to_hit", 0)
    if shares is not None:
        shares.append(Share("base", value))
    settings = phase.settings
    weapon = other = 0
    if actor.worn:
        wielded = weapon_of(phase, actor)
        weapon = 0 if wielded is None else wielded.bonus.get(weapon_stat, 0)
        other = _add_worn(phase, actor, "to_hit", None, unless="weapon")
    fighter = phase.stealth.fighters.get(actor.id)
    sources: tuple[tuple[Source, int, int], ...] = (
        ("potions", actor.stats.get("to_hit_potions", 0), settings.hit_from_potions),
        ("weapon", weapon, settings.hit_from_weapon),
        ("worn", other, settings.hit_from_artefact),
        ("cache", 0 if fighter is None else fighter.th, settings.melee_cap_to_hit),
    )
    for source, amount, most in sources:
        if amount:
            counted = amount if amount < most else most
            value += counted
            if shares is not None:
                shares.append(Share(source, counted, full_amount=amount))
    if actor.effects:
        value = apply_effects(phase, actor, "to_hit", value, shares)
    limited = max(phase.settings.hit_bonus_min, min(phase.settings.hit_bonus_max, value))
    if shares is not None and limited != value:
        shares.append(Share("limit", limited))
    return limited


def effective_defense(phase: Phase, actor: Actor, shares: Shares | None = None) -> int:
    """DEFENSE with the cache."""
    value = actor.stats.get("defense", 0)
    if shares is not None:
        shares.append(Share("base", value))
    if actor.worn:
        value += _add_worn(phase, actor, "defense", shares)
    fighter = phase.stealth.fighters.get(actor.id)
    if fighter is not None and fighter.df:
        value += fighter.df
        if shares is not None:
            shares.append(Share("cache", fighter.df))
    return apply_effects(phase, actor, "defense", value, shares) if actor.effects else value


def damage_bonus(phase: Phase, actor: Actor, shares: Shares | None = None) -> int:
    """Damage bonuses of equipment other than the weapon (R-DMG-2)."""
    return _add_worn(phase, actor, "damage", shares, unless="weapon") if actor.worn else 0


def dice_of(phase: Phase, actor: Actor) -> Dice:
    """The damage dice of the weapon, else the natural ones, else 0 (R-DMG-4)."""
    weapon = weapon_of(phase, actor)
    if weapon is not None:
        return weapon.damage or UNARMED
    return creature_kind(phase, actor.kind).natural or UNARMED


def reach_of(phase: Phase, actor: Actor) -> int:
    """The range of a melee attack in cells: 1 + the weapon's reach (R-REACH-3)."""
    weapon = weapon_of(phase, actor)
    return 1 + (weapon.reach if weapon is not None else 0)


def max_stamina(phase: Phase, actor: Actor) -> int:
    """Maximum stamina."""
    return effective_stat(phase, actor, "stamina_max")
