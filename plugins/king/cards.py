"""Entering, drawing, and what becomes of a card (K-ENTER, C4 to C6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from footfall.api import Ask, Message, Play, Push, Question

from . import changes as c
from .appliers import board_of
from .codex import Card, Codex, codex
from .dice import die
from .effects import apply
from .hands import arriving, may_take_key
from .house import FLOOR, NAMES, NODE, ROOMS_OF
from .state import Board
from .words import name as name_of

SKIP, KEEP, SWAP = "SKIP", "KEEP", "SWAP"


# Entering.


def enter(play: Play, seat: int, node: int) -> Sequence[Any]:
    """K-ENTER: a PSYCHIC looks, a face-down special room is turned up, the top card is drawn."""
    board = board_of(play.state)
    if board.souls[seat].node != node:  # moved on before he could look around
        return ()
    book = codex(play)
    if len(board.boxes[node]) > 1 and book.roles[board.souls[seat].role].foresight:
        return [
            c.See(seat, node, 2),
            Push("core.king:foresee", (seat, node)),
            Push("core.king:open", (seat, node)),
        ]
    return open_and_draw(play, seat, node)


def foresee(play: Play, seat: int, node: int) -> Sequence[Any]:
    """A PSYCHIC may swap the two cards he saw."""
    box = board_of(play.state).boxes[node]
    prompt = Message(
        "king-ask-foresee", {"seat": seat + 1, "top": name_of(box[-1]), "next": name_of(box[-2])}
    )
    return [Ask(Question(seat, "foresee", (KEEP, SWAP), prompt), "core.king:foreseen", (seat, node))]


def foreseen(play: Play, seat: int, node: int, answer: str) -> Sequence[Any]:
    """The PSYCHIC's answer."""
    return [c.SwapTop(node)] if answer == SWAP else ()


def open_and_draw(play: Play, seat: int, node: int) -> Sequence[Any]:
    """Turns a face-down special room up and draws the top card."""
    board = board_of(play.state)
    special = board.special_at(node)
    out: list[Any] = []
    if special is not None and not special.open:
        out.append(c.Open(node))
    if board.boxes[node]:
        out += draw(play, board, seat, node)
    return out


def peek(play: Play, seat: int, node: int) -> Sequence[Any]:
    """Entering a corridor from a room of its floor: one look at one top card, or none."""
    board = board_of(play.state)
    options = tuple(NAMES[room] for room in ROOMS_OF[FLOOR[node]] if board.boxes[room])
    if not options or board.souls[seat].node != node:
        return ()
    prompt = Message("king-ask-peek", {"seat": seat + 1})
    return [Ask(Question(seat, "peek", (*options, SKIP), prompt), "core.king:peeked", (seat,))]


def peeked(play: Play, seat: int, answer: str) -> Sequence[Any]:
    """The top card of the room chosen is seen."""
    return [c.See(seat, NODE[answer])] if answer != SKIP else ()


# Drawing.


def draw(play: Play, board: Board, seat: int, node: int) -> list[Any]:
    """Draws the top card of a box and resolves it (K-CARD-1..3)."""
    book = codex(play)
    name = board.boxes[node][-1]
    card = book.cards[name]
    group = card.group
    if group == "event":
        does = resolve_event(play, board, book, seat, node, name, card)
        if not any(type(change) is Push for change in does):
            return [c.Draw(seat, node, "under"), *does]
        return [c.Draw(seat, node, "limbo"), *does, Push("core.king:tuck", (node, name))]
    if group == "object" or group == "tale":
        return [c.Draw(seat, node, "hand"), *arriving(board, book, seat, name)]
    if group == "status":
        return [c.Draw(seat, node, "removed"), c.Afflict((seat,), card.status, card.left)]
    if group == "key":
        return [c.Draw(seat, node, "key" if may_take_key(board, board.souls[seat]) else "under")]
    if group == "omen":
        out: list[Any] = [c.Draw(seat, node, "discarded")]
        total = die(play, out, "omen", seat, 6) + board.souls[seat].sanity
        return out + table(play, board, seat, node, name, card, total)
    return [c.Draw(seat, node, "removed"), *apply(play, board, seat, node, name, card.reveal)]


def resolve_event(
    play: Play, board: Board, book: Codex, seat: int, node: int, name: str, card: Card
) -> list[Any]:
    """An event: d6 + sanity, at least 0; a HIGH_ROLLER adds a second die once a turn (C5)."""
    soul = board.souls[seat]
    if card.yellow and soul.salon:
        return []
    out: list[Any] = []
    total = die(play, out, "event", seat, 6) + soul.sanity
    if not soul.rolled and book.roles[soul.role].second_die:
        total += die(play, out, "event_second", seat, 6)
        out.append(c.UseSecondDie(seat))
    return out + table(play, board, seat, node, name, card, max(0, total))


def table(play: Play, board: Board, seat: int, node: int, name: str, card: Card, total: int) -> list[Any]:
    """What a total leads to by the card's table."""
    for row in card.rows:
        if total <= row.to:
            return apply(play, board, seat, node, name, row.do)
    return []


def tuck(play: Play, node: int, card: str) -> Sequence[Any]:
    """An event whose effect is over goes under the deck it came from (K-CARD-1, D-46)."""
    return [c.Tuck(node, card)]
