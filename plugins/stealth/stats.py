"""Effective stats of an actor: base, equipment and situation, within the limits of R-PROG-4."""

from __future__ import annotations

from footfall.api import Context
from footfall.api.grid import Actor, get_level_index, get_world, tile_id_at
from footfall.api.grid import is_inside as on_map

from .records import CreatureKind, Dice, ItemKind, StatusEffect
from .settings import rule_settings
from .state import stealth_of

ENVENOMED = "core.stealth:envenomed"
"""Effect of an actor whose next hit poisons: a coated weapon, a venomous bite."""

LAMP = "core.stealth:lamp"
"""Effect of a lit lamp; settings define its bonuses."""

ORTHOGONAL = ((-1, 0), (0, 1), (1, 0), (0, -1))

UNARMED = Dice(0, 0)


def creature_kind(ctx: Context, kind: str) -> CreatureKind:
    """A creature record."""
    record: CreatureKind = ctx.records.get(CreatureKind, "creature", kind)
    return record


THING_TAG = "thing"
"""Tag of actors that are not creatures: fires."""


def is_thing(ctx: Context, actor: Actor) -> bool:
    """Whether an actor is a fire, not a creature."""
    return THING_TAG in creature_kind(ctx, actor.kind).tags


def item_kind(ctx: Context, kind: str) -> ItemKind:
    """An item record."""
    record: ItemKind = ctx.records.get(ItemKind, "item", kind)
    return record


def list_worn(ctx: Context, actor: Actor) -> list[tuple[str, ItemKind]]:
    """Slot and kind of each worn item, in the order in which they were put on."""
    items = get_world(ctx.state).items
    return [(slot, item_kind(ctx, items[id].kind)) for slot, id in actor.worn.items()]


def weapon_of(ctx: Context, actor: Actor) -> ItemKind | None:
    """The wielded weapon."""
    id = actor.worn.get("weapon")
    return None if id is None else item_kind(ctx, get_world(ctx.state).items[id].kind)


def effective_stat(ctx: Context, actor: Actor, stat: str) -> int:
    """Base, equipment and timed effects of a stat; at least 0 for senses, stamina and armor.

    The other functions of this module add the situation (walls, caches).
    """
    value = actor.stats.get(stat, 0)
    if actor.worn:
        for _, kind in list_worn(ctx, actor):
            value += kind.bonus.get(stat, 0)
    if actor.effects:
        value = apply_effects(ctx, actor, stat, value)
    if stat == "foh" and rule_settings(ctx).listen_mode:
        value += _listening_bonus(ctx, actor)
    if value < 0 and stat in _NON_NEGATIVE_STATS:
        return 0
    return value


def _listening_bonus(ctx: Context, actor: Actor) -> int:
    """The player's PERCEPTION once it has stood still long enough, else 0 (D-41)."""
    listening = stealth_of(ctx.state).listening
    still = actor.id == get_world(ctx.state).player and listening.door == listening.at == actor.at
    return (
        effective_stat(ctx, actor, "perception") if still and listening.waits >= rule_settings(ctx).listen_waits else 0
    )


def sense_ranges(ctx: Context, actor: Actor) -> tuple[int, int]:
    """FOV and FOH of a creature, in cells."""
    if actor.worn or actor.effects:
        return effective_stat(ctx, actor, "fov"), effective_stat(ctx, actor, "foh")
    stats = actor.stats
    fov, foh = stats.get("fov", 0), stats.get("foh", 0)
    return fov if fov > 0 else 0, foh if foh > 0 else 0


_NON_NEGATIVE_STATS = frozenset({"fov", "foh", "stamina_max", "armor"})


def apply_effects(ctx: Context, actor: Actor, stat: str, value: int) -> int:
    """A stat with an actor's timed effects: bonuses first, fixed values last."""
    fixed = None
    for effect in actor.effects:
        if effect == LAMP:
            if stat == "fov":
                value += rule_settings(ctx).lamp_fov
            elif stat == "stealth":
                value += rule_settings(ctx).lamp_stealth
            continue
        changes = ctx.records.table(StatusEffect, "effect").get(effect)
        if changes is None:
            continue
        value += changes.bonus.get(stat, 0)
        fixed = changes.fixed.get(stat, fixed)
    return value if fixed is None else fixed


