"""Stairs, and the way home (R-STAIRS)."""

from __future__ import annotations

from footfall.api import Change, Command, Context, Finish, Message, Refusal, Tell, handles
from footfall.api.grid import current_level, list_carried_items
from footfall.api.scene import Binding

from .generate import floor_factory
from .movement import tile_at
from .player import player_of
from .stats import item_kind
from .turns import spend_turn

WON = "won"
"""Outcome of a game whose prize was carried home."""


class TakeStairs(Command, frozen=True, tag="core.stealth:stairs"):
    """Takes the stairs one stands on, up or down; at the edge of the desert, leaves."""


@handles(
    TakeStairs,
    bindings=(
        Binding(("SPACE",), TakeStairs, Message("stealth-key-stairs"), group=Message("stealth-keys-move")),
    ),
)
def handle_take_stairs(ctx: Context, command: TakeStairs) -> list[Change] | Refusal:
    """Costs one unit; refused and free where there are no stairs (R-STAIRS-1)."""
    _, level, _ = current_level(ctx)
    actor = player_of(ctx)
    kind = tile_at(ctx, actor, actor.at)
    if kind is not None and "edge" in kind.tags:
        return _win_or_refuse(ctx)
    way = next((name for name, cell in level.arrivals.items() if cell == actor.at and name != "start"), None)
    if way is None:
        return Refusal(Message("stealth-no-stairs"), "R-STAIRS-1")
    leaving = floor_factory.leave_level(ctx, level, way)
    if not leaving:
        return Refusal(Message("stealth-no-stairs"), "R-STAIRS-1")
    return [*leaving, *spend_turn(ctx, actor.id)]


def _win_or_refuse(ctx: Context) -> list[Change] | Refusal:
    """Whoever carries the prize off the edge of the first floor has won (table C.5)."""
    if has_prize(ctx):
        return [Tell(Message("stealth-won"), "good"), Finish(WON)]
    return Refusal(Message("stealth-not-home-yet"), "R-STAIRS-1")


def has_prize(ctx: Context) -> bool:
    """Whether the player's character carries what is to be brought home."""
    world, _, _ = current_level(ctx)
    return any("goal" in item_kind(ctx, item.kind).tags for item in list_carried_items(world, player_of(ctx)))


def legal_commands(ctx: Context) -> list[Command]:
    """Taking the stairs, where there are some; leaving with the prize at the edge of the desert."""
    _, level, _ = current_level(ctx)
    actor = player_of(ctx)
    kind = tile_at(ctx, actor, actor.at)
    if kind is not None and "edge" in kind.tags:
        return [TakeStairs(actor=actor.id)] if has_prize(ctx) else []
    there = any(cell == actor.at and name != "start" for name, cell in level.arrivals.items())
    return [TakeStairs(actor=actor.id)] if there else []
