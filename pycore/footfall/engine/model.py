"""The vocabulary of every game: command, change, event, question, entry, message, cause.

All are frozen and hold plain data only (int, str, bool, None, tuples of these), so that they can be stored,
hashed, logged, and sent to another process. Subclasses set ``tag="namespace:name"``; plugins register
theirs through the ``provide_*`` hooks, and `footfall.engine.codec` decodes them by tag.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, TypeAlias

import msgspec

Plain: TypeAlias = bool | int | str | tuple["Plain", ...] | None
"""The plain data in entries, messages and questions."""

Int32: TypeAlias = Annotated[int, msgspec.Meta(ge=-(2**31), le=2**31 - 1)]
"""An integer of a state type whose range has no closer limit; loading a save checks it."""

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
"""An integer of a state type that is never negative: a number of things, an id, a turn."""

UInt64: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
"""A seed or a serial; MessagePack has no larger integers."""


class Thing(msgspec.Struct, frozen=True):
    """Marks a value as a kind of thing, so that rules find its readings: ``Annotated[int, Thing("actor")]``."""

    kind: str


ActorId: TypeAlias = Annotated[int, Thing("actor")]
"""The id of an actor in tile games, a seat in board games."""


class Message(msgspec.Struct, frozen=True, gc=False):
    """A text by its id in the message catalog, with arguments.

    An argument may itself be a `Message` (a name inside a sentence).
    """

    id: str
    args: dict[str, Any] = {}


class Command(msgspec.Struct, frozen=True, gc=False, tag_field="type", kw_only=True):
    """A complete player action as plain data."""

    actor: int = 0


class Change(msgspec.Struct, frozen=True, gc=False, tag_field="type"):
    """An alteration of the state.

    Example::

        class Rest(Change, frozen=True, tag="you.mod:rest"):
            actor: int

            def apply(self, state: State) -> None:
                state.parts["you.mod"].rested.append(self.actor)
    """

    def apply(self, state: Any) -> Event | None:
        """Writes the change into the `State`, and returns its event, or None. Nothing else writes.

        It raises before it writes, or not at all.
        """
        raise NotImplementedError


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="type"):
    """The result of an applied change, for screens, logs, statistics and reactions."""


class AnnouncedChange(Change, Event, frozen=True, gc=False):
    """A change that is its own event: its fields say all that happened, and `apply` returns it."""


class Question(msgspec.Struct, frozen=True, gc=False):
    """A question the game waits on.

    Attributes:
        actor: the seat or actor id that must answer.
        kind: ``"turn"`` takes any legal command of the game; any other kind takes an `Answer` with one of
            `options`.
        options: the legal answers, plain data, in a fixed order.
        prompt: the text to show.
    """

    actor: int
    kind: str = "turn"
    options: tuple[Any, ...] = ()
    prompt: Message | None = None


class Answer(Command, frozen=True, tag="footfall:answer"):
    """Answers the open question with the index of an option."""

    choice: int


class SetDie(Command, frozen=True, tag="footfall:set-die"):
    """A console command: forces a die of the next command, clamped to the die's range.

    Attributes:
        purpose: the purpose of the die; ``""`` for the next one rolled.
    """

    value: int
    purpose: str = ""


class ChangeDice(Command, frozen=True, tag="footfall:change-dice"):
    """Gives a practice game other dice from here on: the seed of all that follow derives from the one before.

    Attributes:
        number: the number of the other dice, from 1.
    """

    number: int = 1


BUILTIN_COMMANDS: tuple[type[Command], ...] = (Answer, SetDie, ChangeDice)
"""The commands of every game."""


class ForeignCommand(Command, frozen=True, tag="footfall:foreign"):
    """A command of a missing mod in a save's command list; `data` is its plain form. It is never executed."""

    data: dict[str, Any]


class Entry(msgspec.Struct, frozen=True, gc=False):
    """An entry of the agenda: a step by name, its plain arguments, and its random serial.

    The serial is derived from the entry that pushed it (see `footfall.engine.dice`), so that an additional
    entry does not shift the dice of others.
    """

    step: str
    args: tuple[Any, ...] = ()
    serial: UInt64 = 0


class Cause(msgspec.Struct, frozen=True, gc=False, rename={"location": "where"}):
    """The origin of a change: the mod, the hook or step, and ``file:line``."""

    mod: str
    via: str
    location: str = ""


class Op(Enum):
    """The operation of a proposal on a term; applied in this order: set, add, mul."""

    SET = "set"
    ADD = "add"
    MUL = "mul"


class Term(msgspec.Struct, frozen=True, gc=False):
    """A proposal for one named term of a fold: an integer, or the ratio ``value / divisor`` for ``mul``."""

    op: Op
    name: str
    value: int
    divisor: int = 1
    reason: str = ""


class Refusal(msgspec.Struct, frozen=True):
    """The rejection of a command. It costs nothing: the state is unchanged and no dice are used.

    Attributes:
        rule: id of the rule that forbids the command.
    """

    message: Message
    rule: str = ""


class Vote(Enum):
    """Answers of ``can_*`` hooks without a reason; a `Deny` overrides both."""

    ALLOW = "allow"
    PASS = "pass"


class Deny(msgspec.Struct, frozen=True):
    """The negative answer to a ``can_*`` hook."""

    reason: Message
    spends_turn: bool = False


class Acting(msgspec.Struct, frozen=True):
    """Event of ``can_act``: may `actor` carry out `command`? Asked before every handler."""

    actor: ActorId
    command: Annotated[Any, Thing("command")]


class LoggedMessage(msgspec.Struct, frozen=True):
    """A line of the log and its turn."""

    message: Message
    kind: str = ""
    turn: int = 0
