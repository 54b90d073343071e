"""Sanity: limits (K-SANITY-5.1), crossings (K-SANITY-5.6, K-SANITY-5.7), sacrifices (K-SAC-1); statuses (K-STATUS)."""

from typing import TypeAlias

from footfall.api import Event, Natural

from .. import events as e
from ..state import MIN_SANITY, MIN_TOP, STUNNED_TURN, Board, SeatNumber
from .model import AnnouncedBoardChange, BoardChange, add_to_pile, lower_max_sanity, take_from_hand

MAX_SHIFT = 20
"""The most by which a rule changes a maximum at once."""

Amounts: TypeAlias = tuple[tuple[SeatNumber, Natural], ...]
"""Pairs of seat and amount."""


class Lose(BoardChange, frozen=True, tag="core.king:lose"):
    """Applies a batch of losses to all its seats (K-END-0e); crossings are handled next."""

    amounts: Amounts
    source: str = ""

    def write(self, board: Board) -> Event | None:
        souls = board.souls
        targets = [souls[seat] for seat, _ in self.amounts]
        fell = []
        lost = []
        for soul, (seat, amount) in zip(targets, self.amounts, strict=True):
            if soul.sanity <= MIN_SANITY or amount <= 0 or seat in board.held_seats:
                continue
            lost.append((seat, min(amount, soul.sanity - MIN_SANITY)))  # overshoot is lost (K-SANITY-5.1)
            left = soul.sanity - amount
            if left > MIN_SANITY:
                soul.sanity = left
            else:
                fell.append(seat)
        if not fell:
            return e.SanityLost(tuple(lost), self.source)
        if len(fell) > 1:
            fell = [seat for seat in board.seats_in_round_order() if seat in fell]
        for seat in fell:
            soul = souls[seat]
            if board.profile.allows_sacrifice and soul.can_sacrifice():
                board.held_seats.append(seat)
            else:
                soul.sanity = MIN_SANITY
            board.falling.append((seat, self.source))
        return e.SoulsFell(tuple(fell), tuple(lost), self.source)


class Gain(BoardChange, frozen=True, tag="core.king:gain"):
    """Raises sanity, up to the maximum."""

    amounts: Amounts
    source: str = ""

    def write(self, board: Board) -> Event:
        souls = board.souls
        targets = [souls[seat] for seat, _ in self.amounts]
        gained = []
        for soul, (seat, amount) in zip(targets, self.amounts, strict=True):
            before, soul.sanity = soul.sanity, min(soul.top, soul.sanity + amount)
            gained.append((seat, soul.sanity - before))
        return e.SanityGained(tuple(gained), self.source)


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


class Break(BoardChange, frozen=True, tag="core.king:break"):
    """Completes a crossing to -5.

    Attributes:
        destroys_hand: whether keys and objects are destroyed (K-SANITY-5.3).
        spared_objects: objects that survive.
    """

    seat: SeatNumber
    destroys_hand: bool
    spared_objects: tuple[str, ...] = ()

    def write(self, board: Board) -> Event:
        soul = board.souls[self.seat]
        source = _remove_from_falling(board, self.seat)
        soul.sanity = MIN_SANITY
        board.last_cause = source
        keys = 0
        objects: tuple[str, ...] = ()
        if self.destroys_hand:
            soul.fell = board.round
            keys = soul.keys
            soul.keys = 0
            board.keys_destroyed += keys
            objects = tuple(card for card in soul.objects if card not in self.spared_objects)
            for card in objects:
                take_from_hand(board, self.seat, card)
                add_to_pile(board.removed_cards, card)
        return e.SoulBroke(self.seat, soul.role, keys, objects, source)


