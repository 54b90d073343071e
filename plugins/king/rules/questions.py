"""Deeds of mods in steps of their own: cards drawn and returned, and questions, whose answers ``on_answer`` has."""

from collections.abc import Sequence
from typing import Final

from footfall.api import Ask, Context, Message, NoChanges, Push, Question, note_no_changes

from .. import changes as c
from ..hook_events import Answering
from ..layout import CORRIDORS
from ..records import GameRecords, records_of
from ..state import board_of
from .allowance import push_overflow_check
from .cards import draw_card

ON_ANSWER: Final = "core.king:on_answer"

ANSWER, CARD, PLAYER = "answer", "card", "player"
"""The kinds of questions."""

MAX_BOX = 40
"""The most cards of a box to which a rule adds one."""

NONE: Final = "NOTHING"
"""The option of choosing no card or player."""


def draw_top(ctx: Context, seat: int, node: int = -1) -> c.Changes:
    """Draws the top card of a box, by default of that where a player is, if there is one."""
    board = board_of(ctx.state)
    node = board.souls[seat].node if node < 0 else node
    if not board.boxes[node]:
        return [*note_no_changes(ctx, "draw", NoChanges("king-unchanged-empty-box"))]
    return draw_card(ctx, board, seat, node)


def shuffle_box(ctx: Context, node: int) -> c.Changes:
    """Shuffles the box of a room."""
    box = board_of(ctx.state).boxes[node]
    return [c.ShuffleBox(node, tuple(ctx.shuffle("box", box)))] if box else []


def ask_order(ctx: Context, seat: int, node: int, count: int, place: int = 1) -> c.Changes:
    """Asks which of the top cards of a box comes first, which second, and so on, until one is left."""
    box = board_of(ctx.state).boxes[node]
    options = tuple(dict.fromkeys(box[::-1][place - 1 : min(count, len(box))]))
    if len(options) < 2:
        return []
    prompt = Message("king-ask-order", {"seat": seat + 1, "place": place})
    return [Ask(Question(seat, CARD, options, prompt), "core.king:ordered", (seat, node, count, place))]


def put_in_order(ctx: Context, seat: int, node: int, count: int, place: int, card: str) -> c.Changes:
    """Moves the chosen card to its place, and asks for the next one."""
    origin = board_of(ctx.state).boxes[node][::-1].index(card, place - 1) + 1
    return [c.MoveCard(node, origin, place), Push("core.king:ask-order", (seat, node, count, place + 1))]


def return_card(ctx: Context, card: str, node: int, on_top: bool, is_supplied: bool = False) -> c.Changes:
    """Moves a card under the box of a room, or on top of it: a discarded one, or one from outside the decks."""
    board, deed, reason = board_of(ctx.state), "add_card" if is_supplied else "return_card", ""
    if node in CORRIDORS:
        reason = "king-unchanged-no-box"
    elif is_supplied and len(board.boxes[node]) >= MAX_BOX:
        reason = "king-unchanged-full-box"
    elif not is_supplied and not board.discard_pile.get(card):
        reason = "king-unchanged-not-discarded"
    if reason:
        return [*note_no_changes(ctx, deed, NoChanges(reason))]
    return [c.ReturnCard(node, card, on_top, is_supplied)]


def remove_discarded(ctx: Context, card: str) -> c.Changes:
    """Moves a discarded card out of the game."""
    if not board_of(ctx.state).discard_pile.get(card):
        return [*note_no_changes(ctx, "remove_card", NoChanges("king-unchanged-not-discarded"))]
    return [c.RemoveDiscarded(card)]


def ask_answer(ctx: Context, seat: int, question: str, *answers: str) -> c.Changes:
    """Asks a question with the answers of a mod."""
    return _ask(ctx, seat, ANSWER, question, answers)


def ask_card(ctx: Context, seat: int, question: str, then: str, must: bool = False) -> c.Changes:
    """Asks for a card of the hand, or none unless the player must choose; without cards there is no question."""
    cards = tuple(dict.fromkeys(board_of(ctx.state).souls[seat].objects))
    if not cards:
        return [*note_no_changes(ctx, "ask_card", NoChanges("king-unchanged-no-card"))]
    return _ask(ctx, seat, CARD, question, cards if must else (*cards, NONE), then)


def fetch_card(ctx: Context, seat: int, node: int, card: str) -> c.Changes:
    """Moves a card of a box on top of it, and into the hand of a player."""
    board, records = board_of(ctx.state), records_of(ctx)
    if card not in _list_things(records, board.boxes[node]):
        return [*note_no_changes(ctx, "fetch", NoChanges("king-unchanged-empty-box"))]
    origin = board.boxes[node][::-1].index(card) + 1
    overflow = push_overflow_check(board, records, seat, card)
    return [c.MoveCard(node, origin, 1), c.DrawCard(seat, node, "hand"), *overflow]


def ask_box(ctx: Context, seat: int, node: int, question: str, tag: str = "") -> c.Changes:
    """Shows a box, and asks for one of its cards that a hand can hold, or none; without them there is no question."""
    box, records = board_of(ctx.state).boxes[node], records_of(ctx)
    cards = [card for card in _list_things(records, box[::-1]) if not tag or tag in records.cards[card].tags]
    if not cards:
        return [*note_no_changes(ctx, "ask_box", NoChanges("king-unchanged-empty-box"))]
    return [c.SeeCards(seat, node, len(box)), *_ask(ctx, seat, CARD, question, (*cards, NONE))]


def _list_things(records: GameRecords, cards: Sequence[str]) -> list[str]:
    """The kinds of cards that a hand can hold."""
    return [card for card in dict.fromkeys(cards) if records.cards[card].group in ("object", "tale")]


def ask_player(ctx: Context, seat: int, question: str, *partners: int) -> c.Changes:
    """Asks for one of other players, or none."""
    return _ask(ctx, seat, PLAYER, question, (*map(str, partners), NONE))


def _ask(ctx: Context, seat: int, kind: str, question: str, options: tuple[str, ...], then: str = "") -> c.Changes:
    prompt = Message(question, {"seat": f"P{seat + 1}"})
    asked = Question(seat, kind, options, prompt)
    return [*ctx.ask_for_mod(asked, "core.king:answered", (seat, kind, question, then))]


def tell_answer(ctx: Context, seat: int, kind: str, question: str, then: str, answer: str) -> c.Changes:
    """Discards the chosen card if the mod wants it, and asks ``on_answer``."""
    chosen = "" if answer == NONE else answer
    card = chosen if kind == CARD else ""
    other = int(chosen) if kind == PLAYER and chosen else -1
    event = Answering(seat, question, chosen if kind == ANSWER else "", card, other)
    is_discarded = card and then == "discard" and card in board_of(ctx.state).souls[seat].objects
    if not is_discarded:
        return [*ctx.notify(ON_ANSWER, event)]
    return [c.DropObject(seat, card, "discarded"), Push("core.king:told-answer", (seat, question, card))]


def tell_discard(ctx: Context, seat: int, question: str, card: str) -> c.Changes:
    """Asks ``on_answer`` after the chosen card has been discarded."""
    return [*ctx.notify(ON_ANSWER, Answering(seat, question, "", card, -1))]
