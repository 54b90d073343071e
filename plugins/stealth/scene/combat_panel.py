"""The combat panel: the creatures in view and their stats in a fight, and the next blows (R-PANEL)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from footfall.api import Context, Message
from footfall.api.grid import Actor, chebyshev_distance, current_level
from footfall.api.scene import Line, Panel, Span, Tint

from ..actions.exchange import BlowForecast, forecast_blow
from ..actors.actor_index import list_actors, player_of
from ..actors.enemies import are_enemies
from ..actors.identification import disguise_of
from ..actors.stats import dice_of, effective_defense, effective_stat, effective_to_hit, is_thing
from ..model.records import Dice
from ..model.state import Mood, stealth_of
from ..senses.known_map import creatures_in_view
from ..senses.sight import actor_name, player_sees
from ..turns.phases import is_helpless


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


MAX_OPPONENTS = 3
"""Maximum number of opponents on the panel."""


def build_fight_panel(ctx: Context) -> tuple[Panel, ...]:
    """The panel, if an enemy in view is adjacent."""
    player = player_of(ctx)
    opponents = sorted(
        (other for other in creatures_in_view(ctx) if _is_opponent(ctx, player, other)), key=lambda other: other.id
    )
    if not opponents:
        return ()
    lines = [line for other in opponents[:MAX_OPPONENTS] for line in _describe_exchange(ctx, player, other)]
    stamina = stealth_of(ctx.state).fighters[player.id].stamina
    if stamina:
        lines.append(Line((Span(Message("stealth-fight-stamina", {"after": stamina - 1}), Tint.DIM),)))
    else:
        lines.append(Line((Span(Message("stealth-fight-exhausted"), Tint.BAD),)))
    return (Panel(Message("stealth-fight"), tuple(lines)),)


def _is_opponent(ctx: Context, player: Actor, other: Actor) -> bool:
    return (
        chebyshev_distance(player.at, other.at) == 1
        and are_enemies(ctx, player, other)
        and not is_thing(ctx, other)
        and disguise_of(ctx, other) is None
    )


def _describe_exchange(ctx: Context, player: Actor, other: Actor) -> Iterator[Line]:
    """A line for each side."""
    name = Span(actor_name(ctx, other), Tint.FOE)
    ours, theirs = forecast_blow(ctx, player, other), forecast_blow(ctx, other, player)
    yield Line((name, Span(" "), _describe_blow("you", ours, Tint.GOOD if ours.unaware else Tint.TEXT)))
    if is_helpless(ctx, other):
        yield Line((Span("  "), Span(Message("stealth-fight-helpless"), Tint.GOOD)))
    else:
        yield Line((Span("  "), _describe_blow("it", theirs, Tint.BAD if theirs.high >= player.hp else Tint.TEXT)))


def _describe_blow(side: str, blow: BlowForecast, tint: Tint) -> Span:
    return Span(Message(f"stealth-fight-{side}", blow.facts), tint, Message(f"stealth-fight-{side}-words", blow.facts))
