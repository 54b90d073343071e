"""What a seat may know: all that lies open on the table, and of the boxes only their size and what was seen.

A bot that decides by a `Sight` knows no hidden card by construction.
"""

from __future__ import annotations

import msgspec

from footfall.api import Play

from ..appliers import board_of
from ..codex import Codex, codex
from ..hands import may_take_key
from ..house import FLOOR, NODE, NODES, PER_FLOOR, moves_to
from ..profile import Profile
from ..state import Board, Soul


class Sight(msgspec.Struct, frozen=True):
    """The table as a seat sees it.

    Attributes:
        book: the tables of the game.
        me: the seat.
        souls: everybody, by seat.
        king, stairs, round: as on the board.
        cards: how many cards lie in the box of each node.
        seen: the top cards of each box that were seen, the top one first.
        rooms: special rooms that are open and whole, by node.
        figures: nodes with a figure.
        keys: keys in all hands.
        wants_key: whether the seat could take a key that it draws.
    """

    book: Codex
    profile: Profile
    me: int
    souls: list[Soul]
    king: int
    stairs: tuple[int, ...]
    round: int
    cards: tuple[int, ...]
    seen: tuple[tuple[str, ...], ...]
    rooms: dict[int, str]
    figures: frozenset[int]
    keys: int
    wants_key: bool

    @property
    def soul(self) -> Soul:
        """Oneself."""
        return self.souls[self.me]

    @property
    def floor(self) -> int:
        """One's own floor, from 0."""
        return FLOOR[self.soul.node]

    @property
    def in_corridor(self) -> bool:
        """Whether one stands in a corridor."""
        return self.soul.node % PER_FLOOR == 0

    @property
    def goal(self) -> int:
        """The node of the Threshold."""
        return NODE[self.profile.threshold_node]

    def away(self, goal: int) -> list[int]:
        """Moves from every node to `goal`."""
        return moves_to(self.stairs, goal)


def sight_of(play: Play, seat: int) -> Sight:
    """What a seat knows now."""
    board: Board = board_of(play.state)
    soul = board.souls[seat]
    return Sight(
        book=codex(play),
        profile=board.profile,
        me=seat,
        souls=board.souls,
        king=-1 if board.banish else board.king,
        stairs=tuple(board.stairs),
        round=board.round,
        cards=tuple(len(box) for box in board.boxes),
        seen=tuple(
            tuple(reversed(box[len(box) - known :]))
            for box, known in zip(board.boxes, board.known, strict=True)
        ),
        rooms={each.node: each.kind for each in board.specials if each.open and not each.destroyed},
        figures=frozenset(each.node for each in board.monsters if not each.stun),
        keys=board.keys_in_hands(),
        wants_key=may_take_key(board, soul),
    )


def hide(board: Board, order: list[int]) -> None:
    """Deals the cards that nobody has seen anew, in a private copy of a game.

    Args:
        order: a permutation of ``range(unseen(board))``.
    """
    places = [
        (box, at)
        for box, known in zip(board.boxes, board.known, strict=True)
        for at in range(len(box) - known)
    ]
    cards = [box[at] for box, at in places]
    for (box, at), number in zip(places, order, strict=True):
        box[at] = cards[number]


def unseen(board: Board) -> int:
    """How many cards in the boxes nobody has seen."""
    return sum(map(len, board.boxes)) - sum(board.known[node] for node in range(NODES))
