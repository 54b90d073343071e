"""What happened in the house, for screens, logs, statistics and reactions.

Nodes are integers (`house.NAMES`), floors count from 0, seats from 0.
"""

from __future__ import annotations

from footfall.api import Event


class Rolled(Event, frozen=True, tag="core.king:rolled"):
    """A die fell: purpose, roller (-1: nobody in particular), faces and value (K-END-0g)."""

    purpose: str
    roller: int
    faces: int
    value: int


class TurnStarted(Event, frozen=True, tag="core.king:turn-started"):
    """A seat's turn has begun; `lost` if it has no actions."""

    seat: int
    lost: bool


class TurnEnded(Event, frozen=True, tag="core.king:turn-done"):
    """A seat's turn has ended."""

    seat: int


class RoundStarted(Event, frozen=True, tag="core.king:round-started"):
    """A round has begun."""

    number: int
    starter: int


class Walked(Event, frozen=True, tag="core.king:walked"):
    """A soul moved by its own action."""

    seat: int
    origin: int
    node: int


class SoulsMoved(Event, frozen=True, tag="core.king:taken"):
    """Souls were moved by something else."""

    seats: tuple[int, ...]
    node: int


class SanityLost(Event, frozen=True, tag="core.king:sanity-lost"):
    """A batch of losses in which nobody crossed to -5."""

    amounts: tuple[tuple[int, int], ...]
    source: str


class SoulsFell(Event, frozen=True, tag="core.king:souls-fell"):
    """A batch of losses in which `seats` cross to -5; dealing with them follows at once."""

    seats: tuple[int, ...]
    amounts: tuple[tuple[int, int], ...]
    source: str


class SoulBroke(Event, frozen=True, tag="core.king:broke"):
    """A soul is at -5; `keys` and `objects` were destroyed with it (K-SANITY-5.3)."""

    seat: int
    role: str
    keys: int
    objects: tuple[str, ...]
    source: str


class Sacrificed(Event, frozen=True, tag="core.king:sacrificed"):
    """A soul gave up part of its maximum or an object slot instead of falling (K-SAC-2)."""

    seat: int
    role: str
    mode: str


class SanityGained(Event, frozen=True, tag="core.king:sanity-gained"):
    """Souls recovered."""

    amounts: tuple[tuple[int, int], ...]
    source: str


class Afflicted(Event, frozen=True, tag="core.king:afflicted"):
    """Souls have a status now."""

    seats: tuple[int, ...]
    status: str
    left: int


class StatusCleared(Event, frozen=True, tag="core.king:cleared"):
    """A soul lost a status; ``""`` for all."""

    seat: int
    status: str


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
    """A card left a soul's hand. `how`: used, discarded, sold, robbed, dropped, given, attached."""

    seat: int
    card: str
    how: str


class KeyGained(Event, frozen=True, tag="core.king:key-gained"):
    """A soul has one key more, other than by drawing it."""

    seat: int
    source: str


class MonsterPlaced(Event, frozen=True, tag="core.king:haunted"):
    """A figure appeared, or moved."""

    number: int
    kind: str
    node: int
    new: bool


class MonsterStunned(Event, frozen=True, tag="core.king:monster-stunned"):
    """A figure is stunned, or left the board."""

    number: int
    kind: str
    left: int
    gone: bool


class Robbed(Event, frozen=True, tag="core.king:robbed"):
    """A goblin took all a soul had."""

    seat: int
    objects: tuple[str, ...]
    keys: int


class RoomOpened(Event, frozen=True, tag="core.king:room-opened"):
    """A special room was turned up."""

    node: int
    kind: str


class RoomUsed(Event, frozen=True, tag="core.king:room-used"):
    """A special room's action was used."""

    seat: int
    kind: str


class KingCame(Event, frozen=True, tag="core.king:king-came"):
    """The King stands on a floor now. `how`: roulette, fury, banished."""

    origin: int
    floor: int
    how: str


class KingActed(Event, frozen=True, tag="core.king:king-acted"):
    """The King's d6 fell (A5)."""

    d6: int


class KingRaged(Event, frozen=True, tag="core.king:king-raged"):
    """The King's damage is doubled from now on (D-49)."""


class KingBanished(Event, frozen=True, tag="core.king:king-banished"):
    """The King is away for some ends of round."""

    rounds: int


class FalseKingTested(Event, frozen=True, tag="core.king:false-king-tested"):
    """The False King was tested (K-END-6c)."""

    seat: int
    total: int
    threshold: int


class Crowned(Event, frozen=True, tag="core.king:crowned"):
    """A soul wears the Crown."""

    seat: int


class StairsTurned(Event, frozen=True, tag="core.king:stairs-turned"):
    """The stairs stand in these rooms (1..4) now."""

    rooms: tuple[int, ...]


class BoxesTurned(Event, frozen=True, tag="core.king:boxes-turned"):
    """The boxes moved. `how`: ring, floors, shuffle."""

    how: str
