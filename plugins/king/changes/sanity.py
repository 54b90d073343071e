"""Sanity: limits (K-SANITY-5.1), crossings (K-SANITY-5.6, K-SANITY-5.7), pending sacrifices (K-SAC-1)."""

from __future__ import annotations

from typing import TypeAlias

from footfall.api import Change, Event, Natural, State, applies

from .. import events as e
from ..state import MIN_SANITY, MIN_TOP, PART, Board, SeatNumber
from .hands import add_to_pile, lower_max_sanity, take_from_hand

Amounts: TypeAlias = tuple[tuple[SeatNumber, Natural], ...]
"""Pairs of seat and amount."""


def _add_to_falling(board: Board, seat: int, source: str) -> None:
    """Adds a soul that would reach MIN_SANITY to the crossings."""
    soul = board.souls[seat]
    if board.profile.allows_sacrifice and soul.can_sacrifice():
        board.held_seats.append(seat)
    else:
        soul.sanity = MIN_SANITY
    board.falling.append((seat, source))


class Lose(Change, frozen=True, tag="core.king:lose"):
    """Applies a batch of losses to all its seats (K-END-0e); crossings are handled next."""

    amounts: Amounts
    source: str = ""


@applies(Lose)
def apply_lose(state: State, change: Lose) -> Event | None:
    board: Board = state.parts[PART]
    souls = board.souls
    targets = [souls[seat] for seat, _ in change.amounts]
    fell = []
    lost = []
    for soul, (seat, amount) in zip(targets, change.amounts, strict=True):
        if soul.sanity <= MIN_SANITY or amount <= 0 or seat in board.held_seats:
            continue
        lost.append((seat, min(amount, soul.sanity - MIN_SANITY)))  # overshoot is lost (K-SANITY-5.1)
        left = soul.sanity - amount
        if left > MIN_SANITY:
            soul.sanity = left
        else:
            fell.append(seat)
    if not fell:
        return e.SanityLost(tuple(lost), change.source)
    if len(fell) > 1:
        fell = [seat for seat in board.seats_in_round_order() if seat in fell]
    for seat in fell:
        _add_to_falling(board, seat, change.source)
    return e.SoulsFell(tuple(fell), tuple(lost), change.source)


class Gain(Change, frozen=True, tag="core.king:gain"):
    """Raises sanity, up to the maximum."""

    amounts: Amounts
    source: str = ""


@applies(Gain)
def apply_gain(state: State, change: Gain) -> Event:
    souls = state.parts[PART].souls
    targets = [souls[seat] for seat, _ in change.amounts]
    gained = []
    for soul, (seat, amount) in zip(targets, change.amounts, strict=True):
        before, soul.sanity = soul.sanity, min(soul.top, soul.sanity + amount)
        gained.append((seat, soul.sanity - before))
    return e.SanityGained(tuple(gained), change.source)


def _remove_from_falling(board: Board, seat: int) -> str:
    """Removes a soul from the crossings; returns the source of its loss."""
    source = ""
    for index, (other, cause) in enumerate(board.falling):
        if other == seat:
            source = cause
            del board.falling[index]
            break
    if seat in board.held_seats:
        board.held_seats.remove(seat)
    return source


class Break(Change, frozen=True, tag="core.king:break"):
    """Completes a crossing to -5.

    Attributes:
        destroys_hand: whether keys and objects are destroyed (K-SANITY-5.3).
        spared_objects: objects that survive.
    """

    seat: SeatNumber
    destroys_hand: bool
    spared_objects: tuple[str, ...] = ()


@applies(Break)
def apply_break(state: State, change: Break) -> Event:
    board: Board = state.parts[PART]
    soul = board.souls[change.seat]
    source = _remove_from_falling(board, change.seat)
    soul.sanity = MIN_SANITY
    board.last_cause = source
    keys = 0
    objects: tuple[str, ...] = ()
    if change.destroys_hand:
        soul.fell = board.round
        keys = soul.keys
        soul.keys = 0
        board.keys_destroyed += keys
        objects = tuple(card for card in soul.objects if card not in change.spared_objects)
        for card in objects:
            take_from_hand(board, change.seat, card)
            add_to_pile(board.removed_cards, card)
    return e.SoulBroke(change.seat, soul.role, keys, objects, source)


class Sacrifice(Change, frozen=True, tag="core.king:sacrifice"):
    """Gives up SANITY_MAX or OBJECT_SLOT instead of crossing (K-SAC-2)."""

    seat: SeatNumber
    mode: str


@applies(Sacrifice)
def apply_sacrifice(state: State, change: Sacrifice) -> Event:
    board: Board = state.parts[PART]
    soul = board.souls[change.seat]
    if change.mode == "SANITY_MAX":
        if soul.top <= MIN_TOP:
            raise ValueError("the maximum cannot fall below -1 by a sacrifice (K-SAC-2)")
        soul.top -= 1
    elif change.mode == "OBJECT_SLOT":
        if soul.object_slots <= soul.slots_lost:
            raise ValueError("no object slot is left to give up (K-SAC-4)")
        soul.slots_lost += 1
    else:
        raise ValueError(f"a sacrifice is SANITY_MAX or OBJECT_SLOT, not {change.mode!r}")
    _remove_from_falling(board, change.seat)
    soul.sanity = min(0, soul.top)
    return e.Sacrificed(change.seat, soul.role, change.mode)


class Poison(Change, frozen=True, tag="core.king:poison"):
    """Lowers the maximum by 1 (K-STATUS-POISONED)."""

    seat: SeatNumber


@applies(Poison)
def apply_poison(state: State, change: Poison) -> Event | None:
    board: Board = state.parts[PART]
    soul = board.souls[change.seat]
    before = soul.top
    crossing = lower_max_sanity(board, change.seat, "poison")
    return crossing if crossing or soul.top == before else e.MaximumLowered(change.seat, soul.top)
