"""The events of the hooks that only this game asks."""

from typing import Annotated

from footfall.api import ActorId, Count, Ref, Words, events

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
    kind: events.NoiseKind
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
        thing: the item itself, which is gone if this has used it up.
    """

    actor: ActorId
    target: ActorId
    at: events.Cell
    word: Annotated[str, Words("use", is_open=True)]
    amount: int
    thing: ItemId = 0


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
        damage: the damage of a hit, after armor.
        is_backstab: the target was unaware.
        gross: the damage of a hit before armor; armor has taken ``gross - damage``.
    """

    attacker: ActorId
    target: ActorId
    manner: events.Manner
    is_hit: bool
    damage: Count
    is_backstab: bool
    gross: Count


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


class Answering(events.HookEvent, frozen=True):
    """The player has answered a question of ``do.ask`` or ``do.ask_item``.

    Attributes:
        actor: the player's character.
        question: the id of its text.
        partner: the actor that the question is about; 0 for none.
        number: the number of the question.
        answer: the id of the text of the answer; empty after `do.ask_item`.
        thing: the item chosen; 0 for none.
    """

    actor: ActorId
    question: Annotated[str, Words("question", is_open=True)]
    partner: ActorId
    number: int
    answer: Annotated[str, Words("answer", is_open=True)]
    thing: ItemId = 0
