"""The words of every game: command, change, event, question, entry, message, cause.

All are frozen and hold plain data only (int, str, bool, None, tuples of these), so
that any of them can be stored, hashed, sent to another process or shown in a log.
Subclasses name themselves with ``tag="namespace:name"``; a plugin hands its own in
through the ``provide_*`` hooks, and `footfall.engine.codec` reads them back by tag.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, TypeAlias

import msgspec

Plain: TypeAlias = bool | int | str | tuple["Plain", ...] | None
"""What an entry, a message or a question may carry."""


class Message(msgspec.Struct, frozen=True, gc=False):
    """Something to say, never a sentence: an id of the message catalogue and its arguments.

    An argument may be a `Message` itself (a name inside a sentence).
    """

    id: str
    args: dict[str, Any] = {}


class Command(msgspec.Struct, frozen=True, gc=False, tag_field="type", kw_only=True):
    """What somebody wants: complete, plain data, never a key press."""

    actor: int = 0


class Change(msgspec.Struct, frozen=True, gc=False, tag_field="type"):
    """The only thing that alters state. Its applier checks first, then writes."""


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="type"):
    """What happened: derived from an applied change, for screens, logs, statistics, reactions."""


class Question(msgspec.Struct, frozen=True, gc=False):
    """The engine waits for somebody.

    Attributes:
        actor: who must answer (a seat or an actor id).
        kind: ``"turn"`` takes any legal command of the game; any other kind takes an
            `Answer` with one of `options`.
        options: the legal answers, plain data, in a fixed order.
        prompt: what to show.
    """

    actor: int
    kind: str = "turn"
    options: tuple[Any, ...] = ()
    prompt: Message | None = None


class Answer(Command, frozen=True, tag="footfall:answer"):
    """Answers the open question with the index of an option."""

    choice: int


class SetDie(Command, frozen=True, tag="footfall:set-die"):
    """The modder's console: a die of the next command falls like this, as far as its range goes.

    Attributes:
        purpose: which die; ``""``: the next that is thrown.
    """

    value: int
    purpose: str = ""


class ForeignCommand(Command, frozen=True, tag="footfall:foreign"):
    """A command of a missing mod, as a save lists it. Nobody carries it out; `data` is its plain form."""

    data: dict[str, Any]


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One thing still to do: a step by name, its plain arguments, and its random serial.

    The serial is derived from the entry that pushed it (see `footfall.engine.session`),
    so that one entry more or less shifts nobody else's dice.
    """

    step: str
    args: tuple[Any, ...] = ()
    serial: int = 0


class Cause(msgspec.Struct, frozen=True, gc=False):
    """Where a change comes from: which mod, through which hook or step, at which line."""

    mod: str
    via: str
    where: str = ""


class Op(Enum):
    """How a proposal alters a term; combined in this order: set, add, mul."""

    SET = "set"
    ADD = "add"
    MUL = "mul"


class Term(msgspec.Struct, frozen=True, gc=False):
    """A proposal for one named term of a fold: integers, or a ratio for ``mul``."""

    op: Op
    name: str
    value: int
    divisor: int = 1
    reason: str = ""


class Refusal(msgspec.Struct, frozen=True):
    """A command that the rules forbid. It is free: no state changed, no die was rolled.

    `rule` names the rule that forbids it (``"R-MOVE-5"``).
    """

    message: Message
    rule: str = ""


class Vote(Enum):
    """Answers of ``can_*`` hooks that need no reason; a `Deny` wins over both."""

    ALLOW = "allow"
    PASS = "pass"


class Deny(msgspec.Struct, frozen=True):
    """Forbids what a ``can_*`` hook asks about."""

    reason: Message
    spends_turn: bool = False


class Acting(msgspec.Struct, frozen=True):
    """Event of ``can_act``: may `actor` carry out `command`? The loop asks before every handler."""

    actor: int
    command: Any


class LoggedMessage(msgspec.Struct, frozen=True):
    """A line of the log and the turn it was told in."""

    message: Message
    kind: str = ""
    turn: int = 0
