"""Poison: how long it lasts, coated weapons, bites (table C.6)."""

from __future__ import annotations

from footfall.api import Change, Message, Play, Tell
from footfall.api.grid import Actor, SetEffect, world_of

from ..sight import name_of, sees
from ..totals import creature, luck, total

POISONED, COATED = "core.stealth:poisoned", "core.stealth:envenomed"

POTION = 15
"""Strength of the poison of a potion."""


def poisoned(play: Play, target: Actor, strength: int, half: bool = False) -> list[Change]:
    """Poisons somebody for `strength` turns, less its resistance, and less a die more with luck."""
    turns = strength - total(play, target, "poison_resistance")
    fortune = luck(play, target)
    if fortune > 0 and turns > 0 and play.roll("poison-luck", 1, 6) <= fortune:
        turns -= play.roll("poison-less", 1, 6)
    if half:
        turns = (turns + 1) // 2
    if turns <= target.effects.get(POISONED, 0):
        return []
    changes: list[Change] = [SetEffect(target.id, POISONED, turns)]
    if target.id == world_of(play.state).player:
        changes.append(Tell(Message("stealth-you-poisoned"), "bad"))
    elif sees(play, target.at):
        changes.append(Tell(Message("stealth-poisoned", {"target": name_of(play, target)}), "good"))
    return changes


def venom(
    play: Play, attacker: int, target: int, manner: str, hit: bool, damage: int, backstab: bool
) -> list[Change]:
    """Follows every blow: one that hits passes the poison on a weapon or in a bite on, once."""
    world = world_of(play.state)
    biter, bitten = world.actors.get(attacker), world.actors.get(target)
    if not hit or biter is None or bitten is None or manner == "shot" or COATED not in biter.effects:
        return []
    strength = creature(play, biter.kind).venom or POTION
    return [SetEffect(attacker, COATED, 0), *poisoned(play, bitten, strength)]
