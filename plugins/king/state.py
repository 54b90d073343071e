"""The state of one game: the board, the souls, the monsters. Written by appliers only."""

from __future__ import annotations

from typing import Final

import msgspec

from footfall.api import State

from . import layout
from .profile import Profile

PART: Final = "core.king"
"""Name of the part of the state."""

MIN_SANITY: Final = -5
"""Sanity never goes below (K-SANITY-5.1)."""

KEY: Final = "KEY"

LOST_TURN: Final = 1
STUNNED_TURN: Final = 2
"""Reasons why the next turn is lost, as bits of `Soul.skip`; clearing statuses clears the second."""


class Soul(msgspec.Struct):
    """One player.

    Attributes:
        role: id of the role; ids of this plugin stand without their namespace.
        node: where he is.
        sanity: LOWEST..`top`.
        top: his maximum, what poison took and what a KEYRING adds included.
        keys: keys in hand.
        objects: cards in hand, in the order gained.
        statuses: rounds left by status.
        trapper: id of the monster that trapped him; 0 for none.
        key_slots, object_slots: what the role carries; a KEYRING adds a key slot while held.
        slots_lost: object slots given up in sacrifices.
        fell: the round in which the -5 rule last fired for him.
        marked: the King allows 1 action in the next turn (K-KING-D6-3).
        skip: why the next turn is lost, as bits.
        shop: the pedlar waits for one deal (K-EVENT PEDLAR_VISIT).
        salon: yellow events do nothing until the round ends.
        spent: actions used this turn.
        free: free actions used this turn.
        moved: has used MOVE this turn.
        rolled: has rolled for an event since his turn began (HIGH_ROLLER).
        tavern: has used the tavern this turn.
        climbing: may use the same room one floor up or down until the turn ends.
        over: no actions are left this turn, whatever the count says.
        lost: this turn is lost.
        iced: began the turn on a floor with ice.
        low: began the turn at LOWEST.
    """

    role: str = "NONE"
    node: int = 0
    sanity: int = 5
    top: int = 5
    keys: int = 0
    objects: list[str] = []
    statuses: dict[str, int] = {}
    trapper: int = 0
    key_slots: int = 1
    object_slots: int = 2
    slots_lost: int = 0
    fell: int = 0
    marked: bool = False
    skip: int = 0
    shop: bool = False
    salon: bool = False
    spent: int = 0
    free: int = 0
    moved: bool = False
    rolled: bool = False
    tavern: bool = False
    climbing: bool = False
    over: bool = False
    lost: bool = False
    iced: bool = False
    low: bool = False

    def can_sacrifice(self) -> bool:
        """Whether any mode of K-SAC-2 is open (K-SAC-4)."""
        return self.top > -1 or self.object_slots > self.slots_lost


class Monster(msgspec.Struct):
    """A figure on the board. `number` counts arrivals from 1; the list keeps that order."""

    number: int
    kind: str
    node: int
    arrived: int = 0
    stun: int = 0
    loot: list[str] = []
    loot_keys: int = 0


class SpecialRoom(msgspec.Struct):
    """A special room: where, which, turned up or not, destroyed or not."""

    node: int
    kind: str
    open: bool = False
    destroyed: bool = False


class KingReport(msgspec.Struct):
    """What the King did in the last end of round he was there: facts for the screen.

    Attributes:
        round: of which round.
        origin, d4, floor: the roulette: whence, by which die, whither.
        d6: his deed; 0: not yet.
        check, threshold: the False King's test; threshold -99: none.
    """

    round: int = 0
    origin: int = 0
    d4: int = 0
    floor: int = 0
    d6: int = 0
    check: int = 0
    threshold: int = -99


