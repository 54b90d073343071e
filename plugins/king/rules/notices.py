"""Notifies mods of the deeds of souls: of a use before it, of all others after their changes are applied."""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from footfall.api import Context, Event, Proposal, Reaction, Step, events

from .. import changes as c, events as e, hook_events as specs
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


Builder: TypeAlias = "Callable[..., Iterable[events.HookEvent]]"


def _list_changes(amounts: Iterable[tuple[int, int]], source: str) -> list[events.HookEvent]:
    return [specs.SanityChange(seat, amount, source) for seat, amount in amounts if amount > 0]


TOLD: tuple[tuple[type[Event], str, Builder], ...] = (
    (c.LogRoll, "on_roll", lambda purpose, roller, faces, value: [specs.Rolling(purpose, roller, value)]),
    (e.KingCame, "on_king", lambda origin, floor, how, d4: [specs.KingMoved(floor + 1, how)]),
    (c.ActKing, "on_king_effect", lambda d6, deeds: [specs.KingActed(d6)]),
    (e.KingBanished, "on_banish", lambda rounds: [specs.Banishing(rounds)]),
    (e.SanityLost, "on_loss", _list_changes),
    (e.SoulsFell, "on_loss", lambda seats, amounts, source: _list_changes(amounts, source)),
    (e.SanityGained, "on_gain", _list_changes),
    (e.SoulBroke, "on_break", lambda seat, role, keys, objects, source: [specs.SeatConcerned(seat)]),
    (e.Sacrificed, "on_sacrifice", lambda seat, role, mode: [specs.Sacrificing(seat, mode)]),
    (e.Robbed, "on_robbed", lambda seat, objects, keys: [specs.Robbery(seat, len(objects), keys)]),
    (e.RoundStarted, "on_round", lambda number, starter: [specs.RoundBegun(starter, number)]),
    (e.RoomOpened, "on_room_open", lambda node, kind: [specs.RoomShown(NODE_NAMES[node], kind)]),
    (e.RoomUsed, "on_room_use", lambda seat, kind: [specs.RoomVisit(seat, kind)]),
    (
        e.MonsterPlaced,
        "on_figure",
        lambda number, kind, node, is_new, *_: [specs.FigureMoved(kind, NODE_NAMES[node], is_new)],
    ),
    (e.MonsterStunned, "on_stun", lambda number, kind, left, is_gone: [specs.FigureStunned(kind, is_gone)]),
    (e.KeyGained, "on_key", lambda seat, source: [specs.SeatConcerned(seat)]),
    (e.ObjectGained, "on_card_gain", lambda seat, card: [specs.CardGained(seat, card, "taken", -1)]),
    (e.ObjectLost, "on_card_loss", lambda seat, card, how, taker=-1: [specs.CardLost(seat, card, how, taker)]),
    (
        e.ObjectLost,
        "on_card_gain",
        lambda seat, card, how, taker=-1: [specs.CardGained(taker, card, how, seat)] if taker >= 0 else [],
    ),
    (e.BoxesTurned, "on_boxes", lambda how: [specs.BoxesMoved(how)]),
    (c.TakeCrown, "on_crown", lambda seat: [specs.SeatConcerned(seat)]),
    (e.FalseKingTested, "on_crown_test", lambda seat, total, threshold: [specs.CrownTest(seat, total, threshold)]),
    (e.Afflicted, "on_status_gain", lambda seats, status, left: [events.Status(seat, status, left) for seat in seats]),
    (e.StatusesEnded, "on_status_loss", lambda endings: [events.Status(seat, status) for seat, status in endings]),
)
"""The events of which mods hear, each with its hook and a function that builds the event of the hook."""


def _make_step(event: type[Event], hook: str, build: Builder) -> Step:
    """The step that asks a hook after an event."""

    def notify(ctx: Context, *fields: Any) -> Notified:
        return [proposal for asked in build(*fields) for proposal in ctx.notify(hook, asked)]

    notify.__doc__ = f"Asks ``{hook}`` after every `{event.__name__}`."
    return Step(f"{hook if ':' in hook else f'core.king:{hook}'}-{event.__name__}", notify)


_TOLD_STEPS = tuple(
    (event, hook if hook.startswith("on_status") else f"core.king:{hook}", build) for event, hook, build in TOLD
)

REACTIONS = (
    Reaction(CardDrawn, DRAWN, ON_CARD),
    Reaction(Walked, WALKED, "on_enter"),
    Reaction(PlaceSouls, MOVED, "on_enter"),
    Reaction(SwapPlaces, SWAPPED, "on_enter"),
    *(Reaction(event, _make_step(event, hook, build).name, hook) for event, hook, build in _TOLD_STEPS),
)

STEPS = (
    Step(DRAWN, notify_card),
    Step(WALKED, notify_walk),
    Step(MOVED, notify_move),
    Step(SWAPPED, notify_swap),
    *(_make_step(event, hook, build) for event, hook, build in _TOLD_STEPS),
)
