"""The hooks that only this game asks; mods implement them with ``@hook.of("core.king", ...)``."""

from __future__ import annotations

from typing import Annotated

from footfall.api import (
    ActorId,
    Command,
    Context,
    FoldReturn,
    HookKind,
    NotifyReturn,
    VoteReturn,
    Words,
    events,
    publish,
)

from . import commands
from .records import CardId, FigureId, NodeName

ACTIONS = tuple(
    str(kind.__struct_config__.tag).rpartition(":")[2]
    for kind in vars(commands).values()
    if isinstance(kind, type) and issubclass(kind, Command) and kind is not Command
)
"""The names of the actions of a turn."""


class Costing(events.HookEvent, frozen=True):
    """A player weighs or carries out an action. Term: ``cost``, in actions; 0 makes it one of the turn's free actions.

    Attributes:
        actor: the seat.
        action: the command without its namespace: ``"search"``, ``"heal-others"``, ``"chapel"``.
        place: the node where the player is (``"F1_R2"``).
    """

    actor: ActorId
    action: Annotated[str, Words("action", ACTIONS)]
    place: NodeName


class Arriving(events.HookEvent, frozen=True):
    """A card brings a figure.

    Attributes:
        actor: the seat that drew the card.
        kind: the figure (``"GOBLIN"``; one of another mod by its full id, as rules as data name all of them).
        place: the node where it arrives (``"F1_R2"``).
    """

    actor: ActorId
    kind: FigureId
    place: NodeName


@publish(HookKind.FOLD, "cost", since="0.1")
def on_cost(event: Costing, ctx: Context) -> FoldReturn:
    """The cost of an action. Asked for every command that could be legal, and again when it is carried out.

    Listeners propose terms; changes are ignored, since most of the actions asked about are never carried out.

    Example: ``return [add("cost", -1, "a steady hand")] if event.action == "heal-others" else None``
    """


@publish(HookKind.VOTE, since="0.1")
def can_arrive(event: Arriving, ctx: Context) -> VoteReturn:
    """May this figure arrive? Asked once per figure that a card brings, if the board has room for it.

    Example: ``return Deny(Message("you-mod-barred"))``
    """


class Drawing(events.HookEvent, frozen=True):
    """A player has drawn a card.

    Attributes:
        actor: the seat.
        card: the card (``"CORPSE"``; one of another mod by its full id, as rules as data name all of them).
        place: the node of the box it came from (``"F1_R2"``).
    """

    actor: ActorId
    card: CardId
    place: NodeName


@publish(HookKind.NOTIFY, since="0.1")
def on_card(event: Drawing, ctx: Context) -> NotifyReturn:
    """A card has been drawn; asked before its effects.

    Example: ``return [Tell(Message("you-mod-thunder"))] if event.card == "CORPSE" else None``
    """
