"""Losses, crossings to -5, the sacrifice (K-SANITY-5, K-SAC)."""

from collections.abc import Iterable, Mapping

from footfall.api import Ask, Context, Message, Push, Question
from footfall.api.events import Damage

from .. import changes as c
from ..hook_events import SanityChange
from ..records import records_of
from ..state import MIN_SANITY, MIN_TOP, Board, board_of
from .dice import NO_SEAT

ON_THREAT = "core.king:on_threat"

FURY_FACTOR = 2
"""The factor of the King's damage in his fury (D-49)."""

ACCEPT, SANITY_MAX, OBJECT_SLOT = "ACCEPT", "SANITY_MAX", "OBJECT_SLOT"


def lose_sanity(
    ctx: Context, board: Board, amounts: Iterable[tuple[int, int]], source: str, *, exact: bool = False
) -> c.Changes:
    """Lists the changes of one batch of losses (K-END-0e).

    VANITY raises each loss of its bearer by 1 (K-STATUS-VANITY). Mods change a loss through ``on_damage``, with the
    source as `manner` and the seat as `target`.

    Args:
        amounts: (seat, loss).
        source: ``house``, ``presence``, ``king``, ``fall``, ``curse``, ``false_king``, or the id of a card, room or
            figure.
        exact: ignore VANITY.
    """
    due = tuple(
        [
            (seat, amount + 1)
            if amount > 0 and not exact and "VANITY" in board.souls[seat].statuses
            else (seat, amount)
            for seat, amount in amounts
        ]
    )
    if ctx.has_listeners(ON_THREAT):
        threats = [SanityChange(seat, amount, source) for seat, amount in due if amount > 0]
        if asked := [proposal for threat in threats for proposal in ctx.notify(ON_THREAT, threat)]:
            return [*asked, Push("core.king:lose-now", (due, source))]
    return lose_now(ctx, due, source)


def lose_now(ctx: Context, due: Iterable[tuple[int, int]], source: str) -> c.Changes:
    """Lists the changes of a batch of losses, after the rules of mods at ``on_threat``."""
    due = tuple((seat, amount) for seat, amount in due)
    if not ctx.has_listeners("on_damage"):
        return [c.Lose(due, source)] if due else []
    changes: c.Changes = []
    final = []
    for seat, amount in due:
        folded = ctx.fold("on_damage", *build_damage(seat, source, amount))
        final.append((seat, find_loss(folded.terms)))
        changes.extend(folded.proposals)
    return [c.Lose(tuple(final), source), *changes] if due else changes


def build_damage(seat: int, source: str, amount: int) -> tuple[Damage, dict[str, int]]:
    """Returns the event and the terms of ``on_damage`` for a loss."""
    return Damage(NO_SEAT, seat, source, amount=amount), {"damage": amount, "armor": 0}


def find_loss(terms: Mapping[str, int]) -> int:
    """Returns the loss that mods decided on."""
    return max(0, terms["damage"] - terms["armor"])


def list_equal_losses(board: Board, amount: int) -> list[tuple[int, int]]:
    """Returns the same loss for every seat."""
    return [(seat, amount) for seat in range(len(board.souls))]


def handle_crossing(ctx: Context, *_: object) -> c.Changes:
    """Handles the first crossing: a sacrifice, or the -5 rule (K-SANITY-5.6)."""
    board = board_of(ctx.state)
    if not board.falling:
        return []
    seat = board.falling[0][0]
    if seat in board.held_seats:
        soul = board.souls[seat]
        options = []
        if soul.top > MIN_TOP:
            options.append(SANITY_MAX)
        if soul.object_slots > soul.slots_lost:
            options.append(OBJECT_SLOT)
        if options:
            options.append(ACCEPT)
            prompt = Message("king-ask-sacrifice", {"seat": seat + 1})
            return [Ask(Question(seat, "sacrifice", tuple(options), prompt), "core.king:sacrifice", (seat,))]
    return apply_minus5_rule(ctx, board, seat)


def resolve_sacrifice(ctx: Context, seat: int, mode: str) -> c.Changes:
    """Handles the answer of a crossing soul (K-SAC-2, K-SAC-4)."""
    board = board_of(ctx.state)
    if mode == ACCEPT:
        return apply_minus5_rule(ctx, board, seat)
    hands = [Push("core.king:hands", (seat,))] if mode == OBJECT_SLOT else []
    return [c.Sacrifice(seat, mode), *hands, *_push_next_crossing(board)]


def apply_minus5_rule(ctx: Context, board: Board, seat: int) -> c.Changes:
    """Applies the -5 rule: keys, objects, then 1 from every other player (K-SANITY-5.3)."""
    profile = board.profile
    soul = board.souls[seat]
    fires = not (profile.minus5_refire == "once_per_round" and soul.fell == board.round)
    if not fires:
        return [c.Break(seat, False), *_push_next_crossing(board)]
    spared = tuple(records_of(ctx).bound) if profile.spares_bound_at_minus5 else ()
    others = [(other, 1) for other in range(len(board.souls)) if other != seat]
    return [c.Break(seat, True, spared), *lose_sanity(ctx, board, others, "fall"), *_push_next_crossing(board)]


def _push_next_crossing(board: Board) -> c.Changes:
    return [Push("core.king:crossing")] if len(board.falling) > 1 else []


def set_to_zero(ctx: Context, board: Board, seat: int, source: str) -> c.Changes:
    """Sets sanity to 0; a loss ignores VANITY."""
    sanity = board.souls[seat].sanity
    if sanity > 0:
        return lose_sanity(ctx, board, [(seat, sanity)], source, exact=True)
    return [c.Gain(((seat, -sanity),), source)] if sanity < 0 else []


def set_to_lowest(ctx: Context, board: Board, seat: int, source: str) -> c.Changes:
    """Sets sanity to -5, ignoring VANITY."""
    return lose_sanity(ctx, board, [(seat, board.souls[seat].sanity - MIN_SANITY)], source, exact=True)
