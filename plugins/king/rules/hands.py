"""Limits of a hand: keys, objects, slots (K-KEY, K-OBJ, D-44)."""

from footfall.api import Ask, Context, Message, Push, Question

from .. import changes as c
from ..records import GameRecords, records_of
from ..state import Board, Soul, board_of


def key_limit(soul: Soul) -> int:
    """Returns how many keys a soul can hold (K-KEY-2)."""
    return soul.key_slots + soul.objects.count("KEYRING")


def can_take_key(board: Board, soul: Soul) -> bool:
    """Whether a key found now goes to the hand instead of under its deck (K-KEY-3)."""
    return soul.keys < key_limit(soul) and board.keys_in_hands() < board.key_pool() - board.keys_destroyed


def count_overflow(board: Board, records: GameRecords, seat: int, more: int = 0) -> int:
    """Returns objects in hand minus slots, after `more` additional objects."""
    soul = board.souls[seat]
    held = sum(card in records.slotted for card in soul.objects)
    return held + more - (soul.object_slots - soul.slots_lost)


def push_overflow_check(board: Board, records: GameRecords, seat: int, card: str) -> c.Changes:
    """Lets the owner discard if an object that comes to a hand exceeds the slots (D-44)."""
    if card in records.slotted and count_overflow(board, records, seat, 1) > 0:
        return [Push("core.king:hands", (seat,))]
    return []


def ask_overflow(ctx: Context, seat: int) -> c.Changes:
    """Asks a soul with more objects than slots to discard one, until they fit."""
    board = board_of(ctx.state)
    records = records_of(ctx)
    if count_overflow(board, records, seat) <= 0:
        return []
    options = tuple(card for card in board.souls[seat].objects if card in records.slotted)
    prompt = Message("king-ask-overflow", {"seat": seat + 1})
    return [Ask(Question(seat, "overflow", options, prompt), "core.king:discard-one", (seat,))]


def discard_overflow(ctx: Context, seat: int, card: str) -> c.Changes:
    """Discards the chosen object."""
    drop = c.DropObject(seat, card, "discarded")
    too_many = count_overflow(board_of(ctx.state), records_of(ctx), seat) > 1
    return [drop, Push("core.king:hands", (seat,))] if too_many else [drop]
