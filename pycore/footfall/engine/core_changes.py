"""The changes and events that every game shares, each change next to its applier.

`Push` has no applier: the agenda loop collects the pushed steps of an entry.
"""

from __future__ import annotations

from typing import Any

from .changes import applies
from .model import AnnouncedChange, Change, Entry, Event, Message, Question
from .state import State


class LogLineAdded(Event, frozen=True, tag="footfall:told"):
    """A line was added to the log."""

    message: Message
    kind: str = ""


class QuestionAsked(Event, frozen=True, tag="footfall:asked"):
    """A question is open."""

    question: Question


class Push(Change, frozen=True, tag="footfall:push"):
    """Puts a step on top of the agenda. Several pushes in one list run in the order listed."""

    step: str
    args: tuple[Any, ...] = ()


class Tell(Change, frozen=True, tag="footfall:tell"):
    """Adds a line to the log. Alters nothing that is hashed.

    Attributes:
        why: explains it on the why page; worth building only if `Context.is_traced`.
    """

    message: Message
    kind: str = ""
    why: Message | None = None


@applies(Tell)
def apply_tell(state: State, change: Tell) -> LogLineAdded:
    """Reports the line as an event; the session adds it to the log."""
    return LogLineAdded(change.message, change.kind)


class Ask(Change, frozen=True, tag="footfall:ask"):
    """Stops the loop until the question is answered. The answer becomes the last argument of the step `then`."""

    question: Question
    then: str = ""
    args: tuple[Any, ...] = ()


@applies(Ask)
def apply_ask(state: State, change: Ask) -> QuestionAsked:
    """Opens the question.

    Raises:
        ValueError: another question is open.
    """
    if state.question is not None:
        raise ValueError(f"a question is already open ({state.question.kind}); push a step that asks later")
    state.question = change.question
    if change.then:
        state.then = Entry(change.then, change.args)
    return QuestionAsked(change.question)


class Remember(Change, frozen=True, tag="footfall:remember"):
    """Writes one key of a mod's own memory (plain data); ``value=None`` deletes it."""

    mod: str
    key: str
    value: Any = None


@applies(Remember)
def apply_remember(state: State, change: Remember) -> None:
    """Writes or deletes the key."""
    memory = state.memory.setdefault(change.mod, {})
    if change.value is None:
        memory.pop(change.key, None)
    else:
        memory[change.key] = change.value


class Draw(Change, frozen=True, tag="footfall:draw"):
    """Advances an ordered random stream by `count` numbers (`Context.open_dice_stream`)."""

    stream: str
    count: int


@applies(Draw)
def apply_draw(state: State, change: Draw) -> None:
    """Advances the stream.

    Raises:
        ValueError: `count` is negative.
    """
    if change.count < 0:
        raise ValueError(f"a stream only moves forward; expected a count of at least 0, got {change.count}")
    state.streams[change.stream] = state.streams.get(change.stream, 0) + change.count


class Finish(AnnouncedChange, frozen=True, tag="footfall:finished"):
    """Ends the game with a named outcome."""

    outcome: str


@applies(Finish)
def apply_finish(state: State, change: Finish) -> Event:
    """Sets the outcome and clears the agenda."""
    state.outcome = change.outcome
    state.agenda.clear()
    return change
