"""The state of a game: board, souls, monsters. Only appliers write it."""

from typing import Annotated, Final, TypeAlias

import msgspec

from footfall.api import Count, Int32, State

from . import layout
from .profile import Profile

PART: Final = "core.king"
"""The name of the part of the state."""

MIN_SANITY: Final = -5
"""The lower limit of sanity (K-SANITY-5.1)."""

MIN_TOP: Final = -1
"""The lowest maximum of sanity to which sacrifices lead (K-SAC-2)."""

KEY: Final = "KEY"

LOST: Final = "LOSE_BY_RULE"
"""The outcome of a game that a rule of a mod ends, and not as won."""

LOST_TURN: Final = 1
STUNNED_TURN: Final = 2
"""Reasons for a lost turn, as bits of `Soul.skip`; clearing statuses clears the second."""


MIN_SEATS: Final = 2
MAX_SEATS: Final = 4
"""The numbers of players (K-SETUP-1)."""

SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=MAX_SEATS)]
NodeNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=layout.NODES)]
FloorIndex: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=layout.FLOORS)]
RoomIndex: TypeAlias = Annotated[int, msgspec.Meta(ge=1, lt=layout.PER_FLOOR)]


class Soul(msgspec.Struct):
    """One player.

    Attributes:
        role: id of the role, without the namespace of this plugin.
        node: its position.
        sanity: MIN_SANITY..`top`.
        top: maximum sanity, including losses by poison and the bonus of a KEYRING.
        keys: keys in hand.
        objects: cards in hand, in order of gain.
        statuses: rounds left by status.
        trapper: number of the monster that trapped it; 0: none.
        key_slots, object_slots: limits by role; a KEYRING adds a key slot while held.
        slots_lost: object slots given up in sacrifices.
        fell: the last round in which the -5 rule took effect.
        is_marked: at most 1 action in the next turn (K-KING-D6-3).
        skip: reasons for a lost next turn, as bits.
        has_deal: the pedlar offers one deal (K-EVENT PEDLAR_VISIT).
        ignores_yellow: yellow events have no effect until the round ends.
        spent_actions: actions used this turn.
        free_actions: free actions used this turn.
        has_moved: has used MOVE this turn.
        has_rolled_twice: has rolled the second die of this turn (K-ROLE-HIGH_ROLLER).
        has_used_tavern: has used the tavern this turn.
        is_climbing: MOVE leads to the same room one floor up or down until the turn ends.
        is_exhausted: has no actions left this turn, regardless of the count.
        has_lost_turn: this turn is lost.
        is_iced: began the turn on ice.
        was_lowest: began the turn at MIN_SANITY.
    """

    role: str = "NONE"
    node: NodeNumber = 0
    sanity: Int32 = 5
    top: Int32 = 5
    keys: Count = 0
    objects: list[str] = []
    statuses: dict[str, Count] = {}
    trapper: Count = 0
    key_slots: Int32 = 1
    object_slots: Int32 = 2
    slots_lost: Int32 = 0
    fell: Count = 0
    is_marked: bool = msgspec.field(name="marked", default=False)
    skip: Count = 0
    has_deal: bool = msgspec.field(name="shop", default=False)
    ignores_yellow: bool = msgspec.field(name="salon", default=False)
    spent_actions: Int32 = msgspec.field(name="spent", default=0)
    free_actions: Int32 = msgspec.field(name="free", default=0)
    has_moved: bool = msgspec.field(name="moved", default=False)
    has_rolled_twice: bool = msgspec.field(name="rolled", default=False)
    has_used_tavern: bool = msgspec.field(name="tavern", default=False)
    is_climbing: bool = msgspec.field(name="climbing", default=False)
    is_exhausted: bool = msgspec.field(name="over", default=False)
    has_lost_turn: bool = msgspec.field(name="lost", default=False)
    is_iced: bool = msgspec.field(name="iced", default=False)
    was_lowest: bool = msgspec.field(name="low", default=False)

    def can_sacrifice(self) -> bool:
        """Whether the soul can give anything up (K-SAC-2, K-SAC-4)."""
        return self.top > MIN_TOP or self.object_slots > self.slots_lost


class Monster(msgspec.Struct):
    """A figure on the board. `number` counts arrivals from 1."""

    number: Count
    kind: str
    node: NodeNumber
    arrival_round: Count = msgspec.field(name="arrived", default=0)
    stun: Count = 0
    loot: list[str] = []
    loot_keys: Count = 0


class SpecialRoom(msgspec.Struct):
    """A special room of the game."""

    node: NodeNumber
    kind: str
    is_open: bool = msgspec.field(name="open", default=False)
    is_destroyed: bool = msgspec.field(name="destroyed", default=False)


