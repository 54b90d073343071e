"""The hooks that only this game asks; mods implement them with ``@hook.of("core.king", ...)``."""

from __future__ import annotations

from footfall.api import ActorId, Context, FoldReturn, HookKind, VoteReturn, events, publish


class Costing(events.HookEvent, frozen=True):
    """A player weighs or carries out an action. Term: ``cost``, in actions; 0 makes it one of the turn's free actions.

    Attributes:
        actor: the seat.
        action: the command without its namespace: ``"search"``, ``"heal-others"``, ``"chapel"``.
        place: the node where the player is (``"F1_R2"``).
    """

    actor: ActorId
    action: str
    place: str


class Arriving(events.HookEvent, frozen=True):
    """A card brings a figure.

    Attributes:
        actor: the seat that drew the card.
        kind: the figure (``"GOBLIN"``; one of another mod by its full id).
        place: the node where it arrives (``"F1_R2"``).
    """

    actor: ActorId
    kind: str
    place: str


@publish(HookKind.FOLD, "cost", since="0.1")
def on_cost(event: Costing, ctx: Context) -> FoldReturn:
    """What does an action cost? Asked for every command that could be legal, and again when it is carried out.

    Listeners propose terms; changes are ignored, since most of the actions asked about are never carried out.

    Example: ``return [add("cost", -1, "a steady hand")] if event.action == "heal-others" else None``
    """


@publish(HookKind.VOTE, since="0.1")
def can_arrive(event: Arriving, ctx: Context) -> VoteReturn:
    """May this figure arrive? Asked once per figure that a card brings, if the board has room for it.

    Example: ``return Deny(Message("you-mod-barred"))``
    """
