"""The numbers on the screen and what each is made of: base, what is worn, effects, limits (for the why page)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from footfall.api import Figure, Message, Play, Share
from footfall.api.grid import Actor, here, loudness, world_of

from .disguise import disguised
from .knobs import knobs
from .lore import known, name_of_item
from .panel import rows
from .player import player_of
from .records import Effect
from .state import stealth_of
from .totals import (
    LAMP,
    beside_wall,
    creature,
    damage_bonus,
    defense,
    dice_of,
    item_kind,
    stealth,
    to_hit,
    total,
    weapon_of,
    worn,
)

STATS = {
    "armor": "armor",
    "stamina_max": "stamina",
    "strength": "strength",
    "fov": "fov",
    "foh": "foh",
    "luck": "luck",
}
"""Stats that are shown as they are, and what they are called."""


def figures(play: Play) -> Iterable[Figure]:
    """Those of the character, then those of everybody in the combat panel."""
    player = player_of(play)
    world, _, _ = here(play)
    noise = loudness(world, player.id)
    hidden = [*_shares(play, player, "stealth")]
    if beside_wall(play, player):
        hidden.append(_share("stealth-why-wall", knobs(play).stealth_wall_bonus))
    if noise:
        hidden.append(_share("stealth-why-noise", -noise))
    yield _figure("stealth", stealth(play, player) - noise, hidden)
    yield from _fighting(play, player, "")
    for row in rows(play):
        other = world.actors[row.actor]
        if not disguised(play, other):
            yield from _fighting(play, other, row.name)


def _fighting(play: Play, actor: Actor, whose: Message | str) -> Iterator[Figure]:
    yield _figure("to-hit", to_hit(play, actor), _to_hit(play, actor), whose)
    yield _figure("defense", defense(play, actor), _defense(play, actor), whose)
    dice, weapon = dice_of(play, actor), weapon_of(play, actor)
    record = ("item", weapon.id, "damage") if weapon is not None else ("creature", actor.kind, "natural")
    what = Message("stealth-unarmed") if weapon is None else Message("stealth-why-weapon")
    if weapon is not None and whose == "":
        held = world_of(play.state).items[actor.worn["weapon"]]
        what, record = name_of_item(play, held), record if known(play, held) else ("", "", "")
    elif weapon is not None:
        record = ("", "", "")
    rolled = f"{dice.low}-{dice.high}" + (f"{dice.plus:+d}" if dice.plus else "")
    shares = [Share(what, rolled, record), *_shares(play, actor, "strength")]
    if bonus := damage_bonus(play, actor):
        shares.append(_share("stealth-why-worn", bonus))
    plus = total(play, actor, "strength") + bonus
    yield Figure(_name("damage", whose), f"{rolled}{plus:+d}" if plus else rolled, tuple(shares))
    for stat, name in STATS.items():
        if whose == "" or stat == "armor":
            yield _figure(name, total(play, actor, stat), _shares(play, actor, stat), whose)


def _shares(play: Play, actor: Actor, stat: str) -> list[Share]:
    """What `totals.total` adds up."""
    shares = [_base(play, actor, stat)]
    value = actor.stats.get(stat, 0)
    value += _worn(play, actor, stat, shares)
    value, more = _effects(play, actor, stat, value)
    shares += more
    if value != total(play, actor, stat):
        shares.append(Share(Message("stealth-why-least"), f"= {total(play, actor, stat)}"))
    return shares


def _worn(play: Play, actor: Actor, stat: str, shares: list[Share]) -> int:
    """Adds what each worn piece gives; what others wear, and what is not identified, goes without its name."""
    world, given = world_of(play.state), 0
    for id in actor.worn.values():
        item = world.items[id]
        amount = item_kind(play, item.kind).bonus.get(stat, 0)
        if amount:
            given += amount
            mine = actor.id == world.player
            what = name_of_item(play, item) if mine else Message("stealth-why-worn")
            record = ("item", item.kind, f"bonus.{stat}") if mine and known(play, item) else ("", "", "")
            shares.append(Share(what, f"{amount:+d}", record))
    return given


def _base(play: Play, actor: Actor, stat: str) -> Share:
    """The actor's own figure; its record says where it comes from unless it has changed since."""
    value, record = actor.stats.get(stat, 0), creature(play, actor.kind)
    if stat in record.ranges:
        return Share(Message("stealth-why-rolled"), str(value), ("creature", record.id, f"ranges.{stat}"))
    if stat == "stamina_max":
        return Share(Message("stealth-why-rolled"), str(value), ("creature", record.id, "stamina"))
    if record.stats.get(stat, 0) == value:
        return Share(Message("stealth-why-base"), str(value), ("creature", record.id, f"stats.{stat}"))
    return Share(Message("stealth-why-own"), str(value))


