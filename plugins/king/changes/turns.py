"""Turns, rounds, dice, positions (K-TURN, K-END-0f)."""

from footfall.api import Change, Event, State

from .. import events as e
from ..layout import NODES
from ..state import LOST_TURN, MIN_SANITY, PART, Board, NodeNumber, SeatNumber
from .model import AnnouncedBoardChange, BoardChange


class SetUp(Change, frozen=True, tag="core.king:set-up"):
    """Sets the board."""

    board: Board

    def apply(self, state: State) -> None:
        state.parts[PART] = self.board


class LogRoll(AnnouncedBoardChange, frozen=True, tag="core.king:rolled"):
    """Logs a die; does not change the board (K-END-0g). `roller`: a seat, or -1."""

    purpose: str
    roller: int
    faces: int
    value: int


class LogTotal(AnnouncedBoardChange, frozen=True, tag="core.king:totaled"):
    """Logs a sum of dice; does not change the board.

    Attributes:
        purpose: a card, room or status by id, or the purpose of the die.
        dice, bonus: the numbers added.
        total: their sum; that of an event is at least 0.
        needed_total: the total that is needed; 0: none.
        effects: the effects in the table of a card.
    """

    purpose: str
    seat: SeatNumber
    dice: tuple[int, ...]
    bonus: int
    total: int
    needed_total: int = 0
    effects: tuple[tuple[str | int, ...], ...] = ()


class BeginTurn(BoardChange, frozen=True, tag="core.king:begin-turn"):
    """Begins the turn of the active seat. `iced`: on a floor with ice."""

    is_iced: bool

    def write(self, board: Board) -> Event:
        soul = board.souls[board.active]
        board.has_begun = True
        soul.has_lost_turn = soul.skip != 0
        soul.skip = 0
        soul.is_iced = self.is_iced
        soul.was_lowest = soul.sanity <= MIN_SANITY
        soul.has_rolled_twice = False
        return e.TurnStarted(board.active, soul.has_lost_turn)


class FinishTurn(BoardChange, frozen=True, tag="core.king:end-of-turn"):
    """Ends the turn of the active seat; holders of CLARITY gain 1 (K-TURN-4)."""

    def write(self, board: Board) -> Event:
        seat = board.active
        soul = board.souls[seat]
        is_idle = not (soul.spent_actions or soul.free_actions or soul.has_lost_turn or soul.is_exhausted)
        soul.is_marked = soul.has_lost_turn = soul.is_climbing = soul.has_deal = soul.is_iced = False
        gained = []
        for number, other in enumerate(board.souls):
            if "CLARITY" in other.statuses and other.sanity < other.top:
                other.sanity += 1
                gained.append((number, 1))
        board.turns += 1
        board.has_begun = False
        board.active = (seat + 1) % len(board.souls)
        return e.TurnEnded(seat, tuple(gained), is_idle)


class EndRound(BoardChange, frozen=True, tag="core.king:end-of-round"):
    """Announces that all turns of the round are over; does not change the board."""

    def write(self, board: Board) -> Event:
        return e.RoundEnded(board.round)


class NewRound(BoardChange, frozen=True, tag="core.king:new-round"):
    """Begins the next round, one seat on (K-END-0f); lowers the banishment (K-BANISH-1)."""

    def write(self, board: Board) -> Event:
        board.round += 1
        board.starter = board.active = (board.starter + 1) % len(board.souls)
        board.turns = 0
        board.has_begun = False
        if board.banish:
            board.banish -= 1
        for soul in board.souls:
            soul.spent_actions = soul.free_actions = 0
            soul.has_moved = soul.has_used_tavern = soul.is_exhausted = soul.ignores_yellow = False
        return e.RoundStarted(board.round, board.starter)


class StartWith(BoardChange, frozen=True, tag="core.king:start-with"):
    """Makes a seat the first of the round, before the first turn."""

    seat: SeatNumber

    def write(self, board: Board) -> Event:
        if board.has_begun or board.turns:
            raise ValueError("the first turn of the round has begun")
        if not 0 <= self.seat < len(board.souls):
            raise ValueError(f"there is no seat {self.seat}")
        board.starter = board.active = self.seat
        return e.StarterChosen(self.seat)


class Spend(BoardChange, frozen=True, tag="core.king:spend"):
    """Uses actions and free actions of a soul."""

    seat: SeatNumber
    actions: int = 0
    free: int = 0

    def write(self, board: Board) -> None:
        soul = board.souls[self.seat]
        soul.spent_actions += self.actions
        soul.free_actions += self.free


class Exhaust(BoardChange, frozen=True, tag="core.king:exhaust"):
    """Ends the actions of a soul for this turn."""

    seat: SeatNumber

    def write(self, board: Board) -> None:
        board.souls[self.seat].is_exhausted = True


class LoseTurn(BoardChange, frozen=True, tag="core.king:lose-turn"):
    """Makes a soul lose its next turn (D-30)."""

    seat: SeatNumber

    def write(self, board: Board) -> None:
        board.souls[self.seat].skip |= LOST_TURN


class UseSecondDie(BoardChange, frozen=True, tag="core.king:use-second-die"):
    """Records that a soul rolled its second die this turn (K-ROLE-HIGH_ROLLER)."""

    seat: SeatNumber

    def write(self, board: Board) -> None:
        board.souls[self.seat].has_rolled_twice = True


class Mark(AnnouncedBoardChange, frozen=True, tag="core.king:marked"):
    """Limits souls to 1 action in their next turn (K-KING-D6-3)."""

    seats: tuple[SeatNumber, ...]

    def write(self, board: Board) -> Event:
        souls = board.souls
        for soul in [souls[seat] for seat in self.seats]:
            soul.is_marked = True
        return self


class Walk(BoardChange, frozen=True, tag="core.king:walk"):
    """Moves a soul by MOVE, for `cost` actions."""

    seat: SeatNumber
    node: NodeNumber
    cost: int

    def write(self, board: Board) -> Event:
        soul = board.souls[self.seat]
        _check_node(self.node)
        origin, soul.node = soul.node, self.node
        soul.spent_actions += self.cost
        soul.has_moved = True
        return e.Walked(self.seat, origin, self.node)


class PlaceSouls(AnnouncedBoardChange, frozen=True, tag="core.king:taken"):
    """Puts souls on a node, at no cost."""

    seats: tuple[SeatNumber, ...]
    node: NodeNumber

    def write(self, board: Board) -> Event:
        souls = board.souls
        _check_node(self.node)
        for soul in [souls[seat] for seat in self.seats]:
            soul.node = self.node
        return self


class SwapPlaces(AnnouncedBoardChange, frozen=True, tag="core.king:swapped"):
    """Swaps the positions of two souls."""

    seat: SeatNumber
    other_seat: SeatNumber

    def write(self, board: Board) -> Event:
        souls = board.souls
        one, other = souls[self.seat], souls[self.other_seat]
        one.node, other.node = other.node, one.node
        return self


def _check_node(node: int) -> None:
    if not 0 <= node < NODES:
        raise ValueError(f"node {node} is not in the house; nodes are 0..{NODES - 1}")
