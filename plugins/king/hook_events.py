"""The events of the hooks that tell mods what has happened on the board."""

from typing import Annotated, Any

from footfall.api import ActorId, Count, Ref, Words, events

from .layout import NODE_NAMES
from .records import NAMESPACE, CardId, FigureId

SUMS = ("escape", "scout_stairs", "chapel", "king_effect")
"""The sums of dice that are neither an event nor an omen."""

DICE = (
    *("escape", "omen", "event", "event_second", "scout_stairs", "chapel", "ritual"),
    *("king_roulette", "king_effect", "false_king_check", "stairs_1", "stairs_2", "stairs_3"),
)
"""The dice of the board."""

SACRIFICES = ("SANITY_MAX", "OBJECT_SLOT")

CARD_LOSSES = ("used", "discarded", "sold", "dropped", "given", "robbed", "attached", "removed", "refused")

Place = Annotated[Any, Words("node", NODE_NAMES)]
"""A node by its name, with the readings of a place."""

RoomId = Annotated[str, Ref("room", NAMESPACE)]


class SeatConcerned(events.HookEvent, frozen=True):
    """Something has happened to a player.

    Attributes:
        actor: the seat.
    """

    actor: ActorId


class Rolling(events.HookEvent, frozen=True):
    """A die of the board has been rolled.

    Attributes:
        purpose: the name of the die.
        actor: the seat that rolled; -1 for the house.
        value: the face.
    """

    purpose: Annotated[str, Words("die", DICE)]
    actor: ActorId
    value: Count


class KingMoved(events.HookEvent, frozen=True):
    """The King has come to a floor.

    Attributes:
        floor: 1 to 3.
        how: by his die, or in fury.
    """

    floor: Count
    how: Annotated[str, Words("king move", ("roulette", "fury"))]


class KingActed(events.HookEvent, frozen=True):
    """The King's die has been rolled for his effect.

    Attributes:
        number: its face, 1 to 6, as `core.king:on_total` has changed it; 0: he does nothing.
    """

    number: Count


class Banishing(events.HookEvent, frozen=True):
    """The King has been banished.

    Attributes:
        rounds: the ends of round for which he is away.
    """

    rounds: Count


class SanityChange(events.HookEvent, frozen=True):
    """A player has lost or gained sanity.

    Attributes:
        actor: the seat.
        amount: how much, at least 1.
        manner: its source.
    """

    actor: ActorId
    amount: Count
    manner: events.Manner


class Sacrificing(events.HookEvent, frozen=True):
    """A player has sacrificed something to stay.

    Attributes:
        actor: the seat.
        offering: its maximum of sanity, or a slot.
    """

    actor: ActorId
    offering: Annotated[str, Words("sacrifice", SACRIFICES)]


class Totaling(events.HookEvent, frozen=True):
    """A sum of dice is about to be used. Term: ``total``.

    Attributes:
        actor: the seat that rolled.
        purpose: the event or omen, or the name of the die.
        dice: the sum of the dice themselves.
        bonus: the addition of the rules: sanity, or the gain of the chapel.
        total: the sum of both, as no mod has changed it.
        threshold: the total that passes; 0 where a table has the effects of each total.
    """

    actor: ActorId
    purpose: Annotated[str, Words("sum", SUMS, refs=(Ref("card", NAMESPACE),))]
    dice: Count
    bonus: int
    total: int
    threshold: Count


class Answering(events.HookEvent, frozen=True):
    """A player has answered a question of a mod.

    Attributes:
        actor: the seat.
        question: the id of its text.
        answer: the id of the text of the answer; empty after `do.ask_card` and `do.ask_player`.
        card: the card that was chosen; empty for none.
        partner: the seat that was chosen, or -1; ``partner != -1`` asks for one.
    """

    actor: ActorId
    question: Annotated[str, Words("question", is_open=True)]
    answer: Annotated[str, Words("answer", is_open=True)]
    card: CardId
    partner: ActorId


class Robbery(events.HookEvent, frozen=True):
    """A figure has robbed a player.

    Attributes:
        actor: the seat.
        cards: the number of cards taken.
        keys: the number of keys taken.
    """

    actor: ActorId
    cards: Count
    keys: Count


class RoundBegun(events.HookEvent, frozen=True):
    """A round has begun.

    Attributes:
        actor: the seat that begins it.
        number: the round, from 2.
    """

    actor: ActorId
    number: Count


class RoomShown(events.HookEvent, frozen=True):
    """A special room has been opened.

    Attributes:
        place: its node.
        room: the room.
    """

    place: Place
    room: RoomId


class RoomVisit(events.HookEvent, frozen=True):
    """A player has used the action of a special room.

    Attributes:
        actor: the seat.
        room: the room.
    """

    actor: ActorId
    room: RoomId


class FigureMoved(events.HookEvent, frozen=True):
    """A figure has come to a place.

    Attributes:
        kind: the figure.
        place: the node.
        is_new: it has just arrived on the board.
    """

    kind: FigureId
    place: Place
    is_new: bool


class FigureStunned(events.HookEvent, frozen=True):
    """A figure has been stunned, or has left the board.

    Attributes:
        kind: the figure.
        is_gone: it has left the board.
    """

    kind: FigureId
    is_gone: bool


class CardGained(events.HookEvent, frozen=True):
    """A card has come to the hand of a player.

    Attributes:
        actor: the seat.
        card: the card.
        how: ``"given"`` by a player, or ``"taken"`` from a shop, the armory or outside the decks.
        partner: the seat that gave it, or -1; ``partner != -1`` asks for one.
    """

    actor: ActorId
    card: CardId
    how: Annotated[str, Words("card gain", ("given", "taken"))]
    partner: ActorId


class CardLost(events.HookEvent, frozen=True):
    """A card has left the hand of a player.

    Attributes:
        actor: the seat.
        card: the card.
        how: the way; a tale is ``"attached"`` to the Book, a card ``"removed"`` from the game, a key of the pedlar
            ``"refused"`` for want of a slot.
        partner: the seat to which it was given, or -1; ``partner != -1`` asks for one.
    """

    actor: ActorId
    card: CardId
    how: Annotated[str, Words("card loss", CARD_LOSSES)]
    partner: ActorId


class BoxesMoved(events.HookEvent, frozen=True):
    """The boxes of the rooms have moved.

    Attributes:
        how: around the ring, around each floor, or at random.
    """

    how: Annotated[str, Words("box move", ("ring", "floors", "shuffle"))]


class CrownTest(events.HookEvent, frozen=True):
    """The False King has been tested.

    Attributes:
        actor: his seat.
        total: his roll with his sanity.
        threshold: he fails unless his total is above it.
    """

    actor: ActorId
    total: int
    threshold: int
