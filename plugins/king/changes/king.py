"""The King, the False King and the House (K-KING, K-BANISH, K-STAIRS)."""

from footfall.api import Event

from .. import events as e
from ..state import Board, FloorIndex, SeatNumber
from .model import CROWN, AnnouncedBoardChange, BoardChange, add_to_pile, put_in_hand, take_key


class MoveKing(BoardChange, frozen=True, tag="core.king:move-king"):
    """Moves the King to the corridor of a floor. `how`: roulette (with its d4), fury."""

    floor: FloorIndex
    how: str
    d4: int = 0

    def write(self, board: Board) -> Event:
        origin, board.king = board.king, self.floor
        return e.KingCame(origin, self.floor, self.how, self.d4)


class KeepKingAway(AnnouncedBoardChange, frozen=True, tag="core.king:king-away"):
    """Announces that the King is away at this end of round; does not change the board (K-END-0c)."""


class ActKing(AnnouncedBoardChange, frozen=True, tag="core.king:king-acted"):
    """Announces the King's d6 (K-END-4), and his deeds by name; does not change the board."""

    d6: int
    deeds: tuple[str, ...]


class Banish(BoardChange, frozen=True, tag="core.king:banish"):
    """Banishes the King for some ends of round, at least as long as before (K-BANISH-3)."""

    rounds: int

    def write(self, board: Board) -> Event:
        board.banish = max(board.banish, self.rounds)
        if board.profile.moves_banished_king:
            board.king = board.profile.sanctuary_floor - 1
        return e.KingBanished(board.banish)


class Enrage(AnnouncedBoardChange, frozen=True, tag="core.king:king-raged"):
    """Doubles the King's damage (D-49)."""

    def write(self, board: Board) -> Event:
        board.is_furious = True
        return self


class CountTale(BoardChange, frozen=True, tag="core.king:count-tale"):
    """Counts a tale attached to the Book."""

    def write(self, board: Board) -> None:
        board.tales += 1


class TakeCrown(AnnouncedBoardChange, frozen=True, tag="core.king:crowned"):
    """Sells the Crown for a key; the soul becomes the False King (K-OBJ-CROWN)."""

    seat: SeatNumber

    def write(self, board: Board) -> Event:
        take_key(board, self.seat)
        board.keys_spent += 1
        put_in_hand(board, self.seat, CROWN)
        add_to_pile(board.supplied_cards, CROWN)
        return self


class TestFalseKing(BoardChange, frozen=True, tag="core.king:test-false-king"):
    """Announces the False King's test; does not change the board."""

    total: int
    threshold: int

    def write(self, board: Board) -> Event:
        return e.FalseKingTested(board.false_king, self.total, self.threshold)


class TurnStairs(AnnouncedBoardChange, frozen=True, tag="core.king:stairs-turned"):
    """Moves the stairs to these rooms (1..4), floor 1 first."""

    rooms: tuple[int, int, int]

    def write(self, board: Board) -> Event:
        if any(not 1 <= room <= 4 for room in self.rooms) or len(self.rooms) != 3:
            raise ValueError(f"one stair per floor, in rooms 1..4, got {self.rooms}")
        board.stairs = list(self.rooms)
        return self
