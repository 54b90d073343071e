"""Hunger: satiety goes down, and at nothing one starves (table C.6)."""

from __future__ import annotations

from footfall.api import Change, Message, Play, Step, Tell
from footfall.api.grid import Hurt, SetStat

from ..player import player_of
from ..state import turn_of

EVERY = 50
"""Turns after which satiety is one less."""

HUNGRY = (8, 4, 1)
"""Satiety at which the character says so."""


def hunger(play: Play) -> list[Change]:
    """The hunger of one turn, for a character that has a stomach; spoilt food may empty it at once."""
    player = player_of(play)
    left = player.stats.get("satiety")
    if left is None or (left > 0 and turn_of(play) % EVERY):
        return []
    changes: list[Change] = []
    if left > 0:
        left -= 1
        changes.append(SetStat(player.id, "satiety", left))
    if left in HUNGRY:
        changes.append(Tell(Message("stealth-hungry", {"satiety": left}), "bad"))
    if left == 0:
        changes += [
            Tell(Message("stealth-starved"), "bad"),
            Hurt(player.id, player.hp, 0, "hunger"),
        ]
    return changes


UPKEEP = (Step("core.stealth:hunger", hunger),)
