"""The chances that rules of mods show, of what may happen where the cursor is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from footfall.api import Context, Message, events
from footfall.api.grid import Actor, Cell, current_level

from ..chances import to_permille
from ..fight import gather_blow
from ..macros.known_map import creatures_in_view
from ..odds import Forecast, describe_percent, forecast_round
from ..player import player_of
from ..sight import array_index
from ..state import Mood, stealth_of

HOOKS = ("on_move", "on_attack", "on_open")
"""The hooks whose chances are shown."""


def describe_mod_chances(ctx: Context, cell: Cell) -> Iterator[Message]:
    """What rules of mods may do to the character that steps to a cell, to the creature there, or at a door."""
    if not any(map(ctx.has_listeners, HOOKS)):
        return
    forecast, player = forecast_round(ctx), player_of(ctx)
    other = next((other for other in creatures_in_view(ctx) if other.at == cell), None)
    if other is not None and other.id in forecast.creatures:
        facts = gather_blow(ctx, player, other)
        blow = events.Attack(facts.attacker, facts.target, facts.manner, facts.weapon, facts.is_unaware)
        yield from _describe(ctx, "step", "on_move", _list_moves(ctx, forecast, other))
        yield from _describe(ctx, "blow", "on_attack", [blow])
    if other is not None or cell == player.at:
        return
    tile = forecast.ground.find_tile(array_index(current_level(ctx)[1], cell))
    if tile is not None and tile.walkable:
        yield from _describe(ctx, "walk", "on_move", [events.Moving(player.id, player.at, cell)])
    elif tile is not None and tile.opens_to:
        yield from _describe(ctx, "open", "on_open", [events.Opening(player.id, cell, tile.id)])


def _list_moves(ctx: Context, forecast: Forecast, other: Actor) -> list[Any]:
    """What a creature may do in one action: a step to each neighboring cell that it may know, or none."""
    if stealth_of(ctx.state).minds[other.id].mood is Mood.ASLEEP:
        return []
    top, left = current_level(ctx)[1].origin
    cells = [(place.at[0] + top, place.at[1] + left) for place in forecast.list_steps(other)]
    return [None, *(events.Moving(other.id, other.at, cell) for cell in cells if cell != other.at)]


def _describe(ctx: Context, deed: str, hook: str, possible: Sequence[Any]) -> Iterator[Message]:
    """The chances of each rule, over all that may be done: the lowest and the highest."""
    found = [dict(ctx.list_chances(hook, event)) if event is not None else {} for event in possible]
    for text in dict.fromkeys(text for chances in found for text in chances):
        shares = [to_permille(float(chances.get(text, Fraction(0)))) for chances in found]
        chance = describe_percent(min(shares), max(shares), False)
        yield Message("stealth-mod-chance", {"what": Message(text), "chance": chance, "deed": deed})
