"""Boxes, cards and objects (K-CARD, K-OBJ, K-END-8)."""

from typing import Any

from footfall.api import Event

from .. import events as e
from ..layout import CORRIDORS
from ..state import KEY, Board, NodeNumber, SeatNumber
from .model import BoardChange, add_to_pile, put_in_hand, take_from_hand, take_from_pile, take_key


class DrawCard(BoardChange, frozen=True, tag="core.king:draw"):
    """Draws the top card of a box.

    Attributes:
        fate: where the card goes: ``hand``, ``key`` (the soul's keys), ``under`` (its box), ``limbo``
            (until its effect is over), ``discarded`` or ``removed``.
    """

    seat: SeatNumber
    node: NodeNumber
    fate: str

    def write(self, board: Board) -> Event:
        node, fate = self.node, self.fate
        box = board.boxes[node]
        card = box.pop()
        if board.known_counts[node]:
            board.known_counts[node] -= 1
        if fate == "limbo":
            board.limbo.append((node, card))
        elif fate == "hand":
            put_in_hand(board, self.seat, card)
        elif fate == "key":
            board.souls[self.seat].keys += 1
        elif fate == "under":
            _put_under(board, node, card)
        elif fate == "removed":
            add_to_pile(board.removed_cards, card)
        else:
            add_to_pile(board.discard_pile, card)
        return e.CardDrawn(self.seat, node, card, fate)


def _put_under(board: Board, node: int, card: str) -> None:
    box = board.boxes[node]
    if board.known_counts[node] == len(box):  # all cards above are known, and this one was seen
        board.known_counts[node] += 1
    box.insert(0, card)


class Tuck(BoardChange, frozen=True, tag="core.king:tuck"):
    """Puts a card in limbo under its box (K-CARD-1)."""

    node: NodeNumber
    card: str

    def write(self, board: Board) -> None:
        board.limbo.remove((self.node, self.card))
        _put_under(board, self.node, self.card)


class ReturnCard(BoardChange, frozen=True, tag="core.king:return-card"):
    """Puts a card under a box, or on top of it, where all know it: a discarded one, or one from outside the decks."""

    node: NodeNumber
    card: str
    is_on_top: bool
    is_supplied: bool = False

    def write(self, board: Board) -> Event:
        if self.node in CORRIDORS:
            raise ValueError(f"node {self.node} has no box")
        if self.is_supplied:
            add_to_pile(board.supplied_cards, self.card)
        else:
            take_from_pile(board.discard_pile, self.card)
        if self.is_on_top:
            board.boxes[self.node].append(self.card)
            board.known_counts[self.node] += 1
        else:
            _put_under(board, self.node, self.card)
        return e.CardReturned(self.node, self.card, self.is_on_top)


class RemoveDiscarded(BoardChange, frozen=True, tag="core.king:remove-discarded"):
    """Moves a discarded card out of the game."""

    card: str

    def write(self, board: Board) -> Event:
        take_from_pile(board.discard_pile, self.card)
        add_to_pile(board.removed_cards, self.card)
        return e.CardRemoved(self.card)


class SeeCards(BoardChange, frozen=True, tag="core.king:see"):
    """Shows the top cards of a box."""

    seat: SeatNumber
    node: NodeNumber
    count: int = 1

    def write(self, board: Board) -> Event:
        box = board.boxes[self.node]
        count = min(self.count, len(box))
        board.known_counts[self.node] = max(board.known_counts[self.node], count)
        return e.CardsSeen(self.seat, self.node, tuple(box[len(box) - count :][::-1]))


class SwapTop(BoardChange, frozen=True, tag="core.king:swap-top"):
    """Swaps the top two cards of a box."""

    node: NodeNumber

    def write(self, board: Board) -> None:
        box = board.boxes[self.node]
        box[-1], box[-2] = box[-2], box[-1]


class MoveCard(BoardChange, frozen=True, tag="core.king:move-card"):
    """Moves a card within its box.

    Attributes:
        origin: its place, 1 for the top card.
        target: its new place among the others; 0 puts it under them.
    """

    node: NodeNumber
    origin: int
    target: int

    def write(self, board: Board) -> None:
        cards, known = board.boxes[self.node][::-1], board.known_counts[self.node]
        if not 1 <= self.origin <= len(cards) or not 0 <= self.target <= len(cards):
            raise ValueError(f"the box of node {self.node} has {len(cards)} cards")
        are_known = [place < known for place in range(len(cards))]
        at = self.target - 1 if self.target else len(cards) - 1
        cards.insert(at, cards.pop(self.origin - 1))
        are_known.insert(at, are_known.pop(self.origin - 1))
        board.boxes[self.node] = cards[::-1]
        board.known_counts[self.node] = [*are_known, False].index(False)