def stagger_percent(ctx: Context, actor: Actor) -> int:
    """The chance in percent that a step of an actor goes in a random direction."""
    effects = ctx.records.table(StatusEffect, "effect") if actor.effects else {}
    return max((effects[name].staggers for name in actor.effects if name in effects), default=0)


def is_beside_wall(ctx: Context, actor: Actor) -> bool:
    """Whether a wall, plain or secret, is orthogonally next to an actor (R-STEALTH-4)."""
    world = get_world(ctx.state)
    level = world.levels[actor.level]
    kinds = {kind.id: kind for kind in get_level_index(world, level, ctx.records).tile_kinds}
    y, x = actor.at
    return any(
        on_map(level, cell) and kinds[tile_id_at(level, cell)].shelter
        for cell in ((y + dy, x + dx) for dy, dx in ORTHOGONAL)
    )


def effective_stealth(ctx: Context, actor: Actor) -> int:
    """STEALTH with the player's wall bonus (R-STEALTH-4); noise is not subtracted."""
    value = effective_stat(ctx, actor, "stealth")
    if actor.id == get_world(ctx.state).player and is_beside_wall(ctx, actor):
        value += rule_settings(ctx).stealth_wall_bonus
    return value


def effective_luck(ctx: Context, actor: Actor) -> int:
    """LUCK."""
    return effective_stat(ctx, actor, "luck")


def effective_to_hit(ctx: Context, actor: Actor, weapon_stat: str = "to_hit") -> int:
    """TO-HIT with the cache; each source and the sum are limited (R-HIT-3, R-PROG-4).

    Args:
        weapon_stat: bonus of the wielded weapon that counts: ``to_hit`` in melee, ``shooting`` for its shots,
            ``""`` for none.
    """
    settings = rule_settings(ctx)
    weapon = other = 0
    for slot, kind in list_worn(ctx, actor) if actor.worn else ():
        if slot == "weapon":
            weapon += kind.bonus.get(weapon_stat, 0)
        else:
            other += kind.bonus.get("to_hit", 0)
    stats = actor.stats
    value = stats.get("to_hit", 0) + min(settings.hit_from_potions, stats.get("to_hit_potions", 0))
    value += min(settings.hit_from_weapon, weapon) + min(settings.hit_from_artefact, other)
    fighter = stealth_of(ctx.state).fighters.get(actor.id)
    if fighter is not None:
        value += min(settings.melee_cap_to_hit, fighter.th)
    if actor.effects:
        value = apply_effects(ctx, actor, "to_hit", value)
    return max(settings.hit_bonus_min, min(settings.hit_bonus_max, value))


def effective_defense(ctx: Context, actor: Actor) -> int:
    """DEFENSE with the cache."""
    value = actor.stats.get("defense", 0)
    for _, kind in list_worn(ctx, actor) if actor.worn else ():
        value += kind.bonus.get("defense", 0)
    fighter = stealth_of(ctx.state).fighters.get(actor.id)
    if fighter is not None:
        value += fighter.df
    return apply_effects(ctx, actor, "defense", value) if actor.effects else value


def damage_bonus(ctx: Context, actor: Actor) -> int:
    """Damage bonuses of equipment other than the weapon (R-DMG-2)."""
    if not actor.worn:
        return 0
    return sum(kind.bonus.get("damage", 0) for slot, kind in list_worn(ctx, actor) if slot != "weapon")


def dice_of(ctx: Context, actor: Actor) -> Dice:
    """The damage dice of the weapon, else the natural ones, else 0 (R-DMG-4)."""
    weapon = weapon_of(ctx, actor)
    if weapon is not None:
        return weapon.damage or UNARMED
    return creature_kind(ctx, actor.kind).natural or UNARMED


def reach_of(ctx: Context, actor: Actor) -> int:
    """The range of a melee attack in cells: 1 + the weapon's reach (R-REACH-3)."""
    weapon = weapon_of(ctx, actor)
    return 1 + (weapon.reach if weapon is not None else 0)


def max_stamina(ctx: Context, actor: Actor) -> int:
    """Maximum stamina."""
    return effective_stat(ctx, actor, "stamina_max")
