"""Sanity: clamping (K-SANITY-5.1), who falls (.2, .6, .7), what waits for a choice (K-SAC-1)."""

from __future__ import annotations

from typing import TypeAlias

from footfall.api import Change, Event, State, applies

from .. import events as e
from ..state import MIN_SANITY, PART, Board
from .hands import add_to_pile, lower_max_sanity, take_from_hand

Amounts: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs of seat and positive amount."""


def _add_to_falling(board: Board, seat: int, source: str) -> None:
    """Puts a soul whose sanity would reach LOWEST into the list of the falling."""
    soul = board.souls[seat]
    if board.profile.sacrifice and soul.can_sacrifice():
        board.held.append(seat)
    else:
        soul.sanity = MIN_SANITY
    board.falling.append((seat, source))


class Lose(Change, frozen=True, tag="core.king:lose"):
    """A batch of losses (K-END-0e): applied to all, clamped; who crosses to -5 is dealt with next."""

    amounts: Amounts
    source: str = ""


@applies(Lose)
def apply_lose(state: State, change: Lose) -> Event | None:
    board: Board = state.parts[PART]
    souls = board.souls
    fell = []
    lost = []
    for seat, amount in change.amounts:
        soul = souls[seat]
        if soul.sanity <= MIN_SANITY or amount <= 0 or seat in board.held:
            continue
        lost.append((seat, amount))
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
    """Souls gain sanity, up to their maximum."""

    amounts: Amounts
    source: str = ""


@applies(Gain)
def apply_gain(state: State, change: Gain) -> Event:
    souls = state.parts[PART].souls
    for seat, amount in change.amounts:
        soul = souls[seat]
        soul.sanity = min(soul.top, soul.sanity + amount)
    return e.SanityGained(change.amounts, change.source)


def _remove_from_falling(board: Board, seat: int) -> str:
    """Takes a soul off the list of the falling; returns the source of its fall."""
    source = ""
    for index, (each, cause) in enumerate(board.falling):
        if each == seat:
            source = cause
            del board.falling[index]
            break
    if seat in board.held:
        board.held.remove(seat)
    return source


class Break(Change, frozen=True, tag="core.king:break"):
    """The soul at the head of the falling is at -5.

    Attributes:
        fires: whether keys and objects are destroyed (K-SANITY-5.3).
        spared: objects that survive.
    """

    seat: int
    fires: bool
    spared: tuple[str, ...] = ()


@applies(Break)
def apply_break(state: State, change: Break) -> Event:
    board: Board = state.parts[PART]
    soul = board.souls[change.seat]
    source = _remove_from_falling(board, change.seat)
    soul.sanity = MIN_SANITY
    board.last_cause = source
    keys = 0
    objects: tuple[str, ...] = ()
    if change.fires:
        soul.fell = board.round
        keys = soul.keys
        soul.keys = 0
        board.keys_destroyed += keys
        objects = tuple(card for card in soul.objects if card not in change.spared)
        for card in objects:
            take_from_hand(board, change.seat, card)
            add_to_pile(board.removed, card)
    return e.SoulBroke(change.seat, soul.role, keys, objects, source)


class Sacrifice(Change, frozen=True, tag="core.king:sacrifice"):
    """A falling soul gives up SANITY_MAX or OBJECT_SLOT and stands at 0 (K-SAC-2)."""

    seat: int
    mode: str


@applies(Sacrifice)
def apply_sacrifice(state: State, change: Sacrifice) -> Event:
    board: Board = state.parts[PART]
    soul = board.souls[change.seat]
    if change.mode == "SANITY_MAX":
        if soul.top <= -1:
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
    """A soul's maximum falls by 1 for good (K-STATUS-POISONED)."""

    seat: int


@applies(Poison)
def apply_poison(state: State, change: Poison) -> Event | None:
    return lower_max_sanity(state.parts[PART], change.seat, "poison")
