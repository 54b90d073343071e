"""The deeds of rules as data: what a mod without Python may do to players."""

from __future__ import annotations

from typing import Annotated

from footfall.api import ActorId, Change, Context, Words, deed

from . import changes as c
from .state import board_of

STATUSES = ("PARANOIA", "STUNNED", "VANITY")
"""The statuses that a rule may give: those that no figure has to hold."""

SOURCE = "curse"
"""What the log names as the source."""

MAX_AMOUNT = 20
"""The most sanity that a rule takes or gives at once, and the most rounds of a status."""


def _is_seat(ctx: Context, seat: int) -> bool:
    return 0 <= seat < len(board_of(ctx.state).souls)


@deed
def lose(ctx: Context, seat: ActorId, amount: int = 1) -> list[Change]:
    """Takes sanity from a player."""
    amount = min(amount, MAX_AMOUNT)
    return [c.Lose(((seat, amount),), SOURCE)] if amount > 0 and _is_seat(ctx, seat) else []


@deed
def gain(ctx: Context, seat: ActorId, amount: int = 1) -> list[Change]:
    """Gives a player sanity, up to the maximum."""
    amount = min(amount, MAX_AMOUNT)
    return [c.Gain(((seat, amount),), SOURCE)] if amount > 0 and _is_seat(ctx, seat) else []


@deed
def afflict(
    ctx: Context, seat: ActorId, status: Annotated[str, Words("status", STATUSES)], rounds: int = 1
) -> list[Change]:
    """Gives a player a status for some rounds; 0 ends it."""
    if not _is_seat(ctx, seat):
        return []
    rounds = min(rounds, MAX_AMOUNT)
    return [c.Afflict((seat,), status, rounds)] if rounds > 0 else [c.ClearStatus(seat, status)]
