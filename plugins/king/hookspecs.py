"""The hooks that only this game asks; mods implement them with ``@hook.of("core.king", ...)``."""

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

from . import commands, hook_events as e
from .records import CardId, FigureId

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
        place: the node where the player is, from which a move starts (``"F1_R2"``).
        destination: the node to which a move leads; empty for all other actions.
        card: the card that is used, sold, given, dropped, taken or attached; empty for all other actions.
    """

    actor: ActorId
    action: Annotated[str, Words("action", ACTIONS)]
    place: e.Place
    destination: e.Place
    card: CardId = ""


class Arriving(events.HookEvent, frozen=True):
    """A card brings a figure.

    Attributes:
        actor: the seat that drew the card.
        kind: the figure (``"GOBLIN"``; one of another mod by its full id, as rules as data name all of them).
        place: the node where it arrives (``"F1_R2"``).
    """

    actor: ActorId
    kind: FigureId
    place: e.Place


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
    place: e.Place


@publish(HookKind.NOTIFY, since="0.1")
def on_draw(event: Drawing, ctx: Context) -> NotifyReturn:
    """A player is about to draw a card; the answers to questions that are asked here come before the card.

    Example: ``return [Tell(Message("you-mod-hush"))] if event.card == "CORPSE" else None``
    """


@publish(HookKind.VOTE, since="0.1")
def can_resolve(event: Drawing, ctx: Context) -> VoteReturn:
    """May this card, which a player draws, take effect? If not, it goes under its box.

    Example: ``return Deny(Message("you-mod-not-today"))``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_card(event: Drawing, ctx: Context) -> NotifyReturn:
    """A card has been drawn and lies where it goes: in a hand, under its box, among the discarded; its effects follow.

    Example: ``return [Tell(Message("you-mod-thunder"))] if event.card == "CORPSE" else None``
    """


@publish(HookKind.FOLD, "total", since="0.1")
def on_total(event: e.Totaling, ctx: Context) -> FoldReturn:
    """A sum of dice is about to be used: d6 + sanity of an event, an omen, an escape or the stairs; d6 of the chapel
    and of the King's effect (`king_effect`), where 0 leaves it out.

    Example: ``return [add("total", 1, "a lucky coin")] if event.purpose == "escape" else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_answer(event: e.Answering, ctx: Context) -> NotifyReturn:
    """A player has answered a question of a mod, that of `do.ask`, `do.ask_card` or `do.ask_player`.

    Example: ``return [Tell(Message("you-mod-thanks"))] if event.answer == "you-mod-yes" else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_roll(event: e.Rolling, ctx: Context) -> NotifyReturn:
    """A die of the board has been rolled: the King's, a figure's, that of a room or a card.

    Example: ``return [Tell(Message("you-mod-thunder"))] if event.purpose == "king_effect" else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_king(event: e.KingMoved, ctx: Context) -> NotifyReturn:
    """The King has come to a floor, or stayed on his own after his die.

    Example: ``return [Tell(Message("you-mod-steps"))] if event.floor == 3 else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_king_effect(event: e.KingActed, ctx: Context) -> NotifyReturn:
    """The King acts at the end of a round, by his die; asked before his effects.

    Example: ``return [Tell(Message("you-mod-laughter"))] if event.number == 6 else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_banish(event: e.Banishing, ctx: Context) -> NotifyReturn:
    """The King has been banished.

    Example: ``return [Tell(Message("you-mod-silence"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_threat(event: e.SanityChange, ctx: Context) -> NotifyReturn:
    """A player is about to lose sanity, before `on_damage`; the answers to questions asked here come before the loss.

    Neither it nor `on_damage` is asked about a loss by `do.lose`; `core.king:on_loss` tells of it.

    Example: ``return [Tell(Message("you-mod-brace"))] if event.amount > 2 else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_loss(event: e.SanityChange, ctx: Context) -> NotifyReturn:
    """A player has lost sanity. One that fell to -5 has lost its cards, and the others the sanity that this costs.

    Example: ``return [Tell(Message("you-mod-shiver"))] if event.manner == "house" else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_gain(event: e.SanityChange, ctx: Context) -> NotifyReturn:
    """A player has gained sanity, by meditation (`MEDITATE`), by healing, by a card or a room.

    Example: ``return [Tell(Message("you-mod-calm"))] if event.manner == "MEDITATE" else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_break(event: e.SeatConcerned, ctx: Context) -> NotifyReturn:
    """A player is at -5: its keys and cards are gone.

    Example: ``return [Tell(Message("you-mod-scream"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_sacrifice(event: e.Sacrificing, ctx: Context) -> NotifyReturn:
    """A player has given up maximum sanity or a slot.

    Example: ``return [Tell(Message("you-mod-vow"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_robbed(event: e.Robbery, ctx: Context) -> NotifyReturn:
    """A figure has taken cards or keys of a player.

    Example: ``return [Tell(Message("you-mod-thief"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_round(event: e.RoundBegun, ctx: Context) -> NotifyReturn:
    """A round has begun, before its first turn.

    Example: ``return [Tell(Message("you-mod-dawn"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_room_open(event: e.RoomShown, ctx: Context) -> NotifyReturn:
    """A face-down special room has been opened.

    Example: ``return [Tell(Message("you-mod-hinges"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_room_use(event: e.RoomVisit, ctx: Context) -> NotifyReturn:
    """A player uses the action of a special room; asked after its price is paid.

    Example: ``return [Tell(Message("you-mod-cheers"))] if event.room == "TAVERN" else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_figure(event: e.FigureMoved, ctx: Context) -> NotifyReturn:
    """A figure has arrived on the board, or moved.

    Example: ``return [Tell(Message("you-mod-growl"))] if event.is_new else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_stun(event: e.FigureStunned, ctx: Context) -> NotifyReturn:
    """A figure has been stunned, or has left the board.

    Example: ``return [Tell(Message("you-mod-thump"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_key(event: e.SeatConcerned, ctx: Context) -> NotifyReturn:
    """A player has gained a key, other than by drawing it.

    Example: ``return [Tell(Message("you-mod-jingle"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_card_gain(event: e.CardGained, ctx: Context) -> NotifyReturn:
    """A player has received a card, or a key of another player, other than by drawing it.

    Example: ``return [Tell(Message("you-mod-thanks"))] if event.how == "given" else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_card_loss(event: e.CardLost, ctx: Context) -> NotifyReturn:
    """A card has left the hand of a player: used, discarded, sold, dropped, given, robbed, attached,
    removed or refused.

    Example: ``return [Tell(Message("you-mod-gone"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_boxes(event: e.BoxesMoved, ctx: Context) -> NotifyReturn:
    """The boxes of the rooms have moved.

    Example: ``return [Tell(Message("you-mod-rumble"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_crown(event: e.SeatConcerned, ctx: Context) -> NotifyReturn:
    """A player has bought the Crown.

    Example: ``return [Tell(Message("you-mod-fanfare"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_crown_test(event: e.CrownTest, ctx: Context) -> NotifyReturn:
    """The False King has been tested at the end of a round.

    Example: ``return [Tell(Message("you-mod-doubt"))] if event.total <= event.threshold else None``
    """
