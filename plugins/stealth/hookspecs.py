"""The hooks that only this game asks; mods implement them with ``@hook.of("core.stealth", ...)``."""

from __future__ import annotations

from typing import Annotated

from footfall.api import ActorId, Context, FoldReturn, HookKind, NotifyReturn, Ref, Words, events, publish


class Noticing(events.HookEvent, frozen=True):
    """An unaware creature checks whether it notices a target. Term: ``engage``, its range in cells.

    Attributes:
        watcher, target: actor ids.
        sense: ``"sight"`` or ``"hearing"``.
        distance: Chebyshev distance in cells.
    """

    watcher: ActorId
    target: ActorId
    sense: Annotated[str, Words("sense", ("sight", "hearing"))]
    distance: int


class Inquiring(events.HookEvent, frozen=True):
    """A calm or sleeping creature has heard a noise that nothing explains. Term: ``patience``, turns it looks around.

    Attributes:
        listener: actor id.
        source: actor id; 0 if no actor made the noise.
        kind: the kind of sound.
        loudness: in loudness levels.
        distance: Chebyshev distance in cells.
        at: where the noise was made, ``(y, x)``.
    """

    listener: ActorId
    source: ActorId
    kind: events.Sounding
    loudness: int
    distance: int
    at: events.Cell


class Throwing(events.HookEvent, frozen=True):
    """An actor has thrown an item.

    Attributes:
        item: record id.
        at: the cell it was thrown at, ``(y, x)``.
        target: id of the actor that stood there; 0 for none.
    """

    actor: ActorId
    item: Annotated[str, Ref("item")]
    at: events.Cell
    target: ActorId = 0


class ItemEffect(events.HookEvent, frozen=True):
    """An item with an effect word of a mod has been used, or has shattered.

    Attributes:
        actor: who used or threw it.
        target: the actor that it affects; 0 for none.
        at: where it takes effect, ``(y, x)``.
        word: the effect word, ``do`` of the item's use.
        amount: a number between ``low`` and ``high`` of the use, rolled.
    """

    actor: ActorId
    target: ActorId
    at: events.Cell
    word: Annotated[str, Words("use", is_open=True)]
    amount: int


@publish(HookKind.FOLD, "unaware", since="0.1")
def on_ambush(event: events.Attack, ctx: Context) -> FoldReturn:
    """Is the target of an attack unaware? Asked once per attack, before ``on_attack``; above 0 means yes.

    Example: ``return [set_to("unaware", 1, "out of the shadows")]``
    """


@publish(HookKind.FOLD, "engage", since="0.1")
def on_notice(event: Noticing, ctx: Context) -> FoldReturn:
    """A creature checks whether it notices a target; asked once per unaware creature and turn.

    Also asked for the odds on the screen: changes are then dropped, and the faces of dice counted if all listeners are
    rules as data that read the event alone; other dice give the middle of their range.

    Example: ``return [add("engage", -2, "fog")]``
    """


@publish(HookKind.FOLD, "patience", since="0.1")
def on_inquire(event: Inquiring, ctx: Context) -> FoldReturn:
    """A creature is about to go and look what made a noise; not asked under the classic rules. It stays if 0 is left.

    Example: ``return [set_to("patience", 0, "used to it")] if event.kind == "you-mod-gong" else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_throw(event: Throwing, ctx: Context) -> NotifyReturn:
    """An actor has thrown an item, which has hit, missed, shattered or fallen to the ground.

    Example: ``return [Tell(Message("you-mod-clatter"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_effect(event: ItemEffect, ctx: Context) -> NotifyReturn:
    """An item does what an effect word of a mod says: ``[words] use = ["scald"]``. Asked once per use with such a word.

    Example: ``return [grid.Hurt(event.target, event.amount)] if event.word == "scald" else None``
    """
