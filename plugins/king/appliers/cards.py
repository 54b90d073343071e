"""Boxes, cards and objects (K-CARD, K-OBJ, K-END-8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from footfall.api import Event, State

from .. import changes as c
from .. import events as e
from ..state import KEY, PART, Board
from .hands import add_to_pile, put_in_hand, take_from_hand


def _draw_card(state: State, change: c.DrawCard) -> Event:
    board: Board = state.parts[PART]
    node, fate = change.node, change.fate
    box = board.boxes[node]
    card = box.pop()
    if board.known[node]:
        board.known[node] -= 1
    if fate == "limbo":
        board.limbo.append((node, card))
    elif fate == "hand":
        put_in_hand(board, change.seat, card)
    elif fate == "key":
        board.souls[change.seat].keys += 1
    elif fate == "under":
        _put_under(board, node, card)
    elif fate == "removed":
        add_to_pile(board.removed, card)
    else:
        add_to_pile(board.discarded, card)
    return e.CardDrawn(change.seat, node, card, fate)


def _put_under(board: Board, node: int, card: str) -> None:
    box = board.boxes[node]
    if board.known[node] == len(box):  # all that lies above is known, and this one was seen
        board.known[node] += 1
    box.insert(0, card)


def _tuck(state: State, change: c.Tuck) -> None:
    board: Board = state.parts[PART]
    board.limbo.remove((change.node, change.card))
    _put_under(board, change.node, change.card)


def _see_cards(state: State, change: c.SeeCards) -> Event:
    board: Board = state.parts[PART]
    box = board.boxes[change.node]
    count = min(change.count, len(box))
    board.known[change.node] = max(board.known[change.node], count)
    return e.CardsSeen(change.seat, change.node, tuple(box[len(box) - count :][::-1]))


def _swap_top(state: State, change: c.SwapTop) -> None:
    box = state.parts[PART].boxes[change.node]
    box[-1], box[-2] = box[-2], box[-1]


def _take_object(state: State, change: c.TakeObject) -> Event:
    board: Board = state.parts[PART]
    put_in_hand(board, change.seat, change.card)
    add_to_pile(board.supplied, change.card)
    return e.ObjectGained(change.seat, change.card)


def _drop_object(state: State, change: c.DropObject) -> Event:
    board: Board = state.parts[PART]
    fell = take_from_hand(board, change.seat, change.card)
    if change.how == "dropped":
        board.armoury.append(change.card)
    elif change.how == "attached":
        add_to_pile(board.removed, change.card)
    else:
        add_to_pile(board.discarded, change.card)
    return fell or e.ObjectLost(change.seat, change.card, change.how)


def _hand_over(state: State, change: c.HandOver) -> Event | None:
    board: Board = state.parts[PART]
    fell = None
    if change.item == KEY:
        board.souls[change.giver].keys -= 1
        board.souls[change.taker].keys += 1
    else:
        fell = take_from_hand(board, change.giver, change.item)
        put_in_hand(board, change.taker, change.item)
    return fell or e.ObjectLost(change.giver, change.item, "given")


def _use_charge(state: State, change: c.UseCharge) -> None:
    board: Board = state.parts[PART]
    soul = board.souls[change.seat]
    soul.climbing = True
    board.charges -= 1
    if board.charges <= 0:
        soul.objects.remove(change.card)
        add_to_pile(board.discarded, change.card)


def _rotate_cycle(pile: list[Any], cycle: tuple[int, ...]) -> None:
    moved = [pile[node] for node in cycle]
    for at, node in enumerate(cycle):
        pile[node] = moved[at - 1]


def _turn_boxes(state: State, change: c.TurnBoxes) -> Event:
    board: Board = state.parts[PART]
    for cycle in change.cycles:
        _rotate_cycle(board.boxes, cycle)
        _rotate_cycle(board.known, cycle)
    board.turn_floors = False
    return e.BoxesTurned(change.how)


def _shuffle_boxes(state: State, change: c.ShuffleBoxes) -> Event:
    board: Board = state.parts[PART]
    for old, new in zip(board.boxes, change.boxes, strict=True):
        if len(old) != len(new):
            raise ValueError("a shuffle neither adds nor takes cards")
    board.boxes = [list(box) for box in change.boxes]
    board.known = [len(box) if len(box) == 1 else 0 for box in board.boxes]
    return e.BoxesTurned("shuffle")


def _schedule_floors_turn(state: State, change: c.ScheduleFloorsTurn) -> None:
    state.parts[PART].turn_floors = True


APPLIERS: dict[type[Any], Callable[[State, Any], Event | None]] = {
    c.DrawCard: _draw_card,
    c.Tuck: _tuck,
    c.SeeCards: _see_cards,
    c.SwapTop: _swap_top,
    c.TakeObject: _take_object,
    c.DropObject: _drop_object,
    c.HandOver: _hand_over,
    c.UseCharge: _use_charge,
    c.TurnBoxes: _turn_boxes,
    c.ShuffleBoxes: _shuffle_boxes,
    c.ScheduleFloorsTurn: _schedule_floors_turn,
}
