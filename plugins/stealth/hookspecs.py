"""The hooks that only this game asks; mods implement them with ``@hook.of("core.stealth", ...)``."""

from __future__ import annotations

from typing import Annotated

from footfall.api import ActorId, Context, Count, FoldReturn, HookKind, NotifyReturn, Ref, Words, events, publish

from .model.state import ItemId


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


MoodWord = Annotated[str, Words("mood", ("asleep", "calm", "aggravated"))]


class MoodChange(events.HookEvent, frozen=True):
    """A creature has woken, fallen asleep, begun to hunt or given up a hunt.

    Attributes:
        before: its mood until now.
        after: its mood from now on.
    """

    actor: ActorId
    before: MoodWord
    after: MoodWord


class NoticeMade(events.HookEvent, frozen=True):
    """A creature has noticed the player's character, sure of it or not.

    Attributes:
        actor: the creature.
        manner: by sight, by hearing, or next to it.
        distance: between the two, in cells.
    """

    actor: ActorId
    manner: Annotated[str, Words("notice", ("sight", "hearing", "adjacent"))]
    distance: int


class SearchBegun(events.HookEvent, frozen=True):
    """A creature sets out for the place `at`: where it has lost its target, or where it heard or saw something."""

    actor: ActorId
    at: events.Cell


class SearchEnded(events.HookEvent, frozen=True):
    """A calm creature no longer looks for anything."""

    actor: ActorId


class Wound(events.HookEvent, frozen=True):
    """An actor has lost hit points, and lives.

    Attributes:
        by: the actor that caused it; 0 for none.
        cause: an attack's manner, an effect, or another cause.
    """

    actor: ActorId
    amount: Count
    by: ActorId
    cause: Annotated[str, Words("cause")]


class Blow(events.HookEvent, frozen=True):
    """An attack has been made, hit or miss.

    Attributes:
        is_hit: whether it hit.
        damage: of a hit, after armor.
        is_backstab: the target was unaware.
    """

    attacker: ActorId
    target: ActorId
    manner: events.Manner
    is_hit: bool
    damage: Count
    is_backstab: bool


class CreatureTurn(events.HookEvent, frozen=True):
    """A creature that is awake has acted."""

    actor: ActorId


class Meeting(events.HookEvent, frozen=True):
    """The player's character has walked into another creature or a thing, which answers.

    Attributes:
        partner: the creature or thing.
    """

    actor: ActorId
    partner: ActorId


class Appearance(events.HookEvent, frozen=True):
    """A creature has come into the game in play: by the stairs, by a split, by a mod."""

    actor: ActorId


class Arrival(events.HookEvent, frozen=True):
    """The player's character has come to a floor by stairs.

    Attributes:
        floor: its number, from 1.
        is_first: it has not been there before.
    """

    actor: ActorId
    floor: int
    is_first: bool


class Hunger(events.HookEvent, frozen=True):
    """The satiety of the player's character has fallen with time.

    Attributes:
        satiety: the points left; at 0 it starves.
    """

    actor: ActorId
    satiety: Count


class ItemMoved(events.HookEvent, frozen=True):
    """The player's character has taken, dropped, put on or taken off an item.

    Attributes:
        item: record id.
        thing: the item itself; after it joined a stack, the stack.
    """

    actor: ActorId
    item: Annotated[str, Ref("item")]
    thing: ItemId


class KindLearned(events.HookEvent, frozen=True):
    """The player's character has learned what an item is; `item` is its record id."""

    actor: ActorId
    item: Annotated[str, Ref("item")]


class Sighting(events.HookEvent, frozen=True):
    """The player's character has seen a kind of creature for the first time."""

    actor: ActorId
    kind: Annotated[str, Ref("creature")]


class Discovery(events.HookEvent, frozen=True):
    """The player's character has recognized a secret.

    Attributes:
        at: its cell, ``(y, x)``.
        tile: record id.
    """

    actor: ActorId
    at: events.Cell
    tile: Annotated[str, Ref("tile")]


