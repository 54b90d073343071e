"""The King's deeds by his d6, one function per word of `content/king.toml` (K-KING-D6-1 to 6).

An effect is called with the result of the die, then its own arguments.
"""

from collections.abc import Callable

from footfall.api import Ask, Context, Message, Push, Question

from .. import changes as c
from ..layout import FLOOR, FLOOR_CYCLES, PER_FLOOR, stair_room
from ..records import KingEffect, KingTable, records_of
from ..state import Board, board_of
from .sanity import lose_sanity


def find_spared_seats(board: Board, d6: int) -> list[int]:
    """Returns the seats that a result spares: the False King's floor, by profile (D-03)."""
    if board.false_king < 0 or d6 not in board.profile.fk_floor_exempt:
        return []
    return board.seats_on(FLOOR[board.souls[board.false_king].node])


def reorder(ctx: Context, board: Board, d6: int) -> c.Changes:
    """Rotates the boxes of each floor, or shuffles every box (K-KING-D6-1)."""
    if board.profile.king_d6_1 == "shuffle":
        return [c.ShuffleBoxes(tuple(tuple(ctx.shuffle("boxes", box)) for box in board.boxes))]
    if board.profile.has_d6_1_for_ring:
        return [c.ScheduleFloorsTurn()]
    return [c.TurnBoxes(FLOOR_CYCLES, "floors")]


def harm(ctx: Context, board: Board, d6: int, amount: int) -> c.Changes:
    """Every player loses sanity (K-KING-D6-2)."""
    safe = find_spared_seats(board, d6)
    return lose_sanity(ctx, board, [(seat, amount) for seat in range(len(board.souls)) if seat not in safe], "king")


def limit_actions(ctx: Context, board: Board, d6: int) -> c.Changes:
    """Players on the King's floor have 1 action in their next turn (K-KING-D6-3)."""
    safe = find_spared_seats(board, d6)
    seats = tuple(seat for seat in board.seats_on(board.king) if seat not in safe)
    return [c.Mark(seats)] if seats else []


def drive(ctx: Context, board: Board, d6: int) -> c.Changes:
    """Players on the King's floor move by the stairs (K-STAIRMOVE-1)."""
    safe = find_spared_seats(board, d6)
    seats = tuple(seat for seat in board.seats_on(board.king) if seat not in safe)
    goal = stair_room(board.stairs, 0 if board.king == 1 else 1)
    return [c.PlaceSouls(seats, goal)] if seats else []


def attract(ctx: Context, board: Board, d6: int) -> c.Changes:
    """Players come to the King's corridor, except from the False King's floor (K-ATTRACT-1, K-ATTRACT-2)."""
    safe = find_spared_seats(board, d6)
    seats = tuple(seat for seat in range(len(board.souls)) if seat not in safe)
    return [c.PlaceSouls(seats, board.king * PER_FLOOR)] if seats else []


def queue_discards(ctx: Context, board: Board, d6: int) -> c.Changes:
    """Every player with an object discards one (K-KING-D6-6)."""
    safe = find_spared_seats(board, d6)
    seats = (seat for seat in board.seats_in_round_order() if seat not in safe and board.souls[seat].objects)
    return [Push("core.king:discard", (seat,)) for seat in seats]


def ask_discard(ctx: Context, seat: int) -> c.Changes:
    """Asks the owner which object to discard if there is a choice (A-16)."""
    board = board_of(ctx.state)
    objects = board.souls[seat].objects
    if board.profile.spares_bound_at_discard:
        bound = records_of(ctx).bound
        objects = [card for card in objects if card not in bound]
    if not objects:
        return []
    if board.profile.discard_choice == "last" or len(set(objects)) == 1:
        return [c.DropObject(seat, objects[-1], "discarded")]
    prompt = Message("king-ask-discard", {"seat": seat + 1})
    options = tuple(dict.fromkeys(objects))
    return [Ask(Question(seat, "discard", options, prompt), "core.king:discarded", (seat,))]


def resolve_discard(ctx: Context, seat: int, card: str) -> c.Changes:
    """Discards the chosen object."""
    return [c.DropObject(seat, card, "discarded")]


def list_effects(table: KingTable, d6: int) -> tuple[KingEffect, ...]:
    """Returns the King's deeds by a result of his die."""
    return next((row.effects for row in table.rows if d6 <= row.max_total), ())


KING_EFFECTS: dict[str, Callable[..., c.Changes]] = {
    "reorder": reorder,
    "harm": harm,
    "limit": limit_actions,
    "drive": drive,
    "attract": attract,
    "discard": queue_discards,
}
