"""Notifies mods of the deeds of souls: of a use before it, of all others after their changes are applied."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from footfall.api import Context, Event, Proposal, events, notify_after

from .. import changes as c, events as e, hook_events as specs
from ..changes import PlaceSouls, SwapPlaces
from ..events import CardDrawn, Walked
from ..hookspecs import Drawing
from ..layout import NODE_NAMES
from ..state import board_of

ON_CARD = "core.king:on_card"


def notify_use(ctx: Context, seat: int, item: str) -> list[Proposal]:
    """Asks ``on_use``; its listeners see the board before the use."""
    return [*ctx.notify("on_use", events.Using(seat, item, seat))]


def _list_entries(ctx: Context, *seats: int) -> list[events.HookEvent]:
    souls = board_of(ctx.state).souls
    return [events.Entering(seat, NODE_NAMES[souls[seat].node]) for seat in seats]


def list_cards(ctx: Context, seat: int, node: int, card: str, fate: str) -> list[events.HookEvent]:
    """The card of a `CardDrawn`."""
    return [Drawing(seat, card, NODE_NAMES[node])]


Builder: TypeAlias = "Callable[..., Iterable[events.HookEvent]]"


def _list_changes(ctx: Context, amounts: Iterable[tuple[int, int]], source: str) -> list[events.HookEvent]:
    return [specs.SanityChange(seat, amount, source) for seat, amount in amounts if amount > 0]


TOLD: tuple[tuple[type[Event], str, Builder], ...] = (
    (c.LogRoll, "on_roll", lambda _, purpose, roller, faces, value: [specs.Rolling(purpose, roller, value)]),
    (e.KingCame, "on_king", lambda _, origin, floor, how, d4: [specs.KingMoved(floor + 1, how)]),
    (c.ActKing, "on_king_effect", lambda _, d6, deeds: [specs.KingActed(d6)]),
    (e.KingBanished, "on_banish", lambda _, rounds: [specs.Banishing(rounds)]),
    (e.SanityLost, "on_loss", _list_changes),
    (e.SoulsFell, "on_loss", lambda ctx, seats, *losses: _list_changes(ctx, *losses)),
    (e.SanityGained, "on_gain", _list_changes),
    (e.SoulBroke, "on_break", lambda _, seat, role, keys, objects, source: [specs.SeatConcerned(seat)]),
    (e.Sacrificed, "on_sacrifice", lambda _, seat, role, mode: [specs.Sacrificing(seat, mode)]),
    (e.Robbed, "on_robbed", lambda _, seat, objects, keys: [specs.Robbery(seat, len(objects), keys)]),
    (e.RoundStarted, "on_round", lambda _, number, starter: [specs.RoundBegun(starter, number)]),
    (e.RoomOpened, "on_room_open", lambda _, node, kind: [specs.RoomShown(NODE_NAMES[node], kind)]),
    (e.RoomUsed, "on_room_use", lambda _, seat, kind: [specs.RoomVisit(seat, kind)]),
    (
        e.MonsterPlaced,
        "on_figure",
        lambda ctx, number, kind, node, is_new, *_: [specs.FigureMoved(kind, NODE_NAMES[node], is_new)],
    ),
    (e.MonsterStunned, "on_stun", lambda _, number, kind, left, is_gone: [specs.FigureStunned(kind, is_gone)]),
    (e.KeyGained, "on_key", lambda _, seat, source: [specs.SeatConcerned(seat)]),
    (e.ObjectGained, "on_card_gain", lambda _, seat, card: [specs.CardGained(seat, card, "taken", -1)]),
    (e.ObjectLost, "on_card_loss", lambda _, seat, card, how, taker=-1: [specs.CardLost(seat, card, how, taker)]),
    (
        e.ObjectLost,
        "on_card_gain",
        lambda _, seat, card, how, taker=-1: [specs.CardGained(taker, card, how, seat)] if taker >= 0 else [],
    ),
    (e.BoxesTurned, "on_boxes", lambda _, how: [specs.BoxesMoved(how)]),
    (c.TakeCrown, "on_crown", lambda _, seat: [specs.SeatConcerned(seat)]),
    (e.FalseKingTested, "on_crown_test", lambda _, seat, total, threshold: [specs.CrownTest(seat, total, threshold)]),
    (e.Afflicted, "on_status_gain", lambda _, seats, *status: [events.Status(seat, *status) for seat in seats]),
    (e.StatusesEnded, "on_status_loss", lambda _, endings: [events.Status(seat, status) for seat, status in endings]),
)
"""The events of which mods hear, each with its hook and a function that builds the event of the hook."""


ENTRIES: tuple[tuple[type[Event], str, Builder], ...] = (
    (Walked, "core.king:walked-in", lambda ctx, seat, origin, node: _list_entries(ctx, seat)),
    (PlaceSouls, "core.king:moved-in", lambda ctx, seats, node: _list_entries(ctx, *seats)),
    (SwapPlaces, "core.king:swapped-in", _list_entries),
)
"""The events after which ``on_enter`` is asked, each with its step."""

_NOTIFICATIONS = [
    notify_after(CardDrawn, "core.king:drawn", ON_CARD, list_cards),
    *(notify_after(event, step, "on_enter", build) for event, step, build in ENTRIES),
]
for _event, _hook, _build in TOLD:
    _name = f"core.king:{_hook}"
    _asked = _hook if _hook.startswith("on_status") else _name
    _NOTIFICATIONS.append(notify_after(_event, f"{_name}-{_event.__name__}", _asked, _build))

REACTIONS = tuple(reaction for _, reaction in _NOTIFICATIONS)

STEPS = tuple(step for step, _ in _NOTIFICATIONS)