class TileReplaced(events.HookEvent, frozen=True):
    """The tile of a cell of the current level has changed; `tile` is the record id of the new one."""

    at: events.Cell
    tile: Annotated[str, Ref("tile")]


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
def on_creature_turn(event: CreatureTurn, ctx: Context) -> NotifyReturn:
    """A creature that is awake has acted, things such as fires included; not asked for extra actions of the fast.

    Example: ``return [grid.MakeNoise(...)] if event.actor in howlers else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_meet(event: Meeting, ctx: Context) -> NotifyReturn:
    """The player's character has walked into a peaceful creature or a thing with words (``speaks``): an elder, a gong.

    Example: ``return [Tell(Message("you-mod-a-lever-clanks"))]``
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


@publish(HookKind.NOTIFY, since="0.1")
def on_mood(event: MoodChange, ctx: Context) -> NotifyReturn:
    """A creature's mood has changed: it has woken, dozed off, begun to hunt or lost its target.

    Example: ``return [Tell(Message("you-mod-yawn"))] if event.before == "asleep" else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_noticed(event: NoticeMade, ctx: Context) -> NotifyReturn:
    """A creature has noticed the player's character; not asked under the classic rules.

    Example: ``return [Tell(Message("you-mod-shiver"))] if event.manner == "hearing" else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_search(event: SearchBegun, ctx: Context) -> NotifyReturn:
    """A creature has lost its target and begins to search for it; not asked under the classic rules.

    Example: ``return [Tell(Message("you-mod-sniffing"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_investigate(event: SearchBegun, ctx: Context) -> NotifyReturn:
    """A calm creature goes to look at something; not asked under the classic rules.

    Example: ``return [Tell(Message("you-mod-footsteps"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_give_up(event: SearchEnded, ctx: Context) -> NotifyReturn:
    """A creature has looked or searched long enough and gives up; not asked under the classic rules.

    Example: ``return [Tell(Message("you-mod-grumble"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_hurt(event: Wound, ctx: Context) -> NotifyReturn:
    """An actor has lost hit points and lives; asked for any loss of at least 1.

    Example: ``return [Tell(Message("you-mod-ouch"))] if event.amount > 3 else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_strike(event: Blow, ctx: Context) -> NotifyReturn:
    """An attack has been made, and its damage is done.

    Example: ``return [Tell(Message("you-mod-clang"))] if not event.is_hit else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_appear(event: Appearance, ctx: Context) -> NotifyReturn:
    """A creature has come into the game; those of a floor that is being built do not count.

    Example: ``return [Tell(Message("you-mod-footfall"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_arrive(event: Arrival, ctx: Context) -> NotifyReturn:
    """The player's character has come to a floor by stairs, and has looked around.

    Example: ``return [Tell(Message("you-mod-cold-air"))] if event.is_first else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_hunger(event: Hunger, ctx: Context) -> NotifyReturn:
    """The satiety of the player's character has fallen by one with time.

    Example: ``return [Tell(Message("you-mod-growl"))] if event.satiety == 5 else None``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_take(event: ItemMoved, ctx: Context) -> NotifyReturn:
    """The player's character has picked up an item, or taken it out of a container.

    Example: ``return [Tell(Message("you-mod-mine"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_drop(event: ItemMoved, ctx: Context) -> NotifyReturn:
    """The player's character has dropped an item.

    Example: ``return [Tell(Message("you-mod-thud"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_wear(event: ItemMoved, ctx: Context) -> NotifyReturn:
    """The player's character has put on or wielded an item.

    Example: ``return [Tell(Message("you-mod-fits"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_take_off(event: ItemMoved, ctx: Context) -> NotifyReturn:
    """The player's character has taken off an item.

    Example: ``return [Tell(Message("you-mod-lighter"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_identify(event: KindLearned, ctx: Context) -> NotifyReturn:
    """The player's character has learned what an item is, and others of its kind.

    Example: ``return [Tell(Message("you-mod-aha"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_sighting(event: Sighting, ctx: Context) -> NotifyReturn:
    """The player's character has seen a kind of creature that it had never seen before.

    Example: ``return [Tell(Message("you-mod-what-is-that"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_discover(event: Discovery, ctx: Context) -> NotifyReturn:
    """The player's character has recognized a secret.

    Example: ``return [Tell(Message("you-mod-hollow"))]``
    """


@publish(HookKind.NOTIFY, since="0.1")
def on_tile(event: TileReplaced, ctx: Context) -> NotifyReturn:
    """The tile of a cell of the current level has changed: a door, a wall, a deed of a mod.

    Example: ``return [Tell(Message("you-mod-rumble"))]``
    """