class Board(msgspec.Struct):
    """Everything the rules of this game know.

    Attributes:
        profile: the values in force.
        souls: players by seat; seat order is turn order.
        round, starter, active: round from 1; the seat that began it; whose turn it is.
        begun: whether the turn of `active` has begun.
        turns: turns taken this round.
        king: floor of the King (0..2); he stands in its corridor.
        banish: ends of round he is still away.
        fury: whether his damage is doubled for good (D-49).
        stairs: room number 1..4 that holds the stair, per floor.
        false_king, crowned: seat of the False King or -1; the round he took the Crown.
        boxes: cards by node, the top card last; corridors are empty.
        known: how many top cards of each box the souls have seen.
        pedlar: the pedlar's deck, the top card last.
        pedlar_open: cards on offer, not yet taken.
        specials: the special rooms.
        armoury: what lies in the ARMOURY.
        limbo: cards drawn whose effect is not over: (node of the box, card).
        discarded, removed: cards changes of play, counted by id.
        supplied: cards made from the supply (start objects, a corpse's BLUNT, the ritual's key).
        monsters: figures in order of arrival; `arrivals` counts them all.
        tue_tue, salon_uses, tales: counters of the whole game.
        ritual: whether the LETHAL_CHAMBER was used.
        charges: uses left of the STAIRS_TREASURE.
        keys_destroyed: keys lost for good (K-KEY-4).
        keys_spent: keys paid for the Crown.
        falling: who crosses to -5 and by which source, in the order dealt with (K-SANITY-5.6).
        held: those of `falling` whose loss waits for their choice (K-SAC-1).
        turn_floors: the floors' boxes turn in block 8 in place of the ring (D-04).
        last_cause: the source of the last crossing (K-WIN-2).
        report: facts of the last end of round.
    """

    profile: Profile
    souls: list[Soul]
    round: int = 1
    starter: int = 0
    active: int = 0
    begun: bool = False
    turns: int = 0
    king: int = 0
    banish: int = 0
    fury: bool = False
    stairs: list[int] = msgspec.field(default_factory=lambda: [1, 1, 1])
    false_king: int = -1
    crowned: int = 0
    boxes: list[list[str]] = msgspec.field(default_factory=lambda: [[] for _ in range(layout.NODES)])
    known: list[int] = msgspec.field(default_factory=lambda: [0] * layout.NODES)
    pedlar: list[str] = []
    pedlar_open: list[str] = []
    specials: list[SpecialRoom] = []
    armoury: list[str] = []
    limbo: list[tuple[int, str]] = []
    discarded: dict[str, int] = {}
    removed: dict[str, int] = {}
    supplied: dict[str, int] = {}
    monsters: list[Monster] = []
    arrivals: int = 0
    tue_tue: int = 0
    salon_uses: int = 0
    tales: int = 0
    ritual: bool = False
    charges: int = 3
    keys_destroyed: int = 0
    keys_spent: int = 0
    falling: list[tuple[int, str]] = []
    held: list[int] = []
    turn_floors: bool = False
    last_cause: str = ""
    report: KingReport = msgspec.field(default_factory=KingReport)

    def special_at(self, node: int) -> SpecialRoom | None:
        """The special room at a node that is not destroyed."""
        for special in self.specials:
            if special.node == node and not special.destroyed:
                return special
        return None

    def seats_in_round_order(self) -> list[int]:
        """All seats, the starter of the round first."""
        count = len(self.souls)
        return [(self.starter + step) % count for step in range(count)]

    def seats_at(self, node: int) -> list[int]:
        """Seats in a node, in seat order."""
        return [seat for seat, soul in enumerate(self.souls) if soul.node == node]

    def seats_on(self, floor: int) -> list[int]:
        """Seats on a floor (0..2), in seat order."""
        first = floor * layout.PER_FLOOR
        return [seat for seat, soul in enumerate(self.souls) if first <= soul.node < first + layout.PER_FLOOR]

    def find_monster(self, number: int) -> Monster | None:
        """The figure with this number, if it is still on the board."""
        for monster in self.monsters:
            if monster.number == number:
                return monster
        return None

    def has_monster(self, kind: str) -> bool:
        """Whether a figure of a kind is on the board."""
        return any(monster.kind == kind for monster in self.monsters)

    def key_pool(self) -> int:
        """Keys that exist in this game: one more with an open LETHAL_CHAMBER (K-KEY-1).

        A chamber destroyed before its ritual no longer counts: its key can never come.
        """
        pool = self.profile.keys_total
        for special in self.specials:
            if special.kind == "LETHAL_CHAMBER" and special.open and (self.ritual or not special.destroyed):
                pool += 1
        return pool

    def keys_in_hands(self) -> int:
        """Keys that players hold."""
        return sum(soul.keys for soul in self.souls)


def board_of(state: State) -> Board:
    """The board of a game of this plugin."""
    board: Board = state.parts[PART]
    return board
