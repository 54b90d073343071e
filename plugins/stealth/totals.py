"""Totals of an actor: base + equipment + situation (rules, section 0), and the limits of R-PROG-4."""

from __future__ import annotations

from footfall.api import Play
from footfall.api.grid import Actor, ground, tile_id, world_of
from footfall.api.grid import inside as on_map

from .knobs import knobs
from .records import Creature, Dice, Effect, ItemKind
from .state import stealth_of

LAMP = "core.stealth:lamp"
"""Effect that lasts while the lamp is lit; its figures are settings."""

ORTHOGONAL = ((-1, 0), (0, 1), (1, 0), (0, -1))

UNARMED = Dice(0, 0)


def creature(play: Play, kind: str) -> Creature:
    """A creature record."""
    found: Creature = play.records.get(Creature, "creature", kind)
    return found


def item_kind(play: Play, kind: str) -> ItemKind:
    """An item record."""
    found: ItemKind = play.records.get(ItemKind, "item", kind)
    return found


def worn(play: Play, actor: Actor) -> list[tuple[str, ItemKind]]:
    """Slot and kind of all that an actor wears, in order of slot names put on."""
    items = world_of(play.state).items
    return [(slot, item_kind(play, items[id].kind)) for slot, id in actor.worn.items()]


def weapon_of(play: Play, actor: Actor) -> ItemKind | None:
    """What an actor wields."""
    id = actor.worn.get("weapon")
    return None if id is None else item_kind(play, world_of(play.state).items[id].kind)


def total(play: Play, actor: Actor, stat: str) -> int:
    """Base, worn equipment and timed effects of a stat; never below 0 for senses and stamina.

    Situation (walls, noise, caches) is the business of the functions below.
    """
    value = actor.stats.get(stat, 0)
    if actor.worn:
        for _, kind in worn(play, actor):
            value += kind.bonus.get(stat, 0)
    if actor.effects:
        value = _affected(play, actor, stat, value)
    if stat == "foh" and knobs(play).listen_mode:
        value += _harking(play, actor)
    if value < 0 and stat in _NOT_NEGATIVE:
        return 0
    return value


def _harking(play: Play, actor: Actor) -> int:
    """What the player's character hears farther after standing still long enough (D-41): its PERCEPTION."""
    listening = stealth_of(play.state).listening
    still = actor.id == world_of(play.state).player and listening.door == listening.at == actor.at
    return total(play, actor, "perception") if still and listening.waits >= knobs(play).listen_waits else 0


def senses(play: Play, actor: Actor) -> int:
    """How far an actor perceives at all: FOV or FOH, whichever is more."""
    if actor.worn or actor.effects:
        return max(total(play, actor, "fov"), total(play, actor, "foh"))
    stats = actor.stats
    return max(0, stats.get("fov", 0), stats.get("foh", 0))


_NOT_NEGATIVE = frozenset({"fov", "foh", "stamina_max", "armor"})


def _affected(play: Play, actor: Actor, stat: str, value: int) -> int:
    """What timed effects make of a stat (table C.6): changes first, fixed values last."""
    fixed = None
    for effect in actor.effects:
        if effect == LAMP:
            if stat == "fov":
                value += knobs(play).lamp_fov
            elif stat == "stealth":
                value += knobs(play).lamp_stealth
            continue
        changes = play.records.table(Effect, "effect").get(effect)
        if changes is None:
            continue
        value += changes.bonus.get(stat, 0)
        fixed = changes.fixed.get(stat, fixed)
    return value if fixed is None else fixed


def beside_wall(play: Play, actor: Actor) -> bool:
    """Whether a wall, plain or secret, stands orthogonally next to an actor (R-STEALTH-4)."""
    world = world_of(play.state)
    level = world.levels[actor.level]
    kinds = {kind.id: kind for kind in ground(world, level, play.records).kinds}
    y, x = actor.at
    return any(
        on_map(level, cell) and kinds[tile_id(level, cell)].shelter
        for cell in ((y + dy, x + dx) for dy, dx in ORTHOGONAL)
    )


def stealth(play: Play, actor: Actor) -> int:
    """STEALTH, with the player's bonus beside a wall (R-STEALTH-4; noise not subtracted)."""
    value = total(play, actor, "stealth")
    if actor.id == world_of(play.state).player and beside_wall(play, actor):
        value += knobs(play).stealth_wall_bonus
    return value


def luck(play: Play, actor: Actor) -> int:
    """LUCK."""
    return total(play, actor, "luck")


def to_hit(play: Play, actor: Actor, *, ranged: bool = False) -> int:
    """TO-HIT with the cache, each source and the sum within its limit (R-HIT-3, R-PROG-4).

    Args:
        ranged: a shot counts the weapon's ``shooting`` bonus instead of its TO-HIT in melee.
    """
    knob = knobs(play)
    weapon = other = 0
    for slot, kind in worn(play, actor) if actor.worn else ():
        if slot == "weapon":
            weapon += kind.bonus.get("shooting" if ranged else "to_hit", 0)
        else:
            other += kind.bonus.get("to_hit", 0)
    stats = actor.stats
    value = stats.get("to_hit", 0) + min(knob.hit_from_potions, stats.get("to_hit_potions", 0))
    value += min(knob.hit_from_weapon, weapon) + min(knob.hit_from_artefact, other)
    fighter = stealth_of(play.state).fighters.get(actor.id)
    if fighter is not None:
        value += min(knob.melee_cap_to_hit, fighter.th)
    if actor.effects:
        value = _affected(play, actor, "to_hit", value)
    return max(knob.hit_bonus_min, min(knob.hit_bonus_max, value))


def defense(play: Play, actor: Actor) -> int:
    """DEFENSE with the cache."""
    value = actor.stats.get("defense", 0)
    for _, kind in worn(play, actor) if actor.worn else ():
        value += kind.bonus.get("defense", 0)
    fighter = stealth_of(play.state).fighters.get(actor.id)
    if fighter is not None:
        value += fighter.df
    return _affected(play, actor, "defense", value) if actor.effects else value


def damage_bonus(play: Play, actor: Actor) -> int:
    """Damage bonuses of equipped pieces other than the weapon (R-DMG-2)."""
    if not actor.worn:
        return 0
    return sum(kind.bonus.get("damage", 0) for slot, kind in worn(play, actor) if slot != "weapon")


def dice_of(play: Play, actor: Actor) -> Dice:
    """The dice of the wielded weapon, else of the natural one, else none (R-DMG-4)."""
    weapon = weapon_of(play, actor)
    if weapon is not None:
        return weapon.damage or UNARMED
    return creature(play, actor.kind).natural or UNARMED


def reach_of(play: Play, actor: Actor) -> int:
    """Farthest distance of a melee attack: 1 + the weapon's reach (R-REACH-3)."""
    weapon = weapon_of(play, actor)
    return 1 + (weapon.reach if weapon is not None else 0)


def stamina_max(play: Play, actor: Actor) -> int:
    """Most stamina."""
    return total(play, actor, "stamina_max")
