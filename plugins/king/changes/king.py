"""The King, the False King and the House (K-KING, K-BANISH, K-STAIRS)."""

from __future__ import annotations

from footfall.api import AnnouncedChange, Change, Event, State, applies

from .. import events as e
from ..state import PART, Board, FloorIndex, SeatNumber
from .hands import CROWN, add_to_pile, put_in_hand


class MoveKing(Change, frozen=True, tag="core.king:move-king"):
    """Moves the King to the corridor of a floor. `how`: roulette (with its d4), fury."""

    floor: FloorIndex
    how: str
    d4: int = 0


@applies(MoveKing)
def apply_move_king(state: State, change: MoveKing) -> Event:
    board: Board = state.parts[PART]
    origin, board.king = board.king, change.floor
    return e.KingCame(origin, change.floor, change.how, change.d4)


class KeepKingAway(AnnouncedChange, frozen=True, tag="core.king:king-away"):
    """Announces that the King is away at this end of round; does not change the board (K-END-0c)."""


@applies(KeepKingAway)
def apply_keep_king_away(state: State, change: KeepKingAway) -> Event:
    return change


class ActKing(AnnouncedChange, frozen=True, tag="core.king:king-acted"):
    """Announces the King's d6 (K-END-4), and his deeds by name; does not change the board."""

    d6: int
    deeds: tuple[str, ...]


@applies(ActKing)
def apply_act_king(state: State, change: ActKing) -> Event:
    return change


class Banish(Change, frozen=True, tag="core.king:banish"):
    """Banishes the King for some ends of round, at least as long as before (K-BANISH-3)."""

    rounds: int


@applies(Banish)
def apply_banish(state: State, change: Banish) -> Event:
    board: Board = state.parts[PART]
    board.banish = max(board.banish, change.rounds)
    if board.profile.moves_banished_king:
        board.king = board.profile.sanctuary_floor - 1
    return e.KingBanished(board.banish)


class Enrage(AnnouncedChange, frozen=True, tag="core.king:king-raged"):
    """Doubles the King's damage (D-49)."""


@applies(Enrage)
def apply_enrage(state: State, change: Enrage) -> Event:
    state.parts[PART].is_furious = True
    return change


class CountTale(Change, frozen=True, tag="core.king:count-tale"):
    """Counts a tale attached to the Book."""


@applies(CountTale)
def apply_count_tale(state: State, change: CountTale) -> None:
    state.parts[PART].tales += 1


class TakeCrown(AnnouncedChange, frozen=True, tag="core.king:crowned"):
    """Sells the Crown for a key; the soul becomes the False King (K-OBJ-CROWN)."""

    seat: SeatNumber


@applies(TakeCrown)
def apply_take_crown(state: State, change: TakeCrown) -> Event:
    board: Board = state.parts[PART]
    board.souls[change.seat].keys -= 1
    board.keys_spent += 1
    put_in_hand(board, change.seat, CROWN)
    add_to_pile(board.supplied_cards, CROWN)
    return change


class TestFalseKing(Change, frozen=True, tag="core.king:test-false-king"):
    """Announces the False King's test; does not change the board."""

    total: int
    threshold: int


@applies(TestFalseKing)
def apply_test_false_king(state: State, change: TestFalseKing) -> Event:
    board: Board = state.parts[PART]
    return e.FalseKingTested(board.false_king, change.total, change.threshold)


class TurnStairs(AnnouncedChange, frozen=True, tag="core.king:stairs-turned"):
    """Moves the stairs to these rooms (1..4), floor 1 first."""

    rooms: tuple[int, int, int]


@applies(TurnStairs)
def apply_turn_stairs(state: State, change: TurnStairs) -> Event:
    if any(not 1 <= room <= 4 for room in change.rooms) or len(change.rooms) != 3:
        raise ValueError(f"one stair per floor, in rooms 1..4, got {change.rooms}")
    state.parts[PART].stairs = list(change.rooms)
    return change
