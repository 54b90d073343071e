"""Notifies mods of what souls do: of a use before it, of cards and moves after their changes are applied."""

from __future__ import annotations

from footfall.api import Context, Proposal, Reaction, Step, events

from ..changes import PlaceSouls, SwapPlaces
from ..events import CardDrawn, Walked
from ..hookspecs import Drawing
from ..layout import NODE_NAMES
from ..state import board_of

ON_CARD = "core.king:on_card"
DRAWN = "core.king:drawn"
WALKED, MOVED, SWAPPED = "core.king:walked-in", "core.king:moved-in", "core.king:swapped-in"

Notified = list[Proposal]


def notify_use(ctx: Context, seat: int, item: str) -> Notified:
    """Asks ``on_use``; its listeners see the board before the use."""
    return [*ctx.notify("on_use", events.Using(seat, item, seat))]


def notify_walk(ctx: Context, seat: int, origin: int, node: int) -> Notified:
    """Asks ``on_enter`` after every `Walked`."""
    return _notify_entries(ctx, (seat,))


def notify_move(ctx: Context, seats: tuple[int, ...], node: int) -> Notified:
    """Asks ``on_enter`` for each seat of a `PlaceSouls`."""
    return _notify_entries(ctx, seats)


def notify_swap(ctx: Context, one: int, other: int) -> Notified:
    """Asks ``on_enter`` for both seats of a `SwapPlaces`."""
    return _notify_entries(ctx, (one, other))


def _notify_entries(ctx: Context, seats: tuple[int, ...]) -> Notified:
    souls = board_of(ctx.state).souls
    entries = [events.Entering(seat, NODE_NAMES[souls[seat].node]) for seat in seats]
    return [proposal for entry in entries for proposal in ctx.notify("on_enter", entry)]


def notify_card(ctx: Context, seat: int, node: int, card: str, fate: str) -> Notified:
    """Asks ``core.king:on_card`` after every `CardDrawn`."""
    return [*ctx.notify(ON_CARD, Drawing(seat, card, NODE_NAMES[node]))]


REACTIONS = (
    Reaction(CardDrawn, DRAWN, ON_CARD),
    Reaction(Walked, WALKED, "on_enter"),
    Reaction(PlaceSouls, MOVED, "on_enter"),
    Reaction(SwapPlaces, SWAPPED, "on_enter"),
)

STEPS = (
    Step(DRAWN, notify_card),
    Step(WALKED, notify_walk),
    Step(MOVED, notify_move),
    Step(SWAPPED, notify_swap),
)