def _effects(play: Play, actor: Actor, stat: str, value: int) -> tuple[int, list[Share]]:
    """What timed effects make of a value, as `totals` has it: changes first, fixed values last."""
    shares: list[Share] = []
    fixed, last = None, 0
    records = play.records.table(Effect, "effect")
    for effect in actor.effects:
        if effect == LAMP:
            amount = {"fov": knobs(play).lamp_fov, "stealth": knobs(play).lamp_stealth}.get(stat, 0)
            if amount:
                value += amount
                shares.append(_share("stealth-why-lamp", amount))
        elif effect in records:
            changes = records[effect]
            name = Message(changes.name)
            if amount := changes.bonus.get(stat, 0):
                value += amount
                shares.append(Share(name, f"{amount:+d}", ("effect", effect, f"bonus.{stat}")))
            if stat in changes.fixed:
                last = changes.fixed[stat]
                fixed = Share(name, f"= {last}", ("effect", effect, f"fixed.{stat}"))
    return (value, shares) if fixed is None else (last, [*shares, fixed])


def _to_hit(play: Play, actor: Actor) -> list[Share]:
    """Each source within its limit (R-HIT-3, R-PROG-4)."""
    knob, stats = knobs(play), actor.stats
    shares = [_base(play, actor, "to_hit")]
    value = stats.get("to_hit", 0)
    weapon = sum(kind.bonus.get("to_hit", 0) for slot, kind in worn(play, actor) if slot == "weapon")
    other = sum(kind.bonus.get("to_hit", 0) for slot, kind in worn(play, actor) if slot != "weapon")
    fighter = stealth_of(play.state).fighters.get(actor.id)
    for text, amount, most in (
        ("stealth-why-potions", stats.get("to_hit_potions", 0), knob.hit_from_potions),
        ("stealth-why-weapon", weapon, knob.hit_from_weapon),
        ("stealth-why-worn", other, knob.hit_from_artefact),
        ("stealth-why-cache", fighter.th if fighter is not None else 0, knob.melee_cap_to_hit),
    ):
        counted = min(most, amount)
        value += counted
        if amount:
            capped = Message("stealth-why-capped", {"what": Message(text), "of": amount})
            shares.append(Share(Message(text) if counted == amount else capped, f"{counted:+d}"))
    value, more = _effects(play, actor, "to_hit", value)
    shares += more
    if value != to_hit(play, actor):
        shares.append(Share(Message("stealth-why-limit"), f"= {to_hit(play, actor)}"))
    return shares


def _defense(play: Play, actor: Actor) -> list[Share]:
    shares = [_base(play, actor, "defense")]
    value = actor.stats.get("defense", 0)
    value += _worn(play, actor, "defense", shares)
    fighter = stealth_of(play.state).fighters.get(actor.id)
    if fighter is not None and fighter.df:
        value += fighter.df
        shares.append(_share("stealth-why-cache", fighter.df))
    return [*shares, *_effects(play, actor, "defense", value)[1]]


def _share(text: str, amount: int) -> Share:
    return Share(Message(text), f"{amount:+d}")


def _figure(name: str, value: int, shares: Iterable[Share], whose: Message | str = "") -> Figure:
    return Figure(_name(name, whose), str(value), tuple(shares))


def _name(name: str, whose: Message | str) -> Message:
    own = Message(f"stealth-why-{name}")
    return Message("stealth-why-of", {"what": own, "whose": whose}) if whose != "" else own
