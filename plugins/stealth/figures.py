"""The numbers on the screen and their shares (base, equipment, effects, limits), for the why page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from footfall.api import Context, Figure, FigureShare, Message
from footfall.api.grid import Actor, current_level, find_loudness, get_world

from .combat_panel import list_combat_rows
from .disguise import disguise_of
from .identification import is_identified, item_name
from .player import player_of
from .records import StatusEffect
from .settings import rule_settings
from .state import stealth_of
from .stats import (
    LAMP,
    creature_kind,
    damage_bonus,
    dice_of,
    effective_defense,
    effective_stat,
    effective_stealth,
    effective_to_hit,
    is_beside_wall,
    is_thing,
    item_kind,
    list_worn,
    weapon_of,
)

SHOWN_STATS = {
    "armor": "armor",
    "stamina_max": "stamina",
    "strength": "strength",
    "fov": "fov",
    "foh": "foh",
    "luck": "luck",
}
"""Stats that are shown without further calculation, and the suffixes of their message ids."""


def list_figures(ctx: Context) -> Iterable[Figure]:
    """Figures of the character, then of each creature in the combat panel."""
    player = player_of(ctx)
    world, _, _ = current_level(ctx)
    noise = find_loudness(world, player.id)
    hidden = [*_list_shares(ctx, player, "stealth")]
    if is_beside_wall(ctx, player):
        hidden.append(_build_share("stealth-why-wall", rule_settings(ctx).stealth_wall_bonus))
    if noise:
        hidden.append(_build_share("stealth-why-noise", -noise))
    yield _build_figure("stealth", effective_stealth(ctx, player) - noise, hidden)
    yield from _fight_figures(ctx, player, "")
    for row in list_combat_rows(ctx):
        other = world.actors[row.actor]
        if not disguise_of(ctx, other) and not is_thing(ctx, other):
            yield from _fight_figures(ctx, other, row.name)


def _fight_figures(ctx: Context, actor: Actor, whose: Message | str) -> Iterator[Figure]:
    yield _build_figure("to-hit", effective_to_hit(ctx, actor), _to_hit_shares(ctx, actor), whose)
    yield _build_figure("defense", effective_defense(ctx, actor), _defense_shares(ctx, actor), whose)
    dice, weapon = dice_of(ctx, actor), weapon_of(ctx, actor)
    record = ("item", weapon.id, "damage") if weapon is not None else ("creature", actor.kind, "natural")
    what = Message("stealth-unarmed") if weapon is None else Message("stealth-why-weapon")
    if weapon is not None and whose == "":
        held = get_world(ctx.state).items[actor.worn["weapon"]]
        what, record = item_name(ctx, held), record if is_identified(ctx, held) else ("", "", "")
    elif weapon is not None:
        record = ("", "", "")
    rolled = f"{dice.low}-{dice.high}" + (f"{dice.plus:+d}" if dice.plus else "")
    shares = [FigureShare(what, rolled, record), *_list_shares(ctx, actor, "strength")]
    if bonus := damage_bonus(ctx, actor):
        shares.append(_build_share("stealth-why-worn", bonus))
    plus = effective_stat(ctx, actor, "strength") + bonus
    yield Figure(_figure_name("damage", whose), f"{rolled}{plus:+d}" if plus else rolled, tuple(shares))
    for stat, name in SHOWN_STATS.items():
        if whose == "" or stat == "armor":
            yield _build_figure(name, effective_stat(ctx, actor, stat), _list_shares(ctx, actor, stat), whose)


def _list_shares(ctx: Context, actor: Actor, stat: str) -> list[FigureShare]:
    """The shares of `stats.effective_stat`."""
    shares = [_base_share(ctx, actor, stat)]
    value = actor.stats.get(stat, 0)
    value += _add_worn_shares(ctx, actor, stat, shares)
    value, more = _effect_shares(ctx, actor, stat, value)
    shares += more
    if value != effective_stat(ctx, actor, stat):
        shares.append(FigureShare(Message("stealth-why-least"), f"= {effective_stat(ctx, actor, stat)}"))
    return shares


def _add_worn_shares(ctx: Context, actor: Actor, stat: str, shares: list[FigureShare]) -> int:
    """Adds the bonus of each worn item; names and records only of identified items of the player."""
    world, total = get_world(ctx.state), 0
    for id in actor.worn.values():
        item = world.items[id]
        amount = item_kind(ctx, item.kind).bonus.get(stat, 0)
        if amount:
            total += amount
            mine = actor.id == world.player
            what = item_name(ctx, item) if mine else Message("stealth-why-worn")
            record = ("item", item.kind, f"bonus.{stat}") if mine and is_identified(ctx, item) else ("", "", "")
            shares.append(FigureShare(what, f"{amount:+d}", record))
    return total


def _base_share(ctx: Context, actor: Actor, stat: str) -> FigureShare:
    """The base value; with its record unless the value has changed since."""
    value, record = actor.stats.get(stat, 0), creature_kind(ctx, actor.kind)
    if stat in record.ranges:
        return FigureShare(Message("stealth-why-rolled"), str(value), ("creature", record.id, f"ranges.{stat}"))
    if stat == "stamina_max":
        return FigureShare(Message("stealth-why-rolled"), str(value), ("creature", record.id, "stamina"))
    if record.stats.get(stat, 0) == value:
        return FigureShare(Message("stealth-why-base"), str(value), ("creature", record.id, f"stats.{stat}"))
    return FigureShare(Message("stealth-why-own"), str(value))


def _effect_shares(ctx: Context, actor: Actor, stat: str, value: int) -> tuple[int, list[FigureShare]]:
    """The value with timed effects as in `stats`: bonuses first, fixed values last."""
    shares: list[FigureShare] = []
    fixed, last = None, 0
    records = ctx.records.table(StatusEffect, "effect")
    for effect in actor.effects:
        if effect == LAMP:
            amount = {"fov": rule_settings(ctx).lamp_fov, "stealth": rule_settings(ctx).lamp_stealth}.get(stat, 0)
            if amount:
                value += amount
                shares.append(_build_share("stealth-why-lamp", amount))
        elif effect in records:
            changes = records[effect]
            name = Message(changes.name)
            if amount := changes.bonus.get(stat, 0):
                value += amount
                shares.append(FigureShare(name, f"{amount:+d}", ("effect", effect, f"bonus.{stat}")))
            if stat in changes.fixed:
                last = changes.fixed[stat]
                fixed = FigureShare(name, f"= {last}", ("effect", effect, f"fixed.{stat}"))
    return (value, shares) if fixed is None else (last, [*shares, fixed])


def _to_hit_shares(ctx: Context, actor: Actor) -> list[FigureShare]:
    """Each source within its limit (R-HIT-3, R-PROG-4)."""
    settings, stats = rule_settings(ctx), actor.stats
    shares = [_base_share(ctx, actor, "to_hit")]
    value = stats.get("to_hit", 0)
    weapon = sum(kind.bonus.get("to_hit", 0) for slot, kind in list_worn(ctx, actor) if slot == "weapon")
    other = sum(kind.bonus.get("to_hit", 0) for slot, kind in list_worn(ctx, actor) if slot != "weapon")
    fighter = stealth_of(ctx.state).fighters.get(actor.id)
    for text, amount, most in (
        ("stealth-why-potions", stats.get("to_hit_potions", 0), settings.hit_from_potions),
        ("stealth-why-weapon", weapon, settings.hit_from_weapon),
        ("stealth-why-worn", other, settings.hit_from_artefact),
        ("stealth-why-cache", fighter.th if fighter is not None else 0, settings.melee_cap_to_hit),
    ):
        counted = min(most, amount)
        value += counted
        if amount:
            capped = Message("stealth-why-capped", {"what": Message(text), "of": amount})
            shares.append(FigureShare(Message(text) if counted == amount else capped, f"{counted:+d}"))
    value, more = _effect_shares(ctx, actor, "to_hit", value)
    shares += more
    if value != effective_to_hit(ctx, actor):
        shares.append(FigureShare(Message("stealth-why-limit"), f"= {effective_to_hit(ctx, actor)}"))
    return shares


def _defense_shares(ctx: Context, actor: Actor) -> list[FigureShare]:
    shares = [_base_share(ctx, actor, "defense")]
    value = actor.stats.get("defense", 0)
    value += _add_worn_shares(ctx, actor, "defense", shares)
    fighter = stealth_of(ctx.state).fighters.get(actor.id)
    if fighter is not None and fighter.df:
        value += fighter.df
        shares.append(_build_share("stealth-why-cache", fighter.df))
    return [*shares, *_effect_shares(ctx, actor, "defense", value)[1]]


def _build_share(text: str, amount: int) -> FigureShare:
    return FigureShare(Message(text), f"{amount:+d}")


def _build_figure(name: str, value: int, shares: Iterable[FigureShare], whose: Message | str = "") -> Figure:
    return Figure(_figure_name(name, whose), str(value), tuple(shares))


def _figure_name(name: str, whose: Message | str) -> Message:
    own = Message(f"stealth-why-{name}")
    return Message("stealth-why-of", {"what": own, "whose": whose}) if whose != "" else own
