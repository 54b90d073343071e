"""The combat panel: the creatures in view and their stats in a fight (R-PANEL)."""

from __future__ import annotations

import msgspec

from footfall.api import Context, Message
from footfall.api.grid import Actor, chebyshev_distance, current_level

from .actor_index import list_actors
from .records import Dice
from .sight import actor_name, player_sees
from .state import Mood, stealth_of
from .stats import dice_of, effective_defense, effective_stat, effective_to_hit


class CombatRow(msgspec.Struct, frozen=True):
    """One visible creature; totals include the caches (R-PANEL-2).

    Attributes:
        aggravated: shown as ``(!)`` (R-PANEL-3).
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


def list_combat_rows(ctx: Context) -> list[CombatRow]:
    """The visible creatures, nearest first, ties in order of arrival."""
    world, _, ground = current_level(ctx)
    player = world.actors[world.player]
    visible = [other for other in list_actors(ctx, world, ground) if other is not player and player_sees(ctx, other.at)]
    return [
        _build_row(ctx, player, other)
        for other in sorted(visible, key=lambda o: (chebyshev_distance(o.at, player.at), o.id))
    ]


def _build_row(ctx: Context, player: Actor, other: Actor) -> CombatRow:
    part = stealth_of(ctx.state)
    mind, fighter = part.minds.get(other.id), part.fighters.get(other.id)
    return CombatRow(
        other.id,
        actor_name(ctx, other),
        mind is not None and mind.mood is Mood.AGGRAVATED,
        chebyshev_distance(other.at, player.at),
        other.hp,
        fighter.stamina if fighter is not None else 0,
        effective_defense(ctx, other),
        effective_stat(ctx, other, "strength"),
        dice_of(ctx, other),
        effective_to_hit(ctx, other),
        effective_stat(ctx, other, "armor"),
    )
