"""The combat panel: what can be seen of foes, and what matters in a fight (R-PANEL)."""

from __future__ import annotations

import msgspec

from footfall.api import Message, Play
from footfall.api.grid import Actor, chebyshev, here

from .records import Dice
from .roster import present
from .sight import name_of, sees
from .state import Mood, stealth_of
from .totals import defense, dice_of, to_hit, total


class Row(msgspec.Struct, frozen=True):
    """One visible creature; totals include the caches (R-PANEL-2).

    Attributes:
        aggravated: it carries the sign ``(!)`` (R-PANEL-3).
        strength: added to `dice`.
    """

    actor: int
    name: Message
    aggravated: bool
    distance: int
    hp: int
    stamina: int
    defense: int
    strength: int
    dice: Dice
    to_hit: int
    armor: int


def rows(play: Play) -> list[Row]:
    """The visible creatures, nearest first, in order of arrival at equal distance."""
    world, _, ground = here(play)
    player = world.actors[world.player]
    seen = [other for other in present(play, world, ground) if other is not player and sees(play, other.at)]
    return [
        _row(play, player, other) for other in sorted(seen, key=lambda o: (chebyshev(o.at, player.at), o.id))
    ]


def _row(play: Play, player: Actor, other: Actor) -> Row:
    part = stealth_of(play.state)
    mind, fighter = part.minds.get(other.id), part.fighters.get(other.id)
    return Row(
        other.id,
        name_of(play, other),
        mind is not None and mind.mood is Mood.AGGRAVATED,
        chebyshev(other.at, player.at),
        other.hp,
        fighter.stamina if fighter is not None else 0,
        defense(play, other),
        total(play, other, "strength"),
        dice_of(play, other),
        to_hit(play, other),
        total(play, other, "armor"),
    )
