"""The deeds of rules as data: what a mod without Python may do to players."""

from __future__ import annotations

from typing import Annotated

from footfall.api import ActorId, Change, Context, Proposal, Push, Ref, Words, deed

from . import changes as c
from .layout import NODE_BY_NAME, NODE_NAMES
from .monsters import spawn_monster
from .records import NAMESPACE, records_of
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


@deed
def lose_turn(ctx: Context, seat: ActorId) -> list[Change]:
    """Makes a player lose the next turn."""
    return [c.LoseTurn(seat)] if _is_seat(ctx, seat) else []


@deed
def place(ctx: Context, seat: ActorId, node: Annotated[str, Words("node", NODE_NAMES)]) -> list[Change]:
    """Puts a player on a node, which draws no card."""
    return [c.PlaceSouls((seat,), NODE_BY_NAME[node])] if _is_seat(ctx, seat) else []


@deed
def bestow(ctx: Context, seat: ActorId, card: Annotated[str, Ref("card")]) -> list[Change]:
    """Gives a player an object or a tale from outside the decks; without a slot, one must be discarded."""
    records, name = records_of(ctx), card.removeprefix(NAMESPACE)
    if not _is_seat(ctx, seat) or name not in records.cards or records.cards[name].group not in ("object", "tale"):
        return []
    return [c.TakeObject(seat, name), Push("core.king:hands", (seat,))]


@deed
def bring(ctx: Context, seat: ActorId, figure: Annotated[str, Ref("figure")]) -> list[Change | Proposal]:
    """Brings a figure to a player's node, unless the board is full."""
    board, kind = board_of(ctx.state), figure.removeprefix(NAMESPACE)
    if not _is_seat(ctx, seat) or kind not in records_of(ctx).monster_kinds:
        return []
    return spawn_monster(ctx, board, seat, kind, board.souls[seat].node)


@deed
def banish(ctx: Context, rounds: int = 1) -> list[Change]:
    """Keeps the King away for some ends of round."""
    rounds = min(rounds, MAX_AMOUNT)
    return [c.Banish(rounds)] if rounds > 0 else []
