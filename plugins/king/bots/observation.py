"""What a seat may know: all that lies open on the table, and of the boxes only their size and what was seen.

A bot that decides by a `Observation` knows no hidden card by construction.
"""

from __future__ import annotations

import msgspec

from footfall.api import Context

from ..hands import can_take_key
from ..layout import FLOOR, NODE_BY_NAME, NODES, PER_FLOOR, distance_map
from ..profile import Profile
from ..records import GameRecords, records_of
from ..state import Board, Soul, board_of


class Observation(msgspec.Struct, frozen=True):
    """The table as a seat sees it.

    Attributes:
        records: the tables of the game.
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

    records: GameRecords
    profile: Profile
    seat: int
    souls: list[Soul]
    king: int
    stairs: tuple[int, ...]
    round: int
    box_sizes: tuple[int, ...]
    seen_cards: tuple[tuple[str, ...], ...]
    open_rooms: dict[int, str]
    monster_nodes: frozenset[int]
    keys: int
    can_take_key: bool

    @property
    def soul(self) -> Soul:
        """Oneself."""
        return self.souls[self.seat]

    @property
    def floor(self) -> int:
        """One's own floor, from 0."""
        return FLOOR[self.soul.node]

    @property
    def in_corridor(self) -> bool:
        """Whether one stands in a corridor."""
        return self.soul.node % PER_FLOOR == 0

    @property
    def threshold(self) -> int:
        """The node of the Threshold."""
        return NODE_BY_NAME[self.profile.threshold_node]

    def distances_to(self, goal: int) -> list[int]:
        """Moves from every node to `goal`."""
        return distance_map(self.stairs, goal)


def build_observation(ctx: Context, seat: int) -> Observation:
    """What a seat knows now."""
    board: Board = board_of(ctx.state)
    soul = board.souls[seat]
    return Observation(
        records=records_of(ctx),
        profile=board.profile,
        seat=seat,
        souls=board.souls,
        king=-1 if board.banish else board.king,
        stairs=tuple(board.stairs),
        round=board.round,
        box_sizes=tuple(len(box) for box in board.boxes),
        seen_cards=tuple(
            tuple(reversed(box[len(box) - known :]))
            for box, known in zip(board.boxes, board.known, strict=True)
        ),
        open_rooms={each.node: each.kind for each in board.specials if each.open and not each.destroyed},
        monster_nodes=frozenset(each.node for each in board.monsters if not each.stun),
        keys=board.keys_in_hands(),
        can_take_key=can_take_key(board, soul),
    )


def redeal_hidden(board: Board, order: list[int]) -> None:
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


def count_unseen(board: Board) -> int:
    """How many cards in the boxes nobody has seen."""
    return sum(map(len, board.boxes)) - sum(board.known[node] for node in range(NODES))
