"""The panel of the fight at hand: what each blow may do, both ways, and the stamina after it."""

from __future__ import annotations

from collections.abc import Iterator

from footfall.api import Context, Message
from footfall.api.grid import Actor, chebyshev_distance
from footfall.api.scene import Line, Panel, Span, Tint

from ..disguise import disguise_of
from ..exchange import BlowForecast, forecast_blow
from ..macros.known_map import creatures_in_view
from ..melee import are_enemies
from ..player import player_of
from ..sight import actor_name
from ..state import stealth_of
from ..stats import is_thing
from ..turns import is_helpless

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
