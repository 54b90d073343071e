"""Turns, rounds, dice, positions (K-TURN, K-END-0f)."""

from __future__ import annotations

from footfall.api import AnnouncedChange, Change, Event, State, applies

from .. import events as e
from ..layout import NODES
from ..state import LOST_TURN, MIN_SANITY, PART, Board, NodeNumber, SeatNumber, Soul


class SetUp(Change, frozen=True, tag="core.king:set-up"):
    """Sets the board."""

    board: Board


@applies(SetUp)
def apply_set_up(state: State, change: SetUp) -> None:
    state.parts[PART] = change.board


class LogRoll(AnnouncedChange, frozen=True, tag="core.king:rolled"):
    """Logs a die; does not change the board (K-END-0g). `roller`: a seat, or -1."""

    purpose: str
    roller: int
    faces: int
    value: int


@applies(LogRoll)
def apply_log_roll(state: State, change: LogRoll) -> Event:
    return change


class LogTotal(AnnouncedChange, frozen=True, tag="core.king:totaled"):
    """Logs a sum of dice; does not change the board.

    Attributes:
        purpose: a card, room or status by id, or the purpose of the die.
        dice, bonus: the numbers added.
        total: their sum, or 0 if an event's is lower.
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


@applies(LogTotal)
def apply_log_total(state: State, change: LogTotal) -> Event:
    return change


class BeginTurn(Change, frozen=True, tag="core.king:begin-turn"):
    """Begins the turn of the active seat. `iced`: on a floor with ice."""

    is_iced: bool


@applies(BeginTurn)
def apply_begin_turn(state: State, change: BeginTurn) -> Event:
    board: Board = state.parts[PART]
    soul = board.souls[board.active]
    board.has_begun = True
    soul.has_lost_turn = soul.skip != 0
    soul.skip = 0
    soul.is_iced = change.is_iced
    soul.was_lowest = soul.sanity <= MIN_SANITY
    soul.has_rolled_twice = False
    return e.TurnStarted(board.active, soul.has_lost_turn)


class FinishTurn(Change, frozen=True, tag="core.king:end-of-turn"):
    """Ends the turn of the active seat; holders of CLARITY gain 1 (K-TURN-4)."""


@applies(FinishTurn)
def apply_finish_turn(state: State, change: FinishTurn) -> Event:
    board: Board = state.parts[PART]
    seat = board.active
    soul = board.souls[seat]
    soul.is_marked = soul.has_lost_turn = soul.is_climbing = soul.has_deal = soul.is_iced = False
    gained = []
    for number, other in enumerate(board.souls):
        if "CLARITY" in other.statuses and other.sanity < other.top:
            other.sanity += 1
            gained.append((number, 1))
    board.turns += 1
    board.has_begun = False
    board.active = (seat + 1) % len(board.souls)
    return e.TurnEnded(seat, tuple(gained))


class EndRound(Change, frozen=True, tag="core.king:end-of-round"):
    """Announces that all turns of the round are over; does not change the board."""


@applies(EndRound)
def apply_end_round(state: State, change: EndRound) -> Event:
    return e.RoundEnded(state.parts[PART].round)


class NewRound(Change, frozen=True, tag="core.king:new-round"):
    """Begins the next round, one seat on (K-END-0f); lowers the banishment (K-BANISH-1)."""


@applies(NewRound)
def apply_new_round(state: State, change: NewRound) -> Event:
    board: Board = state.parts[PART]
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


class Spend(Change, frozen=True, tag="core.king:spend"):
    """Uses actions and free actions of a soul."""

    seat: SeatNumber
    actions: int = 0
    free: int = 0


@applies(Spend)
def apply_spend(state: State, change: Spend) -> None:
    soul: Soul = state.parts[PART].souls[change.seat]
    soul.spent_actions += change.actions
    soul.free_actions += change.free


class Exhaust(Change, frozen=True, tag="core.king:exhaust"):
    """Ends the actions of a soul for this turn."""

    seat: SeatNumber


@applies(Exhaust)
def apply_exhaust(state: State, change: Exhaust) -> None:
    state.parts[PART].souls[change.seat].is_exhausted = True


class LoseTurn(Change, frozen=True, tag="core.king:lose-turn"):
    """Makes a soul lose its next turn (D-30)."""

    seat: SeatNumber


@applies(LoseTurn)
def apply_lose_turn(state: State, change: LoseTurn) -> None:
    state.parts[PART].souls[change.seat].skip |= LOST_TURN


class UseSecondDie(Change, frozen=True, tag="core.king:use-second-die"):
    """Records that a soul rolled its second die this turn (K-ROLE-HIGH_ROLLER)."""

    seat: SeatNumber


@applies(UseSecondDie)
def apply_use_second_die(state: State, change: UseSecondDie) -> None:
    state.parts[PART].souls[change.seat].has_rolled_twice = True


class Mark(AnnouncedChange, frozen=True, tag="core.king:marked"):
    """Limits souls to 1 action in their next turn (K-KING-D6-3)."""

    seats: tuple[SeatNumber, ...]


@applies(Mark)
def apply_mark(state: State, change: Mark) -> Event:
    souls = state.parts[PART].souls
    for soul in [souls[seat] for seat in change.seats]:
        soul.is_marked = True
    return change


class Walk(Change, frozen=True, tag="core.king:walk"):
    """Moves a soul by MOVE, for `cost` actions."""

    seat: SeatNumber
    node: NodeNumber
    cost: int


@applies(Walk)
def apply_walk(state: State, change: Walk) -> Event:
    soul: Soul = state.parts[PART].souls[change.seat]
    _check_node(change.node)
    origin, soul.node = soul.node, change.node
    soul.spent_actions += change.cost
    soul.has_moved = True
    return e.Walked(change.seat, origin, change.node)


class PlaceSouls(AnnouncedChange, frozen=True, tag="core.king:taken"):
    """Puts souls on a node, at no cost."""

    seats: tuple[SeatNumber, ...]
    node: NodeNumber


@applies(PlaceSouls)
def apply_place_souls(state: State, change: PlaceSouls) -> Event:
    souls = state.parts[PART].souls
    _check_node(change.node)
    for soul in [souls[seat] for seat in change.seats]:
        soul.node = change.node
    return change


class SwapPlaces(AnnouncedChange, frozen=True, tag="core.king:swapped"):
    """Swaps the positions of two souls."""

    seat: SeatNumber
    other_seat: SeatNumber


@applies(SwapPlaces)
def apply_swap_places(state: State, change: SwapPlaces) -> Event:
    souls = state.parts[PART].souls
    one, other = souls[change.seat], souls[change.other_seat]
    one.node, other.node = other.node, one.node
    return change


def _check_node(node: int) -> None:
    if not 0 <= node < NODES:
        raise ValueError(f"node {node} is not in the house; nodes are 0..{NODES - 1}")
