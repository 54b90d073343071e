"""The knowledge of a seat: the open board, and of the boxes only their sizes and the known top cards.

A bot that decides from an `Observation` cannot know hidden cards.
"""

from typing import Any

import msgspec

from footfall.api import Context

from ..layout import FLOOR, NODE_BY_NAME, NODES, PER_FLOOR, distance_map
from ..profile import Profile
from ..records import GameRecords, records_of
from ..rules.allowance import can_take_key
from ..state import Board, Soul, board_of


class Observation(msgspec.Struct, frozen=True):
    """The board as a seat sees it.

    Attributes:
        records: the tables of the game.
        seat: the observer.
        souls: all players, by seat.
        king, stairs, round: as on the board.
        box_sizes: the number of cards in the box of each node.
        seen_cards: the known top cards of each box, the top card first.
        open_rooms: kinds of open special rooms, by node.
        monster_nodes: nodes with a figure that is not stunned.
        keys: keys in all hands.
        have_room: whether each seat can take a key that it draws.
        was_ritual_held: as on the board.
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
    have_room: tuple[bool, ...]
    was_ritual_held: bool

    @property
    def soul(self) -> Soul:
        """The observer."""
        return self.souls[self.seat]

    @property
    def can_take_key(self) -> bool:
        """Whether the observer can take a key that it draws."""
        return self.have_room[self.seat]

    @property
    def floor(self) -> int:
        """The observer's floor, from 0."""
        return FLOOR[self.soul.node]

    @property
    def in_corridor(self) -> bool:
        """Whether the observer is in a corridor."""
        return self.soul.node % PER_FLOOR == 0

    @property
    def threshold(self) -> int:
        """The node of the Threshold."""
        return NODE_BY_NAME[self.profile.threshold_node]

    def distances_to(self, goal: int) -> list[int]:
        """Returns the distance of every node from `goal`."""
        return distance_map(self.stairs, goal)


def build_observation(ctx: Context, seat: int) -> Observation:
    """Returns the observation of a seat."""
    board: Board = board_of(ctx.state)
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
            tuple(reversed(box[len(box) - known :])) for box, known in zip(board.boxes, board.known_counts, strict=True)
        ),
        open_rooms={room.node: room.kind for room in board.specials if room.is_open and not room.is_destroyed},
        monster_nodes=frozenset(monster.node for monster in board.monsters if not monster.stun),
        keys=board.keys_in_hands(),
        have_room=tuple(can_take_key(board, soul) for soul in board.souls),
        was_ritual_held=board.was_ritual_held,
    )


def describe_situation(observation: Observation) -> dict[str, Any]:
    """Returns the facts that reasons name: sanity of the observer, keys in all hands and keys to win."""
    sanity = str(observation.soul.sanity).replace("-", "−")
    return {"sanity": sanity, "keys": observation.keys, "needed": observation.profile.keys_to_win}


def redeal_hidden(board: Board, order: list[int]) -> None:
    """Reorders the unknown cards in a copy of a game by a permutation of ``range(count_unseen(board))``."""
    boxes = zip(board.boxes, board.known_counts, strict=True)
    places = [(box, at) for box, known in boxes for at in range(len(box) - known)]
    cards = [box[at] for box, at in places]
    for (box, at), number in zip(places, order, strict=True):
        box[at] = cards[number]


def count_unseen(board: Board) -> int:
    """Returns the number of unknown cards in the boxes."""
    return sum(map(len, board.boxes)) - sum(board.known_counts[node] for node in range(NODES))