class ShuffleBox(BoardChange, frozen=True, tag="core.king:shuffle-box"):
    """Reorders the cards of one box, the top card last."""

    node: NodeNumber
    cards: tuple[str, ...]

    def write(self, board: Board) -> None:
        if sorted(self.cards) != sorted(board.boxes[self.node]):
            raise ValueError("a shuffle neither adds nor takes cards")
        board.boxes[self.node] = list(self.cards)
        board.known_counts[self.node] = len(self.cards) if len(self.cards) == 1 else 0


class TakeObject(BoardChange, frozen=True, tag="core.king:take-object"):
    """Gives a soul an object from outside the decks."""

    seat: SeatNumber
    card: str

    def write(self, board: Board) -> Event:
        put_in_hand(board, self.seat, self.card)
        add_to_pile(board.supplied_cards, self.card)
        return e.ObjectGained(self.seat, self.card)


class DropObject(BoardChange, frozen=True, tag="core.king:drop-object"):
    """Moves an object from a hand to the discard pile; nothing if a rule has just taken it elsewhere.

    Attributes:
        how: used, discarded, sold, robbed; ``dropped`` moves it to the armory, ``attached`` and ``removed`` out of
            the game.
    """

    seat: SeatNumber
    card: str
    how: str

    def write(self, board: Board) -> Event | None:
        if self.card not in board.souls[self.seat].objects:
            return None
        fell = take_from_hand(board, self.seat, self.card)
        if self.how == "dropped":
            board.armory.append(self.card)
        elif self.how in ("attached", "removed"):
            add_to_pile(board.removed_cards, self.card)
        else:
            add_to_pile(board.discard_pile, self.card)
        return fell or e.ObjectLost(self.seat, self.card, self.how)


class HandOver(BoardChange, frozen=True, tag="core.king:hand"):
    """Moves an object or a KEY from one soul to another; nothing if a rule has just taken it elsewhere."""

    giver: SeatNumber
    taker: SeatNumber
    item: str

    def write(self, board: Board) -> Event | None:
        fell, giver = None, board.souls[self.giver]
        if not (giver.keys if self.item == KEY else self.item in giver.objects):
            return None
        if self.item == KEY:
            take_key(board, self.giver)
            board.souls[self.taker].keys += 1
        else:
            fell = take_from_hand(board, self.giver, self.item)
            put_in_hand(board, self.taker, self.item)
        return fell or e.ObjectLost(self.giver, self.item, "given", self.taker)


class UseCharge(BoardChange, frozen=True, tag="core.king:use-charge"):
    """Uses a charge of the STAIRS_TREASURE; the last one discards it."""

    seat: SeatNumber
    card: str

    def write(self, board: Board) -> None:
        soul = board.souls[self.seat]
        soul.is_climbing = True
        board.charges -= 1
        if board.charges <= 0 and self.card in soul.objects:
            soul.objects.remove(self.card)
            add_to_pile(board.discard_pile, self.card)


def _rotate_cycle(pile: list[Any], cycle: tuple[int, ...]) -> None:
    items = [pile[node] for node in cycle]
    for at, node in enumerate(cycle):
        pile[node] = items[at - 1]


class TurnBoxes(BoardChange, frozen=True, tag="core.king:turn-boxes"):
    """Moves all boxes at the same moment, each to the next node of its cycle."""

    cycles: tuple[tuple[int, ...], ...]
    how: str

    def write(self, board: Board) -> Event:
        for cycle in self.cycles:
            _rotate_cycle(board.boxes, cycle)
            _rotate_cycle(board.known_counts, cycle)
        board.turns_floors = False
        return e.BoxesTurned(self.how)


class ShuffleBoxes(BoardChange, frozen=True, tag="core.king:shuffle"):
    """Reorders the cards of every box, the top card last."""

    boxes: tuple[tuple[str, ...], ...]

    def write(self, board: Board) -> Event:
        for old, new in zip(board.boxes, self.boxes, strict=True):
            if len(old) != len(new):
                raise ValueError("a shuffle neither adds nor takes cards")
        board.boxes = [list(box) for box in self.boxes]
        board.known_counts = [len(box) if len(box) == 1 else 0 for box in board.boxes]
        return e.BoxesTurned("shuffle")


class ScheduleFloorsTurn(BoardChange, frozen=True, tag="core.king:due-turn"):
    """Makes block 8 rotate the boxes of each floor instead of the ring (D-04)."""

    def write(self, board: Board) -> None:
        board.turns_floors = True
