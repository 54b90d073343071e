"""Boxes, cards and objects (K-CARD, K-OBJ, K-END-8)."""

from __future__ import annotations

from typing import Any

from footfall.api import Change, Event, State, applies

from .. import events as e
from ..state import KEY, PART, Board, NodeNumber, SeatNumber
from .hands import add_to_pile, put_in_hand, take_from_hand


class DrawCard(Change, frozen=True, tag="core.king:draw"):
    """Draws the top card of a box.

    Attributes:
        fate: where the card goes: ``hand``, ``key`` (his keys), ``under`` (its box), ``limbo``
            (until its effect is over), ``discarded`` or ``removed``.
    """

    seat: SeatNumber
    node: NodeNumber
    fate: str


@applies(DrawCard)
def apply_draw_card(state: State, change: DrawCard) -> Event:
    board: Board = state.parts[PART]
    node, fate = change.node, change.fate
    box = board.boxes[node]
    card = box.pop()
    if board.known_counts[node]:
        board.known_counts[node] -= 1
    if fate == "limbo":
        board.limbo.append((node, card))
    elif fate == "hand":
        put_in_hand(board, change.seat, card)
    elif fate == "key":
        board.souls[change.seat].keys += 1
    elif fate == "under":
        _put_under(board, node, card)
    elif fate == "removed":
        add_to_pile(board.removed_cards, card)
    else:
        add_to_pile(board.discard_pile, card)
    return e.CardDrawn(change.seat, node, card, fate)


def _put_under(board: Board, node: int, card: str) -> None:
    box = board.boxes[node]
    if board.known_counts[node] == len(box):  # all cards above are known, and this one was seen
        board.known_counts[node] += 1
    box.insert(0, card)


class Tuck(Change, frozen=True, tag="core.king:tuck"):
    """Puts a card in limbo under its box (K-CARD-1)."""

    node: NodeNumber
    card: str


@applies(Tuck)
def apply_tuck(state: State, change: Tuck) -> None:
    board: Board = state.parts[PART]
    board.limbo.remove((change.node, change.card))
    _put_under(board, change.node, change.card)


class SeeCards(Change, frozen=True, tag="core.king:see"):
    """Shows the top cards of a box."""

    seat: SeatNumber
    node: NodeNumber
    count: int = 1


@applies(SeeCards)
def apply_see_cards(state: State, change: SeeCards) -> Event:
    board: Board = state.parts[PART]
    box = board.boxes[change.node]
    count = min(change.count, len(box))
    board.known_counts[change.node] = max(board.known_counts[change.node], count)
    return e.CardsSeen(change.seat, change.node, tuple(box[len(box) - count :][::-1]))


class SwapTop(Change, frozen=True, tag="core.king:swap-top"):
    """Swaps the top two cards of a box."""

    node: NodeNumber


@applies(SwapTop)
def apply_swap_top(state: State, change: SwapTop) -> None:
    box = state.parts[PART].boxes[change.node]
    box[-1], box[-2] = box[-2], box[-1]


class TakeObject(Change, frozen=True, tag="core.king:take-object"):
    """Gives a soul an object from outside the decks."""

    seat: SeatNumber
    card: str


@applies(TakeObject)
def apply_take_object(state: State, change: TakeObject) -> Event:
    board: Board = state.parts[PART]
    put_in_hand(board, change.seat, change.card)
    add_to_pile(board.supplied_cards, change.card)
    return e.ObjectGained(change.seat, change.card)


class DropObject(Change, frozen=True, tag="core.king:drop-object"):
    """Moves an object from a hand to the discard pile.

    Attributes:
        how: used, discarded, sold, robbed; ``dropped`` moves it to the armory, ``attached`` out of the game.
    """

    seat: SeatNumber
    card: str
    how: str


@applies(DropObject)
def apply_drop_object(state: State, change: DropObject) -> Event:
    board: Board = state.parts[PART]
    fell = take_from_hand(board, change.seat, change.card)
    if change.how == "dropped":
        board.armory.append(change.card)
    elif change.how == "attached":
        add_to_pile(board.removed_cards, change.card)
    else:
        add_to_pile(board.discard_pile, change.card)
    return fell or e.ObjectLost(change.seat, change.card, change.how)


class HandOver(Change, frozen=True, tag="core.king:hand"):
    """Moves an object or a KEY from one soul to another."""

    giver: SeatNumber
    taker: SeatNumber
    item: str


@applies(HandOver)
def apply_hand_over(state: State, change: HandOver) -> Event | None:
    board: Board = state.parts[PART]
    fell = None
    if change.item == KEY:
        board.souls[change.giver].keys -= 1
        board.souls[change.taker].keys += 1
    else:
        fell = take_from_hand(board, change.giver, change.item)
        put_in_hand(board, change.taker, change.item)
    return fell or e.ObjectLost(change.giver, change.item, "given")


class UseCharge(Change, frozen=True, tag="core.king:use-charge"):
    """Uses a charge of the STAIRS_TREASURE; the last one discards it."""

    seat: SeatNumber
    card: str


@applies(UseCharge)
def apply_use_charge(state: State, change: UseCharge) -> None:
    board: Board = state.parts[PART]
    soul = board.souls[change.seat]
    soul.is_climbing = True
    board.charges -= 1
    if board.charges <= 0:
        soul.objects.remove(change.card)
        add_to_pile(board.discard_pile, change.card)


def _rotate_cycle(pile: list[Any], cycle: tuple[int, ...]) -> None:
    items = [pile[node] for node in cycle]
    for at, node in enumerate(cycle):
        pile[node] = items[at - 1]


class TurnBoxes(Change, frozen=True, tag="core.king:turn-boxes"):
    """Moves all boxes at the same moment, each to the next node of its cycle."""

    cycles: tuple[tuple[int, ...], ...]
    how: str


@applies(TurnBoxes)
def apply_turn_boxes(state: State, change: TurnBoxes) -> Event:
    board: Board = state.parts[PART]
    for cycle in change.cycles:
        _rotate_cycle(board.boxes, cycle)
        _rotate_cycle(board.known_counts, cycle)
    board.turns_floors = False
    return e.BoxesTurned(change.how)


class ShuffleBoxes(Change, frozen=True, tag="core.king:shuffle"):
    """Reorders the cards of every box, the top card last."""

    boxes: tuple[tuple[str, ...], ...]


@applies(ShuffleBoxes)
def apply_shuffle_boxes(state: State, change: ShuffleBoxes) -> Event:
    board: Board = state.parts[PART]
    for old, new in zip(board.boxes, change.boxes, strict=True):
        if len(old) != len(new):
            raise ValueError("a shuffle neither adds nor takes cards")
    board.boxes = [list(box) for box in change.boxes]
    board.known_counts = [len(box) if len(box) == 1 else 0 for box in board.boxes]
    return e.BoxesTurned("shuffle")


class ScheduleFloorsTurn(Change, frozen=True, tag="core.king:due-turn"):
    """Makes block 8 rotate the boxes of each floor instead of the ring (D-04)."""


@applies(ScheduleFloorsTurn)
def apply_schedule_floors_turn(state: State, change: ScheduleFloorsTurn) -> None:
    state.parts[PART].turns_floors = True
