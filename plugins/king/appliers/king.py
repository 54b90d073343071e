"""The King, the False King and the House (K-KING, K-BANISH, K-STAIRS)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from footfall.api import Event, State

from .. import changes as c
from .. import events as e
from ..state import PART, Board, KingReport
from .hands import CROWN, add_to_pile, put_in_hand


def _move_king(state: State, change: c.MoveKing) -> Event:
    board: Board = state.parts[PART]
    origin, board.king = board.king, change.floor
    if change.how == "roulette":
        board.report = KingReport(board.round, origin, change.d4, change.floor)
    return e.KingCame(origin, change.floor, change.how)


def _act_king(state: State, change: c.ActKing) -> Event:
    state.parts[PART].report.d6 = change.d6
    return e.KingActed(change.d6)


def _banish(state: State, change: c.Banish) -> Event:
    board: Board = state.parts[PART]
    board.banish = max(board.banish, change.rounds)
    if board.profile.banish_moves_king:
        board.king = board.profile.sanctuary_floor - 1
    return e.KingBanished(change.rounds)


def _enrage(state: State, change: c.Enrage) -> Event:
    state.parts[PART].fury = True
    return e.KingRaged()


def _count_tale(state: State, change: c.CountTale) -> None:
    state.parts[PART].tales += 1


def _take_crown(state: State, change: c.TakeCrown) -> Event:
    board: Board = state.parts[PART]
    board.souls[change.seat].keys -= 1
    board.keys_spent += 1
    put_in_hand(board, change.seat, CROWN)
    add_to_pile(board.supplied, CROWN)
    return e.Crowned(change.seat)


def _test_false_king(state: State, change: c.TestFalseKing) -> Event:
    board: Board = state.parts[PART]
    board.report.check, board.report.threshold = change.total, change.threshold
    return e.FalseKingTested(board.false_king, change.total, change.threshold)


def _turn_stairs(state: State, change: c.TurnStairs) -> Event:
    if any(not 1 <= room <= 4 for room in change.rooms) or len(change.rooms) != 3:
        raise ValueError(f"one stair per floor, in rooms 1..4, got {change.rooms}")
    state.parts[PART].stairs = list(change.rooms)
    return e.StairsTurned(change.rooms)


APPLIERS: dict[type[Any], Callable[[State, Any], Event | None]] = {
    c.MoveKing: _move_king,
    c.ActKing: _act_king,
    c.Banish: _banish,
    c.Enrage: _enrage,
    c.CountTale: _count_tale,
    c.TakeCrown: _take_crown,
    c.TestFalseKing: _test_false_king,
    c.TurnStairs: _turn_stairs,
}
