"""Special rooms (K-ROOM)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from footfall.api import Event, State

from .. import changes as c
from .. import events as e
from ..state import KEY, PART, Board
from .hands import add_to_pile, put_in_hand


def _open_room(state: State, change: c.OpenRoom) -> Event | None:
    special = state.parts[PART].special_at(change.node)
    if special is None:
        return None
    special.open = True
    return e.RoomOpened(change.node, special.kind)


def _use_room(state: State, change: c.UseRoom) -> Event:
    board: Board = state.parts[PART]
    soul = board.souls[change.seat]
    if change.kind == "TAVERN":
        soul.tavern = True
    elif change.kind == "BEAUTY_SALON":
        board.salon_uses += 1
        soul.salon = True
    elif change.kind == "LETHAL_CHAMBER":
        board.ritual = True
    return e.RoomUsed(change.seat, change.kind)


def _show_pedlar_cards(state: State, change: c.ShowPedlarCards) -> Event:
    board: Board = state.parts[PART]
    board.pedlar_open = [board.pedlar.pop(), board.pedlar.pop()]
    return e.RoomUsed(change.seat, "PEDLAR")


def _take_pedlar_card(state: State, change: c.TakePedlarCard) -> Event:
    board: Board = state.parts[PART]
    card = board.pedlar_open.pop(change.choice)
    for other in board.pedlar_open:
        board.pedlar.insert(0, other)
    board.pedlar_open = []
    if change.fate == "key":
        board.souls[change.seat].keys += 1
        return e.KeyGained(change.seat, "pedlar")
    if change.fate == "under":
        board.pedlar.insert(0, card)
        return e.ObjectLost(change.seat, card, "refused")
    put_in_hand(board, change.seat, card)
    return e.ObjectGained(change.seat, card)


def _close_shop(state: State, change: c.CloseShop) -> None:
    state.parts[PART].souls[change.seat].shop = False


def _open_shop(state: State, change: c.OpenShop) -> None:
    state.parts[PART].souls[change.seat].shop = True


def _take_from_armoury(state: State, change: c.TakeFromArmoury) -> Event:
    board: Board = state.parts[PART]
    board.armoury.remove(change.item)
    if change.item == KEY:
        board.souls[change.seat].keys += 1
        return e.KeyGained(change.seat, "armoury")
    put_in_hand(board, change.seat, change.item)
    return e.ObjectGained(change.seat, change.item)


def _drop_key_in_armoury(state: State, change: c.DropKeyInArmoury) -> Event:
    board: Board = state.parts[PART]
    board.souls[change.seat].keys -= 1
    board.armoury.append(KEY)
    return e.ObjectLost(change.seat, KEY, "dropped")


def _grant_ritual_key(state: State, change: c.GrantRitualKey) -> Event:
    board: Board = state.parts[PART]
    board.souls[change.seat].keys += 1
    add_to_pile(board.supplied, KEY)
    return e.KeyGained(change.seat, "ritual")


APPLIERS: dict[type[Any], Callable[[State, Any], Event | None]] = {
    c.OpenRoom: _open_room,
    c.UseRoom: _use_room,
    c.ShowPedlarCards: _show_pedlar_cards,
    c.TakePedlarCard: _take_pedlar_card,
    c.CloseShop: _close_shop,
    c.OpenShop: _open_shop,
    c.TakeFromArmoury: _take_from_armoury,
    c.DropKeyInArmoury: _drop_key_in_armoury,
    c.GrantRitualKey: _grant_ritual_key,
}
