"""Poison: how long it lasts, coated weapons, bites (table C.6)."""

from __future__ import annotations

from footfall.api import Change, Context, Message, Tell
from footfall.api.grid import Actor, SetEffect, get_world

from ..sight import actor_name, player_sees
from ..stats import creature_kind, effective_luck, effective_stat

POISONED, ENVENOMED = "core.stealth:poisoned", "core.stealth:envenomed"

POTION_STRENGTH = 15
"""Strength of the poison of a potion."""


def poison_actor(ctx: Context, target: Actor, strength: int, half: bool = False) -> list[Change]:
    """Poisons somebody for `strength` turns, less its resistance, and less a die more with luck."""
    turns = strength - effective_stat(ctx, target, "poison_resistance")
    fortune = effective_luck(ctx, target)
    if fortune > 0 and turns > 0 and ctx.roll("poison-luck", 1, 6) <= fortune:
        turns -= ctx.roll("poison-less", 1, 6)
    if half:
        turns = (turns + 1) // 2
    if turns <= target.effects.get(POISONED, 0):
        return []
    changes: list[Change] = [SetEffect(target.id, POISONED, turns)]
    if target.id == get_world(ctx.state).player:
        changes.append(Tell(Message("stealth-you-poisoned"), "bad"))
    elif player_sees(ctx, target.at):
        changes.append(Tell(Message("stealth-poisoned", {"target": actor_name(ctx, target)}), "good"))
    return changes


def apply_venom(
    ctx: Context, attacker: int, target: int, manner: str, hit: bool, damage: int, backstab: bool
) -> list[Change]:
    """Follows every blow: one that hits passes the poison on a weapon or in a bite on, once."""
    world = get_world(ctx.state)
    biter, bitten = world.actors.get(attacker), world.actors.get(target)
    if not hit or biter is None or bitten is None or manner == "shot" or ENVENOMED not in biter.effects:
        return []
    strength = creature_kind(ctx, biter.kind).venom or POTION_STRENGTH
    return [SetEffect(attacker, ENVENOMED, 0), *poison_actor(ctx, bitten, strength)]