class Sacrifice(BoardChange, frozen=True, tag="core.king:sacrifice"):
    """Gives up SANITY_MAX or OBJECT_SLOT instead of crossing (K-SAC-2)."""

    seat: SeatNumber
    mode: str

    def write(self, board: Board) -> Event:
        soul = board.souls[self.seat]
        if self.mode == "SANITY_MAX":
            if soul.top <= MIN_TOP:
                raise ValueError("the maximum cannot fall below -1 by a sacrifice (K-SAC-2)")
            soul.top -= 1
        elif self.mode == "OBJECT_SLOT":
            if soul.object_slots <= soul.slots_lost:
                raise ValueError("no object slot is left to give up (K-SAC-4)")
            soul.slots_lost += 1
        else:
            raise ValueError(f"a sacrifice is SANITY_MAX or OBJECT_SLOT, not {self.mode!r}")
        _remove_from_falling(board, self.seat)
        soul.sanity = min(0, soul.top)
        return e.Sacrificed(self.seat, soul.role, self.mode)


class Poison(BoardChange, frozen=True, tag="core.king:poison"):
    """Lowers the maximum by 1 (K-STATUS-POISONED)."""

    seat: SeatNumber

    def write(self, board: Board) -> Event | None:
        soul = board.souls[self.seat]
        before = soul.top
        crossing = lower_max_sanity(board, self.seat, "poison")
        return crossing if crossing or soul.top == before else e.MaximumLowered(self.seat, soul.top)


class ShiftMaximum(BoardChange, frozen=True, tag="core.king:shift-maximum"):
    """Adds to the maximum, or takes from it as poison does; `amount` is between -MAX_SHIFT and MAX_SHIFT."""

    seat: SeatNumber
    amount: int

    def write(self, board: Board) -> Event:
        if abs(self.amount) > MAX_SHIFT:
            raise ValueError(f"a maximum changes by at most {MAX_SHIFT}, not by {self.amount}")
        soul = board.souls[self.seat]
        soul.top += max(0, self.amount)
        crossings = [lower_max_sanity(board, self.seat, "rule") for _ in range(-self.amount)]
        return next(filter(None, crossings), e.MaximumShifted(self.seat, soul.top))


class Afflict(BoardChange, frozen=True, tag="core.king:afflict"):
    """Gives souls a status for `left` rounds; `trapper`: the figure that traps them."""

    seats: tuple[SeatNumber, ...]
    status: str
    left: int
    trapper: int = 0

    def write(self, board: Board) -> Event:
        souls = board.souls
        for soul in [souls[seat] for seat in self.seats]:
            soul.statuses[self.status] = max(self.left, soul.statuses.get(self.status, 0))
            if self.status == "TRAPPED":
                soul.trapper = self.trapper
            elif self.status == "STUNNED":
                soul.skip |= STUNNED_TURN
        return e.Afflicted(self.seats, self.status, self.left)


class ClearStatus(AnnouncedBoardChange, frozen=True, tag="core.king:cleared"):
    """Removes a status of a soul, or all (``""``)."""

    seat: SeatNumber
    status: str = ""

    def write(self, board: Board) -> Event:
        soul = board.souls[self.seat]
        if self.status:
            soul.statuses.pop(self.status, None)
        else:
            soul.statuses.clear()
        if "TRAPPED" not in soul.statuses:
            soul.trapper = 0
        if "STUNNED" not in soul.statuses:
            soul.skip &= ~STUNNED_TURN
        return self


class TickStatuses(BoardChange, frozen=True, tag="core.king:tick"):
    """Reduces all durations by one round (K-END-6a)."""

    def write(self, board: Board) -> Event | None:
        ended: list[tuple[int, str]] = []
        for seat, soul in enumerate(board.souls):
            if soul.statuses:
                ended += ((seat, name) for name, left in soul.statuses.items() if left <= 1)
                soul.statuses = {name: left - 1 for name, left in soul.statuses.items() if left > 1}
                if soul.trapper and "TRAPPED" not in soul.statuses:
                    soul.trapper = 0
        return e.StatusesEnded(tuple(ended)) if ended else None