class Board(msgspec.Struct):
    """The board.

    Attributes:
        profile: the profile of the game.
        souls: the players by seat, in turn order.
        round, starter, active: the round from 1, its starting seat, the seat whose turn it is.
        has_begun: whether the turn of `active` has begun.
        turns: turns taken this round.
        king: the floor (0..2) in whose corridor the King is.
        banish: ends of round for which he is still away.
        is_furious: whether his damage is doubled (D-49).
        stairs: the room number (1..4) of each floor's stair.
        false_king, crown_round: the False King's seat or -1, and the round of the crowning.
        boxes: cards by node, the top card last; empty for corridors.
        known_counts: the number of known top cards of each box.
        pedlar: the pedlar's deck, the top card last.
        pedlar_open: the cards on offer.
        specials: the special rooms.
        armory: the items left there (K-ROOM-ARMOURY).
        limbo: drawn cards whose effect is not over: (node of the box, card).
        discard_pile, removed_cards: cards changes of play, counted by id.
        supplied_cards: cards from outside the decks (start objects, a corpse's BLUNT, the ritual's key).
        monsters, arrivals: the figures in order of arrival, and the number of all arrivals.
        tue_tue, salon_uses, tales: counters of the whole game.
        was_ritual_held: whether the LETHAL_CHAMBER was used.
        charges: remaining uses of the STAIRS_TREASURE.
        keys_destroyed: destroyed keys (K-KEY-4).
        keys_spent: keys paid for the Crown.
        falling: crossings to -5, (seat, source), in order (K-SANITY-5.6).
        held_seats: the seats of `falling` that may sacrifice first (K-SAC-1).
        turns_floors: block 8 rotates the boxes of each floor instead of the ring (D-04).
        last_cause: the source of the last crossing (K-WIN-2).
    """

    profile: Profile
    souls: list[Soul]
    round: Count = 1
    starter: SeatNumber = 0
    active: SeatNumber = 0
    has_begun: bool = msgspec.field(name="begun", default=False)
    turns: Count = 0
    king: FloorIndex = 0
    banish: Count = 0
    is_furious: bool = msgspec.field(name="fury", default=False)
    stairs: list[RoomIndex] = msgspec.field(default_factory=lambda: [1, 1, 1])
    false_king: Int32 = -1
    crown_round: Count = msgspec.field(name="crowned", default=0)
    boxes: list[list[str]] = msgspec.field(default_factory=lambda: [[] for _ in range(layout.NODES)])
    known_counts: list[Count] = msgspec.field(name="known", default_factory=lambda: [0] * layout.NODES)
    pedlar: list[str] = []
    pedlar_open: list[str] = []
    specials: list[SpecialRoom] = []
    armory: list[str] = msgspec.field(name="armoury", default_factory=list)
    limbo: list[tuple[NodeNumber, str]] = []
    discard_pile: dict[str, Count] = msgspec.field(name="discarded", default_factory=dict)
    removed_cards: dict[str, Count] = msgspec.field(name="removed", default_factory=dict)
    supplied_cards: dict[str, Count] = msgspec.field(name="supplied", default_factory=dict)
    monsters: list[Monster] = []
    arrivals: Count = 0
    tue_tue: Count = 0
    salon_uses: Count = 0
    tales: Count = 0
    was_ritual_held: bool = msgspec.field(name="ritual", default=False)
    charges: Int32 = 3
    keys_destroyed: Count = 0
    keys_spent: Count = 0
    falling: list[tuple[SeatNumber, str]] = []
    held_seats: list[SeatNumber] = msgspec.field(name="held", default_factory=list)
    turns_floors: bool = msgspec.field(name="turn_floors", default=False)
    last_cause: str = ""

    def special_at(self, node: int) -> SpecialRoom | None:
        """Returns the special room at a node unless it is destroyed."""
        for special in self.specials:
            if special.node == node and not special.is_destroyed:
                return special
        return None

    def find_room_kind(self, seat: int) -> str:
        """Returns the kind of the open special room that a soul is in, or ``""``."""
        special = self.special_at(self.souls[seat].node)
        return special.kind if special is not None and special.is_open else ""

    def seats_in_round_order(self) -> list[int]:
        """Returns all seats, the starter of the round first."""
        count = len(self.souls)
        return [(self.starter + step) % count for step in range(count)]

    def seats_at(self, node: int) -> list[int]:
        """Returns the seats in a node, in seat order."""
        return [seat for seat, soul in enumerate(self.souls) if soul.node == node]

    def seats_on(self, floor: int) -> list[int]:
        """Returns the seats on a floor (0..2), in seat order."""
        first = floor * layout.PER_FLOOR
        return [seat for seat, soul in enumerate(self.souls) if first <= soul.node < first + layout.PER_FLOOR]

    def find_monster(self, number: int) -> Monster | None:
        """Returns the figure with this number, if it is on the board."""
        for monster in self.monsters:
            if monster.number == number:
                return monster
        return None

    def has_monster(self, kind: str) -> bool:
        """Whether a figure of a kind is on the board."""
        return any(monster.kind == kind for monster in self.monsters)

    def key_pool(self) -> int:
        """Returns the number of keys of this game: one more with an open LETHAL_CHAMBER (K-KEY-1).

        A chamber destroyed before its ritual does not count.
        """
        pool = self.profile.keys_total
        for special in self.specials:
            if special.kind == "LETHAL_CHAMBER" and special.is_open:
                pool += self.was_ritual_held or not special.is_destroyed
        return pool

    def keys_in_hands(self) -> int:
        """Returns the number of keys in all hands."""
        return sum(soul.keys for soul in self.souls)


def board_of(state: State) -> Board:
    """Returns the board."""
    board: Board = state.parts[PART]
    return board
