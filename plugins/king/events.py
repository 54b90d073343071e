"""Events, for the log, statistics and reactions.

Nodes are integers (`layout.NODE_NAMES`); floors and seats count from 0.
"""

from footfall.api import Event


class TurnStarted(Event, frozen=True, tag="core.king:turn-started"):
    """A seat's turn has begun; `has_lost_turn` if it has no actions."""

    seat: int
    has_lost_turn: bool


class TurnEnded(Event, frozen=True, tag="core.king:turn-done"):
    """A seat's turn has ended. `gains`: (seat, amount) of holders of CLARITY; `is_idle`: it could act and did not."""

    seat: int
    gains: tuple[tuple[int, int], ...] = ()
    is_idle: bool = False


class RoundEnded(Event, frozen=True, tag="core.king:round-ended"):
    """All turns of a round are over; its eight blocks follow."""

    number: int


class RoundStarted(Event, frozen=True, tag="core.king:round-started"):
    """A round has begun."""

    number: int
    starter: int


class StarterChosen(Event, frozen=True, tag="core.king:starter-chosen"):
    """A mod has made a seat the first of the round."""

    seat: int


class CardReturned(Event, frozen=True, tag="core.king:card-returned"):
    """A discarded card, or one from outside the decks, has come under a box, or on top of it."""

    node: int
    card: str
    is_on_top: bool


class CardRemoved(Event, frozen=True, tag="core.king:card-removed"):
    """A discarded card is out of the game."""

    card: str


class Walked(Event, frozen=True, tag="core.king:walked"):
    """A soul moved by its own action."""

    seat: int
    origin: int
    node: int


class SanityLost(Event, frozen=True, tag="core.king:sanity-lost"):
    """A batch of losses without a crossing to -5."""

    amounts: tuple[tuple[int, int], ...]
    source: str


class SoulsFell(Event, frozen=True, tag="core.king:souls-fell"):
    """A batch of losses in which `seats` cross to -5; the crossings are handled next."""

    seats: tuple[int, ...]
    amounts: tuple[tuple[int, int], ...]
    source: str


class SoulBroke(Event, frozen=True, tag="core.king:broke"):
    """A soul is at -5; its `keys` and `objects` were destroyed (K-SANITY-5.3)."""

    seat: int
    role: str
    keys: int
    objects: tuple[str, ...]
    source: str


class Sacrificed(Event, frozen=True, tag="core.king:sacrificed"):
    """A soul gave up 1 maximum sanity or an object slot (K-SAC-2)."""

    seat: int
    role: str
    mode: str


class SanityGained(Event, frozen=True, tag="core.king:sanity-gained"):
    """Souls recovered."""

    amounts: tuple[tuple[int, int], ...]
    source: str


class Afflicted(Event, frozen=True, tag="core.king:afflicted"):
    """Souls got a status."""

    seats: tuple[int, ...]
    status: str
    left: int


class StatusesEnded(Event, frozen=True, tag="core.king:statuses-ended"):
    """Statuses ran out: (seat, status)."""

    endings: tuple[tuple[int, str], ...]


class MaximumLowered(Event, frozen=True, tag="core.king:maximum-lowered"):
    """Poison lowered a soul's maximum sanity."""

    seat: int
    top: int


class MaximumShifted(Event, frozen=True, tag="core.king:maximum-shifted"):
    """A rule of a mod has changed a soul's maximum sanity."""

    seat: int
    top: int


class CardDrawn(Event, frozen=True, tag="core.king:drew"):
    """The top card of a box was drawn. `fate`: where it went (`changes.DrawCard`)."""

    seat: int
    node: int
    card: str
    fate: str


class CardsSeen(Event, frozen=True, tag="core.king:saw"):
    """A soul looked at top cards of a box, the top one first."""

    seat: int
    node: int
    cards: tuple[str, ...]


class ObjectGained(Event, frozen=True, tag="core.king:object-gained"):
    """A soul took a card into its hand, other than by drawing it."""

    seat: int
    card: str


class ObjectLost(Event, frozen=True, tag="core.king:object-lost"):
    """A card left a soul's hand.

    Attributes:
        how: used, discarded, sold, robbed, dropped, given, attached, removed, or refused for want of a
            slot.
        taker: the seat to which it was given; -1 for none.
    """

    seat: int
    card: str
    how: str
    taker: int = -1


class KeyGained(Event, frozen=True, tag="core.king:key-gained"):
    """A soul gained a key, other than by drawing it."""

    seat: int
    source: str


class MonsterPlaced(Event, frozen=True, tag="core.king:haunted"):
    """A figure appeared, or moved.

    Attributes:
        seats: the souls it dragged along.
        has_ruined_room: whether it destroyed a special room there (K-MON-3).
        keys: keys that were destroyed with the room.
    """

    number: int
    kind: str
    node: int
    is_new: bool
    seats: tuple[int, ...] = ()
    has_ruined_room: bool = False
    keys: int = 0


class MonsterStunned(Event, frozen=True, tag="core.king:monster-stunned"):
    """A figure is stunned, or left the board."""

    number: int
    kind: str
    left: int
    is_gone: bool


class Robbed(Event, frozen=True, tag="core.king:robbed"):
    """A figure took a soul's objects and keys."""

    seat: int
    objects: tuple[str, ...]
    keys: int


class LootRecovered(Event, frozen=True, tag="core.king:loot-recovered"):
    """A soul took back as much of a figure's loot as its slots could hold; the rest was destroyed."""

    seat: int
    objects: tuple[str, ...]
    keys: int
    lost_objects: tuple[str, ...]
    lost_keys: int


class RoomOpened(Event, frozen=True, tag="core.king:room-opened"):
    """A face-down special room was opened."""

    node: int
    kind: str


class RoomUsed(Event, frozen=True, tag="core.king:room-used"):
    """A special room's action was used."""

    seat: int
    kind: str


class KingCame(Event, frozen=True, tag="core.king:king-came"):
    """The King came to a floor. `how`: roulette (with its d4), fury."""

    origin: int
    floor: int
    how: str
    d4: int = 0


class KingBanished(Event, frozen=True, tag="core.king:king-banished"):
    """The King is away at the next `rounds` round ends; a longer banishment from before counts."""

    rounds: int


class FalseKingTested(Event, frozen=True, tag="core.king:false-king-tested"):
    """The False King was tested (K-END-6c)."""

    seat: int
    total: int
    threshold: int


class BoxesTurned(Event, frozen=True, tag="core.king:boxes-turned"):
    """The boxes moved. `how`: ring, floors, shuffle."""

    how: str
