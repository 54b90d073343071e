"""Statuses: given, taken back, running out (K-STATUS)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from footfall.api import Event, State

from .. import changes as c
from .. import events as e
from ..state import PART, STUNNED_TURN, Soul


def _afflict(state: State, change: c.Afflict) -> Event:
    souls = state.parts[PART].souls
    for seat in change.seats:
        soul: Soul = souls[seat]
        soul.statuses[change.status] = max(change.left, soul.statuses.get(change.status, 0))
        if change.status == "TRAPPED":
            soul.trapper = change.trapper
        elif change.status == "STUNNED":
            soul.skip |= STUNNED_TURN
    return e.Afflicted(change.seats, change.status, change.left)


def _clear_status(state: State, change: c.ClearStatus) -> Event:
    soul: Soul = state.parts[PART].souls[change.seat]
    if change.status:
        soul.statuses.pop(change.status, None)
    else:
        soul.statuses.clear()
    if "TRAPPED" not in soul.statuses:
        soul.trapper = 0
    if "STUNNED" not in soul.statuses:
        soul.skip &= ~STUNNED_TURN
    return e.StatusCleared(change.seat, change.status)


def _tick_statuses(state: State, change: c.TickStatuses) -> None:
    for soul in state.parts[PART].souls:
        if soul.statuses:
            soul.statuses = {name: left - 1 for name, left in soul.statuses.items() if left > 1}
            if soul.trapper and "TRAPPED" not in soul.statuses:
                soul.trapper = 0


APPLIERS: dict[type[Any], Callable[[State, Any], Event | None]] = {
    c.Afflict: _afflict,
    c.ClearStatus: _clear_status,
    c.TickStatuses: _tick_statuses,
}
