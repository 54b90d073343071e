"""Turns and rounds, dice, and where souls stand (K-TURN, K-END-0f)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from footfall.api import Event, State

from .. import changes as c
from .. import events as e
from ..layout import NODES
from ..state import LOST_TURN, MIN_SANITY, PART, Board, Soul


def _set_up(state: State, change: c.SetUp) -> None:
    state.parts[PART] = change.board


def _log_roll(state: State, change: c.LogRoll) -> Event:
    return e.Rolled(change.purpose, change.roller, change.faces, change.value)


def _begin_turn(state: State, change: c.BeginTurn) -> Event:
    board: Board = state.parts[PART]
    soul = board.souls[board.active]
    board.begun = True
    soul.lost = soul.skip != 0
    soul.skip = 0
    soul.iced = change.iced
    soul.low = soul.sanity <= MIN_SANITY
    soul.rolled = False
    return e.TurnStarted(board.active, soul.lost)


def _finish_turn(state: State, change: c.FinishTurn) -> Event:
    board: Board = state.parts[PART]
    seat = board.active
    soul = board.souls[seat]
    soul.marked = soul.lost = soul.climbing = soul.shop = soul.iced = False
    for other in board.souls:
        if "CLARITY" in other.statuses and other.sanity < other.top:
            other.sanity += 1
    board.turns += 1
    board.begun = False
    board.active = (seat + 1) % len(board.souls)
    return e.TurnEnded(seat)


def _new_round(state: State, change: c.NewRound) -> Event:
    board: Board = state.parts[PART]
    board.round += 1
    board.starter = board.active = (board.starter + 1) % len(board.souls)
    board.turns = 0
    board.begun = False
    if board.banish:
        board.banish -= 1
    for soul in board.souls:
        soul.spent = soul.free = 0
        soul.moved = soul.tavern = soul.over = soul.salon = False
    return e.RoundStarted(board.round, board.starter)


def _spend(state: State, change: c.Spend) -> None:
    soul: Soul = state.parts[PART].souls[change.seat]
    soul.spent += change.actions
    soul.free += change.free


def _exhaust(state: State, change: c.Exhaust) -> None:
    state.parts[PART].souls[change.seat].over = True


def _lose_turn(state: State, change: c.LoseTurn) -> None:
    state.parts[PART].souls[change.seat].skip |= LOST_TURN


def _use_second_die(state: State, change: c.UseSecondDie) -> None:
    state.parts[PART].souls[change.seat].rolled = True


def _mark(state: State, change: c.Mark) -> None:
    souls = state.parts[PART].souls
    for seat in change.seats:
        souls[seat].marked = True


def _walk(state: State, change: c.Walk) -> Event:
    soul: Soul = state.parts[PART].souls[change.seat]
    _check_node(change.node)
    origin, soul.node = soul.node, change.node
    soul.spent += change.cost
    soul.moved = True
    return e.Walked(change.seat, origin, change.node)


def _place_souls(state: State, change: c.PlaceSouls) -> Event:
    souls = state.parts[PART].souls
    _check_node(change.node)
    for seat in change.seats:
        souls[seat].node = change.node
    return e.SoulsMoved(change.seats, change.node)


def _swap_places(state: State, change: c.SwapPlaces) -> Event:
    souls = state.parts[PART].souls
    one, other = souls[change.one], souls[change.other]
    one.node, other.node = other.node, one.node
    return e.SoulsMoved((change.one,), one.node)


def _check_node(node: int) -> None:
    if not 0 <= node < NODES:
        raise ValueError(f"node {node} is not in the house; nodes are 0..{NODES - 1}")


APPLIERS: dict[type[Any], Callable[[State, Any], Event | None]] = {
    c.SetUp: _set_up,
    c.LogRoll: _log_roll,
    c.BeginTurn: _begin_turn,
    c.FinishTurn: _finish_turn,
    c.NewRound: _new_round,
    c.Spend: _spend,
    c.Exhaust: _exhaust,
    c.LoseTurn: _lose_turn,
    c.UseSecondDie: _use_second_die,
    c.Mark: _mark,
    c.Walk: _walk,
    c.PlaceSouls: _place_souls,
    c.SwapPlaces: _swap_places,
}
