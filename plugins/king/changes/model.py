"""The kinds of board changes, and the effects on a hand that several of them have (K-OBJ)."""

from footfall.api import AnnouncedChange, Change, Event, State

from .. import events as e
from ..state import MIN_SANITY, PART, Board

KEYRING = "KEYRING"
CROWN = "CROWN"


class BoardChange(Change, frozen=True):
    """A change of the board."""

    def apply(self, state: State) -> Event | None:
        return self.write(state.parts[PART])

    def write(self, board: Board) -> Event | None:
        """Checks the change, writes it into the board, and returns its event.

        Raises:
            ValueError: it does not fit; then nothing was written.
        """
        raise NotImplementedError


class AnnouncedBoardChange(BoardChange, AnnouncedChange, frozen=True):
    """A board change that is its own event; without a `write` of its own it changes nothing."""

    def write(self, board: Board) -> Event:
        """Writes the change into the board, and returns it as its event."""
        return self


def add_to_pile(pile: dict[str, int], card: str) -> None:
    """Adds a card to a pile."""
    pile[card] = pile.get(card, 0) + 1


def take_from_pile(pile: dict[str, int], card: str) -> None:
    """Takes a card from a pile.

    Raises:
        ValueError: the pile has none.
    """
    if not pile.get(card):
        raise ValueError(f"no {card} has been discarded")
    pile[card] -= 1
    if not pile[card]:
        del pile[card]


def put_in_hand(board: Board, seat: int, card: str) -> None:
    """Adds an object; a KEYRING raises the maximum, the Crown makes its owner the False King."""
    soul = board.souls[seat]
    soul.objects.append(card)
    if card == KEYRING:
        soul.top += 1
    elif card == CROWN:
        board.false_king, board.crown_round = seat, board.round


def take_key(board: Board, seat: int) -> None:
    """Takes a key out of a hand.

    Raises:
        ValueError: the hand holds none.
    """
    if not board.souls[seat].keys:
        raise ValueError(f"seat {seat} holds no key")
    board.souls[seat].keys -= 1


def take_from_hand(board: Board, seat: int, card: str) -> Event | None:
    """Reverses `put_in_hand`; returns an event if the owner crosses to -5."""
    soul = board.souls[seat]
    soul.objects.remove(card)
    if card == KEYRING:
        return lower_max_sanity(board, seat, "keyring")
    if card == CROWN and board.false_king == seat:
        board.false_king = -1
    return None


def lower_max_sanity(board: Board, seat: int, source: str) -> Event | None:
    """Lowers the maximum by 1 and caps sanity; returns an event if the owner crosses to -5."""
    soul = board.souls[seat]
    if soul.top <= MIN_SANITY:
        return None
    soul.top -= 1
    if soul.sanity <= soul.top:
        return None
    if soul.top > MIN_SANITY:
        soul.sanity = soul.top
        return None
    soul.sanity = MIN_SANITY
    board.falling.append((seat, source))
    return e.SoulsFell((seat,), ((seat, 1),), source)
