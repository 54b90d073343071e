"""Hunger: satiety goes down, and at nothing one starves (table C.6)."""

from __future__ import annotations

from footfall.api import Change, Context, Message, Step, Tell
from footfall.api.grid import Hurt, SetStat

from ..player import player_of
from ..state import turn_of

TURNS_PER_SATIETY = 50
"""Turns after which satiety is one less."""

HUNGER_MESSAGE_SATIETY = (8, 4, 1)
"""Satiety at which the character says so."""


def apply_hunger(ctx: Context) -> list[Change]:
    """The hunger of one turn, for a character that has a stomach; spoilt food may empty it at once."""
    player = player_of(ctx)
    left = player.stats.get("satiety")
    if left is None or (left > 0 and turn_of(ctx) % TURNS_PER_SATIETY):
        return []
    changes: list[Change] = []
    if left > 0:
        left -= 1
        changes.append(SetStat(player.id, "satiety", left))
    if left in HUNGER_MESSAGE_SATIETY:
        changes.append(Tell(Message("stealth-hungry", {"satiety": left}), "bad"))
    if left == 0:
        changes += [
            Tell(Message("stealth-starved"), "bad"),
            Hurt(player.id, player.hp, 0, "hunger"),
        ]
    return changes


UPKEEP = (Step("core.stealth:hunger", apply_hunger),)
