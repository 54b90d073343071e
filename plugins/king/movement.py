"""Moving: where a soul may go, what forbids it, and what follows (A1, A2, K-ENTER)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from footfall.api import Message, Play, Push, Refused
from footfall.api.events import Entering

from . import changes as c
from .allowance import actions_left, iced, sealed
from .codex import Codex
from .dice import die
from .house import FLOOR, FLOORS, NAMES, NEIGHBOURS, PER_FLOOR, stair_moves
from .state import Board, Soul

NO_EDGE = Refused(Message("king-no-edge"), "K-BOARD-4")
NO_STAIR = Refused(Message("king-no-stair"), "K-STAIRS-4")
SEALED = Refused(Message("king-no-sealed"), "K-MON-ICE_QUEEN")
SHY = Refused(Message("king-no-paranoia"), "K-STATUS-PARANOIA")
TIRED = Refused(Message("king-no-actions"), "K-TURN-2")


def reachable(board: Board, soul: Soul) -> tuple[int, ...]:
    """Nodes one MOVE away: along an edge, by the stairs, or by the treasure one floor up or down."""
    node = soul.node
    nodes = NEIGHBOURS[node]
    if node - FLOOR[node] * PER_FLOOR == board.stairs[FLOOR[node]]:
        nodes += stair_moves(board.stairs, node)
    if soul.climbing and node % PER_FLOOR:
        floor = FLOOR[node]
        climbs = [node + step * PER_FLOOR for step in (-1, 1) if 0 <= floor + step < FLOORS]
        nodes += tuple(each for each in climbs if each not in nodes)
    return nodes


def move_cost(book: Codex, board: Board, soul: Soul, node: int) -> int:
    """Actions a MOVE to `node` takes; a SCOUT's first of the turn is free."""
    if not soul.moved and book.roles[soul.role].first_move_free:
        return 0
    profile = board.profile
    return profile.move_cost if FLOOR[node] == FLOOR[soul.node] else profile.stairs_cost


def entry_refusal(play: Play, book: Codex, board: Board, seat: int, node: int) -> Refused | None:
    """What forbids a soul to go to a node of its own will, however far: ice, paranoia, a mod's vote."""
    soul = board.souls[seat]
    if board.monsters and sealed(book, board, FLOOR[soul.node]):
        return SEALED
    shy = "PARANOIA" in soul.statuses
    for other, each in enumerate(board.souls):
        if each.node == node and other != seat and (shy or "PARANOIA" in each.statuses):
            return SHY
    if play.listened("can_enter"):
        denied = play.vote("can_enter", Entering(seat, NAMES[node]))
        if denied is not None:
            return Refused(denied.reason, "can_enter")
    return None


def move_refusal(play: Play, book: Codex, board: Board, seat: int, node: int) -> Refused | None:
    """What forbids a MOVE, or None (K-ACT-MOVE)."""
    soul = board.souls[seat]
    if node not in reachable(board, soul):
        return NO_EDGE if FLOOR[node] == FLOOR[soul.node] else NO_STAIR
    if actions_left(book, board, seat) < move_cost(book, board, soul, node):
        return TIRED
    return entry_refusal(play, book, board, seat, node)


def entering(board: Board, seat: int, origin: int, node: int) -> list[Any]:
    """What follows when a soul enters a node by K-ENTER's ways: a room's card, or a corridor's peek."""
    if node % PER_FLOOR:
        return [Push("core.king:enter", (seat, node))]
    if FLOOR[origin] == FLOOR[node] and origin != node:
        return [Push("core.king:peek", (seat, node))]
    return []


def moving(play: Play, book: Codex, board: Board, seat: int, node: int) -> Sequence[Any]:
    """The changes of a legal MOVE."""
    soul = board.souls[seat]
    origin = soul.node
    cost = move_cost(book, board, soul, node)
    out: list[Any] = [c.Walk(seat, node, cost)]
    if FLOOR[origin] != FLOOR[node]:
        tested = book.roles[soul.role].stairs_test
        if tested and die(play, out, "scout_stairs", seat, 6) + soul.sanity < 3:
            out.append(c.Afflict((seat,), "STUNNED", 1))
        if board.monsters and iced(book, board, FLOOR[node], at_once=True):
            left = actions_left(book, board, seat) - cost
            if left > 1:
                out.append(c.Spend(seat, left - 1))
    out += entering(board, seat, origin, node)
    return out
