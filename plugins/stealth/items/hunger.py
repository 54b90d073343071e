"""Hunger: satiety falls over time; at 0 the character starves."""

from __future__ import annotations

from footfall.api import Change, Context, Message, Step, Tell
from footfall.api.grid import Hurt, SetStat

from ..player import player_of
from ..state import turn_of

TURNS_PER_SATIETY = 50
"""Turns per point of satiety lost."""

HUNGER_MESSAGE_SATIETY = (8, 4, 1)
"""Values of satiety at which a log line warns of hunger."""


def apply_hunger(ctx: Context) -> list[Change]:
    """Applies one turn of hunger, if the character has satiety; spoiled food may have emptied it."""
    player = player_of(ctx)
    satiety = player.stats.get("satiety")
    if satiety is None or (satiety > 0 and turn_of(ctx) % TURNS_PER_SATIETY):
        return []
    changes: list[Change] = []
    if satiety > 0:
        satiety -= 1
        changes.append(SetStat(player.id, "satiety", satiety))
    if satiety in HUNGER_MESSAGE_SATIETY:
        changes.append(Tell(Message("stealth-hungry", {"satiety": satiety}), "bad"))
    if satiety == 0:
        changes += [Tell(Message("stealth-starved"), "bad"), Hurt(player.id, player.hp, 0, "hunger")]
    return changes


UPKEEP = (Step("core.stealth:hunger", apply_hunger),)
