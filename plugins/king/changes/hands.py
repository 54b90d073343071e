"""Shared by appliers: objects that enter or leave a hand, and their effects on the owner (K-OBJ)."""

from __future__ import annotations

from footfall.api import Event

from .. import events as e
from ..state import MIN_SANITY, Board

KEYRING = "KEYRING"
CROWN = "CROWN"


def add_to_pile(pile: dict[str, int], card: str) -> None:
    """Adds a card to a pile."""
    pile[card] = pile.get(card, 0) + 1


def put_in_hand(board: Board, seat: int, card: str) -> None:
    """Adds an object; a KEYRING raises the maximum, the Crown makes its owner the False King."""
    soul = board.souls[seat]
    soul.objects.append(card)
    if card == KEYRING:
        soul.top += 1
    elif card == CROWN:
        board.false_king, board.crown_round = seat, board.round


def take_from_hand(board: Board, seat: int, card: str) -> Event | None:
    """Reverses `put_in_hand`; returns an event if the owner crosses."""
    soul = board.souls[seat]
    soul.objects.remove(card)
    if card == KEYRING:
        return lower_max_sanity(board, seat, "keyring")
    if card == CROWN and board.false_king == seat:
        board.false_king = -1
    return None


def lower_max_sanity(board: Board, seat: int, source: str) -> Event | None:
    """Lowers the maximum by 1 and caps sanity; returns an event if the owner crosses."""
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
