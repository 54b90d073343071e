"""Sanity: clamping (K-SANITY-5.1), who falls (.2, .6, .7), what waits for a choice (K-SAC-1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from footfall.api import Event, State

from .. import changes as c
from .. import events as e
from ..state import MIN_SANITY, PART, Board, Soul
from .hands import add_to_pile, lower_max_sanity, take_from_hand


def can_sacrifice(soul: Soul) -> bool:
    """Whether any mode of K-SAC-2 is open to a soul (K-SAC-4)."""
    return soul.top > -1 or soul.object_slots > soul.slots_lost


def _add_to_falling(board: Board, seat: int, source: str) -> None:
    """Puts a soul whose sanity would reach LOWEST into the list of the falling."""
    soul = board.souls[seat]
    if board.profile.sacrifice and can_sacrifice(soul):
        board.held.append(seat)
    else:
        soul.sanity = MIN_SANITY
    board.falling.append((seat, source))


def _lose(state: State, change: c.Lose) -> Event | None:
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


def _gain(state: State, change: c.Gain) -> Event:
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


def _break(state: State, change: c.Break) -> Event:
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


def _sacrifice(state: State, change: c.Sacrifice) -> Event:
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


def _poison(state: State, change: c.Poison) -> Event | None:
    return lower_max_sanity(state.parts[PART], change.seat, "poison")


APPLIERS: dict[type[Any], Callable[[State, Any], Event | None]] = {
    c.Lose: _lose,
    c.Gain: _gain,
    c.Break: _break,
    c.Sacrifice: _sacrifice,
    c.Poison: _poison,
}
