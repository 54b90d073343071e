"""Statuses (K-STATUS)."""

from __future__ import annotations

from footfall.api import AnnouncedChange, Change, Event, State, applies

from .. import events as e
from ..state import PART, STUNNED_TURN, SeatNumber, Soul


class Afflict(Change, frozen=True, tag="core.king:afflict"):
    """Gives souls a status for `left` rounds; `trapper`: the figure that traps them."""

    seats: tuple[SeatNumber, ...]
    status: str
    left: int
    trapper: int = 0


@applies(Afflict)
def apply_afflict(state: State, change: Afflict) -> Event:
    souls: list[Soul] = state.parts[PART].souls
    for soul in [souls[seat] for seat in change.seats]:
        soul.statuses[change.status] = max(change.left, soul.statuses.get(change.status, 0))
        if change.status == "TRAPPED":
            soul.trapper = change.trapper
        elif change.status == "STUNNED":
            soul.skip |= STUNNED_TURN
    return e.Afflicted(change.seats, change.status, change.left)


class ClearStatus(AnnouncedChange, frozen=True, tag="core.king:cleared"):
    """Removes a status of a soul, or all (``""``)."""

    seat: SeatNumber
    status: str = ""


@applies(ClearStatus)
def apply_clear_status(state: State, change: ClearStatus) -> Event:
    soul: Soul = state.parts[PART].souls[change.seat]
    if change.status:
        soul.statuses.pop(change.status, None)
    else:
        soul.statuses.clear()
    if "TRAPPED" not in soul.statuses:
        soul.trapper = 0
    if "STUNNED" not in soul.statuses:
        soul.skip &= ~STUNNED_TURN
    return change


class TickStatuses(Change, frozen=True, tag="core.king:tick"):
    """Reduces all durations by one round (K-END-6a)."""


@applies(TickStatuses)
def apply_tick_statuses(state: State, change: TickStatuses) -> Event | None:
    ended: list[tuple[int, str]] = []
    for seat, soul in enumerate(state.parts[PART].souls):
        if soul.statuses:
            ended += ((seat, name) for name, left in soul.statuses.items() if left <= 1)
            soul.statuses = {name: left - 1 for name, left in soul.statuses.items() if left > 1}
            if soul.trapper and "TRAPPED" not in soul.statuses:
                soul.trapper = 0
    return e.StatusesEnded(tuple(ended)) if ended else None
