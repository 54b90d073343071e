"""The commands of a turn (K-ACT, K-ROOM). Choices in between are answers to questions."""

from typing import Annotated

from footfall.api import ActorId, Command, Words

from .records import CardId, NodeName


class Move(Command, frozen=True, tag="core.king:move"):
    """Go to a neighboring node, by name (``F1_R2``)."""

    to: NodeName


class Search(Command, frozen=True, tag="core.king:search"):
    """Draw the top card of this room's box."""


class Meditate(Command, frozen=True, tag="core.king:meditate"):
    """Recover 1 in a room, 2 in a corridor."""


class Use(Command, frozen=True, tag="core.king:use"):
    """Use an object in hand, by id (``VIAL``)."""

    item: CardId


class Escape(Command, frozen=True, tag="core.king:escape"):
    """Try to break free (K-STATUS-TRAPPED)."""


class HealOthers(Command, frozen=True, tag="core.king:heal-others"):
    """Lose 1; every other player recovers 2 and gets the blessing CLARITY or ENLIGHTENED."""

    blessing: Annotated[str, Words("blessing", ("CLARITY", "ENLIGHTENED"))]


class DiscardClarity(Command, frozen=True, tag="core.king:discard-clarity"):
    """Give up CLARITY to clear all one's statuses."""


class AttachTale(Command, frozen=True, tag="core.king:attach-tale"):
    """Attach a tale to the Book, by id, to banish the King."""

    tale: CardId


class BuyCrown(Command, frozen=True, tag="core.king:buy-crown"):
    """Pay a key for the Crown in the Sanctuary."""


class Give(Command, frozen=True, tag="core.king:give"):
    """Give an object or a KEY to a player in the same node; seats count from 0."""

    target: ActorId
    item: CardId


class PedlarBuy(Command, frozen=True, tag="core.king:pedlar-buy"):
    """Lose 2 and take one of the pedlar's top two cards."""


class PedlarSell(Command, frozen=True, tag="core.king:pedlar-sell"):
    """Sell an object to the pedlar for sanity."""

    item: CardId


class ArmoryDrop(Command, frozen=True, tag="core.king:armoury-drop"):
    """Leave an object or a KEY in the armory."""

    item: CardId


class ArmoryTake(Command, frozen=True, tag="core.king:armoury-take"):
    """Take an object or a KEY from the armory."""

    item: CardId


class Tavern(Command, frozen=True, tag="core.king:tavern"):
    """Lose 1 and look at the top cards of two rooms."""


class YellowDoors(Command, frozen=True, tag="core.king:yellow-doors"):
    """Go to another player, who loses 1; seats count from 0."""

    target: ActorId


class Salon(Command, frozen=True, tag="core.king:salon"):
    """Be safe from yellow events until the round ends."""


class Chapel(Command, frozen=True, tag="core.king:chapel"):
    """Recover d6 + 2."""


class Ritual(Command, frozen=True, tag="core.king:ritual"):
    """Perform the rite of the lethal chamber for a key."""


class EndTurn(Command, frozen=True, tag="core.king:end-turn"):
    """End the turn."""
