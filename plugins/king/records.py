"""The game's record kinds, and the tables from which rules read them.

Ids of this plugin's records are used without their namespace (``core.king:LIFT`` is ``LIFT``); those of other mods
keep it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from footfall.api import Context, Record, RecordKind, RowKey

from .profile import Profile

NAMESPACE = "core.king:"

Effect = tuple[str | int, ...]
"""A key of `effects.CARD_EFFECTS` and its arguments: ``["lose", 2]``."""


class CardRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of a card's table: the effects up to a total.

    Attributes:
        do: the effects, in order.
        to: the highest total of the row.
    """

    do: tuple[Effect, ...] = ()
    to: int = 99


class Card(Record, frozen=True):
    """A card of the room decks or of the pedlar's.

    Attributes:
        group: decides how the card is resolved when drawn.
        rooms, pedlar: copies in the 108 room cards and in the pedlar's deck.
        rows: event and omen: the effects by total.
        yellow: event: has no effect on a visitor of the BEAUTY_SALON.
        status, left: status card: the status, and its rounds.
        reveal: monster: the effects when it is drawn.
        slot: object: whether it takes an object slot.
        bound: object: never discarded, sold, stolen or dropped (K-OBJ-4).
        sale: object: sanity the pedlar pays.
        uses: object: the number of uses; 0: it cannot be used.
        use: object: the effects of its use; COMPASS, BLUNT and STAIRS_TREASURE have code.
    """

    group: Literal["event", "status", "object", "tale", "monster", "omen", "key"]
    rooms: int = 0
    pedlar: int = 0
    rows: Annotated[tuple[CardRow, ...], RowKey("to")] = ()
    yellow: bool = False
    status: str = ""
    left: int = 2
    reveal: tuple[Effect, ...] = ()
    slot: bool = False
    bound: bool = False
    sale: int = 1
    uses: int = 0
    use: tuple[Effect, ...] = ()


class PlayerRole(Record, frozen=True):
    """A role (K-ROLE).

    Attributes:
        sanity: the initial and maximum sanity.
        key_slots, object_slots: the limits of a hand.
        start: initial objects.
        drawn: whether setup deals it.
        first_move_free: the first MOVE of a turn is free.
        stairs_test: rolls against STUNNED on a floor change by MOVE.
        blunt_free: BLUNT costs no action.
        foresight: looks at the top two cards on entering, and may swap them.
        second_die: rolls two dice for the first event of a turn.
        heals: has HEAL_OTHERS.
        unsettling: others cannot meditate in the same node.
    """

    sanity: int
    key_slots: int = 1
    object_slots: int = 2
    start: tuple[str, ...] = ()
    drawn: bool = True
    first_move_free: bool = False
    stairs_test: bool = False
    blunt_free: bool = False
    foresight: bool = False
    second_die: bool = False
    heals: bool = False
    unsettling: bool = False


class MonsterKind(Record, frozen=True):
    """A figure (K-MON).

    Attributes:
        reveal: its effect on the player who draws it.
        gait: its moves in block 5: stays, hunts, or hunts until it has loot or a victim and then flees.
        traps, stuns: rounds of TRAPPED or STUNNED for players in its node in block 5.
        contact: its effect on players in its node in block 5, if the profile has `contact_effects`.
        plain_escape: ESCAPE from it ignores sanity (D-34).
        fragile: BLUNT removes it.
        ice: limits its floor to 1 action, at once or from the round after its arrival.
        seals: players on its floor cannot move in the round of its arrival.
    """

    reveal: Literal["", "trap", "rob", "abduct", "corridor"] = ""
    gait: Literal["still", "hunts", "loots", "drags"] = "still"
    traps: int = 0
    stuns: int = 0
    contact: Literal["", "rob", "abduct"] = ""
    plain_escape: bool = False
    fragile: bool = False
    ice: Literal["", "at_once", "later"] = ""
    seals: bool = False


class SpecialRoomKind(Record, frozen=True):
    """A special room (K-ROOM).

    Attributes:
        cost: actions per use.
    """

    cost: int = 0


RECORD_KINDS = (
    RecordKind("profile", Profile),
    RecordKind("card", Card),
    RecordKind("role", PlayerRole),
    RecordKind("figure", MonsterKind),
    RecordKind("room", SpecialRoomKind),
)

R = TypeVar("R", bound=Record)


class GameRecords:
    """The records of a mod set, by short id and in order of definition."""

    def __init__(self, records: Any) -> None:
        def read(kind: type[R], name: str) -> dict[str, R]:
            rows = records.table(kind, name)
            return {id.removeprefix(NAMESPACE): record for id, record in rows.items()}

        self.profiles = read(Profile, "profile")
        self.cards = read(Card, "card")
        self.roles = read(PlayerRole, "role")
        self.monster_kinds = read(MonsterKind, "figure")
        self.rooms = read(SpecialRoomKind, "room")
        self.bound = frozenset(id for id, card in self.cards.items() if card.bound)
        self.slotted = frozenset(id for id, card in self.cards.items() if card.slot)
        self.tales = tuple(id for id, card in self.cards.items() if card.group == "tale")
        self.usable = frozenset(id for id, card in self.cards.items() if card.uses)


@lru_cache(maxsize=16)
def _load_records(records: Any) -> GameRecords:
    return GameRecords(records)


def records_of(ctx: Context) -> GameRecords:
    """Returns the tables of the running game."""
    return _load_records(ctx.records)
